import LedgerDomain
import LedgerImport
import Testing

/// Shapes of tables beside the common one.
struct StructureTests {
  @Test(arguments: ["~", "^", ":", "*"])
  func `rare separators are found where no common one gives rows`(_ separator: String) throws {
    let rows = [["Date", "Payee", "Amount"], ["2026-03-13", "A", "-1.50"], ["2026-03-14", "B", "-2.00"]]
    let file = try read(rows.map { $0.joined(separator: separator) + "\n" }.joined())
    #expect(file.amounts == [-150, -200])
    #expect(file.decision("separator")?.value == separator)
  }

  @Test
  func `apostrophes as quotes`() throws {
    let file = try read("'Date','Payee','Amount'\n'2026-03-13','A, x','-1.50'\n'2026-03-14','It''s B','-2.00'\n")
    #expect(file.payees == ["A, x", "It's B"])
    #expect(file.decision("quote")?.value == "'")
    let guarded = try read("Date,Payee,Amount\n2026-03-13,'A,-1.50\n2026-03-14,'B,-2.00\n")
    #expect(guarded.amounts == [-150, -200])
  }

  @Test
  func `whole lines in quotes are rows`() throws {
    let file = try read(
      "\"Date,\"\"Payee\"\",Amount\"\r\n\"2026-03-13,\"\"A, b\"\",-1.50\"\r\n\"2026-03-14,\"\"B\"\",-2.00\"\r\n")
    #expect(file.payees == ["A, b", "B"])
    #expect(file.transactions.map(\.line) == [2, 3])
    #expect(file.decision("quotes")?.value == "whole lines")
    let ordinary = try read("\"Date\",\"Payee\",\"Amount\"\n\"2026-03-13\",\"A, b\",\"-1.50\"\n")
    #expect(ordinary.payees == ["A, b"])
    #expect(ordinary.decision("quotes") == nil)
  }

  @Test(
    arguments: [
      ("Year,Month,Day,Payee,Amount\n2026,3,4,A,-1.50\n2026,12,31,B,-2.00\n", ["2026-03-04", "2026-12-31"]),
      ("Tag;Monat;Jahr;Text;Betrag\n4;3;2026;A;-1,50\n31;12;26;B;-2,00\n", ["2026-03-04", "2026-12-31"]),
      ("年,月,日,摘要,金額\n2026,3,4,A,-150\n2026,12,31,B,-200\n", ["2026-03-04", "2026-12-31"]),
    ])
  func `year, month and day in columns of their own`(_ text: String, _ days: [String]) throws {
    let file = try read(text)
    #expect(file.days == days)
    #expect(file.decision("date-order")?.why.contains("columns of their own") == true)
  }

  @Test(
    arguments: [
      ("令和8年3月4日", "2026-03-04"), ("R8.3.4", "2026-03-04"), ("令和元年5月1日", "2019-05-01"), ("平成31年4月30日", "2019-04-30"),
      ("H31/04/30", "2019-04-30"), ("S63-12-31", "1988-12-31"), ("昭和64年1月7日", "1989-01-07"),
      ("2026年3月4日", "2026-03-04"),
    ])
  func `Japanese eras`(_ text: String, _ day: String) throws {
    #expect(try read("日付,摘要,金額\n\(text),A,-150\n", currency: "JPY").days == [day])
  }

  @Test
  func `rows that name a sum or a balance in place of a date are left out and said`() throws {
    let file = try read(
      "Date,Payee,Amount\nOpening balance,,10.00\n2026-03-13,A,-1.50\n2026-03-14,Total Petrol,-2.00\nTotal,,-3.50\nClosing balance,,6.50\n"
    )
    #expect(file.payees == ["A", "Total Petrol"])
    #expect(file.errors.isEmpty)
    #expect(file.skipped.map(\.line) == [2, 5, 6])
  }

  @Test
  func `sections of several accounts, each under its name and its header`() throws {
    let file = try read(
      "Account: Giro\nDate,Payee,Amount\n2026-03-13,A,-1.50\n\nAccount: Savings\nDate,Payee,Amount\n2026-03-14,B,-2.00\n"
    )
    #expect(file.account == nil)
    #expect(file.transactions.map { file.texts.string($0.account) } == ["Giro", "Savings"])
    #expect(file.decision("account")?.value == "2 accounts")
    let asked = try read("Account: Giro\nDate,Payee,Amount\n2026-03-13,A,-1.50\nAccount: B\n2026-03-14,B,-2.00\n") {
      $0.account = "Mine"
    }
    #expect(asked.account == "Mine")
  }

  @Test(
    arguments: [
      ("13 Mar", "date.period"), ("28/12", "date.period"), ("46094x", "46094x"), ("soon", "soon"),
    ])
  func `a date column without dates is named with its first cell`(_ cell: String, _ part: String) throws {
    let file = try read("Date,Payee,Amount\n\(cell),A,-1.50\n\(cell),B,-2.00\n")
    #expect(file.refusal?.contains("'Date'") == true && file.refusal?.contains(part) == true, "\(file.errors)")
    #expect(file.refusal?.contains("line 2") == true && file.refusal?.contains("--profile") == true)
  }

  @Test
  func `names of months settle their own day, whatever the order of the others`() throws {
    let file = try read("Date;Payee;Amount\nMar 13, 2026;A;-1,50\nSeptember 4th, 2026;B;-2,00\nFri 05 Jun 26;C;-3,00\n")
    #expect(file.days == ["2026-03-13", "2026-09-04", "2026-06-05"])
  }
}
