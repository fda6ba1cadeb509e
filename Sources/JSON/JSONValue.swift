/// A JSON value; numbers keep their text, so that no amount passes through a binary float.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// The number as it was written.
  case number(String)
  /// A text without its quotes and escapes.
  case string(String)
  /// In the order of the text.
  case array([JSONValue])
  /// In the order of the text; names are unique.
  case object([Member])

  /// One name and value of an object.
  public struct Member: Sendable {
    public var name: String
    public var value: JSONValue

    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The member of an object whose name has exactly these bytes, or nil.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { ExactText($0.name) == ExactText(name) }?.value
  }

  /// The text of a string, or nil.
  public var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The value of a number without fraction and exponent that fits into 64 bits.
  public var integer: Int64? {
    guard case .number(let text) = self else { return nil }
    return Int64(text)
  }

  /// The truth value of a literal, or nil.
  public var flag: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The elements of an array, or nil.
  public var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members of an object, or nil.
  public var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// Whether the value is the literal `null`.
  public var isNull: Bool { self == .null }
}

/// Why a text is not JSON.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Bytes before the fault.
  public var offset: Int
  /// 1-based.
  public var line: Int
  /// 1-based, in bytes.
  public var column: Int
  public var reason: String

  public var description: String { "line \(line), column \(column): \(reason)" }
}
