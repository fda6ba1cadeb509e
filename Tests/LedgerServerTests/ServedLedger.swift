import Foldbook
import Foundation
import HTTPServer
import JSON
import LedgerServer
import Testing

/// A ledger behind the API, without a socket between: requests go straight to the handler.
///
/// A class, since its file goes with the last reference.
final class ServedLedger {
  static let today = "2026-10-20"
  static let host = "127.0.0.1:4321"

  let path: String
  let handler: LedgerHandler
  private let gate: LocalAccess
  private let cookie: String

  init(isReadOnly: Bool = false, hidesAmounts: Bool = false, currency: String = "EUR") throws {
    path = NSTemporaryDirectory() + "foldbook-api-" + UUID().uuidString
    let noon = Instant.noon(of: CalendarDay(ServedLedger.today)!)
    try Ledger.create(
      path: path, baseCurrency: Currency(currency)!, at: noon, command: "init", ledgerID: .zero
    ) { transaction in
      for (name, opening) in [("Giro", 1_000), ("Card", 0)] as [(String, Money)] {
        _ = try transaction.change(recordedAt: noon, command: "accounts add") { view, _ in
          try Decision.addAccount(named: name, currency: nil, opening: opening, openingDay: nil, state: view)
        }
      }
    }
    gate = LocalAccess(port: 4321)
    var options = ServerOptions(path: path)
    options.now = noon
    options.profiles = PersonalProfiles(folder: path + "-profiles")
    options.isReadOnly = isReadOnly
    options.hidesAmounts = hidesAmounts
    handler = try LedgerHandler(options: options, gate: gate)
    let head = HTTPRequestHead(
      method: .get, target: try RequestTarget(parsing: "/?token=\(gate.token)"),
      headers: HTTPHeaders([HTTPHeaders.Field("host", ServedLedger.host)]))
    guard case .welcome(let cookie) = gate.answer(to: head) else {
      throw MoneyError.empty
    }
    self.cookie = String(cookie.prefix { $0 != ";" })
  }

  deinit {
    for suffix in ["", "-lock", "-anchor"] { unlink(path + suffix) }
    for file in (try? FileManager.default.contentsOfDirectory(atPath: path + "-profiles")) ?? [] {
      unlink(path + "-profiles/" + file)
    }
    rmdir(path + "-profiles")
  }

  /// What the API says, as it would go over the wire.
  func respond(
    _ method: HTTPMethod, _ target: String, body: [UInt8] = [], contentType: String? = nil
  ) throws -> HTTPResponse {
    var headers = HTTPHeaders([HTTPHeaders.Field("host", ServedLedger.host), HTTPHeaders.Field("cookie", cookie)])
    if !method.isSafe {
      headers.append("origin", "http://" + ServedLedger.host)
      headers.append(LocalAccess.proofHeader, gate.proof)
    }
    if let contentType { headers.append("content-type", contentType) }
    let head = HTTPRequestHead(method: method, target: try RequestTarget(parsing: target), headers: headers)
    switch handler.admission(of: head) {
    case .refuse(let response): return response
    case .accept(let limit):
      #expect(body.count <= limit)
      return handler.response(to: HTTPRequest(head: head, body: body))
    }
  }

  /// The status and the object of an answer.
  func ask(_ target: String) throws -> (HTTPStatus, JSONValue) {
    try ServedLedger.read(respond(.get, "/api/v1/" + target))
  }

  func change(_ method: HTTPMethod, _ target: String, _ json: String = "{}") throws -> (HTTPStatus, JSONValue) {
    try ServedLedger.read(
      respond(method, "/api/v1/" + target, body: Array(json.utf8), contentType: "application/json"))
  }

  /// Sends files and fields as a browser's form does.
  func upload(
    _ target: String, files: [(name: String, text: String)], fields: [String: String] = [:]
  ) throws -> (HTTPStatus, JSONValue) {
    var body = ""
    for file in files {
      body += "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file.name)\"\r\n\r\n\(file.text)\r\n"
    }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      body += "--XX\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    return try ServedLedger.read(
      respond(
        .post, "/api/v1/" + target, body: Array((body + "--XX--\r\n").utf8),
        contentType: "multipart/form-data; boundary=XX"))
  }

  /// Adds a transaction and says its id.
  @discardableResult
  func add(
    _ merchant: String, _ amountMinor: Int, category: String? = nil, account: String = "Giro", date: String = today
  ) throws -> Int64 {
    let value = JSONValue.object(
      [
        JSONValue.Member(name: "merchant", value: .string(merchant)),
        JSONValue.Member(name: "amountMinor", value: .number(String(amountMinor))),
        JSONValue.Member(name: "date", value: .string(date)),
        JSONValue.Member(name: "account", value: .string(account)),
      ] + (category.map { [JSONValue.Member(name: "category", value: .string($0))] } ?? []))
    let (status, change) = try change(.post, "transactions", String(decoding: value.encoded(), as: UTF8.self))
    #expect(status == .ok)
    return try #require(change["ids"]?.elements?.first?.integer)
  }

  private static func read(_ response: HTTPResponse) throws -> (HTTPStatus, JSONValue) {
    guard case .bytes(let bytes) = response.body else { return (response.status, .null) }
    #expect(response.contentType == "application/json; charset=utf-8")
    return (response.status, try JSONReader.parse(bytes))
  }
}
