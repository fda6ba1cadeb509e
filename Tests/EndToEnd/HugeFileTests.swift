import Foundation
import JSON
import ProgramRunning
import Testing

/// A file whose table is cut into several pieces, which go as their rows are read.
struct HugeFileTests {
  private static let dayCount = 1_100
  private static let rowsADay = 1_000

  /// A thousand rows of each day, with amounts and payees that repeat by another rhythm than the days.
  private static func rows(_ days: Range<Int>, hasTwoCurrencies: Bool) throws -> String {
    let template = (0..<rowsADay).map { row in
      let end = hasTwoCurrencies ? (row % 2 == 0 ? ",Giro,EUR" : ",Dollars,USD") : ""
      return "DAY,-\(row % 89 + 1).\(row % 90 + 10),Shop \(["Oak", "Elm", "Ash"][row % 3])\(end)"
    }.joined(separator: "\n")
    let begin = try #require(ISO8601DateFormatter().date(from: "2020-01-01T12:00:00Z"))
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withFullDate]
    return days.map { day in
      template.replacingOccurrences(of: "DAY", with: format.string(from: begin + Double(day) * 86_400)) + "\n"
    }.joined()
  }

  @Test(arguments: [false, true])
  func `the rows are those of the file cut in three, and a fault names its line`(hasTwoCurrencies: Bool) throws {
    let header = "Date,Amount,Payee" + (hasTwoCurrencies ? ",Account,Currency" : "") + "\n"
    let asked = hasTwoCurrencies ? [] : ["--account", "Giro"]
    let parts = try [0..<400, 400..<800, 800..<Self.dayCount].map {
      try Self.rows($0, hasTwoCurrencies: hasTwoCurrencies)
    }
    let count = Self.dayCount * Self.rowsADay
    /// Imports files, and returns the digest of all views.
    func digest(_ program: FoldbookProcess, _ arguments: [String]) throws -> String? {
      try program.succeed(["import"] + arguments + asked)
      #expect(try program.answer(["stats"])["transactions"]?.integer == Int64(count))
      return try program.answer(["replay", "--check"])["viewDigest"]?.text
    }

    let program = try FoldbookProcess()
    let fault = "2024-01-01,-1.2.3x,Shop" + (hasTwoCurrencies ? ",Giro,EUR\n" : "\n")
    try program.write(header + parts.joined() + fault, to: "huge.csv")
    try program.succeed(["init", "--currency", "EUR"])
    let refused = try program.run(["import", "huge.csv"] + asked)
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.hasPrefix("foldbook: huge.csv:\(count + 2): "), "\(refused.errorText.prefix(200))")
    let whole = try #require(try digest(program, ["huge.csv", "--skip-invalid"]))

    let other = try FoldbookProcess()
    for (index, part) in parts.enumerated() { try other.write(header + part, to: "\(index).csv") }
    try other.succeed(["init", "--currency", "EUR"])
    #expect(try digest(other, ["0.csv", "1.csv", "2.csv"]) == whole)
  }
}
