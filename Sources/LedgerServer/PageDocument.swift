import Foldbook
import HTTPServer

/// The page as one document: its styles stand in it, and the answers that it would ask for at once.
///
/// So the first picture needs two requests, the document and the script; see `docs/decisions/`.
enum PageDocument {
  /// The style sheets in the order that they count in.
  private static let sheets = ["tokens", "layout", "components", "lists", "charts", "sheets"]

  private static let styles: [UInt8] = sheets.flatMap { PageAssets.all["/\($0).css"]?.bytes ?? [] }

  /// `index.html` cut where the styles and the answers go.
  private static let pieces: [[UInt8]] = {
    let places = ["<style>", "<script type=\"application/json\" id=\"answers\">"]
    guard var rest = String(validating: PackageResources.index_html, as: UTF8.self)?[...] else {
      preconditionFailure("index.html is not UTF-8")
    }
    var pieces: [[UInt8]] = []
    for place in places {
      let sides = rest.split(separator: place, maxSplits: 1, omittingEmptySubsequences: false)
      precondition(sides.count == 2, "index.html has no \(place)")
      pieces.append(Array((sides[0] + place).utf8))
      rest = sides[1]
    }
    return pieces + [Array(rest.utf8)]
  }()

  private static let stylesHash = base64(SHA256.hash(styles).hexadecimal)

  /// The document with a JSON object of answers by question.
  static func response(answers: [UInt8]) -> HTTPResponse {
    let body = pieces[0] + styles + pieces[1] + escaped(answers) + pieces[2]
    return HTTPResponse(contentType: "text/html; charset=utf-8", body: .bytes(body), stylesHash: stylesHash)
  }

  /// JSON in which nothing can end an element or begin one: such signs only stand in texts, where an escape means the same.
  static func escaped(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count + 64)
    for byte in json {
      switch byte {
      case 0x26: result += "\\u0026".utf8
      case 0x3C: result += "\\u003c".utf8
      case 0x3E: result += "\\u003e".utf8
      default: result.append(byte)
      }
    }
    return result
  }

  /// The bytes that hexadecimal digits say, in base64.
  private static func base64(_ hexadecimal: String) -> String {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? group[$1] : 0) }
      for place in 0..<4 {
        text.append(place <= group.count ? signs[bits >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }
}

extension LedgerHandler {
  /// What the page asks first, as it asks it where its address says nothing else.
  static let firstQuestions = [
    ("session", []), ("dashboard", [RequestTarget.Item(name: "activity", value: "6")]), ("categories", []),
    ("transactions", [RequestTarget.Item(name: "limit", value: "50")]),
    ("balance", [RequestTarget.Item(name: "range", value: "1M")]),
  ]

  /// The page's document with the answers to its first questions; one that can't be given is left for the page to ask.
  func document(_ head: HTTPRequestHead) -> HTTPResponse {
    var answers: [UInt8] = []
    for (path, query) in LedgerHandler.firstQuestions {
      var asked = head
      asked.method = .get
      asked.target = RequestTarget(segments: LedgerHandler.prefix + [path], query: query)
      let answer = response(to: HTTPRequest(head: asked))
      guard answer.status == .ok, case .bytes(let bytes) = answer.body else { continue }
      let words = query.map { "?\($0.name)=\($0.value)" }.joined()
      answers += "\(answers.isEmpty ? "{" : ",")\"\(path)\(words)\":".utf8
      answers += bytes
    }
    return PageDocument.response(answers: answers.isEmpty ? Array("{}".utf8) : answers + "}".utf8)
  }
}
