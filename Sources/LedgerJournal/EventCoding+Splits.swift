import LedgerDomain

/// The parts of splits: they begin the payload of a row whose category, or previous category, is that of a split.
///
/// In a block they lie in the sparse section, so that a fold that needs them reads no texts.
extension EventCoding {
  /// Appends the parts that a row of a transaction needs, and marks where they end.
  static func encodeParts(_ previous: CategorySetting?, _ setting: CategorySetting, into payload: inout PayloadWriter) {
    guard setting.isSplit || previous?.isSplit == true else { return }
    if let previous, previous.isSplit { encode(previous.parts, into: &payload) }
    if setting.isSplit { encode(setting.parts, into: &payload) }
    payload.endParts()
  }

  private static func encode(_ parts: [SplitPart], into payload: inout PayloadWriter) {
    payload.write(unsigned: UInt64(parts.count))
    for part in parts {
      payload.write(unsigned: UInt64(part.category.index))
      payload.write(signed: part.amount.minorUnits)
      payload.write(optional: part.memo)
    }
  }

  /// The settings of a row with their parts: what held before, for a change of parts, and what holds now.
  ///
  /// - Throws: `damaged` where parts are missing, too few, or come to something else than the row's amount.
  public static func decodeSettings(
    _ row: EventRow, parts reader: inout PayloadReader
  ) throws(JournalError) -> RowSettings {
    var (previous, setting) = (row.previousSetting, row.setting)
    if row.kind == EventKind.transactionSplit.rawValue {
      guard previous.isSplit || setting.isSplit else { throw reader.damaged("a change of parts has none") }
      if previous.isSplit { previous.parts = try decodeParts(of: row, &reader) }
    } else if previous != setting, previous.isSplit || setting.isSplit {
      throw reader.damaged("a split is changed by a \(row.kind)")
    }
    if setting.isSplit { setting.parts = try decodeParts(of: row, &reader) }
    return (previous, setting)
  }

  private static func decodeParts(
    of row: EventRow, _ reader: inout PayloadReader
  ) throws(JournalError) -> [SplitPart] {
    let count = try reader.unsigned()
    guard count >= UInt64(SplitPart.minimumCount), count <= UInt64(SplitPart.limit) else {
      throw reader.damaged("a split has \(count) parts")
    }
    var parts: [SplitPart] = []
    for _ in 0..<count {
      let category = CategoryID(try decodeIndex(&reader))
      let amount = Money(minorUnits: try reader.signed())
      guard amount != .zero, amount.isBookable else { throw reader.damaged("a part of a split is zero or too large") }
      let memo = try reader.optionalText()
      parts.append(SplitPart(category: category, amount: amount, memo: memo))
    }
    guard SplitPart.sum(parts)?.minorUnits == row.amount else {
      throw reader.damaged("the parts of a split do not come to the whole")
    }
    return parts
  }
}
