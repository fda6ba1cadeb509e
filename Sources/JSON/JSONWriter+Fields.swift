extension JSONWriter {
  /// A named whole number, or null.
  public mutating func field<Integer: BinaryInteger>(_ name: String, _ number: Integer?) {
    key(name)
    if let number { self.number(String(number)) } else { null() }
  }

  /// A named array with one call of the body an element.
  public mutating func array<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    key(name)
    beginArray()
    for element in elements { try body(&self, element) }
    endArray()
  }
}
