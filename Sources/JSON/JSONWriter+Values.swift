extension JSONWriter {
  /// Writes a whole value with everything inside it.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): self.value(flag)
    case .number(let raw): number(raw)
    case .string(let text): self.value(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members { field(member.name, member.value) }
      endObject()
    }
  }

  /// Writes a named value with everything inside it.
  public mutating func field(_ name: String, _ value: JSONValue) {
    key(name)
    self.value(value)
  }
}

extension JSONValue {
  /// Writes the value as a document of its own.
  public func encoded(isIndented: Bool = false) -> [UInt8] {
    var writer = JSONWriter(isIndented: isIndented)
    writer.value(self)
    return writer.bytes
  }
}
