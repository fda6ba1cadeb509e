import LedgerDomain

extension RoleFinder {
  /// How many rows are compared to see whether two columns are the sides of one amount.
  private static let comparedRowLimit = 4_096

  /// A column as the amount, together with the other side where each row fills only one of the two.
  ///
  /// - Throws: where nothing says which side is money out.
  func amountOrSides(_ column: Int) throws(ImportFault) -> ColumnRoles.AmountColumns {
    guard let other = otherSide(of: column) else { return .signed(column) }
    guard let sides = directed(column, other, balances: roles.balance.map { [$0] } ?? columns.filter(isFreeNumber))
    else {
      throw ImportFault(
        "each row fills either \(found.name(column)) or \(found.name(other)); say with --profile which of them is money out "
          + "(amount.debit) and which is money in (amount.credit)")
    }
    return sides
  }

  /// Two columns that no word names, of which each row fills one, beside a column that runs their sums.
  mutating func unnamedSides(_ numeric: [Int]) -> ColumnRoles.AmountColumns? {
    for column in numeric {
      guard let other = otherSide(of: column), column < other else { continue }
      for balance in roles.balance.map({ [$0] }) ?? numeric where balance != column && balance != other {
        guard let sides = directed(column, other, balances: [balance]) else { continue }
        roles.balance = balance
        return sides
      }
    }
    return nil
  }

  /// The column that holds an amount in just those rows in which another one does not; nil where there is none, or several.
  private func otherSide(of column: Int) -> Int? {
    let bytes = found.table.bytes.span
    guard let date = roles.date.first else { return nil }
    // A column with both signs is whole.
    let signs = statistics[column]
    guard signs.negatives == 0 || signs.negatives == signs.amounts else { return nil }
    var records: [Int] = []
    for record in found.firstRecord..<found.table.count where records.count < RoleFinder.comparedRowLimit {
      if roles.date.count == 3 || roles.dateForm.isPlausible(bytes, found.table.range(record, date)) {
        records.append(record)
      }
    }
    let open = records.filter { !holdsAmount($0, column) }
    guard !open.isEmpty, open.count < records.count else { return nil }
    let others = columns.filter { other in
      guard other != column, isFreeNumber(other), mayBeSides(column, other),
        // Numbers of cheques and the like have no decimals beside amounts that have.
        statistics[other].moneys > 0 || signs.moneys == 0
      else { return false }
      let filled = open.count { holdsAmount($0, other) }
      return filled > 0 && (open.count - filled) * 10 <= records.count
        && records.allSatisfy { !holdsAmount($0, column) || !holdsAmount($0, other) }
    }
    return others.count == 1 ? others[0] : nil
  }

  private func isFreeNumber(_ column: Int) -> Bool {
    statistics[column].isNumeric && column != roles.balance && !roles.date.contains(column)
      && !roles.otherDates.contains(column)
  }

  /// Whether the headers leave it open that two columns are sides of one amount: neither is in another currency or a fee.
  private func mayBeSides(_ column: Int, _ other: Int) -> Bool {
    guard column < found.titles.count, other < found.titles.count else { return !found.hasHeader }
    let titles = (found.titles[column], found.titles[other])
    if titles.0.isCurrencyAlone || titles.1.isCurrencyAlone { return false }
    if let one = titles.0.currency, let two = titles.1.currency, one != two { return false }
    return !ColumnWords.isAnotherAmount(titles.1) && (ColumnWords.score(titles.1, .fee) ?? 0) <= 0
  }

  /// Whether a cell holds an amount that is not zero.
  private func holdsAmount(_ record: Int, _ column: Int) -> Bool {
    let bytes = found.table.bytes.span
    let range = found.table.range(record, column)
    guard let cell = AmountCell(bytes, range) else { return false }
    return cell.core.contains { bytes[$0] >= 0x31 && bytes[$0] <= 0x39 }
  }

  /// Which side is money out: by the header's words, by the signs, or by a balance that runs with them.
  private func directed(_ one: Int, _ other: Int, balances: [Int]) -> ColumnRoles.AmountColumns? {
    func names(_ column: Int, _ role: ColumnRole) -> Bool {
      column < found.titles.count && (ColumnWords.score(found.titles[column], role) ?? 0) > 0
    }
    for (debit, credit) in [(one, other), (other, one)] {
      if names(debit, .debit) != names(debit, .credit), names(debit, .debit), !names(credit, .debit) {
        return .debitCredit(debit: debit, credit: credit)
      }
      if names(credit, .credit) != names(credit, .debit), names(credit, .credit), !names(debit, .credit) {
        return .debitCredit(debit: debit, credit: credit)
      }
      if statistics[debit].negatives > 0, statistics[debit].negatives == statistics[debit].amounts,
        statistics[credit].negatives == 0
      {
        return .debitCredit(debit: debit, credit: credit)
      }
    }
    for (debit, credit) in [(one, other), (other, one)] {
      let runs = balances.contains { balance in
        balance != one && balance != other
          && BalanceWitness.runs(found, debit: debit, credit: credit, balance: balance, digits: digits)
      }
      if runs { return .debitCredit(debit: debit, credit: credit) }
    }
    return nil
  }
}
