import LedgerDomain
import LedgerImport
import Testing

/// Files so long that several threads parse them.
struct LongFileTests {
  private static let rowCount = 120_003
  private static let accounts = ["Giro", "Card", "Savings"]

  /// One of 1,009 names of letters alone, since numbers are cleaned out of a name.
  private static func merchant(_ row: Int) -> String {
    let number = (row * 7) % 1_009
    let letters = [number / 169, number / 13 % 13, number % 13].map { Character(UnicodeScalar(UInt8(97 + $0))) }
    return "Shop " + String(letters) + "o"
  }
  private static func cents(_ row: Int) -> Int { (row * 37) % 9_000 + 100 }
  private static func day(_ row: Int) -> Int32 { 16_000 + Int32(row / 40) }
  /// Rows whose amount is no number.
  private static func isBroken(_ row: Int) -> Bool { row % 30_011 == 30_010 }
  private static func memo(_ row: Int) -> String? { row % 3 == 0 ? "memo of \(row)" : nil }

  private static let text: String = {
    var lines = ["Date,Amount,Merchant,Category,Account,Memo"]
    for row in 0..<rowCount {
      let day = CalendarDay(daysSinceEpoch: day(row))?.description ?? ""
      let fraction = String(cents(row) % 100)
      let amount = "-\(cents(row) / 100)." + (fraction.utf8.count == 1 ? "0" : "") + fraction
      lines.append(
        "\(day),\(isBroken(row) ? "-1.2.3x" : amount),\(merchant(row)),Category \(row % 24),\(accounts[row % 3]),"
          + (memo(row) ?? ""))
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  @Test func `every row of a long file is read as in a short one, in order`() throws {
    var options = ImportOptions()
    options.currency = Currency("EUR")
    let file = StatementReader.read(Array(Self.text.utf8), path: "long.csv", options: options)
    let broken = (0..<Self.rowCount).filter { Self.isBroken($0) }
    #expect(broken.count == 3)
    #expect(file.errors.map(\.line) == broken.map { $0 + 2 })
    let sound = (0..<Self.rowCount).filter { !Self.isBroken($0) }
    try #require(file.transactions.count == sound.count)
    var wrong: [Int] = []
    for (transaction, row) in zip(file.transactions, sound) {
      let isRight =
        Int(transaction.line) == row + 2 && transaction.amount.minorUnits == -Int64(Self.cents(row))
        && transaction.day.daysSinceEpoch == Self.day(row)
        && file.texts.string(transaction.merchant) == Self.merchant(row)
        && file.texts.string(transaction.bankCategory) == "Category \(row % 24)"
        && file.texts.string(transaction.account) == Self.accounts[row % 3]
        && file.texts.string(transaction.memo) == Self.memo(row)
      if !isRight { wrong.append(row) }
    }
    let firstWrong = Array(wrong.prefix(5))
    #expect(firstWrong == [], "and \(max(0, wrong.count - 5)) more")
    #expect(file.decisions.contains { $0.what == "account" && $0.value == "3 accounts" })
    // One shop is one text, whichever thread met it first.
    #expect(Set(file.transactions.map(\.merchant)).count == 1_009)
  }
}
