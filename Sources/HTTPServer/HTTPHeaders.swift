/// Header fields in the order of the request; names are lower case.
public struct HTTPHeaders: Sendable, Hashable {
  public struct Field: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var fields: [Field] = []

  public init(_ fields: [Field] = []) {
    for field in fields { append(field.name, field.value) }
  }

  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name.lowercased(), value))
  }

  /// Every value of a field.
  public func values(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// The value of a field that stands there exactly once; nil where it is missing or doubled.
  public func single(_ name: String) -> String? {
    let found = values(name)
    return found.count == 1 ? found[0] : nil
  }
}
