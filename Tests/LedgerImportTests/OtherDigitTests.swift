import LedgerDomain
import LedgerImport
import Testing

/// Digits of other scripts.
struct OtherDigitTests {
  @Test(
    arguments: [
      ("日付,内容,金額\n２０２６／０１／３０,ローソン２号店,－３，５００\n２０２６／０１／２５,給料,１００，０００\n", "JPY", [-3_500, 100_000]),
      ("日付,内容,金額\n２０２６年１月３０日,ローソン２号店,￥－３５００\n２０２６年１月２５日,給料,￥１０００００\n", "JPY", [-3_500, 100_000]),
      ("التاريخ,الوصف,المبلغ\n٣٠/٠١/٢٠٢٦,سوق ٢,-١٢٣٫٥٠\n٢٥/٠١/٢٠٢٦,راتب,١٬٠٠٠٫٠٠\n", "EGP", [-12_350, 100_000]),
      ("تاریخ,شرح,المبلغ\n۲۰۲۶-۰۱-۳۰,بازار,-۱۲۳٫۵۰\n۲۰۲۶-۰۱-۲۵,حقوق,۱٬۰۰۰٫۰۰\n", "IRR", [-12_350, 100_000]),
      ("Date,Text,Amount\n३०/०१/२०२६,दुकान,-१२३.५०\n२५/०१/२०२६,वेतन,\"१,०००.००\"\n", "INR", [-12_350, 100_000]),
      ("วันที่,รายการ,จำนวนเงิน\n๓๐/๐๑/๒๐๒๖,ร้าน,-๑๒๓.๕๐\n๒๕/๐๑/๒๐๒๖,เงินเดือน,๑๐๐๐.๐๐\n", "THB", [-12_350, 100_000]),
    ] as [(String, String, [Int64])])
  func `dates and amounts are read in digits of any script, and texts are left`(
    _ text: String, _ currency: String, _ amounts: [Int64]
  ) throws {
    let file = try read(text) { $0.currency = Currency(currency) }
    #expect(file.amounts == amounts, "\(file.errors)")
    #expect(file.days == ["2026-01-30", "2026-01-25"])
    #expect(file.decision("digits") != nil)
    let texts = text.split(separator: "\n").dropFirst().map { String($0.split(separator: ",")[1]) }
    #expect(file.payees == texts)
    #expect(file.transactions.map(\.line) == [2, 3])
  }

  @Test
  func `a file with ASCII digits is left as it is`() throws {
    let file = try read("日付,内容,金額\n2026/01/30,ＡＢＣ　１２３,-3500\n") { $0.currency = Currency("JPY") }
    #expect(file.payees == ["ＡＢＣ １２３"] && file.decision("digits") == nil)
  }
}
