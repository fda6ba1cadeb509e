import Foundation
import JSON
import ProgramRunning
import Testing

/// Files that are no bank's, broken or made to harm: each is refused with a reason, in little time and memory, and nothing is
/// written.
struct HostileImportTests {
  struct Hostile: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]
    /// A part of the message.
    var reason: String

    init(_ name: String, _ reason: String, _ bytes: [UInt8]) {
      (self.name, self.reason, self.bytes) = (name, reason, bytes)
    }

    init(_ name: String, _ reason: String, _ text: String) { self.init(name, reason, Array(text.utf8)) }

    var testDescription: String { name }
  }

  private static let size = 1_900_000
  private static let header = "Date,Payee,Amount\n"

  private static func repeated(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return Array((0..<size / bytes.count).map { _ in bytes }.joined())
  }

  private static let files: [Hostile] = [
    Hostile(
      "a bomb of entities", "document type",
      "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]><Document>&c;</Document>"
    ),
    Hostile(
      "an external entity", "document type",
      "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><Document>&x;</Document>"),
    Hostile(
      "an external entity in OFX", "document type",
      "<?OFX OFXHEADER=\"200\"?><!DOCTYPE OFX SYSTEM \"http://x/\"><OFX></OFX>"),
    Hostile("XML nested deeply", "nested deeper", Array("<?xml version=\"1.0\"?><Document>".utf8) + repeated("<a>")),
    Hostile("OFX nested deeply", "nested deeper", Array("OFXHEADER:100\n\n<OFX>".utf8) + repeated("<A>")),
    Hostile("JSON nested deeply", "nested deeper", Array("[\"\",".utf8) + repeated("[")),
    Hostile("objects nested deeply", "nested deeper", repeated("{\"a\":")),
    Hostile("an empty file", "empty", ""),
    Hostile("zero bytes", "empty", [UInt8](repeating: 0, count: size)),
    Hostile("control characters", "not a text file", repeated("\u{1}\u{2}")),
    Hostile(
      "a picture", "PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 5_000)),
    Hostile(
      "a web page", "HTML", "<!DOCTYPE html>\n<html><body><table><tr><td>2026-03-13</td></tr></table></body></html>"),
    Hostile("a web page without a type", "HTML", "\n\n<HTML><BODY>Please sign in</BODY></HTML>"),
    Hostile("a document", "PDF", "%PDF-1.7\n1 0 obj\n"),
    Hostile("an archive", "ZIP", [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 1, count: 500)),
    Hostile("commas", "no table", repeated(",")),
    Hostile("quotes", "no table", repeated("\"")),
    Hostile(
      "quotes that are never closed", ":3:",
      Array((header + "2026-03-13,A,-1.00\n").utf8) + repeated("2026-03-14,\"A,-1.00\n")),
    Hostile(
      "a field of a megabyte", ":2:",
      Array("\(header)2026-03-13,".utf8) + repeated("x") + Array(",-1.00\n2026-03-14,B,-1.00\n".utf8)),
    Hostile(
      "an amount of a megabyte", ":2:",
      Array("\(header)2026-03-13,A,".utf8) + repeated("9") + Array("\n2026-03-14,B,-1.00\n".utf8)),
    Hostile("an amount that overflows", ":2:", header + "2026-03-13,A,99999999999999999999.00\n2026-03-14,B,-1.00\n"),
    Hostile("an amount beyond the limit", ":2:", header + "2026-03-13,A,-92233720368547758.08\n2026-03-14,B,-1.00\n"),
    Hostile("a number with an exponent", ":2:", header + "2026-03-13,A,1e5\n2026-03-14,B,-1.00\n"),
    Hostile("digits of another script", ":2:", header + "2026-03-13,A,-٣.٠٠\n2026-03-14,B,-1.00\n"),
    Hostile("a day that is none", ":2:", header + "2026-02-30,A,-1.00\n2026-03-14,B,-1.00\n"),
    Hostile(
      "many days that are none", ":3:", Array((header + "2026-03-14,B,-1.00\n").utf8) + repeated("2026-13-01,A,-1.00\n")
    ),
    Hostile(
      "many rows that are none", ":3:", Array((header + "2026-03-14,B,-1.00\n").utf8) + repeated("2026-03-14,A,abc\n")),
    Hostile("half a UTF-16 pair", "line 1", [0xFF, 0xFE] + [UInt8](repeating: 0xD8, count: 5_000)),
    Hostile("OFX tags without end", "line 3", Array("OFXHEADER:100\n\n<OFX>".utf8) + repeated("<STMTTRN>")),
    Hostile(
      "a CDATA section without end", "line 3",
      Array("OFXHEADER:100\n\n<OFX><STMTTRN><NAME>".utf8) + repeated("<![CDATA[")),
    Hostile(
      "JSON numbers of a megabyte", "65",
      Array("[{\"date\":\"2026-03-13\",\"amount\":".utf8) + repeated("1") + Array("}]".utf8)),
    Hostile("lines that are not JSON", "line 2", repeated("{\"a\"\n")),
    Hostile(
      "a QIF line of a megabyte", "65",
      Array("!Type:Bank\nD2026-03-13\nT-1.00\nP".utf8) + repeated("x") + Array("\n^\n".utf8)),
    Hostile("an MT940 line of a megabyte", "65", Array(":20:A\n:25:1\n:60F:C260301EUR1,00\n:61:".utf8) + repeated("1")),
  ]

  @Test(arguments: files)
  func `a hostile file is refused with a reason, soon, and nothing is written`(_ hostile: Hostile) throws {
    let program = try FoldbookProcess()
    let path = try program.write(hostile.bytes, to: "hostile.csv")
    // One second of the processor's time and 800 MB of addresses, kept by the system.
    let limits = FoldbookProcess.isSanitised ? "ulimit -t 60" : "ulimit -t 1; ulimit -v 800000"
    let outcome = try FoldbookProcess.run(
      URL(fileURLWithPath: "/bin/bash"),
      [
        "-c", "\(limits); exec \"$@\"", "bash", program.program.path, "import", path, "--currency", "EUR", "--file",
        program.ledgerPath,
      ],
      in: program.folder, environment: FoldbookProcess.environment(program.folder))
    #expect(!outcome.wasSignalled)
    #expect(outcome.exitCode == 65, "\(outcome.errorText.prefix(500))")
    #expect(outcome.errorText.contains(hostile.reason) || hostile.reason == "65", "\(outcome.errorText.prefix(500))")
    #expect(outcome.errorText.contains("nothing was written"))
    #expect(outcome.errorText.utf8.count < 20_000)
    #expect(!FileManager.default.fileExists(atPath: program.ledgerPath))
    let controls = outcome.errorText.unicodeScalars.filter {
      $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value)
    }
    #expect(controls.isEmpty)
  }

  @Test
  func `escapes and marks of direction never reach a terminal, JSON or a table raw`() throws {
    let program = try FoldbookProcess()
    let evil = "Evil\u{1B}]0;x\u{7}\u{1B}[2J\u{202E}gnp\u{2066}x\u{9B}31m\u{200F}"
    let path = try program.write(
      "Date,Payee,Amount,Memo,Category,Account\n2026-03-13,\(evil),-1.00,\(evil),Cat\(evil),Acc\(evil)\n",
      to: "\u{1B}[31mevil\u{202E}.csv")
    let runs = [
      ["import", path, "--currency", "EUR"], ["import", path, "--currency", "EUR", "--dry-run", "--json"], ["list"],
      ["list", "--json"],
      ["accounts"], ["categories", "--json"], ["merchants"], ["export", "--format", "csv"],
      ["export", "--format", "jsonl"], ["log"],
    ]
    for words in runs {
      let outcome = try program.run(words)
      #expect(outcome.exitCode == 0, "\(words) \(outcome.errorText)")
      for scalar in (outcome.outputText + outcome.errorText).unicodeScalars {
        let isRaw =
          scalar.value < 0x20 && !"\n\r".unicodeScalars.contains(scalar) || (0x7F..<0xA0).contains(scalar.value)
          || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        if isRaw { Issue.record("\(words): U+\(String(scalar.value, radix: 16))") }
      }
    }
  }

  @Test
  func `a table for spreadsheets guards texts that begin as formulas do`() throws {
    let program = try FoldbookProcess()
    let path = try program.write(
      "Date,Payee,Amount,Memo\n2026-03-13,\"=HYPERLINK(\"\"http://x\"\")\",-1.00,+1\n2026-03-14,@SUM(A1),-2.00,-x\n",
      to: "a.csv")
    #expect(try program.run(["import", path, "--currency", "EUR"]).exitCode == 0)
    for words in [["export", "--format", "csv"], ["list", "--csv"]] {
      let text = try program.run(words).outputText
      #expect(text.contains("'=HYPERLINK") && text.contains("'@SUM"), "\(text)")
    }
  }
}
