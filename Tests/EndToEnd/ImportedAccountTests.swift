import Foundation
import JSON
import ProgramRunning
import Testing

/// Which account a file goes to, how it is shown, and opening balances in files.
struct ImportedAccountTests {
  private func accounts(_ program: FoldbookProcess) throws -> [String: Int64] {
    let entries = try program.answer(["accounts"])["accounts"]?.elements ?? []
    return Dictionary(
      uniqueKeysWithValues: entries.map { ($0["name"]?.text ?? "", $0["balanceMinor"]?.integer ?? 0) })
  }

  private func statement(_ number: String, _ amount: String, day: String = "20261001") -> String {
    "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR\n"
      + "<BANKACCTFROM><BANKID>1<ACCTID>\(number)<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\n"
      + "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>\(day)<TRNAMT>\(amount)<FITID>1<NAME>Shop</STMTTRN>\n"
      + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
  }

  private func checkReplay(_ program: FoldbookProcess) throws {
    #expect(try program.run(["replay", "--check"]).exitCode == 0)
    #expect(try program.run(["verify"]).exitCode == 0)
  }

  @Test
  func `an account that a file spells in two ways is one`() throws {
    let program = try FoldbookProcess()
    let rows =
      "Date,Payee,Amount,Account\n2026-10-01,Shop,-1.00,giro\n2026-10-02,Shop,-2.00,Giro\n2026-10-03,Shop,-4.00,GIRO\n"
    let path = try program.write(rows, to: "a.csv")
    _ = try program.answer(["import", path, "--currency", "EUR"])
    #expect(try accounts(program) == ["giro": -700])
    try checkReplay(program)
  }

  @Test
  func `a file's own account number is kept, shown masked, and found again`() throws {
    let program = try FoldbookProcess()
    let first = try program.write(statement("5004321098", "-1.00"), to: "one.ofx")
    let outcome = try program.run(["import", first, "--dry-run"])
    #expect(outcome.outputText.contains("account: ••1098"), "\(outcome.outputText)")
    #expect(!outcome.outputText.contains("5004321098"))
    let report = try program.answer(["import", first])
    #expect(report["files"]?.elements?.first?["account"]?.text == "••1098")
    let second = try program.write(statement("5004321098", "-2.00", day: "20261002"), to: "two.ofx")
    _ = try program.answer(["import", second])
    #expect(try accounts(program) == ["••1098": -300])
    try checkReplay(program)
    _ = try program.answer(["undo"])
    _ = try program.answer(["undo"])
    #expect(try accounts(program).isEmpty)
    try checkReplay(program)
    _ = try program.answer(["import", first, second])
    #expect(try accounts(program) == ["••1098": -300])
    try checkReplay(program)
  }

  @Test
  func `numbers with the same end are different accounts`() throws {
    let program = try FoldbookProcess()
    for (number, name) in [("5004321098", "a.ofx"), ("5009991098", "b.ofx")] {
      _ = try program.answer(["import", program.write(statement(number, "-1.00"), to: name)])
    }
    #expect(try accounts(program) == ["••1098": -100, "••91098": -100])
  }

  @Test
  func `a file that was once given an account by name goes there by its number`() throws {
    let program = try FoldbookProcess()
    let first = try program.write(statement("DE02 5004 3210 9876 5432 10", "-1.00"), to: "one.ofx")
    let report = try program.answer(["import", first, "--account", "Giro"])
    let notes = (report["notes"]?.elements ?? []).compactMap(\.text)
    #expect(notes.contains { $0.contains("••3210") && $0.contains("'Giro'") }, "\(notes)")
    let second = try program.write(statement("DE02500432109876543210", "-2.00", day: "20261002"), to: "two.ofx")
    _ = try program.answer(["import", second])
    #expect(try accounts(program) == ["Giro": -300])
    try checkReplay(program)
  }

  @Test
  func `'accounts' lists the numbers that were kept, masked, and never whole`() throws {
    let program = try FoldbookProcess()
    let known = [("5004321098", "Giro"), ("5009991098", "Savings"), ("7001112222", "Card")]
    for (number, name) in known {
      _ = try program.answer(["import", program.write(statement(number, "-1.00"), to: "a.ofx"), "--account", name])
    }
    let entries = try program.answer(["accounts"])["accounts"]?.elements ?? []
    let numbers = entries.map { ($0["numbers"]?.elements ?? []).compactMap(\.text) }
    #expect(numbers == [["••21098"], ["••91098"], ["••2222"]])
    for words in [["accounts"], ["accounts", "--json"], ["accounts", "--csv"]] {
      let text = try program.run(words).outputText
      #expect(text.contains("••91098") && text.contains("••2222"), "\(text)")
      for (number, _) in known { #expect(!text.contains(number)) }
    }
    let plain = try FoldbookProcess()
    let path = try plain.write("Date,Payee,Amount\n2026-10-01,A,-1.00\n", to: "a.csv")
    _ = try plain.answer(["import", path, "--currency", "EUR"])
    #expect(try !plain.run(["accounts"]).outputText.contains("Numbers"))
  }

  @Test
  func `the file's name is the last resort, and is said`() throws {
    let program = try FoldbookProcess()
    let path = try program.write("Date,Payee,Amount\n2026-10-01,A,-1.00\n", to: "household.csv")
    let report = try program.answer(["import", path, "--currency", "EUR"])
    let decisions = report["files"]?.elements?.first?["decisions"]?.elements ?? []
    let account = try #require(decisions.first { $0["what"]?.text == "account" })
    #expect(account["value"]?.text == "household" && account["why"]?.text?.contains("file's name") == true)
    #expect(try accounts(program) == ["household": -100])
  }

  @Test
  func `an opening balance in a file is the account's, not income`() throws {
    let program = try FoldbookProcess()
    let path = try program.write(
      "!Account\nNChecking\nTBank\n^\n!Type:Bank\nD2026-01-01\nT1000.00\nPOpening Balance\nL[Checking]\n^\n"
        + "D2026-01-15\nT-40.00\nPCorner Shop\nLGroceries\n^\n", to: "a.qif")
    let arguments = ["import", path, "--currency", "EUR"]
    let report = try program.answer(arguments)
    #expect(report["added"]?.integer == 1)
    let rows = report["files"]?.elements?.first?["transactions"]?.elements ?? []
    #expect(rows.map { $0["status"]?.text } == ["opening", "new"])
    let entry = try #require(program.answer(["accounts"])["accounts"]?.elements?.first)
    #expect(entry["openingMinor"]?.integer == 100_000 && entry["balanceMinor"]?.integer == 96_000)
    let months = try program.answer(["months"])["months"]?.elements ?? []
    #expect(months.map { $0["moneyInMinor"]?.integer } == [0])
    try checkReplay(program)
    // Again it is the same; undone and redone it is gone and back.
    let again = try program.answer(arguments)
    #expect(again["added"]?.integer == 0 && again["duplicates"]?.integer == 2 && again["commit"]?.isNull == true)
    _ = try program.answer(["undo"])
    #expect(try accounts(program).isEmpty)
    _ = try program.answer(["redo"])
    #expect(try accounts(program) == ["Checking": 96_000])
    try checkReplay(program)
    let exported = try program.run(["export", "--format", "hledger"])
    #expect(exported.outputText.contains("equity:opening"))
  }

  @Test
  func `an opening balance of an account that has older rows is left out and said`() throws {
    let program = try FoldbookProcess()
    let header = "Date,Payee,Amount\n"
    let first = try program.write(header + "2026-01-15,Shop,-40.00\n", to: "a.csv")
    let second = try program.write(
      header + "2026-02-01,Opening balance,500.00\n2026-02-02,Shop,-8.00\n", to: "b.csv")
    for path in [first, second] {
      let report = try program.answer(["import", path, "--currency", "EUR", "--account", "Checking"])
      let isSecond = path == second
      #expect(report["added"]?.integer == 1 && report["skippedRows"]?.integer == (isSecond ? 1 : 0))
      let notes = (report["notes"]?.elements ?? []).compactMap(\.text)
      #expect(notes.contains { $0.contains("opening balance") } == isSecond, "\(notes)")
    }
    #expect(try accounts(program) == ["Checking": -4_800])
  }
}
