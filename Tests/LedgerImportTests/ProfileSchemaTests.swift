import Foundation
import JSON
import LedgerImport
import Testing

/// The schema of profiles against every bundled profile, every case's hint, and what the program writes itself.
struct ProfileSchemaTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized

  private static let schema: JSONValue? = {
    let url = root.appendingPathComponent("Schemas/profiles/profile.v1.schema.json")
    return (try? Data(contentsOf: url)).flatMap { try? JSONReader.parse([UInt8]($0)) }
  }()

  private static let bundled: [URL] = {
    let folder = root.appendingPathComponent("Sources/LedgerImport/Profiles/Bundled")
    return ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
      .sorted { $0.path < $1.path }
  }()

  private func faults(_ value: JSONValue) throws -> [String] {
    let schema = try #require(ProfileSchemaTests.schema)
    return ProfileSchemaChecker(root: schema).faults(value, schema, "$")
  }

  @Test
  func `every bundled profile is valid under the schema and compiled in`() throws {
    #expect(ProfileSchemaTests.bundled.count == BundledProfiles.all.count)
    for url in ProfileSchemaTests.bundled {
      let value = try JSONReader.parse([UInt8](Data(contentsOf: url)))
      #expect(try faults(value) == [], "\(url.lastPathComponent)")
      #expect(BundledProfiles.named(url.deletingPathExtension().lastPathComponent) != nil, "\(url.lastPathComponent)")
    }
  }

  @Test
  func `every case's hint is valid under the schema`() throws {
    for item in Case.all where !item.hint.isNull { #expect(try faults(item.hint) == [], "\(item.name)") }
  }

  @Test
  func `a profile is the same after it was written and read`() throws {
    for profile in BundledProfiles.all {
      let bytes = profile.json()
      #expect(try faults(JSONReader.parse(bytes)) == [], "\(profile.name)")
      #expect(try ImportProfile(parsing: bytes, name: "other") == profile, "\(profile.name)")
    }
    for item in Case.all where !item.hint.isNull {
      let profile = try ImportProfile(parsing: item.hint.encoded(), name: item.name)
      #expect(try ImportProfile(parsing: profile.json(), name: "other") == profile, "\(item.name)")
    }
  }

  @Test(
    arguments: [
      #"{"colour": 1}"#, #"{"decimal": ";"}"#, #"{"skip_lines": -1}"#, #"{"amount": {"kind": "odd"}}"#,
      #"{"date": {"form": "%d"}}"#, #"{"date_order": "YDM"}"#,
    ])
  func `what the reader refuses is not valid under the schema either`(_ text: String) throws {
    #expect(try !faults(JSONReader.parse(Array(text.utf8))).isEmpty)
    #expect(throws: ImportError.self) { try ImportProfile(parsing: Array(text.utf8), name: "x") }
  }
}

/// Checks a value against the part of JSON Schema that the profiles' schema uses; an unknown keyword is a fault.
private struct ProfileSchemaChecker {
  let root: JSONValue

  private static let remarks: Set<String> = ["$schema", "$id", "$defs", "title", "description", "examples"]

  func faults(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    (schema.members ?? []).flatMap { keyword in faults(value, keyword, schema, path) }
  }

  private func faults(
    _ value: JSONValue, _ keyword: JSONValue.Member, _ schema: JSONValue, _ path: String
  ) -> [String] {
    let rule = keyword.value
    switch keyword.name {
    case let name where ProfileSchemaChecker.remarks.contains(name): return []
    case "$ref":
      let parts = (rule.text ?? "").split(separator: "/").dropFirst()
      let target = parts.reduce(Optional(root)) { $0?[String($1)] }
      return target.map { faults(value, $0, path) } ?? ["\(path): the schema refers to nothing"]
    case "type":
      let types = rule.elements?.compactMap(\.text) ?? [rule.text ?? ""]
      return types.contains { hasType(value, $0) } ? [] : ["\(path): is not \(types)"]
    case "const": return value == rule ? [] : ["\(path): is not the constant"]
    case "enum": return rule.elements?.contains(value) == true ? [] : ["\(path): is none of the choices"]
    case "oneOf", "anyOf":
      let fitting = (rule.elements ?? []).count { faults(value, $0, path).isEmpty }
      return keyword.name == "oneOf"
        ? (fitting == 1 ? [] : ["\(path): fits \(fitting)"]) : fitting > 0 ? [] : ["\(path)"]
    case "allOf": return (rule.elements ?? []).flatMap { faults(value, $0, path) }
    case "required":
      let names = value.members == nil ? [] : rule.elements?.compactMap(\.text) ?? []
      return names.filter { value[$0] == nil }.map { "\(path): '\($0)' is missing" }
    case "properties":
      return (rule.members ?? []).flatMap { member in
        value[member.name].map { faults($0, member.value, "\(path).\(member.name)") } ?? []
      }
    case "additionalProperties":
      guard rule.flag == false else { return ["\(path): additionalProperties is not false"] }
      return (value.members ?? []).filter { schema["properties"]?[$0.name] == nil }.map {
        "\(path): '\($0.name)' is not known"
      }
    default: return valueFaults(value, keyword, path)
    }
  }

  private func valueFaults(_ value: JSONValue, _ keyword: JSONValue.Member, _ path: String) -> [String] {
    let limit = keyword.value.integer ?? 0
    switch keyword.name {
    case "items":
      return (value.elements ?? []).enumerated().flatMap { faults($1, keyword.value, "\(path)[\($0)]") }
    case "minItems": return value.elements.map { Int64($0.count) >= limit } ?? true ? [] : ["\(path): too few"]
    case "maxItems": return value.elements.map { Int64($0.count) <= limit } ?? true ? [] : ["\(path): too many"]
    case "minLength": return value.text.map { Int64($0.count) >= limit } ?? true ? [] : ["\(path): too short"]
    case "maxLength": return value.text.map { Int64($0.count) <= limit } ?? true ? [] : ["\(path): too long"]
    case "minimum": return value.integer.map { $0 >= limit } ?? true ? [] : ["\(path): too small"]
    case "maximum": return value.integer.map { $0 <= limit } ?? true ? [] : ["\(path): too large"]
    case "pattern":
      guard let text = value.text, let pattern = keyword.value.text else { return [] }
      return text.range(of: pattern, options: .regularExpression) == nil ? ["\(path): does not match"] : []
    default: return ["\(path): the schema has the unknown keyword \(keyword.name)"]
    }
  }

  private func hasType(_ value: JSONValue, _ type: String) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"), (.object, "object"),
      (.number, "number"):
      true
    case (.number, "integer"): value.integer != nil
    default: false
    }
  }
}
