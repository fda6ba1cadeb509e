import Foldbook
import Foundation
import HTTPServer
import JSON
import Testing

/// Questions through the API.
struct QuestionTests {
  @Test(
    arguments: [
      ("", 400), ("v2/log", 404), ("v1", 404), ("v1/", 400), ("v1/nothing", 404), ("v1/log/5", 404),
      ("v1/log?limit=1&limit=2", 400), ("v1/log?limi=1", 400), ("v1/log?limit=-1", 400), ("v1/log?limit=1001", 400),
      ("v1/dashboard?currency=EURO", 400), ("v1/dashboard?month=2026-13", 400), ("v1/dashboard?at=9999", 404),
      ("v1/dashboard?at=1&asOf=2026-10-20", 400), ("v1/dashboard?at=yesterday", 400),
      ("v1/dashboard?asOf=2020-01-01", 404), ("v1/transactions?after=1", 400), ("v1/transactions?where=%22", 400),
      ("v1/transactions/0", 404), ("v1/transactions/x", 404), ("v1/transactions/1", 404), ("v1/merchant", 400),
      ("v1/balance?range=2W", 400), ("v1/undo", 405),
    ])
  func `a wrong question is refused with an object`(target: String, status: Int) throws {
    let ledger = try ServedLedger()
    guard let response = try? ledger.respond(.get, "/api/" + target) else {
      #expect(status == 400)
      return
    }
    #expect(response.status.rawValue == UInt32(status))
    guard case .bytes(let bytes) = response.body else { return }
    #expect(try JSONReader.parse(bytes)["schema"]?.text == "foldbook/error/v1")
  }

  @Test func `the month that is asked for is whole, the present one goes to today`() throws {
    let ledger = try ServedLedger()
    try ledger.add("Shop", -500, date: "2026-09-30")
    #expect(try ledger.ask("dashboard?month=2026-09").1["today"]?.text == "2026-09-30")
    #expect(try ledger.ask("dashboard?month=2026-10").1["today"]?.text == "2026-10-20")
    #expect(try ledger.ask("dashboard?month=2026-09").1["month"]?["moneyOutMinor"]?.integer == 500)
  }

  @Test func `a point in time shows the ledger as it was`() throws {
    let ledger = try ServedLedger()
    let id = try ledger.add("Shop", -500)
    let position = try #require(try ledger.ask("session").1["position"]?.integer)
    _ = try ledger.respond(.delete, "/api/v1/transactions/\(id)")
    #expect(try ledger.ask("transactions").1["count"]?.integer == 0)
    #expect(try ledger.ask("transactions?at=\(position)").1["count"]?.integer == 1)
    #expect(try ledger.ask("transactions?at=commit:4").1["count"]?.integer == 1)
    #expect(try ledger.ask("dashboard?at=\(position)").1["position"]?.integer == position)
    let commits = try #require(try ledger.ask("log").1["commits"]?.elements)
    let hash = try #require(commits.first { $0["commit"]?.integer == 4 }?["hash"]?.text)
    for name in [hash, String(hash.prefix(6)), String(hash.prefix(9)).uppercased()] {
      #expect(try ledger.ask("transactions?at=commit:" + name).1["count"]?.integer == 1, "\(name)")
    }
    for (name, status) in [("99", 404), ("ffffffff", 404), ("abc", 400), ("zzzzzzz", 400)] {
      #expect(try ledger.ask("transactions?at=commit:" + name).0.rawValue == UInt32(status), "\(name)")
    }
  }

  @Test func `the session says how the ledger is served, and no secret goes elsewhere`() throws {
    let ledger = try ServedLedger(hidesAmounts: true)
    let (_, session) = try ledger.ask("session")
    #expect(session["hideAmounts"]?.flag == true)
    #expect(session["readOnly"]?.flag == false)
    #expect(session["today"]?.text == "2026-10-20")
    #expect(session["ledger"]?.text == ledger.path.split(separator: "/").last.map(String.init))
    let proof = try #require(session["csrf"]?.text)
    for target in ["dashboard", "log", "accounts"] {
      let (_, answer) = try ledger.ask(target)
      #expect(!String(decoding: answer.encoded(), as: UTF8.self).contains(proof))
    }
  }

  @Test func `a ledger whose file was replaced is opened again`() throws {
    let ledger = try ServedLedger()
    let other = try ServedLedger()
    try other.add("Elsewhere", -1)
    #expect(try ledger.ask("transactions").1["count"]?.integer == 0)
    for suffix in ["", "-anchor"] {
      unlink(ledger.path + suffix)
      try FileManager.default.copyItem(atPath: other.path + suffix, toPath: ledger.path + suffix)
    }
    #expect(try ledger.ask("transactions").1["count"]?.integer == 1)
    unlink(ledger.path)
    let (status, answer) = try ledger.ask("transactions")
    #expect(status == .unavailable)
    #expect(answer["code"]?.text == "missing")
  }

  @Test func `a change by somebody else is seen by the next question and told to the page`() throws {
    let ledger = try ServedLedger()
    guard case .stream(let stream) = try ledger.respond(.get, "/api/v1/events").body else {
      Issue.record("events is no stream")
      return
    }
    func next() -> String {
      var text = ""
      let end = Date(timeIntervalSinceNow: 10)
      while text.isEmpty, Date() < end { text = String(decoding: stream.next() ?? [], as: UTF8.self) }
      return text
    }
    let position = try #require(try ledger.ask("session").1["position"]?.integer)
    #expect(next() == "retry: 1000\n\nevent: ledger\nid: \(position)\ndata: {\"position\":\(position)}\n\n")
    let other = try Ledger.open(path: ledger.path, isReadOnly: false)
    let now = Instant.noon(of: CalendarDay("2026-10-20")!)
    _ = try other.write { transaction in
      try transaction.change(recordedAt: now, command: "categories add X") { view, _ in
        try Decision.addCategory(named: "X", kind: .expense, state: view)
      }
    }
    #expect(try ledger.ask("session").1["position"]?.integer == position + 1)
    #expect(next() == "event: ledger\nid: \(position + 1)\ndata: {\"position\":\(position + 1)}\n\n")
  }
}
