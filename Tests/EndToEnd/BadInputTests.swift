import Foundation
import ProgramRunning
import Testing

/// Bad input: one message that says where and what, the contract's exit code, and nothing written.
struct BadInputTests {
  struct BadInput: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var exitCode: Int32
    /// Parts of the message.
    var says: [String]
    /// The bytes of the file `bad.csv`.
    var file: [UInt8]?

    init(_ arguments: [String], _ exitCode: Int32, says: [String] = [], file: [UInt8]? = nil) {
      self.arguments = arguments
      self.exitCode = exitCode
      self.says = says
      self.file = file
    }

    /// A file whose third line is bad.
    init(row: String, says: [String]) {
      self.init(
        ["import", "bad.csv"], 65, says: ["bad.csv:3", "--skip-invalid"] + says,
        file: Array("Date,Payee,Amount\n2026-10-01,Shop,-1.00\n\(row)\n2026-10-03,Shop,-3.00\n".utf8))
    }

    var testDescription: String { arguments.joined(separator: " ") + " → \(exitCode) " + says.joined(separator: ", ") }
  }

  static let files: [BadInput] = [
    BadInput(["import", "nowhere.csv"], 66, says: ["nowhere.csv"]),
    BadInput(["import", "."], 66, says: ["folder"]),
    BadInput(["import", "bad.csv"], 65, says: ["bad.csv", "empty"], file: []),
    BadInput(["import", "bad.csv"], 65, says: ["bad.csv"], file: [0x7F, 0x45, 0x4C, 0x46, 0, 0, 1, 2, 3, 0]),
    BadInput(["import", "bad.csv"], 65, says: ["bad.csv", "PNG"], file: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]),
    BadInput(["import", "bad.csv"], 65, says: ["bad.csv"], file: Array("hello world\n".utf8)),
    BadInput(["import", "bad.csv"], 65, says: ["bad.csv"], file: Array("Date,Payee,Amount\n".utf8)),
    BadInput(row: "2026-10-02,Shop,abc", says: ["Amount", "abc"]),
    BadInput(row: "2026-10-02,Shop,1e3", says: ["Amount", "1e3"]),
    BadInput(row: "someday,Shop,-2.00", says: ["Date", "someday"]),
    BadInput(row: "2026-02-30,Shop,-2.00", says: ["Date", "2026-02-30"]),
    BadInput(row: "2026-13-01,Shop,-2.00", says: ["Date", "2026-13-01"]),
    BadInput(row: "2026-10-02,Shop,-2.005", says: ["Amount", "-2.005", "2 decimals"]),
    BadInput(row: "2026-10-02,Shop,-10000000000000.01", says: ["Amount", "10^15"]),
    BadInput(row: "2026-10-02,Shop,-99999999999999999999.00", says: ["Amount", "10^15"]),
    BadInput(row: "2026-10-02,\"Shop,-2.00", says: ["quote"]),
  ]

  static let commands: [BadInput] = [
    BadInput(["show", "999"], 66, says: ["999"]), BadInput(["delete", "999"], 66, says: ["999"]),
    BadInput(["edit", "999", "--note", "n"], 66, says: ["999"]),
    BadInput(["recategorise", "999", "--to", "Groceries"], 66, says: ["999"]),
    BadInput(["recategorise", "1", "--to", "Groceries"], 66, says: ["1"]),
    BadInput(["recategorise", "27", "--to", "Grocries"], 66, says: ["Grocries", "Groceries"]),
    BadInput(["add", "5", "Shop", "--category", "Salery"], 66, says: ["Salery", "Salary"]),
    BadInput(["add", "5", "Shop", "--account", "Csh"], 66, says: ["Csh", "Cash"]),
    BadInput(["merchant", "Corner Shp"], 66, says: ["Corner Shp", "Corner Shop"]),
    BadInput(["list", "category:Grocries"], 66, says: ["Groceries"]),
    BadInput(["months", "--category", "Grocries"], 66, says: ["Groceries"]),
    BadInput(["delete", "--where", "merchant:nobody"], 66, says: ["nobody"]),
    BadInput(["undo", "99"], 66, says: ["99"]), BadInput(["undo", "1"], 65, says: ["1"]),
    BadInput(["dashboard", "--at", "999"], 66, says: ["999"]),
    BadInput(["dashboard", "--as-of", "soon"], 65, says: ["soon"]),
    BadInput(["dashboard", "--today", "2026-02-30"], 65, says: ["2026-02-30"]),
    BadInput(["add", "5", "Shop", "--date", "2026-10-21"], 65, says: ["2026-10-21", "2026-10-20"]),
    BadInput(["add", "5", "Shop", "--date", "2026-02-29"], 65, says: ["2026-02-29"]),
    BadInput(["add", "5", ""], 65, says: ["merchant"]), BadInput(["add", "5", " \t "], 65, says: ["merchant"]),
    BadInput(["add", "0", "Shop"], 65, says: ["zero"]), BadInput(["add", "-0.00", "Shop"], 65, says: ["zero"]),
    BadInput(["add", "", "Shop"], 65), BadInput(["add", ".5", "Shop"], 65, says: [".5"]),
    BadInput(["add", "12.505", "Shop"], 65, says: ["12.505", "2 decimals"]),
    BadInput(["add", "ten", "Shop"], 65, says: ["ten"]), BadInput(["add", "1e3", "Shop"], 65, says: ["1e3"]),
    BadInput(["add", "10000000000000.01", "Shop"], 65, says: ["10^15"]),
    BadInput(["add", "99999999999999999999", "Shop"], 65, says: ["10^15"]),
    BadInput(["add", "5", String(repeating: "x", count: 1_025)], 65, says: ["1024"]),
    BadInput(["edit", "27", "--amount", "0"], 65, says: ["zero"]),
    BadInput(["edit", "27", "--date", "2026-10-21"], 65, says: ["2026-10-21"]),
    BadInput(["budget", "set", "-5"], 65), BadInput(["budget", "set", "Nothing", "5"], 66, says: ["Nothing"]),
    BadInput(["settings", "month-start-day", "29"], 65, says: ["29"]),
    BadInput(["settings", "colour", "red"], 66, says: ["colour"]),
    BadInput(["categories", "add", "GROCERIES"], 65, says: ["Groceries"]),
    BadInput(["accounts", "add", "cash"], 65, says: ["Cash"]),
    BadInput(["list", "colour:red"], 65, says: ["colour"]), BadInput(["list", "month:2026-13"], 65, says: ["2026-13"]),
    BadInput(["list", "--where", "merchant:\"open"], 65, says: ["quote"]),
    BadInput(["add", "5"], 64), BadInput(["add", "5", "Shop", "--colour"], 64, says: ["--colour"]),
    BadInput(["list", "--limit", "x"], 64, says: ["x"]), BadInput(["export", "--format", "pdf"], 64, says: ["pdf"]),
    BadInput(["export"], 64), BadInput(["paint"], 64, says: ["paint"]), BadInput(["recategorise", "27"], 64),
    BadInput(["delete", "x"], 64, says: ["x"]), BadInput(["list", "--color", "red"], 64, says: ["red"]),
    BadInput(["import", "bad.csv", "--date-order", "up"], 64, says: ["up"], file: []),
    BadInput(["init"], 73, says: ["exists"]),
  ]

  @Test(arguments: files + commands)
  func `bad input is refused with a message and changes nothing`(_ input: BadInput) throws {
    let program = try FoldbookProcess()
    let added = try program.run(["add", "12.50", "Corner Shop", "--currency", "EUR"])
    try #require(added.exitCode == 0, "\(added.errorText)")
    if let file = input.file { try program.write(file, to: "bad.csv") }
    let before = try program.run(["log", "--json"])
    try #require(before.exitCode == 0)

    let outcome = try program.run(input.arguments)
    #expect(!outcome.wasSignalled)
    #expect(outcome.exitCode == input.exitCode, "\(outcome.errorText)")
    #expect(outcome.output.isEmpty, "\(outcome.outputText)")
    for part in input.says { #expect(outcome.errorText.contains(part), "\(outcome.errorText)") }
    #expect(outcome.errorText.hasPrefix("foldbook: "))
    #expect(try program.run(["log", "--json"]).output == before.output)
    #expect(try program.run(["verify"]).exitCode == 0)
  }

  @Test(arguments: files)
  func `a refused import leaves no ledger where there was none`(_ input: BadInput) throws {
    let program = try FoldbookProcess()
    if let file = input.file { try program.write(file, to: "bad.csv") }
    let outcome = try program.run(input.arguments + ["--currency", "EUR"])
    #expect(outcome.exitCode == input.exitCode, "\(outcome.errorText)")
    let left = try FileManager.default.contentsOfDirectory(atPath: program.folder.path).filter { $0 != "bad.csv" }
    #expect(left == [])
  }

  @Test
  func `with JSON a refused import prints what it found and still exits with 65`() throws {
    let program = try FoldbookProcess()
    try program.write("Date,Payee,Amount\n2026-10-01,Shop,-1.00\n2026-10-02,Shop,abc\n", to: "bad.csv")
    let outcome = try program.run(["import", "bad.csv", "--currency", "EUR", "--json"])
    #expect(outcome.exitCode == 65)
    let report = try outcome.json()
    #expect(report["commit"]?.isNull == true)
    #expect(report["invalid"]?.integer == 1)
    #expect(report["files"]?.elements?.first?["errors"]?.elements?.first?["line"]?.integer == 3)
    let dryRun = try program.run(["import", "bad.csv", "--currency", "EUR", "--json", "--dry-run"])
    #expect(dryRun.exitCode == 65)
  }

  @Test
  func `skip-invalid takes the other rows and lists what it left`() throws {
    let program = try FoldbookProcess()
    try program.write("Date,Payee,Amount\n2026-10-01,Shop,-1.00\n2026-10-02,Shop,abc\n", to: "bad.csv")
    let outcome = try program.run(["import", "bad.csv", "--currency", "EUR", "--json", "--skip-invalid"])
    #expect(outcome.exitCode == 0, "\(outcome.errorText)")
    let report = try outcome.json()
    #expect(report["added"]?.integer == 1 && report["invalid"]?.integer == 1)
    #expect(report["files"]?.elements?.first?["errors"]?.elements?.first?["line"]?.integer == 3)
  }

  @Test(arguments: ["list", "dashboard", "months", "undo", "log", "verify", "replay", "stats"])
  func `a command without a ledger says how to begin`(_ command: String) throws {
    let program = try FoldbookProcess()
    let outcome = try program.run([command])
    #expect(outcome.exitCode == 66)
    #expect(outcome.errorText.contains("foldbook import"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder.path) == [])
  }

  @Test(arguments: ["1", "65535", "9223372036854775807", "99999999999999999999", "-1", "wide"])
  func `any width of a terminal gives a picture of a size`(_ columns: String) throws {
    let program = try FoldbookProcess()
    let path = try program.write("Date,Payee,Amount\n2026-10-01,A,-1.00\n2026-10-25,B,-2.00\n", to: "bank.csv")
    try #require(program.run(["import", path, "--currency", "EUR"]).exitCode == 0)
    for command in ["dashboard", "list", "months", "merchants", "days"] {
      let outcome = try program.run([command], environment: ["COLUMNS": columns])
      #expect(outcome.exitCode == 0 && outcome.output.count < 1_000_000, "\(command)")
    }
  }
}
