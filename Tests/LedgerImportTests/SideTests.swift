import LedgerDomain
import LedgerImport
import Testing

/// Money out and money in that have columns of their own, whatever their headers say.
struct SideTests {
  @Test(
    arguments: [
      // Norwegian, Japanese, Korean and Hebrew words.
      (
        "Dato;Forklaring;Ut fra konto;Inn på konto\n30.01.2026;REMA;1.245,50;\n25.01.2026;Lønn;;25.000,00\n",
        [-124_550, 2_500_000]
      ),
      (
        "日付,内容,出金金額(円),入金金額(円),残高(円)\n2026/01/30,カード,\"3,500\",,\"96,500\"\n2026/01/25,給与,,\"100,000\",\"100,000\"\n",
        [-3_500, 100_000]
      ),
      ("お取引日,お取引内容,お預り金額,お払出金額,現在高\n令和8年1月30日,カード,,3500,96500\n令和8年1月25日,給与,100000,,100000\n", [-3_500, 100_000]),
      (
        "거래일시,적요,출금액,입금액,잔액\n2026.01.30 12:00:00,카드,\"4,500\",0,\"95,500\"\n2026.01.25 09:00:00,급여,0,\"100,000\",\"100,000\"\n",
        [-4_500, 100_000]
      ),
      ("תאריך,הפעולה,חובה,זכות,יתרה\n30/01/2026,ויזה,1250,,8750\n25/01/2026,משכורת,,10000,10000\n", [-1_250, 10_000]),
      ("Date;Account;Expense amount;Income amount\n2026-01-30;Cash;12;0\n2026-01-28;Cash;0;1000\n", [-12, 1_000]),
    ] as [(String, [Int64])])
  func `sides are known by their words`(_ text: String, _ amounts: [Int64]) throws {
    let file = try read(text) { $0.currency = Currency(text.hasPrefix("Dato") ? "EUR" : "JPY") }
    #expect(file.amounts == amounts, "\(file.errors) \(file.decisions.map(\.value))")
    #expect(file.decision("sign")?.value == "debit and credit")
  }

  @Test(
    arguments: [
      // Words of no language: the balances tell which side is which, in each order of the columns and of the rows.
      "Qa;Qb;Qc;Qd;Qe\n2026-01-15;A;10,00;;90,00\n2026-01-25;B;;100,00;190,00\n2026-01-30;C;4,50;;185,50\n",
      "Qa;Qb;Qd;Qc;Qe\n2026-01-15;A;;10,00;90,00\n2026-01-25;B;100,00;;190,00\n2026-01-30;C;;4,50;185,50\n",
      "Qa;Qb;Qc;Qd;Qe\n2026-01-30;C;4,50;0,00;185,50\n2026-01-25;B;0,00;100,00;190,00\n2026-01-15;A;10,00;0,00;90,00\n",
      // No header at all.
      "2026-01-15,A,10.00,,90.00\n2026-01-25,B,,100.00,190.00\n2026-01-30,C,4.50,,185.50\n",
    ])
  func `balances tell which side is which where no word does`(_ text: String) throws {
    let file = try read(text)
    let isNewestFirst = text.contains("2026-01-30;C;4,50;0,00")
    let amounts: [Int64] = [-1_000, 10_000, -450]
    #expect(file.amounts == (isNewestFirst ? amounts.reversed() : amounts), "\(file.errors)")
    #expect(file.balanceProof?.ties == true)
  }

  @Test(arguments: [
    // One word is known, the other side is not.
    "Date;Text;Belastung;Qq\n30.01.2026;A;4,50;\n28.01.2026;B;;1.000,00\n",
    "Date;Text;Qq;Gutschrift\n30.01.2026;A;4,50;\n28.01.2026;B;;1.000,00\n",
    // The signs tell.
    "Date;Text;Qq amount;Qp\n30.01.2026;A;-4,50;\n28.01.2026;B;;1.000,00\n",
  ])
  func `one side tells the other`(_ text: String) throws {
    #expect(try read(text).amounts == [-450, 100_000])
  }

  @Test
  func `a side is never taken for the whole amount`() throws {
    let text = "Date;Text;Qq amount;Qp\n30.01.2026;A;4,50;\n28.01.2026;B;;1.000,00\n"
    let file = try read(text)
    #expect(file.refusal?.contains("--profile") == true && file.refusal?.contains("'Qp'") == true, "\(file.errors)")
    let profile = #"{"amount": {"kind": "debit_credit", "debit": "Qq amount", "credit": "Qp"}}"#
    #expect(try read(text, profile: profile).amounts == [-450, 100_000])
  }

  @Test
  func `columns in another currency, fees and numbers of cheques are no sides`() throws {
    let foreign = try read(
      "Date;Text;Amount (EUR);Amount (USD)\n2026-01-30;A;-4,50;\n2026-01-29;C;-1,00;\n2026-01-28;B;;-10,00\n")
    #expect(foreign.amounts == [-450, -100] && foreign.errors.map(\.line) == [4])
    let cheques = try read("Date;Text;Amount;Cheque\n2026-01-30;A;-4,50;101\n2026-01-28;B;1,00;\n")
    #expect(cheques.amounts == [-450, 100])
    let void = try read("Date;Text;Amount;Cheque\n2026-01-30;A;4,50;\n2026-01-29;VOID;0,00;101\n2026-01-28;B;1,00;\n")
    #expect(void.amounts == [450, 0, 100], "\(void.errors)")
    let fees = try read("Date;Text;Amount;Interest\n2026-01-30;A;-4,50;\n2026-01-29;I;0,00;2,00\n2026-01-28;B;1,00;\n")
    #expect(fees.amounts == [-450, 0, 100], "\(fees.errors)")
  }

  @Test
  func `a column of income and expense gives the direction`() throws {
    let file = try read(
      "Date\tCategory\tNote\tIncome/Expense\tAmount\n01/30/2026\tFood\tLunch\tExpense\t250\n01/28/2026\tSalary\tPay\tIncome\t10000\n"
    )
    #expect(file.amounts == [-25_000, 1_000_000])
  }

  @Test
  func `letters of a side are known in Greek too`() throws {
    let file = try read(
      "Ημ/νία;Αιτιολογία;Ποσό;Πρόσημο ποσού\n30/1/2026;ΑΓΟΡΑ;45,60;Χ\n28/1/2026;ΜΙΣΘΟΔΟΣΙΑ;1.000,00;Π\n")
    #expect(file.amounts == [-4_560, 100_000])
  }

  @Test(arguments: ["Venter", "Väntande", "ממתין", "대기", "保留", "Bekliyor", "待处理", "Abgelehnt", "取消", "Iptal"])
  func `rows that are not booked are known in many languages`(_ word: String) throws {
    let file = try read("Date;Text;Amount;Status\n2026-01-30;A;-4,50;\(word)\n2026-01-28;B;1,00;Booked\n")
    #expect(file.amounts == [100] && file.skipped.map(\.line) == [2])
  }

  @Test
  func `a status that is no known word is warned of`() throws {
    let file = try read("Date;Text;Amount;Status\n2026-01-30;A;-4,50;Quux\n2026-01-28;B;1,00;Booked\n")
    #expect(file.amounts == [-450, 100])
    #expect(file.warnings.contains { $0.contains("'Quux'") && $0.contains("skip_if") })
    #expect(try read("Date;Text;Amount;Status\n2026-01-28;B;1,00;Booked\n2026-01-29;B;-1,00;Posted\n").warnings.isEmpty)
  }
}
