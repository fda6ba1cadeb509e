import LedgerDomain

/// Rows for measuring: ten years, 2,000 merchants by Zipf's law, 24 categories, four accounts, in order of date.
public struct BenchmarkTable: Sendable {
  public static let header = Array("Date,Amount,Merchant,Category,Account\n".utf8)
  public static let merchantCount = 2_000
  /// 21 October 2016 to 20 October 2026.
  public static let dayCount = 3_652
  /// The first of the days.
  public static let firstDay = CalendarDay(year: 2016, month: 10, day: 21) ?? .first

  private static let expenses = [
    "Groceries", "Eating out", "Housing", "Utilities", "Transport", "Health", "Shopping", "Entertainment", "Travel",
    "Education", "Children", "Pets", "Gifts", "Insurance", "Taxes", "Fees", "Cash", "Other", "Subscriptions", "Garden",
  ]
  public static let categories = expenses + ["Salary", "Interest", "Other income", "Transfers"]
  /// How many of the categories, from the first, are expenses.
  public static let expenseCount = expenses.count
  public static let accounts = ["Checking", "Card", "Savings", "Cash"]

  /// One transaction, its names as numbers from 0.
  public struct Row: Sendable {
    /// Days from the table's first.
    public var day: Int
    /// Signed as booked, in minor units.
    public var cents: Int
    public var merchant: Int
    public var category: Int
    public var account: Int
  }

  private struct Merchant {
    var name: [UInt8]
    var category: Int
    /// What a purchase costs at most, in minor units.
    var greatestCents: Int
  }

  private let rowCount: Int
  private let merchants: [Merchant]
  /// The upper bound of each merchant's share, in millionths of the commonest one's.
  private let shares: [Int]
  private let days: [[UInt8]]
  private let categoryNames = BenchmarkTable.categories.map { Array($0.utf8) }
  private let accountNames = BenchmarkTable.accounts.map { Array($0.utf8) }
  private var sequence = SeededSequence(seed: 7)

  public init(rowCount: Int) {
    self.rowCount = rowCount
    var names = SeededSequence(seed: 1)
    merchants = BenchmarkTable.makeMerchants(&names)
    var total = 0
    shares = (0..<BenchmarkTable.merchantCount).map { rank in
      total += 1_000_000 / (rank + 1)
      return total
    }
    days = (0..<BenchmarkTable.dayCount).map { Array("\(BenchmarkTable.firstDay.advanced(byDays: $0))".utf8) }
  }

  /// The names of the merchants, by number.
  public var merchantNames: [String] { merchants.map { String(decoding: $0.name, as: UTF8.self) } }

  /// The row of an index; rows are asked for in order, since each draws from the sequence.
  public mutating func row(_ index: Int) -> Row {
    let day = index * BenchmarkTable.dayCount / rowCount
    let kind = sequence.below(1_000)
    let number = rank(of: sequence.below(shares[shares.count - 1]))
    let merchant = merchants[number]
    var category = merchant.category
    var cents = -(merchant.greatestCents / 3 + sequence.below(merchant.greatestCents * 2 / 3) + 1)
    switch kind {
    case 0..<10:
      category = BenchmarkTable.expenses.count + kind % 3
      cents = 90_000 + sequence.below(400_000)
    case 10..<30: cents = -cents
    case 30..<60:
      category = BenchmarkTable.categories.count - 1
      if kind % 2 == 0 { cents = -cents }
    case 60..<160: category = sequence.below(BenchmarkTable.expenses.count)
    default: break
    }
    let part = sequence.below(100)
    let account = part < 55 ? 0 : part < 85 ? 1 : part < 95 ? 2 : 3
    return Row(day: day, cents: cents, merchant: number, category: category, account: account)
  }

  /// Appends the row of an index as a line of the file; rows are asked for in order.
  public mutating func append(row index: Int, to bytes: inout [UInt8]) {
    let row = row(index)
    bytes += days[row.day]
    bytes.append(0x2C)
    BenchmarkTable.append(cents: row.cents, to: &bytes)
    bytes.append(0x2C)
    bytes += merchants[row.merchant].name
    bytes.append(0x2C)
    bytes += categoryNames[row.category]
    bytes.append(0x2C)
    bytes += accountNames[row.account]
    bytes.append(0x0A)
  }

  private func rank(of point: Int) -> Int {
    var (low, high) = (0, shares.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if shares[middle] > point { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func append(cents: Int, to bytes: inout [UInt8]) {
    if cents < 0 { bytes.append(0x2D) }
    bytes += String(cents.magnitude / 100).utf8
    bytes.append(0x2E)
    bytes.append(0x30 + UInt8(cents.magnitude % 100 / 10))
    bytes.append(0x30 + UInt8(cents.magnitude % 10))
  }

  private static func makeMerchants(_ sequence: inout SeededSequence) -> [Merchant] {
    let beginnings = ["Ba", "Co", "Da", "El", "Fi", "Ga", "Ho", "Ka", "Lu", "Mi", "No", "Pe", "Ri", "Sa", "To", "We"]
    let middles = ["bel", "dor", "fen", "gar", "lin", "mar", "nor", "pol", "rin", "sol", "ten", "ver", "wick"]
    let kinds = ["Market", "Store", "Cafe", "Foods", "Online", "Energy", "Pharmacy", "Bakery", "Station", "Services"]
    var taken: Set<String> = []
    var merchants: [Merchant] = []
    while merchants.count < merchantCount {
      let name = sequence.pick(beginnings) + sequence.pick(middles) + " " + sequence.pick(kinds)
      let unique = taken.insert(name).inserted ? name : name + " \(Unicode.Scalar(UInt8(65 + merchants.count % 26)))"
      if unique != name, !taken.insert(unique).inserted { continue }
      let magnitude = [900, 2_500, 6_000, 15_000, 60_000][sequence.below(20) / 4]
      merchants.append(
        Merchant(name: Array(unique.utf8), category: sequence.below(expenses.count), greatestCents: magnitude))
    }
    return merchants
  }
}

extension BenchmarkTable {
  /// Writes a table of so many rows with its header, a megabyte at a time.
  public static func write(rowCount: Int, to path: String) throws {
    let file = try OutputFile(creating: path)
    var table = BenchmarkTable(rowCount: rowCount)
    var bytes = header
    for row in 0..<rowCount {
      table.append(row: row, to: &bytes)
      if bytes.count >= 1 << 20 {
        try file.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try file.write(bytes)
  }
}
