/// The fields of a form with files, as `multipart/form-data` (RFC 7578) carries them.
public struct MultipartForm: Sendable, Hashable {
  public struct Part: Sendable, Hashable {
    public var name: String
    /// The file's name as the browser says it, without any folder; nil for a plain field.
    public var fileName: String?
    public var bytes: ArraySlice<UInt8>

    /// The part's text, or nil where it is not UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }
  }

  /// What can be wrong with a form.
  public enum Problem: Error, Sendable, Hashable {
    case noBoundary
    case malformed
    case tooManyParts(limit: Int)

    public var reason: String {
      switch self {
      case .noBoundary: "the form's boundary is missing"
      case .malformed: "the form is not well formed"
      case .tooManyParts(let limit): "the form has more than \(limit) parts"
      }
    }
  }

  public static let partLimit = 64
  private static let headerLimitBytes = 8_192

  /// In the order of the form.
  public private(set) var parts: [Part] = []

  /// Takes a body apart.
  ///
  /// - Parameter contentType: the request's header with the boundary.
  /// - Complexity: O(bytes).
  public init(parsing body: [UInt8], contentType: String) throws(Problem) {
    let delimiter = Array("\r\n--".utf8) + Array(try MultipartForm.boundary(contentType).utf8)
    // The first delimiter has no line end before it.
    guard body.starts(with: delimiter.dropFirst(2)) else { throw .malformed }
    var index = delimiter.count - 2
    while true {
      let rest = body[index...]
      if rest.starts(with: [0x2D, 0x2D]) { return }
      guard rest.starts(with: [0x0D, 0x0A]) else { throw .malformed }
      guard parts.count < MultipartForm.partLimit else { throw .tooManyParts(limit: MultipartForm.partLimit) }
      // A part's header fields end with an empty line, which comes at once where there are none.
      let window = body[index..<min(body.count, index + MultipartForm.headerLimitBytes)]
      guard let end = MultipartForm.range(of: [0x0D, 0x0A, 0x0D, 0x0A], in: window, from: index) else {
        throw .malformed
      }
      guard let next = MultipartForm.range(of: delimiter, in: body[...], from: end + 2) else { throw .malformed }
      let begin = min(end + 4, next)
      parts.append(try MultipartForm.part(header: body[index..<end], bytes: body[begin..<next]))
      index = next + delimiter.count
    }
  }

  /// The texts of a plain field.
  public func texts(_ name: String) -> [String?] {
    parts.filter { $0.name == name && $0.fileName == nil }.map(\.text)
  }

  private static func boundary(_ contentType: String) throws(Problem) -> String {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let sides = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, sides[0].filter({ $0 != " " }).lowercased() == "boundary" else { continue }
      var value = sides[1]
      while value.last == " " { value.removeLast() }
      if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
      guard (1...70).contains(value.utf8.count), value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }) else {
        throw .noBoundary
      }
      return String(value)
    }
    throw .noBoundary
  }

  private static func range(of pattern: [UInt8], in bytes: ArraySlice<UInt8>, from begin: Int) -> Int? {
    var index = begin
    let last = bytes.endIndex - pattern.count
    while index <= last {
      if bytes[index] == pattern[0], bytes[index..<index + pattern.count].elementsEqual(pattern) { return index }
      index += 1
    }
    return nil
  }

  private static func part(header: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>) throws(Problem) -> Part {
    guard let text = String(validating: header, as: UTF8.self) else { throw .malformed }
    var name: String?
    var fileName: String?
    for line in text.split(separator: "\r\n") {
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw .malformed }
      guard sides[0].lowercased() == "content-disposition" else { continue }
      guard name == nil else { throw .malformed }
      name = quoted("name", in: sides[1])
      fileName = quoted("filename", in: sides[1])
    }
    guard let name else { throw .malformed }
    return Part(name: name, fileName: fileName.map(baseName), bytes: bytes)
  }

  /// The value of a parameter in quotes; browsers write `%22` for a quote inside.
  private static func quoted(_ name: String, in value: Substring) -> String? {
    var rest = value[...]
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: semicolon)...]
      let parameter = rest.drop { $0 == " " }
      guard parameter.hasPrefix(name + "=\"") else { continue }
      let content = parameter.dropFirst(name.count + 2)
      guard let end = content.firstIndex(of: "\"") else { return nil }
      return String(content[..<end])
    }
    return nil
  }

  private static func baseName(_ name: String) -> String {
    let base = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    return base.isEmpty ? "file" : String(base.prefix(200))
  }
}
