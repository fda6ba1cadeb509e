import Foldbook
import HTTPServer

/// The changes of a transaction's parts, as the command `split` makes them.
enum SplitRoutes {
  static func split(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(call.request.body, allowed: ["id", "parts"])
    let id = try fields.transaction()
    let parts = try fields.parts()
    return try call.change { view, _, words in
      let account = try view.transaction(id).flatMap { view.directory.account($0.values.account) }
      words = ["split", String(id.position)] + parts.map { word($0, digits: account?.currency.minorUnitDigits ?? 2) }
      return try Decision.split(id, into: parts, state: view)
    }
  }

  static func remove(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(call.request.body, allowed: ["id", "category"])
    let id = try fields.transaction()
    let category = try fields.text("category")
    let words = ["split", String(id.position), "--remove"] + (category.map { ["--to", $0] } ?? [])
    return try call.change(words) { view, _ in try Decision.removeSplit(id, to: category, state: view) }
  }

  /// A part as the command takes it: its sign says which way it goes.
  private static func word(_ part: AskedPart, digits: Int) -> String {
    guard let amount = part.amount else { return part.category }
    return "\(part.category)=" + (amount > .zero ? "+" : "") + amount.plainText(minorUnitDigits: digits)
  }
}

extension BodyFields {
  /// The transaction that `id` names.
  fileprivate func transaction() throws -> TransactionID {
    guard let number = try number("id") else { throw ServerError.badRequest("id is missing") }
    return TransactionID(number)
  }

  /// The parts; one without an amount takes the rest.
  fileprivate func parts() throws -> [AskedPart] {
    let fields = try objects("parts", allowed: ["category", "amountMinor"])
    guard !fields.isEmpty else { throw ServerError.badRequest("parts is missing") }
    return try fields.map { AskedPart(category: try $0.required("category"), amount: try $0.money("amountMinor")) }
  }
}
