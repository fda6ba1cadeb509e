/// Goes over the tags of an OFX text, be it SGML without closing tags, XML, or a mixture that claims to be XML.
///
/// No entity is ever looked up outside, document types are refused, and the depth is limited; each step is linear.
struct TagScanner {
  enum Step {
    /// An opening tag with the text up to the next tag, decoded, and its 1-based line.
    case open(name: String, text: String, line: Int)
    case close(name: String)
  }

  private let bytes: [UInt8]
  private var index = 0
  private(set) var line = 1
  private var open: [String] = []

  /// How deep tags may be nested.
  private static let depthLimit = 100

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next tag, or nil at the end.
  mutating func next() throws(ImportFault) -> Step? {
    while index < bytes.count {
      guard bytes[index] == 0x3C else {
        advance()
        continue
      }
      let tagLine = line
      if starts(with: TagScanner.commentStart) {
        skip(to: TagScanner.commentEnd)
      } else if starts(with: TagScanner.sectionStart) {
        skip(to: TagScanner.sectionEnd)
      } else if starts(with: TagScanner.declaration) {
        throw ImportFault("the file has a document type or entities, which are not allowed; download it again")
      } else if starts(with: TagScanner.instructionStart) {
        skip(to: TagScanner.instructionEnd)
      } else if let name = tagName() {
        if name.hasPrefix("/") { return close(String(name.dropFirst())) }
        let isEmpty = name.hasSuffix("/")
        let plain = isEmpty ? String(name.dropLast()) : name
        let text = isEmpty ? "" : try self.text()
        if !isEmpty { try push(plain, isLeaf: !text.isEmpty, line: tagLine) }
        return .open(name: plain, text: text, line: tagLine)
      } else {
        advance()
      }
    }
    return nil
  }

  private mutating func push(_ name: String, isLeaf: Bool, line: Int) throws(ImportFault) {
    if isLeaf { return }
    open.append(name)
    guard open.count <= TagScanner.depthLimit else {
      throw ImportFault(
        "tags are nested deeper than \(TagScanner.depthLimit) in line \(line); this is not a bank's statement")
    }
  }

  /// Leaves everything up to the tag that is closed: SGML's leaves are never closed themselves.
  private mutating func close(_ name: String) -> Step {
    if let place = open.lastIndex(of: name) { open.removeSubrange(place...) }
    return .close(name: name)
  }

  private mutating func advance() {
    if bytes[index] == 0x0A || (bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)) {
      line += 1
    }
    index += 1
  }

  private func starts(with mark: [UInt8]) -> Bool {
    guard index + mark.count <= bytes.count else { return false }
    for offset in mark.indices where bytes[index + offset] != mark[offset] { return false }
    return true
  }

  private mutating func skip(to mark: [UInt8]) {
    while index < bytes.count, !starts(with: mark) { advance() }
    index = min(bytes.count, index + mark.count)
  }

  // What begins and ends the parts that are no tags.
  private static let commentStart = Array("<!--".utf8)
  private static let commentEnd = Array("-->".utf8)
  private static let sectionStart = Array("<![CDATA[".utf8)
  private static let sectionEnd = Array("]]>".utf8)
  private static let declaration = Array("<!".utf8)
  private static let instructionStart = Array("<?".utf8)
  private static let instructionEnd = Array("?>".utf8)

  /// The name in a tag, upper case and without attributes; a closing tag's begins with a stroke.
  private mutating func tagName() -> String? {
    var end = index + 1
    while end < bytes.count, bytes[end] != 0x3E, bytes[end] != 0x3C, end - index <= 256 { end += 1 }
    guard end < bytes.count, bytes[end] == 0x3E, end > index + 1 else { return nil }
    let content = bytes[index + 1..<end]
    guard content.first == 0x2F || AmountCell.isLetterByte(content.first ?? 0) else { return nil }
    let isSelfClosed = content.last == 0x2F && content.count > 1
    let name = content.prefix { $0 > 0x20 && !($0 == 0x2F && content.first != 0x2F) }
    index = end + 1
    return (String(validating: name, as: UTF8.self) ?? "").uppercased() + (isSelfClosed ? "/" : "")
  }

  /// The text up to the next tag, with references decoded once; sections of characters are taken as they are.
  private mutating func text() throws(ImportFault) -> String {
    var result = ""
    var plain: [UInt8] = []
    func flushed() -> String { CharacterReferences.decode(String(validating: plain, as: UTF8.self) ?? "") }
    while index < bytes.count {
      if bytes[index] == 0x3C {
        guard starts(with: TagScanner.sectionStart) else { break }
        result += flushed()
        plain = []
        index += 9
        while index < bytes.count, !starts(with: TagScanner.sectionEnd) {
          plain.append(bytes[index])
          advance()
        }
        index = min(bytes.count, index + 3)
        result += String(validating: plain, as: UTF8.self) ?? ""
        plain = []
      } else {
        plain.append(bytes[index])
        advance()
      }
    }
    return TextCleaning.clean(result + flushed())
  }
}

extension AmountCell {
  static func isLetterByte(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
}
