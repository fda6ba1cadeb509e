import JSON
import LedgerDomain

extension EventText {
  /// Writes a field with the parts of a setting, where it has some.
  static func write(partsOf setting: CategorySetting, as name: String, into json: inout JSONWriter) {
    guard setting.isSplit else { return }
    json.array(name, setting.parts) { json, part in
      json.beginObject()
      json.field("category", part.category.index)
      json.field("amountMinor", part.amount.minorUnits)
      json.field("memo", part.memo)
      json.endObject()
    }
  }
}

extension EventTextReader {
  /// A setting with its parts, which a split has and nothing else.
  func withParts(_ setting: CategorySetting, field name: String) throws(JournalError) -> CategorySetting {
    guard setting.isSplit else {
      if value[name] != nil { throw invalid("'\(name)' belongs to a split alone") }
      return setting
    }
    var result = setting
    guard let elements = value[name]?.elements else { throw invalid("the field '\(name)' is missing") }
    guard elements.count >= SplitPart.minimumCount, elements.count <= SplitPart.limit else {
      throw invalid("'\(name)' has \(elements.count) parts")
    }
    for element in elements {
      let reader = EventTextReader(value: element, line: line)
      let category = CategoryID(try reader.integer("category"))
      let amount = Money(minorUnits: try reader.integer("amountMinor"))
      guard category.index < CategoryID.limit, amount != .zero, amount.isBookable else {
        throw invalid("'\(name)' has a part that is out of range")
      }
      result.parts.append(SplitPart(category: category, amount: amount, memo: try reader.optionalText("memo")))
    }
    guard SplitPart.sum(result.parts)?.minorUnits == (try integer("amountMinor", as: Int64.self)) else {
      throw invalid("'\(name)' do not come to the whole")
    }
    return result
  }

  /// A change of category or parts.
  func change(target: TransactionID, values: TransactionValues, setting: CategorySetting, cause: Cause)
    throws(JournalError) -> TransactionRecategorised
  {
    let previous = CategorySetting(
      CategoryID(try integer("previousCategory")), isByHand: try flag("previousByHand"))
    return TransactionRecategorised(
      target: target, values: values, previous: try withParts(previous, field: "previousParts"), setting: setting,
      cause: cause)
  }
}
