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
    let span = found.table.bytes.span
    for amountMark in DecimalMark.allCases {
      for balanceMark in DecimalMark.allCases {
        var witness = BalanceWitness()
        for record in found.firstRecord..<found.table.count {
          guard let amountCell = AmountCell(span, found.table.range(record, amount)),
            let balanceCell = AmountCell(span, found.table.range(record, balance)),
            case .value(let value) = amountCell.reading(span, mark: amountMark, digits: digits),
            case .value(let running) = balanceCell.reading(span, mark: balanceMark, digits: digits)
          else { continue }
          witness.add(amount: value, balance: running)
        }
        if witness.tyingDirection() != nil { return true }
      }
    }
    return false
  }

  /// Whether a column runs the sums of two sides, under some decimal marks.
  static func runs(_ found: FoundTable, debit: Int, credit: Int, balance: Int, digits: Int) -> Bool {
    let span = found.table.bytes.span
    func value(_ record: Int, _ column: Int, _ mark: DecimalMark) -> Int64? {
      guard let cell = AmountCell(span, found.table.range(record, column)),
        case .value(let value) = cell.reading(span, mark: mark, digits: digits)
      else { return nil }
      return value
    }
    for mark in DecimalMark.allCases {
      for balanceMark in DecimalMark.allCases {
        var witness = BalanceWitness()
        for record in found.firstRecord..<found.table.count {
          let (out, into) = (value(record, debit, mark), value(record, credit, mark))
          guard out != nil || into != nil, let running = value(record, balance, balanceMark) else { continue }
          witness.add(amount: (into ?? 0) &- (out ?? 0), balance: running)
        }
        if witness.tyingDirection() != nil { return true }
      }
    }
    return false
  }
}
