import Foundation
import JSON
import SchemaChecking

/// The description of the API, as it is in the repository.
struct OpenAPI {
  private static let schemas = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Schemas").standardized

  let document: JSONValue

  init() throws {
    document = try OpenAPI.read("api/openapi.json")
  }

  private static func read(_ path: String) throws -> JSONValue {
    try JSONReader.parse([UInt8](Data(contentsOf: schemas.appendingPathComponent(path)))[...])
  }

  /// What a reference names, in the document or in a file beside it.
  func resolve(_ reference: String) -> JSONValue? {
    if reference.hasPrefix("#/") {
      var value: JSONValue? = document
      for part in reference.dropFirst(2).split(separator: "/") { value = value?[String(part)] }
      return value
    }
    guard reference.hasPrefix("../output/"), reference.hasSuffix(".schema.json") else { return nil }
    do {
      return try OpenAPI.read(String(reference.dropFirst(3)))
    } catch {
      return nil
    }
  }

  /// Every operation: the method in upper case, the path below `/api/v1`, and what the document says.
  var operations: [(method: String, path: String, value: JSONValue)] {
    (document["paths"]?.members ?? []).flatMap { path in
      (path.value.members ?? []).filter { $0.name != "parameters" }.map { ($0.name.uppercased(), path.name, $0.value) }
    }
  }

  func operation(_ method: String, _ path: String) -> JSONValue? {
    operations.first { $0.method == method && $0.path == path }?.value
  }

  /// What is wrong with an answer of an operation.
  func faults(_ answer: JSONValue, status: UInt32, method: String, path: String) -> [String] {
    guard let responses = operation(method, path)?["responses"],
      var response = responses[String(status)] ?? responses["default"]
    else { return ["\(method) \(path) is not described"] }
    if let reference = response["$ref"]?.text, let target = resolve(reference) { response = target }
    guard let schema = response["content"]?["application/json"]?["schema"] else { return ["no schema"] }
    return SchemaChecker.faults(answer, schema, reference: resolve)
  }

  /// What is wrong with a request's body.
  func bodyFaults(_ body: JSONValue, method: String, path: String) -> [String] {
    guard
      let schema = operation(method, path)?["requestBody"]?["content"]?["application/json"]?["schema"]
    else { return ["\(method) \(path) takes no JSON"] }
    return SchemaChecker.faults(body, schema, reference: resolve)
  }

  /// The names of an operation's parameters in the query.
  func parameters(_ operation: JSONValue) -> [String] {
    (operation["parameters"]?.elements ?? []).compactMap { parameter in
      let value = parameter["$ref"]?.text.flatMap(resolve) ?? parameter
      return value["in"]?.text == "query" ? value["name"]?.text : nil
    }
  }

  /// Every reference in the document.
  func references() -> Set<String> {
    var found: Set<String> = []
    func visit(_ value: JSONValue) {
      if let reference = value["$ref"]?.text { found.insert(reference) }
      for member in value.members ?? [] { visit(member.value) }
      for element in value.elements ?? [] { visit(element) }
    }
    visit(document)
    return found
  }
}
