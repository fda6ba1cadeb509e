import LedgerDomain
import LedgerImport
import Testing

/// Days that are written as bare numbers.
struct NumberedDayTests {
  private func table(_ cells: [String], header: String = "Date") -> String {
    "\(header);Payee;Amount\n" + cells.enumerated().map { "\($0.element);Shop \($0.offset);-1,50\n" }.joined()
  }

  @Test(
    arguments: [
      (["130326", "140326", "020426"], "dmy", ["2026-03-13", "2026-03-14", "2026-04-02"]),
      // A spreadsheet took the zero in front away.
      (["30326", "50326", "130326"], "dmy", ["2026-03-03", "2026-03-05", "2026-03-13"]),
      (["031326", "031426", "040226"], "mdy", ["2026-03-13", "2026-03-14", "2026-04-02"]),
      (["13032026", "5042026", "01052026"], "dmy", ["2026-03-13", "2026-04-05", "2026-05-01"]),
      (["03132026", "04052026", "12312026"], "mdy", ["2026-03-13", "2026-04-05", "2026-12-31"]),
      (["20260313", "20260405"], "ymd", ["2026-03-13", "2026-04-05"]),
      (["991231", "000101", "000113"], "ymd", ["1999-12-31", "2000-01-01", "2000-01-13"]),
    ])
  func `digits without separators are cut by the evidence of the column`(
    _ cells: [String], _ order: String, _ days: [String]
  ) throws {
    let file = try read(table(cells))
    #expect(file.days == days, "\(file.errors)")
    #expect(file.decision("date-order")?.value == order)
    let again = try read(table(cells), profile: String(decoding: #require(file.decidedProfile).json(), as: UTF8.self))
    #expect(again.days == days)
  }

  @Test
  func `digits that could be cut two ways stop the import, and what is said wins`() throws {
    for cells in [["030426", "050626"], ["260313", "260314"]] {
      #expect(try read(table(cells)).refusal?.contains("--date-order") == true)
    }
    #expect(try read(table(["030426"])) { $0.dateOrder = .dayMonthYear }.days == ["2026-04-03"])
    #expect(try read(table(["030426"])) { $0.dateOrder = .monthDayYear }.days == ["2026-03-04"])
    #expect(try read(table(["260313"])) { $0.dateOrder = .yearMonthDay }.days == ["2026-03-13"])
    let profile = #"{"date": {"column": "When", "format": "%d%m%y"}, "amount": {"kind": "signed", "column": "Amount"}}"#
    #expect(
      try read(table(["030426", "50426"], header: "When"), profile: profile).days == ["2026-04-03", "2026-04-05"])
  }

  @Test(arguments: [
    (["46094", "46095", "46113"], ["2026-03-13", "2026-03-14", "2026-04-01"]),
    (["46094.5", "46094.9999884259", "46095"], ["2026-03-13", "2026-03-13", "2026-03-14"]),
    (["46094,25", "46095,75"], ["2026-03-13", "2026-03-14"]), (["36526"], ["2000-01-01"]),
    // The cells that a spreadsheet kept as text stand beside those that it took as days.
    (["46094", "46095", "2026-03-15"], ["2026-03-13", "2026-03-14", "2026-03-15"]),
  ])
  func `numbers under a date's header are days as spreadsheets count them, and it is said`(
    _ cells: [String], _ days: [String]
  ) throws {
    let file = try read(table(cells))
    #expect(file.days == days, "\(file.errors)")
    let decision = try #require(file.decision("date-form"))
    #expect(decision.value == "day numbers" && decision.why.contains("is \(days[0])"), "\(decision)")
    let profile = try #require(file.decidedProfile)
    #expect(String(decoding: profile.json(), as: UTF8.self).contains(#""serial""#))
    #expect(try read(table(cells), profile: String(decoding: profile.json(), as: UTF8.self)).days == days)
  }

  @Test
  func `numbers are days only where the header says so and each of them is in range`() throws {
    for text in [table(["46094", "99999"]), table(["46094", "12"]), table(["46094", "46095"], header: "Nummer")] {
      #expect(try read(text).refusal?.contains("date") == true, "\(text)")
    }
    // Days of 2009 to 2012 can be the fourth day of a month too.
    #expect(try read(table(["40126"])).refusal?.contains("--date-order") == true)
    #expect(try read(table(["40126"])) { $0.dateOrder = .dayMonthYear }.days == ["2026-01-04"])
  }

  @Test
  func `a number is no day in a column of dates`() throws {
    let file = try read(table(["13.03.2026", "46094", "50326", "14.03.2026"]))
    #expect(file.days == ["2026-03-13", "2026-03-14"])
    #expect(file.errors.map(\.line) == [3, 4])
  }

  @Test
  func `rows of totals and balances beside numbered days are no rows`() throws {
    let file = try read("Date;Payee;Amount\n46094;A;-1,50\n46095;B;-2,00\nTotal;;-3,50\n")
    #expect(file.days == ["2026-03-13", "2026-03-14"])
    #expect(file.skipped.map(\.line) == [4])
  }
}
