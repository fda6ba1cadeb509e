import Foldbook
import HTTPServer
import JSON
import Testing

/// Bank files from the browser.
struct ImportTests {
  private static let statement = """
    Date;Payee;Amount;Category
    01.10.2026;Corner Shop;-12,50;Groceries
    02.10.2026;Boss;2500,00;Salary
    02.10.2026;Corner Shop;-12,50;Groceries

    """

  @Test func `a preview says what the import then does`() throws {
    let ledger = try ServedLedger()
    let before = try ledger.ask("session").1["position"]
    let files = [(name: "C:\\bank\\giro.csv", text: ImportTests.statement)]
    let (status, preview) = try ledger.upload("import/preview", files: files, fields: ["account": "Giro"])
    #expect(status == .ok)
    #expect(preview["dryRun"]?.flag == true)
    #expect(preview["added"]?.integer == 3)
    #expect(try ledger.ask("session").1["position"] == before)
    let file = try #require(preview["files"]?.elements?.first)
    #expect(file["path"]?.text == "giro.csv")
    #expect(file["transactionCount"]?.integer == 3)
    #expect(file["decisions"]?.elements?.isEmpty == false)
    #expect(file["transactions"]?.elements?.map { $0["amountMinor"]?.integer } == [-1_250, 250_000, -1_250])

    let (_, report) = try ledger.upload("import", files: files, fields: ["account": "Giro"])
    #expect(report["added"]?.integer == 3)
    #expect(report["commit"]?.integer != nil)
    let (_, again) = try ledger.upload("import", files: files, fields: ["account": "Giro"])
    #expect(again["duplicates"]?.integer == 3)
    #expect(again["commit"]?.isNull == true)
    let (_, log) = try ledger.ask("log?limit=1")
    let commit = try #require(log["commits"]?.elements?.first)
    #expect(commit["command"]?.text == "import giro.csv --account Giro")
    #expect(commit["source"]?.elements?.first?["name"]?.text == "giro.csv")
  }

  @Test func `a file with invalid rows is refused whole unless they are to be left out`() throws {
    let ledger = try ServedLedger()
    let files = [(name: "giro.csv", text: ImportTests.statement + "32.10.2026;Nowhere;1,00;\n")]
    let api = try OpenAPI()
    let (status, refusal) = try ledger.upload("import", files: files)
    #expect(status == .unprocessable)
    #expect(refusal["commit"]?.isNull == true)
    #expect(refusal["files"]?.elements?.first?["errors"]?.elements?.first?["line"]?.integer == 5)
    #expect(api.faults(refusal, status: 422, method: "POST", path: "/import") == [])
    let (again, report) = try ledger.upload("import", files: files, fields: ["skipInvalid": "true"])
    #expect(again == .ok)
    #expect(report["added"]?.integer == 3)
    #expect(api.faults(report, status: 200, method: "POST", path: "/import") == [])
  }

  /// Its dates could be of April or of March, and so on.
  private static let openDates = """
    Date;Payee;Amount
    03/04/2026;Corner Shop;-12,50
    05/06/2026;Corner Shop;-1,75

    """

  @Test func `a profile of one's own is kept, listed, and reads the next file`() throws {
    let ledger = try ServedLedger()
    let files = [(name: "a.csv", text: ImportTests.openDates)]
    let (_, refused) = try ledger.upload("import/preview", files: files)
    let reason = try #require(refused["files"]?.elements?.first?["errors"]?.elements?.first?["reason"]?.text)
    #expect(reason.contains("--date-order"), "the page puts its own field's name there")
    let (status, report) = try ledger.upload(
      "import", files: files, fields: ["dateOrder": "dmy", "saveProfile": "corner-bank"])
    #expect(status == .ok && report["added"]?.integer == 2)
    #expect(report["notes"]?.elements?.contains { $0.text?.hasPrefix("kept as ") == true } == true)
    let (_, list) = try ledger.ask("profiles")
    let first = try #require(list["profiles"]?.elements?.first)
    #expect(first["name"]?.text == "corner-bank" && first["path"]?.text?.hasSuffix("/corner-bank.json") == true)

    let next = [(name: "b.csv", text: ImportTests.openDates.replacing("Corner", with: "Other"))]
    let (_, preview) = try ledger.upload("import/preview", files: next, fields: ["profile": "corner-bank"])
    #expect(preview["files"]?.elements?.first?["transactions"]?.elements?.first?["date"]?.text == "2026-04-03")
    let (_, again) = try ledger.upload(
      "import", files: next, fields: ["profile": "corner-bank", "saveProfile": "corner-bank"])
    #expect(again["commit"]?.integer != nil, "a name that is taken hides no import")
    #expect(again["notes"]?.elements?.contains { $0.text?.contains("exists already") == true } == true)
  }

  @Test(arguments: [
    ["profile": "nobody"], ["profile": "../../etc/passwd"], ["saveProfile": "../evil"], ["saveProfile": "a/b"],
    ["saveProfile": String(repeating: "x", count: 101)],
  ])
  func `a profile that is none, and a name that no file can have, are refused`(fields: [String: String]) throws {
    let ledger = try ServedLedger()
    let (status, answer) = try ledger.upload(
      "import", files: [(name: "a.csv", text: ImportTests.statement)], fields: fields)
    #expect(status == .unprocessable && answer["code"]?.text == "refused")
    #expect(try ledger.ask("transactions").1["count"]?.integer == 0)
  }

  @Test func `several files are one commit`() throws {
    let ledger = try ServedLedger()
    let card = ImportTests.statement.replacing("Corner Shop", with: "Tram").replacing("Boss", with: "Refund")
    let (_, report) = try ledger.upload("import", files: [("a.csv", ImportTests.statement), ("b.csv", card)])
    #expect(report["files"]?.elements?.map { $0["path"]?.text } == ["a.csv", "b.csv"])
    #expect(report["added"]?.integer == 6)
    let (_, log) = try ledger.ask("log?limit=1")
    #expect(log["commits"]?.elements?.first?["added"]?.integer == 6)
    #expect(log["commits"]?.elements?.first?["source"]?.elements?.count == 2)
  }

  @Test func `a long file's rows are counted, and the first of them listed`() throws {
    let ledger = try ServedLedger()
    let rows = (0..<1_200).map { "2026-10-01,-\($0 + 1).00,Shop\n" }.joined()
    let (_, preview) = try ledger.upload("import/preview", files: [("a.csv", "Date,Amount,Payee\n" + rows)])
    let file = try #require(preview["files"]?.elements?.first)
    #expect(preview["added"]?.integer == 1_200)
    #expect(file["transactionCount"]?.integer == 1_200)
    #expect(file["transactions"]?.elements?.count == 500)
  }

  @Test(
    arguments: [
      (["profile": "/etc/passwd"], 422), (["profile": "no-such-bank"], 422), (["dateOrder": "ydm"], 422),
      (["currency": "EURO"], 422), (["account": "  "], 422), (["skipInvalid": "yes"], 422), (["path": "x"], 400),
      (["decimalMark": "'"], 422),
    ])
  func `a field that is wrong is refused`(fields: [String: String], status: Int) throws {
    let ledger = try ServedLedger()
    let (found, answer) = try ledger.upload(
      "import", files: [("a.csv", ImportTests.statement)], fields: fields)
    #expect(found.rawValue == UInt32(status), "\(answer)")
  }

  @Test func `a form without a file is refused, and an empty file too`() throws {
    let ledger = try ServedLedger()
    #expect(try ledger.upload("import", files: []).0 == .badRequest)
    #expect(try ledger.upload("import", files: [("empty.csv", "")]).0 == .unprocessable)
    let response = try ledger.respond(
      .post, "/api/v1/import", body: Array("junk".utf8), contentType: "multipart/form-data; boundary=XX")
    #expect(response.status == .badRequest)
  }
}
