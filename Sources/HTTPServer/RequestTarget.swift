/// A request's path and query, decoded once and strictly.
///
/// A path that could mean another one is refused: a dot segment, an empty segment, a backslash, an escaped slash, a
/// control character, an escape that is not two digits, or bytes that are not UTF-8. A value of the query is only text: it
/// may hold any character but NUL, as a merchant's name may.
public struct RequestTarget: Sendable, Hashable {
  public struct Item: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public static let limitBytes = 8_192

  /// The parts of the path between slashes; empty for `/`.
  public var segments: [String]
  /// In the order of the target.
  public var query: [Item]

  public init(segments: [String], query: [Item] = []) {
    self.segments = segments
    self.query = query
  }

  /// Reads a target in origin form, such as `/api/v1/log?limit=5`.
  public init(parsing text: String) throws(RequestFault) {
    let bytes = Array(text.utf8)
    guard bytes.count <= RequestTarget.limitBytes else { throw .targetTooLong }
    guard bytes.first == 0x2F else { throw .badTarget }
    let parts = bytes.split(separator: 0x3F, maxSplits: 1, omittingEmptySubsequences: false)
    segments = []
    if parts[0].count > 1 {
      for part in parts[0].dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false) {
        let segment = try RequestTarget.decoded(part, plusIsSpace: false)
        guard !segment.isEmpty, segment != ".", segment != "..", !segment.utf8.contains(0x2F),
          !segment.utf8.contains(0x5C)
        else { throw .badTarget }
        segments.append(segment)
      }
    }
    query = []
    guard parts.count == 2 else { return }
    for pair in parts[1].split(separator: 0x26) {
      let sides = pair.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
      query.append(
        Item(
          name: try RequestTarget.decoded(sides[0], plusIsSpace: true),
          value: sides.count == 2 ? try RequestTarget.decoded(sides[1], plusIsSpace: true, isValue: true) : ""))
    }
  }

  /// The path as it is written in routes.
  public var path: String { "/" + segments.joined(separator: "/") }

  private static func decoded(
    _ bytes: ArraySlice<UInt8>, plusIsSpace: Bool, isValue: Bool = false
  ) throws(RequestFault) -> String {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == 0x25 {
        guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else {
          throw .badTarget
        }
        result.append(high << 4 | low)
        index += 3
      } else {
        guard byte > 0x20, byte < 0x7F, byte != 0x23 else { throw .badTarget }
        result.append(plusIsSpace && byte == 0x2B ? 0x20 : byte)
        index += 1
      }
    }
    guard !result.contains(where: { isValue ? $0 == 0 : $0 < 0x20 || $0 == 0x7F }),
      let text = String(validating: result, as: UTF8.self)
    else { throw .badTarget }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
