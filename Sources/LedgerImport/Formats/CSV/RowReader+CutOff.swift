extension RowReader {
  /// How many rows are compared with the last one.
  private static let comparedRowLimit = 256

  /// Why the last record is not a whole row: the file ends within it, and it is shorter than the rows above.
  ///
  /// Without a line end behind it, a row may lack its last cells, or the last digits of its amount, since the download was cut
  /// off; a wrong amount would look like a right one.
  func cutOff() -> String? {
    let record = table.count - 1
    guard table.endsWithinLine, record >= found.firstRecord, !dateColumns.isEmpty else { return nil }
    let table = table
    let bytes = table.bytes.span
    let compared = (max(found.firstRecord, record - RowReader.comparedRowLimit)..<record).filter { isDated(bytes, $0) }
    guard let above = compared.last, let least = compared.map({ table.width($0) }).min() else { return nil }
    let width = table.width(record)
    if width < least {
      guard isBeginning(bytes, record, of: above) else { return nil }
      return "the file ends within this row: it is cut off; download it again, or leave the row out with --skip-invalid"
    }
    return cutAmount(bytes, record, compared)
  }

  private func isDated(_ bytes: Span<UInt8>, _ record: Int) -> Bool {
    dateColumns.count == 3
      ? dateColumns.allSatisfy { !table.range(record, $0).isEmpty }
      : layout.roles.dateForm.isPlausible(bytes, table.range(record, dateColumns[0]))
  }

  /// Whether a short record begins as the row above does, so that it is no line of text under the table.
  private func isBeginning(_ bytes: Span<UInt8>, _ record: Int, of above: Int) -> Bool {
    let last = table.width(record) - 1
    if dateColumns.allSatisfy({ $0 < last }) { return isDated(bytes, record) }
    let cell = table.range(record, last)
    let pattern = table.range(above, last)
    guard !cell.isEmpty, cell.count <= pattern.count else { return false }
    for offset in 0..<cell.count {
      let (one, other) = (bytes[cell.lowerBound + offset], bytes[pattern.lowerBound + offset])
      guard one == other || AmountCell.isDigit(one) && AmountCell.isDigit(other) else { return false }
    }
    return true
  }

  /// An amount at the very end that has fewer decimals than every one above it.
  private func cutAmount(_ bytes: Span<UInt8>, _ record: Int, _ compared: [Int]) -> String? {
    let column = table.width(record) - 1
    guard amountColumns.contains(column), let mark = layout.marks[column] else { return nil }
    let above = compared.map { table.range($0, column) }.filter { !$0.isEmpty }
    let counts = Set(above.map { decimals(bytes, $0, mark.rawValue) })
    let range = table.range(record, column)
    guard above.count >= 3, counts.count == 1, let usual = counts.first, usual > 0, !range.isEmpty,
      decimals(bytes, range, mark.rawValue) < usual
    else { return nil }
    return
      "\(found.name(column)): \(shown(range)) ends the file with fewer decimals than every amount above: it is cut off; "
      + "download it again, or leave the row out with --skip-invalid"
  }

  private func decimals(_ bytes: Span<UInt8>, _ range: Range<Int>, _ mark: UInt8) -> Int {
    guard let place = range.last(where: { bytes[$0] == mark }) else { return 0 }
    return (place + 1..<range.upperBound).count { AmountCell.isDigit(bytes[$0]) }
  }
}
