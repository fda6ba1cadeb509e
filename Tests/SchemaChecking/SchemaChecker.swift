import Foundation
import JSON

/// Checks a value against the part of JSON Schema that our schemas use; an unknown keyword is a fault of the schema.
public struct SchemaChecker {
  private static let known: Set<String> = [
    "$schema", "$id", "title", "description", "type", "const", "enum", "pattern", "minimum", "maximum", "properties",
    "required", "items", "additionalProperties", "$ref", "allOf", "anyOf", "format", "minItems", "minLength",
    "contentMediaType",
  ]

  /// What is wrong with the value, with its path; empty where it is valid.
  ///
  /// - Parameter reference: finds the schema that a `$ref` names.
  public static func faults(
    _ value: JSONValue, _ schema: JSONValue, path: String = "$", reference: (String) -> JSONValue? = { _ in nil }
  ) -> [String] {
    var faults = combinationFaults(value, schema, path: path, reference: reference)
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
          faults += SchemaChecker.faults(
            member, property.value, path: path + "." + property.name, reference: reference)
        }
      }
    }
    if schema["additionalProperties"]?.flag == false {
      for member in value.members ?? [] where schema["properties"]?[member.name] == nil {
        faults.append("\(path): '\(member.name)' is not allowed")
      }
    }
    if let items = schema["items"] {
      for (index, element) in (value.elements ?? []).enumerated() {
        faults += SchemaChecker.faults(element, items, path: "\(path)[\(index)]", reference: reference)
      }
    }
    return faults
  }

  /// What is wrong by the schemas that this one refers to or combines.
  private static func combinationFaults(
    _ value: JSONValue, _ schema: JSONValue, path: String, reference: (String) -> JSONValue?
  ) -> [String] {
    var faults: [String] = []
    if let name = schema["$ref"]?.text {
      guard let target = reference(name) else { return ["\(path): there is no schema \(name)"] }
      faults += SchemaChecker.faults(value, target, path: path, reference: reference)
    }
    for part in schema["allOf"]?.elements ?? [] {
      faults += SchemaChecker.faults(value, part, path: path, reference: reference)
    }
    if let parts = schema["anyOf"]?.elements {
      let all = parts.map { SchemaChecker.faults(value, $0, path: path, reference: reference) }
      if !all.contains([]) { faults.append("\(path): is none of the schemas: \(all)") }
    }
    if let least = schema["minItems"]?.integer, let elements = value.elements, elements.count < least {
      faults.append("\(path): has fewer than \(least) elements")
    }
    if let least = schema["minLength"]?.integer, let text = value.text, text.unicodeScalars.count < least {
      faults.append("\(path): is shorter than \(least)")
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
