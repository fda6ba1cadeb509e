import LedgerDomain

/// Running balances as a witness: each change of the balance is the sum of the rows between.
struct BalanceWitness: Sendable {
  /// In minor units, in the order of the file.
  private(set) var amounts: [Int64] = []
  /// The balance behind each row; `missing` where the row has none.
  private(set) var balances: [Int64] = []

  private static let missing = Int64.min

  mutating func reserve(_ count: Int) {
    amounts.reserveCapacity(count)
    balances.reserveCapacity(count)
  }

  mutating func add(amount: Int64, balance: Int64?) {
    amounts.append(amount)
    balances.append(balance ?? BalanceWitness.missing)
  }

  /// Adds the rows that follow.
  mutating func append(_ next: BalanceWitness) {
    amounts += next.amounts
    balances += next.balances
  }

  /// How rows follow each other in the file.
  enum Direction: Sendable {
    case oldestFirst, newestFirst
  }

  var balanceCount: Int { balances.count { $0 != BalanceWitness.missing } }

  /// Whether every change of the balance is the sum of its rows; false where fewer than two rows have one.
  func ties(_ direction: Direction, flipped: Bool = false) -> Bool {
    var previous: Int64?
    var sum: Int64 = 0
    for index in amounts.indices {
      let amount = flipped ? 0 &- amounts[index] : amounts[index]
      let balance = balances[index]
      if direction == .oldestFirst { sum = sum &+ amount }
      if balance != BalanceWitness.missing {
        if let previous {
          let change = direction == .oldestFirst ? balance &- previous : previous &- balance
          if change != sum { return false }
        }
        previous = balance
        sum = 0
      }
      if direction == .newestFirst { sum = sum &+ amount }
    }
    return balanceCount >= 2
  }

  /// The direction in which the balances tie, if there is one.
  func tyingDirection(flipped: Bool = false) -> Direction? {
    if ties(.oldestFirst, flipped: flipped) { return .oldestFirst }
    return ties(.newestFirst, flipped: flipped) ? .newestFirst : nil
  }

  /// Whether every change of the balance is its row's amount up to the sign, in one of the two orders.
  var tiesByMagnitude: Bool {
    guard amounts.count >= 3, balanceCount == amounts.count else { return false }
    func ties(amountOffset: Int) -> Bool {
      (1..<balances.count).allSatisfy { index in
        let (change, overflows) = balances[index].subtractingReportingOverflow(balances[index - 1])
        return !overflows && change.magnitude == amounts[index + amountOffset].magnitude
      }
    }
    return ties(amountOffset: 0) || ties(amountOffset: -1)
  }

  /// The balance before the first row and the one after the last, in time.
  func ends(_ direction: Direction) -> (opening: Int64, closing: Int64)? {
    guard let first = balances.firstIndex(where: { $0 != BalanceWitness.missing }),
      let last = balances.lastIndex(where: { $0 != BalanceWitness.missing })
    else { return nil }
    func sum(_ range: Range<Int>) -> Int64 { amounts[range].reduce(0) { $0 &+ $1 } }
    switch direction {
    case .oldestFirst:
      return (balances[first] &- sum(0..<first + 1), balances[last] &+ sum(last + 1..<amounts.count))
    case .newestFirst:
      return (balances[last] &- sum(last..<amounts.count), balances[first] &+ sum(0..<first))
    }
  }

  /// Whether a column runs the sums of another one, under some decimal marks.
  static func runs(_ found: FoundTable, amount: Int, balance: Int, digits: Int) -> Bool {
    runs(found, balance: balance, digits: digits) { record, mark in
      value(found, record, amount, mark: mark, digits: digits)
    }
  }

  /// Whether a column runs the sums of two sides, under some decimal marks.
  static func runs(_ found: FoundTable, debit: Int, credit: Int, balance: Int, digits: Int) -> Bool {
    runs(found, balance: balance, digits: digits) { record, mark in
      let out = value(found, record, debit, mark: mark, digits: digits)
      let into = value(found, record, credit, mark: mark, digits: digits)
      return out == nil && into == nil ? nil : (into ?? 0) &- (out ?? 0)
    }
  }

  private static func runs(
    _ found: FoundTable, balance: Int, digits: Int, amount: (_ record: Int, DecimalMark) -> Int64?
  ) -> Bool {
    for amountMark in DecimalMark.allCases {
      for balanceMark in DecimalMark.allCases {
        var witness = BalanceWitness()
        for record in found.firstRecord..<found.table.count {
          guard let amount = amount(record, amountMark),
            let running = value(found, record, balance, mark: balanceMark, digits: digits)
          else { continue }
          witness.add(amount: amount, balance: running)
        }
        if witness.tyingDirection() != nil { return true }
      }
    }
    return false
  }

  /// The amount of a cell read with a mark; nil where it is none.
  private static func value(
    _ found: FoundTable, _ record: Int, _ column: Int, mark: DecimalMark, digits: Int
  ) -> Int64? {
    let span = found.table.bytes.span
    guard let cell = AmountCell(span, found.table.range(record, column)),
      case .value(let value) = cell.reading(span, mark: mark, digits: digits)
    else { return nil }
    return value
  }
}
