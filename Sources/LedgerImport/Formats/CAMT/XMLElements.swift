import CExpat

// Safety: expat calls back only while `XML_Parse` runs, which is while this file's functions hold the builder and the bytes;
// the pointers that it hands over are read within the call. The parser is freed on every path.

/// An element of an XML text with what lies in it, by local names.
struct XMLElement {
  var name: String
  /// The 1-based line of its opening tag.
  var line: Int
  var attributes: [String: String] = [:]
  var text = ""
  var children: [XMLElement] = []

  /// The first child of a name.
  subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The element at the end of a path of names.
  func at(_ path: String...) -> XMLElement? {
    var element = self
    for name in path {
      guard let child = element[name] else { return nil }
      element = child
    }
    return element
  }

  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

/// Goes over an XML text with expat and hands over whole elements of certain names, so that a long text needs little memory.
///
/// Document types, and with them all entities of a text's own, are refused; nothing outside the text is ever read; depth and
/// the size of texts are limited.
enum XMLElements {
  static let depthLimit = 64
  private static let pieceBytes = 1 << 20

  /// - Parameters:
  ///   - text: UTF-8, whatever the text declares.
  ///   - names: the elements that are handed over when they end, not being part of another one.
  static func read(
    _ text: [UInt8], names: Set<String>, _ take: @escaping (XMLElement) throws(ImportFault) -> Void
  ) throws(ImportFault) {
    guard let parser = XML_ParserCreateNS("UTF-8", 0x7C) else {
      throw ImportFault("there is no memory for reading XML")
    }
    defer { XML_ParserFree(parser) }
    let builder = XMLTreeBuilder(parser, names: names, take: take)
    XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    setHandlers(parser)
    var offset = 0
    repeat {
      let end = min(text.count, offset + pieceBytes)
      let status = text[offset..<end].withUnsafeBytes { piece in
        XML_Parse(
          parser, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(piece.count), end == text.count ? 1 : 0)
      }
      if let fault = builder.fault { throw fault }
      guard status == XML_STATUS_OK else {
        let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "not XML"
        throw ImportFault(
          "the XML is broken in line \(XML_GetCurrentLineNumber(parser)) (\(reason)); the file may be cut off: download it again"
        )
      }
      offset = end
    } while offset < text.count
    withExtendedLifetime(builder) {}
  }

  private static func setHandlers(_ parser: XML_Parser) {
    XML_SetElementHandler(
      parser, { XMLTreeBuilder.of($0)?.begin($1, $2) }, { data, _ in XMLTreeBuilder.of(data)?.end() })
    XML_SetCharacterDataHandler(parser, { XMLTreeBuilder.of($0)?.add($1, $2) })
    XML_SetStartDoctypeDeclHandler(parser, { data, _, _, _, _ in XMLTreeBuilder.of(data)?.refuseDocumentType() })
  }
}

/// Puts elements together while expat goes over the text; a class, since expat hands it to its callbacks.
private final class XMLTreeBuilder {
  private let parser: XML_Parser
  private let names: Set<String>
  private let take: (XMLElement) throws(ImportFault) -> Void
  private var open: [XMLElement] = []
  /// How many of the open elements are within one that is handed over.
  private var keptDepth = 0
  private(set) var fault: ImportFault?

  init(_ parser: XML_Parser, names: Set<String>, take: @escaping (XMLElement) throws(ImportFault) -> Void) {
    self.parser = parser
    self.names = names
    self.take = take
  }

  static func of(_ data: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
    data.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private func stop(_ reason: String) {
    if fault == nil { fault = ImportFault(reason) }
    XML_StopParser(parser, 0)
  }

  func refuseDocumentType() {
    stop("the file has a document type or entities, which are not allowed; download it again")
  }

  func begin(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard fault == nil, let name else { return }
    guard open.count < XMLElements.depthLimit else {
      return stop("elements are nested deeper than \(XMLElements.depthLimit); this is not a bank's statement")
    }
    var element = XMLElement(name: XMLTreeBuilder.local(name), line: Int(XML_GetCurrentLineNumber(parser)))
    if keptDepth > 0 || names.contains(element.name) {
      keptDepth += 1
      var index = 0
      while let key = attributes?[index], let value = attributes?[index + 1] {
        element.attributes[XMLTreeBuilder.local(key)] = String(cString: value)
        index += 2
      }
    }
    open.append(element)
  }

  /// A name without its namespace, which expat puts in front.
  private static func local(_ name: UnsafePointer<CChar>) -> String {
    let full = String(cString: name)
    return full.lastIndex(of: "|").map { String(full[full.index(after: $0)...]) } ?? full
  }

  func add(_ text: UnsafePointer<CChar>?, _ count: Int32) {
    guard fault == nil, keptDepth > 0, let text, let last = open.indices.last else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
    guard open[last].text.utf8.count + bytes.count <= StatementReader.fieldLimitBytes else {
      return stop(
        "line \(open[last].line): '\(open[last].name)' has more than \(StatementReader.fieldLimitBytes) bytes")
    }
    open[last].text += String(validating: bytes, as: UTF8.self) ?? ""
  }

  func end() {
    guard fault == nil, let element = open.popLast(), keptDepth > 0 else { return }
    keptDepth -= 1
    if keptDepth > 0, let parent = open.indices.last {
      open[parent].children.append(element)
    } else {
      do throws(ImportFault) {
        try take(element)
      } catch {
        stop(error.reason)
      }
    }
  }
}
