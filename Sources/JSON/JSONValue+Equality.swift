extension JSONValue: Hashable {
  /// Compares exactly: texts and numbers by their bytes, members in their order.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): ExactText(left) == ExactText(right)
    case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  /// Feeds what the comparison looks at.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag ? 1 : 2)
    case .number(let raw):
      hasher.combine(3)
      hasher.combine(ExactText(raw))
    case .string(let text):
      hasher.combine(4)
      hasher.combine(ExactText(text))
    case .array(let elements):
      hasher.combine(5)
      hasher.combine(elements)
    case .object(let members):
      hasher.combine(6)
      hasher.combine(members)
    }
  }
}

extension JSONValue.Member: Hashable {
  /// Compares name and value exactly.
  public static func == (left: Self, right: Self) -> Bool {
    ExactText(left.name) == ExactText(right.name) && left.value == right.value
  }

  /// Feeds what the comparison looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(name))
    hasher.combine(value)
  }
}
