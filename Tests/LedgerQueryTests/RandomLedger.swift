import Foldbook
import Foundation

/// A ledger with a random past, in a folder that is thrown away.
///
/// A class, since the file goes with the last reference.
final class RandomLedger {
  static let today = CalendarDay("2026-10-20")!
  static let now = Instant.noon(of: today)

  let ledger: Ledger
  private let path: String

  /// - Parameters:
  ///   - days: how far back the transactions lie.
  ///   - monthStartDay: the day on which a budget month begins.
  init(seed: UInt64, count: Int = 300, days: Int = 900, monthStartDay: Int = 1) throws {
    path = NSTemporaryDirectory() + "foldbook-query-" + UUID().uuidString
    var numbers = Numbers(state: seed)
    try Ledger.create(
      path: path, baseCurrency: Currency("EUR")!, at: RandomLedger.now, command: "init", ledgerID: .zero
    ) { transaction in
      func commit(_ body: (LedgerView, Position) throws -> [Event]) throws {
        _ = try transaction.change(recordedAt: RandomLedger.now, command: "test", body)
      }
      if monthStartDay != 1 {
        try commit { view, _ in try Decision.changeSetting(.monthStartDay, to: "\(monthStartDay)", state: view) }
      }
      let opening = RandomLedger.today.advanced(byDays: -days / 2)
      for (name, currency, day) in [("Giro", "EUR", opening), ("Purse", "EUR", nil), ("Abroad", "USD", opening)] {
        try commit { view, _ in
          try Decision.addAccount(
            named: name, currency: Currency(currency)!, opening: 123.45, openingDay: day, state: view)
        }
      }
      for number in 0..<count {
        try commit { view, position in
          try Decision.add(
            AddTransaction(
              amount: Money(minorUnits: Int64.random(in: -9_999...9_999, using: &numbers) * 2 + 1),
              merchant: ["Corner Shop", "CAFÉ  Zoé", "Boss", "Tram"].randomElement(using: &numbers)!,
              category: [nil, "Groceries", "Salary", "Transfers", "Eating out"].randomElement(using: &numbers)!,
              account: ["Giro", "Purse", "Abroad"].randomElement(using: &numbers),
              day: RandomLedger.today.advanced(byDays: -Int.random(in: 0...days, using: &numbers)),
              note: number % 7 == 0 ? "Birthday\tgift \(number)" : nil),
            today: RandomLedger.today, position: position, state: view)
        }
      }
      for _ in 0..<count / 5 {
        try commit { view, _ in
          let ids = try ListQuery(query: TransactionQuery()).ids(on: view)
          let id = ids.randomElement(using: &numbers)!
          // What is split already can't be recategorised.
          switch try view.state(of: id)?.setting.isSplit == true ? 0 : Int.random(in: 0..<4, using: &numbers) {
          case 0: return try Decision.delete([id], state: view)
          case 1: return try Decision.recategorise([id], to: "Gifts", state: view)
          case 2:
            let part = Money(minorUnits: Int64.random(in: 1...99, using: &numbers) * 2)
            let parts = [AskedPart(category: "Groceries", amount: part), AskedPart(category: "Gifts", amount: nil)]
            return try Decision.split(id, into: parts, state: view)
          default:
            var edit = EditTransaction(id: id)
            edit.day = RandomLedger.today.advanced(byDays: -Int.random(in: 0...days, using: &numbers))
            return try Decision.edit(edit, today: RandomLedger.today, state: view)
          }
        }
      }
    }
    ledger = try Ledger.open(path: path, isReadOnly: false)
  }

  deinit {
    for suffix in ["", "-lock", "-anchor"] { unlink(path + suffix) }
  }

  /// Lends the ledger twice: as a fold of its tail, and as a snapshot.
  func readBothWays(_ body: (LedgerView) throws -> Void) throws {
    try ledger.read(body)
    try ledger.rebuild()
    try ledger.read(body)
  }

  /// Every live transaction, asked for one by one.
  static func rows(_ view: LedgerView) throws -> [TransactionItem] {
    try ListQuery(query: TransactionQuery()).report(on: view).transactions
  }
}

/// Numbers that a seed determines (SplitMix64).
struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
