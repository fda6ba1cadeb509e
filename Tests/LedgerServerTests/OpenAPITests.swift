import Foldbook
import HTTPServer
import JSON
import LedgerServer
import Testing

/// The server against its description.
struct OpenAPITests {
  private let api: OpenAPI

  init() throws {
    api = try OpenAPI()
  }

  @Test func `the description has the form of OpenAPI 3-1 and leads nowhere`() {
    #expect(api.document["openapi"]?.text == "3.1.0")
    #expect(api.document["info"]?["title"]?.text?.isEmpty == false)
    #expect(api.document["info"]?["version"]?.text?.isEmpty == false)
    let references = api.references()
    #expect(references.count > 20)
    for reference in references { #expect(api.resolve(reference) != nil, "\(reference)") }
    for operation in api.operations {
      #expect(operation.value["summary"]?.text?.hasSuffix(".") == true || operation.path == "/events")
      #expect(operation.value["responses"]?["200"]?["description"]?.text != nil)
      #expect(operation.value["responses"]?["default"] != nil)
    }
  }

  @Test func `every address, method and parameter is described, and no other`() {
    let served = LedgerHandler.addresses.map { "\($0.method.rawValue) \($0.path) \($0.parameters.sorted())" }.sorted()
    let described = api.operations.map { "\($0.method) /api/v1\($0.path) \(api.parameters($0.value).sorted())" }
      .sorted()
    #expect(served == described)
  }

  @Test func `every question's answer is valid`() throws {
    let ledger = try ServedLedger()
    let id = try ledger.add("Corner Shop", -1_250, category: "Groceries")
    try ledger.add("Boss", 250_000, category: "Salary", date: "2026-09-01")
    let targets: [String: [String]] = [
      "/session": ["session", "session?today=2026-01-01"],
      "/dashboard": [
        "dashboard", "dashboard?month=2026-09", "dashboard?category=Groceries&merchant=corner&text=shop",
        "dashboard?activity=all", "dashboard?asOf=2026-10-20&today=2026-10-01", "dashboard?at=commit:1",
      ],
      "/balance": ["1W", "1M", "1Y", "5Y", "all"].map { "balance?range=\($0)" } + ["balance?currency=USD"],
      "/transactions": ["transactions", "transactions?limit=1", "transactions?where=amount:%3C-5%20not:text:x"],
      "/transactions/{id}": ["transactions/\(id)"], "/merchant": ["merchant?name=corner"],
      "/merchants": ["merchants?month=2026-10"], "/categories": ["categories", "categories?limit=1"],
      "/accounts": ["accounts?today=2026-09-01"], "/days": ["days?from=2026-09-01&to=2026-10-20"],
      "/months": ["months?account=Giro"], "/budget": ["budget"], "/log": ["log", "log?limit=2"],
      "/profiles": ["profiles"], "/transfers": ["transfers", "transfers?transaction=\(id)&days=9"],
    ]
    let gets = api.operations.filter { $0.method == "GET" && $0.path != "/events" }.map(\.path)
    #expect(targets.keys.sorted() == gets.sorted())
    for (path, targets) in targets {
      for target in targets {
        let (status, answer) = try ledger.ask(target)
        #expect(status == .ok, "\(target): \(answer)")
        let faults = api.faults(answer, status: status.rawValue, method: "GET", path: path)
        #expect(faults == [], "\(target)")
      }
    }
  }

  @Test func `every change is described as it is sent and answered`() throws {
    let ledger = try ServedLedger()
    let id = try ledger.add("Corner Shop", -1_250)
    let out = try ledger.add("Away", -9_900, account: "Giro")
    let into = try ledger.add("Here", 9_900, account: "Card")
    let changes: [(HTTPMethod, String, String, String)] = [
      (.post, "/transactions", "transactions", #"{"merchant":"Café","amount":"12,50","decimalMark":",","note":null}"#),
      (
        .patch, "/transactions/{id}", "transactions/\(id)", #"{"note":"for two","date":"2026-10-01","amountMinor":-99}"#
      ),
      (.post, "/recategorise/preview", "recategorise/preview", #"{"ids":[\#(id)],"category":"Gifts"}"#),
      (.post, "/recategorise", "recategorise", #"{"where":"merchant:corner","category":"Gifts"}"#),
      (.post, "/budget", "budget", #"{"amountMinor":150000,"from":"2026-10"}"#),
      (.post, "/categories", "categories", #"{"name":"Hobbies","kind":"expense"}"#),
      (.post, "/accounts", "accounts", #"{"name":"Savings","openingMinor":100,"openingDate":"2026-01-01"}"#),
      (.post, "/transfers/link", "transfers/link", #"{"ids":[\#(out),\#(into)]}"#),
      (.post, "/transfers/unlink", "transfers/unlink", #"{"ids":[\#(out),\#(into)]}"#),
      (
        .post, "/split", "split",
        #"{"id":\#(out),"parts":[{"category":"Groceries","amountMinor":-4000},{"category":"Gifts"}]}"#
      ),
      (.post, "/split/remove", "split/remove", #"{"id":\#(out),"category":"Gifts"}"#),
      (.post, "/delete", "delete", #"{"ids":[\#(id)]}"#), (.post, "/undo", "undo", "{}"),
      (.post, "/redo", "redo", "{}"),
    ]
    for (method, path, target, body) in changes {
      let sent = try JSONReader.parse(Array(body.utf8))
      #expect(api.bodyFaults(sent, method: method.rawValue, path: path) == [], "\(target)")
      let (status, answer) = try ledger.change(method, target, body)
      #expect(status == .ok, "\(target): \(answer)")
      let faults = api.faults(answer, status: status.rawValue, method: method.rawValue, path: path)
      #expect(faults == [], "\(target)")
    }
  }

  @Test func `refusals are valid too`() throws {
    let ledger = try ServedLedger()
    for (target, path) in [
      ("transactions/99", "/transactions/{id}"), ("merchant?name=nobody", "/merchant"), ("log?limit=x", "/log"),
      ("dashboard?today=yesterday", "/dashboard"), ("dashboard?category=Grocery", "/dashboard"),
    ] {
      let (status, answer) = try ledger.ask(target)
      #expect(status != .ok)
      let faults = api.faults(answer, status: status.rawValue, method: "GET", path: path)
      #expect(faults == [], "\(target)")
    }
  }
}
