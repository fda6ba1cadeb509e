import Foldbook
import HTTPServer
import JSON
import Testing

/// Changes through the API: what they write, and what they refuse.
struct ChangeTests {
  @Test func `a change is the commit that the command would have made`() throws {
    let ledger = try ServedLedger()
    let (_, added) = try ledger.change(
      .post, "transactions",
      #"{"merchant":"Corner Shop","amount":"12,50","decimalMark":",","category":"groceries","account":"Giro","note":"it's"}"#
    )
    let id = try #require(added["ids"]?.elements?.first?.integer)
    let (_, shown) = try ledger.ask("transactions/\(id)")
    #expect(shown["amountMinor"]?.integer == -1_250)
    #expect(shown["category"]?.text == "Groceries")
    #expect(
      shown["history"]?.elements?.first?["command"]?.text
        == #"add -12.50 'Corner Shop' --date 2026-10-20 --category groceries --account Giro --note 'it'\''s'"#)
    let (_, edited) = try ledger.change(.patch, "transactions/\(id)", #"{"amount":"+3","merchant":"Other","note":""}"#)
    #expect(edited["commit"]?.integer == added["commit"]!.integer! + 1)
    let (_, after) = try ledger.ask("transactions/\(id)")
    #expect(after["amountMinor"]?.integer == 300)
    #expect(after["note"]?.isNull == true)
    #expect(after["merchant"]?.text == "Other")
    let (_, nothing) = try ledger.change(.patch, "transactions/\(id)", #"{"amount":"+3"}"#)
    #expect(nothing["commit"]?.isNull == true)
  }

  @Test func `undo of any commit says what stands in its way, and cascades when asked`() throws {
    let ledger = try ServedLedger()
    let id = try ledger.add("Shop", -100)
    _ = try ledger.change(.post, "recategorise", #"{"ids":[\#(id)],"category":"Gifts"}"#)
    let (_, log) = try ledger.ask("log")
    let added = try #require(log["commits"]?.elements?[1]["commit"]?.integer)
    let (status, refusal) = try ledger.change(.post, "undo", #"{"commit":\#(added)}"#)
    #expect(status == .conflict)
    #expect(refusal["code"]?.text == "dependents")
    #expect(refusal["laterCommits"]?.elements?.compactMap(\.integer) == [added + 1])
    #expect(try ledger.change(.post, "undo", #"{"commit":\#(added),"cascade":true}"#).0 == .ok)
    #expect(try ledger.ask("transactions").1["count"]?.integer == 0)
    #expect(try ledger.change(.post, "undo", #"{"commit":\#(added)}"#).1["code"]?.text == "undone")
    #expect(try ledger.change(.post, "redo").0 == .ok)
    #expect(try ledger.ask("transactions/\(id)").1["category"]?.text == "Gifts")
    #expect(try ledger.change(.post, "redo").1["code"]?.text == "nothing")
    #expect(try ledger.change(.post, "undo", #"{"commit":99}"#).0 == .notFound)
    #expect(try ledger.change(.post, "undo", #"{"commit":1}"#).0 == .unprocessable)
  }

  @Test func `delete and undo bring a transaction back`() throws {
    let ledger = try ServedLedger()
    let id = try ledger.add("Shop", -100)
    #expect(try ledger.respond(.delete, "/api/v1/transactions/\(id)").status == .ok)
    #expect(try ledger.ask("transactions").1["count"]?.integer == 0)
    #expect(try ledger.respond(.delete, "/api/v1/transactions/\(id)").status == .conflict)
    #expect(try ledger.change(.post, "undo").0 == .ok)
    #expect(try ledger.ask("transactions").1["count"]?.integer == 1)
  }

  @Test(
    arguments: [
      ("transactions", #"{"merchant":"X","amount":"0"}"#, 422, "amount"),
      ("transactions", #"{"merchant":" ","amount":"1"}"#, 422, "merchant"),
      ("transactions", #"{"merchant":"X","amount":"1.234","decimalMark":","}"#, 422, "amount"),
      ("transactions", #"{"merchant":"X","amount":"1e3"}"#, 422, "amount"),
      ("transactions", #"{"merchant":"X","amountMinor":9007199254740993000}"#, 422, "amount"),
      ("transactions", #"{"merchant":"X","amountMinor":1.5}"#, 400, "request"),
      ("transactions", #"{"merchant":"X","amount":"1","amountMinor":1}"#, 400, "request"),
      ("transactions", #"{"merchant":"X"}"#, 400, "request"), ("transactions", #"{"amount":"1"}"#, 400, "request"),
      ("transactions", #"{"merchant":"X","amount":"1","date":"2026-10-21"}"#, 422, "date"),
      ("transactions", #"{"merchant":"X","amount":"1","date":"2026-02-30"}"#, 400, "request"),
      ("transactions", #"{"merchant":"X","amount":"1","category":"Grocerie"}"#, 404, "category"),
      ("transactions", #"{"merchant":"X","amount":"1","account":"Nowhere"}"#, 404, "account"),
      ("transactions", #"{"merchant":"X","amount":"1","color":"red"}"#, 400, "request"),
      ("transactions", #"{"merchant":"X","merchant":"Y","amount":"1"}"#, 400, "json"),
      ("transactions", #"{"merchant":5,"amount":"1"}"#, 400, "request"), ("transactions", "[]", 400, "request"),
      ("transactions", "", 400, "json"), ("transactions", "{", 400, "json"),
      ("recategorise", #"{"ids":[],"category":"Gifts"}"#, 400, "request"),
      ("recategorise", #"{"ids":[0],"category":"Gifts"}"#, 400, "request"),
      ("recategorise", #"{"ids":[1],"where":"x","category":"Gifts"}"#, 400, "request"),
      ("recategorise", #"{"where":"","category":"Gifts"}"#, 400, "query"),
      ("recategorise", #"{"where":"nobody","category":"Gifts"}"#, 404, "nothing"),
      ("delete", #"{"ids":[99]}"#, 404, "transaction"), ("undo", #"{"commit":-1}"#, 400, "request"),
      ("categories", #"{"name":"Gifts"}"#, 422, "refused"), ("categories", #"{"name":"X","kind":"y"}"#, 400, "request"),
      ("budget", #"{"amountMinor":-1}"#, 422, "amount"),
    ])
  func `a change that is wrong is refused and writes nothing`(
    target: String, body: String, status: Int, code: String
  ) throws {
    let ledger = try ServedLedger()
    let before = try ledger.ask("session").1["position"]
    let (found, answer) = try ledger.change(.post, target, body)
    #expect(found.rawValue == UInt32(status))
    #expect(answer["code"]?.text == code)
    #expect(try ledger.ask("session").1["position"] == before)
  }

  @Test func `the nearest names are said where a name is not known`() throws {
    let ledger = try ServedLedger()
    let (_, answer) = try ledger.change(.post, "transactions", #"{"merchant":"X","amount":"1","category":"Grocerie"}"#)
    #expect(answer["nearest"]?.elements?.first?.text == "Groceries")
  }

  @Test func `a body of another kind is refused before it is read`() throws {
    let ledger = try ServedLedger()
    for type in [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=X"] {
      let response = try ledger.respond(.post, "/api/v1/undo", body: Array("{}".utf8), contentType: type)
      #expect(response.status == .unsupportedMediaType)
    }
  }

  @Test func `read-only refuses every change and no question`() throws {
    let ledger = try ServedLedger(isReadOnly: true)
    for (method, target) in [
      (HTTPMethod.post, "transactions"), (.patch, "transactions/1"), (.delete, "transactions/1"), (.post, "delete"),
      (.post, "recategorise"), (.post, "undo"), (.post, "redo"), (.post, "budget"), (.post, "categories"),
      (.post, "accounts"),
    ] {
      let (status, answer) = try ledger.change(method, target)
      #expect(status == .forbidden)
      #expect(answer["code"]?.text == "readOnly", "\(target)")
    }
    #expect(try ledger.upload("import", files: [("a.csv", "x")]).1["code"]?.text == "readOnly")
    #expect(try ledger.ask("session").1["readOnly"]?.flag == true)
    let (status, _) = try ledger.upload("import/preview", files: [("a.csv", "Date,Amount\n2026-10-01,-1\n")])
    #expect(status == .ok)
  }
}
