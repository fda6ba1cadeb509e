import LedgerDomain
import LedgerImport
import Testing

/// Profiles: what they say, what is wrong with them, and those that come with the program.
struct ProfileTests {
  @Test(
    arguments: [
      ("[]", "object"), ("{\"colour\": 1}", "'colour'"), ("{\"date\": {\"form\": \"%d\"}}", "date.form"),
      ("{\"decimal\": \";\"}", "decimal"), ("{\"amount\": {\"kind\": \"odd\"}}", "amount.kind"),
      ("{\"skip_lines\": -1}", "skip_lines"),
      ("{\"date_order\": \"YDM\"}", "date_order"), ("{\"currency\": \"XXQ\"}", "XXQ"),
      ("{\"payee\": {\"first\": []}}", "first"),
      ("{", "not JSON"), ("{\"a\": 1, \"a\": 2}", "twice"),
    ])
  func `a wrong profile is refused with the key that is wrong`(_ text: String, _ part: String) throws {
    let error = #expect(throws: ImportError.self) { try ImportProfile(parsing: Array(text.utf8), name: "mine") }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
    #expect(error?.description.contains("'mine'") == true)
  }

  @Test
  func `a profile says what the file does not`() throws {
    let file = try read(
      "x\n01/02/2026;1.000;;Shop\n03/04/2026;;2.000;Salary\n",
      profile: """
        {"header": false, "skip_lines": 1, "date": {"column": 0, "format": "%d/%m/%Y"}, "decimal": ",",
         "amount": {"kind": "debit_credit", "debit": 1, "credit": 2}, "payee": 3, "currency": "CHF", "account_name": "Giro"}
        """)
    #expect(file.days == ["2026-02-01", "2026-04-03"])
    #expect(file.amounts == [-100_000, 200_000])
    #expect(file.currency == Currency("CHF"))
    #expect(file.account == "Giro")
    #expect(file.profile == "test")
  }

  @Test
  func `what is asked for comes before the profile`() throws {
    let file = try read(
      "Date;Payee;Amount\n03/04/2026;Shop;-1.50\n",
      profile:
        "{\"date\": {\"format\": \"%d/%m/%Y\"}, \"currency\": \"CHF\", \"amount\": {\"kind\": \"signed\", \"column\": \"Amount\", \"negate\": true}}"
    ) {
      $0.dateOrder = .monthDayYear
      $0.currency = Currency("USD")
      $0.invertsSign = true
    }
    #expect(file.days == ["2026-03-04"])
    #expect(file.currency == Currency("USD"))
    #expect(file.amounts == [-150])
  }

  @Test
  func `a column that the file lacks is named`() throws {
    let file = try read("Date;Payee;Amount\n03/04/2026;Shop;-1.50\n", profile: "{\"payee\": \"Shop\"}")
    #expect(file.refusal?.contains("'Shop'") == true)
    #expect(file.refusal?.contains("'Payee'") == true)
  }

  @Test
  func `split dates, sums and dates without a year`() throws {
    let split = try read(
      "y;m;d;in;out;text\n2026;3;4;5,00;-1,00;A\n26;12;31;;-2,00;B\n",
      profile: """
        {"date": {"column": ["y", "m", "d"], "format": "ymd-columns"}, "amount": {"kind": "sum_signed", "columns": ["in", "out"]},
         "payee": "text"}
        """)
    #expect(split.days == ["2026-03-04", "2026-12-31"])
    #expect(split.amounts == [400, -200])
    let short = try read(
      "Date;Text;Amount\n28.12.;A;-1,00\n03.01.;B;-2,00\n",
      profile: "{\"date\": {\"column\": \"Date\", \"format\": \"%d.%m.\", \"period\": [\"2025-12\", \"2026-01\"]}}")
    #expect(short.days == ["2025-12-28", "2026-01-03"])
  }

  @Test
  func `rules leave rows out and say so`() throws {
    let file = try read(
      "Date;Text;Amount;Kind\n2026-03-01;A;-1,00;x\n2026-03-02;B;-2,00;\n2026-03-03;C;-3,00;y\n",
      profile:
        "{\"skip_if\": [{\"column\": \"Kind\", \"values\": [\"x\"]}, {\"column\": \"Kind\", \"empty\": true}], \"memo\": null}"
    )
    #expect(file.payees == ["C"])
    #expect(file.skipped.map(\.line) == [2, 3])
  }

  @Test
  func `the bundled profiles have names of their own and are found by name`() {
    let names = BundledProfiles.all.map(\.name)
    #expect(names.count == Set(names).count && names.count >= 28)
    #expect(names.allSatisfy { BundledProfiles.named($0) != nil && $0 != "bundled" })
    #expect(BundledProfiles.named("no such") == nil)
  }

  @Test(
    arguments: [
      (
        "chase-checking",
        "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nDEBIT,03/04/2026,A,-1.00,X,5.00,,\n"
      ),
      (
        "mint",
        "\"Date\",\"Description\",\"Original Description\",\"Amount\",\"Transaction Type\",\"Category\",\"Account Name\",\"Labels\",\"Notes\"\n3/04/2026,A,B,1.00,debit,C,D,,\n"
      ),
      ("amex", "Date,Description,Card Member,Account #,Amount,New Column\n03/13/2026,A,R,-1,1.00,x\n"),
      (
        "apple-card",
        "Transaction Date,Clearing Date,Description,Merchant,Category,Type,Amount (USD),Purchased By\n03/03/2026,03/04/2026,A,B,C,Purchase,1.00,R\n"
      ),
    ])
  func `a header with all of a profile's columns takes it`(_ name: String, _ text: String) throws {
    let file = try read(text, currency: "USD")
    #expect(file.profile == name)
    #expect(file.decision("profile")?.value == name)
    #expect(file.amounts == [-100])
    #expect(file.days.first?.hasPrefix("2026-03-") == true)
  }
}
