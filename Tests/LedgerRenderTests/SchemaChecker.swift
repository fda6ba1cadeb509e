import Foundation
import JSON

/// Checks a value against the part of JSON Schema that our schemas use: type, const, enum, pattern, minimum, maximum,
/// properties, required, items. An unknown keyword is a fault of the schema.
struct SchemaChecker {
  private static let known: Set<String> = [
    "$schema", "$id", "title", "description", "type", "const", "enum", "pattern", "minimum", "maximum", "properties",
    "required", "items", "additionalProperties",
  ]

  /// What is wrong with the value, with its path; empty where it is valid.
  static func faults(_ value: JSONValue, _ schema: JSONValue, path: String = "$") -> [String] {
    var faults: [String] = []
    for member in schema.members ?? [] where !known.contains(member.name) {
      faults.append("\(path): the schema has the unknown keyword \(member.name)")
    }
    if let type = schema["type"] {
      let allowed = type.elements?.compactMap(\.text) ?? [type.text ?? ""]
      if !allowed.contains(where: { matches(value, type: $0) }) { faults.append("\(path): is not \(allowed)") }
    }
    if let constant = schema["const"], constant != value { faults.append("\(path): is not the constant") }
    if let choices = schema["enum"]?.elements, !choices.contains(value) {
      faults.append("\(path): is none of the choices")
    }
    if let pattern = schema["pattern"]?.text, let text = value.text,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      faults.append("\(path): '\(text)' does not match \(pattern)")
    }
    if case .number(let digits) = value, let number = Double(digits) {
      if let minimum = schema["minimum"]?.integer, number < Double(minimum) {
        faults.append("\(path): is below \(minimum)")
      }
      if let maximum = schema["maximum"]?.integer, number > Double(maximum) {
        faults.append("\(path): is above \(maximum)")
      }
    }
    if value.members != nil {
      for name in schema["required"]?.elements?.compactMap(\.text) ?? [] where value[name] == nil {
        faults.append("\(path): '\(name)' is missing")
      }
      for property in schema["properties"]?.members ?? [] {
        if let member = value[property.name] {
          faults += SchemaChecker.faults(member, property.value, path: path + "." + property.name)
        }
      }
    }
    if let items = schema["items"] {
      for (index, element) in (value.elements ?? []).enumerated() {
        faults += SchemaChecker.faults(element, items, path: "\(path)[\(index)]")
      }
    }
    return faults
  }

  private static func matches(_ value: JSONValue, type: String) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"), (.object, "object"),
      (.number, "number"):
      true
    case (.number(let digits), "integer"): Int64(digits) != nil || UInt64(digits) != nil
    default: false
    }
  }
}
