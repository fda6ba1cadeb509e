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
