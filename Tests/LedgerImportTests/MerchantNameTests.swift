import LedgerImport
import Testing

/// One shop is one merchant, whatever number, date or terminal a bank prints beside it.
struct MerchantNameTests {
  @Test(
    arguments: [
      ("HARBOR BEAN COFFEE 0412 SEATTLE WA 03/10", "HARBOR BEAN COFFEE SEATTLE WA"),
      ("SQ *BLUE HERON", "BLUE HERON"), ("Corner Shop", "Corner Shop"), ("7 Eleven", "7 Eleven"),
      ("STREAMBOX XXXX1234", "STREAMBOX"), ("CORNER GROCERY #12", "CORNER GROCERY"),
      ("METRO 12:31 13.03.2026", "METRO"),
      ("Étoile du Nord", "Étoile du Nord"), ("1234567", "1234567"), ("STORE#0412", "STORE"), ("H&M", "H&M"),
      ("REWE SAGT DANKE. 44512", "REWE SAGT DANKE."), ("Studio 54", "Studio 54"), ("POS CAFE", "CAFE"),
      ("AMZN Mktp US*2K4B81", "AMZN Mktp US"), ("CARD 4417 BAKERY", "CARD BAKERY"),
    ])
  func `the noise goes and the name stays`(_ payee: String, _ merchant: String) throws {
    let file = try read("Date;Payee;Amount\n2026-03-01;\(payee);-1,00\n")
    #expect(file.merchants == [merchant])
    #expect(file.payees == [payee])
  }

  @Test
  func `visits to one shop are one merchant`() throws {
    let file = try read("Date;Payee;Amount\n2026-03-01;CAFE 03/01 4451233;-1,00\n2026-03-09;CAFE 03/09 9981231;-1,00\n")
    #expect(file.transactions[0].merchant == file.transactions[1].merchant)
    #expect(file.transactions[0].payee != file.transactions[1].payee)
  }
}
