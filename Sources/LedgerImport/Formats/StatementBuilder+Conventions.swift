import LedgerDomain

extension StatementBuilder {
  /// The order of day, month and year: what was asked for, else what the profile says, else by the evidence of the dates.
  ///
  /// - Throws: where nothing settles it.
  mutating func dateOrder(of dates: [[UInt8]]) throws(ImportFault) -> DateOrder {
    if let known = options.dateOrder ?? options.profile?.dateOrder ?? options.profile?.date.order {
      decide("date-order", known.rawValue, options.dateOrder != nil ? "as asked for" : "the profile says so")
      return known
    }
    var evidence = DateEvidence()
    for date in dates { evidence.add(date.span, 0..<date.count) }
    guard let order = evidence.order else {
      throw ImportFault(
        "the dates could have the day or the month first: nothing in the file settles it; say which with --date-order dmy or "
          + "--date-order mdy")
    }
    decide("date-order", order.order.rawValue, order.why)
    return order.order
  }

  /// The decimal mark: what was asked for, else what the profile says, else by the evidence of the amounts.
  ///
  /// - Parameter digits: the minor unit's digits of the amounts' currency.
  /// - Throws: where nothing settles it.
  mutating func decimalMark(of amounts: [String], digits: Int) throws(ImportFault) -> DecimalMark {
    if let known = options.decimalMark ?? options.profile?.decimal {
      decide("decimal-mark", known.text, options.decimalMark != nil ? "as asked for" : "the profile says so")
      return known
    }
    var evidence = MarkEvidence(digits: digits)
    for amount in amounts {
      let bytes = Array(amount.utf8)
      evidence.add(bytes.span, 0..<bytes.count)
    }
    guard case .decided(let mark, let why) = evidence.outcome(currencyIsSure: options.currency != nil) else {
      throw ImportFault(
        "the marks in the amounts could group thousands or begin decimals: nothing in the file settles it; say which with "
          + "--decimal-mark . or --decimal-mark ,")
    }
    decide("decimal-mark", mark.text, why)
    return mark
  }
}
