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
      ("AMZN Mktp US*2K4B81", "AMZN Mktp US"), ("CARD 4417 BAKERY", "BAKERY"),
      ("PAYPAL *STREAMBOX 35314369001", "STREAMBOX"), ("TST* Joe's Pizza - Riverside", "Joe's Pizza Riverside"),
      ("SumUp *Cafe Mitte", "Cafe Mitte"), ("Zettle *Kiosk 24", "Kiosk 24"), ("CCV*Bakkerij de Zon", "Bakkerij de Zon"),
      ("STREAMBOX.COM 866-579-7172 CA", "STREAMBOX.COM CA"), ("MEGAMART.COM 8009666546", "MEGAMART.COM"),
      ("FUEL OIL 57444212345", "FUEL OIL"), ("MEGA-MART #1234", "MEGA-MART"), ("PHARMA/CITY #04567", "PHARMA/CITY"),
      ("Burgerhaus F12345", "Burgerhaus"), ("BAKERY 3456", "BAKERY"), ("GAS#1234567", "GAS"),
      ("POS PURCHASE 03/12 GREENFOODS SOMA 10123", "GREENFOODS SOMA"),
      ("POS DEBIT 1234 FOODWAY STORE 0987", "FOODWAY STORE"),
      ("DEBIT CARD PURCHASE XXXXX1234 GROCERY OUTLET", "GROCERY OUTLET"),
      ("Kartenzahlung Kaufladen 12345678", "Kaufladen"),
      ("Kartenzahlung Kaufladen", "Kaufladen"), ("Kaufladen GmbH//Berlin/DE", "Kaufladen GmbH"),
      ("drogerie markt 0123//MUENCHEN/DE 2026-03-12T18:23:45", "drogerie markt"),
      ("PAIEMENT CB 1203 TRAINS INTERNET", "TRAINS INTERNET"), ("ACH DEBIT CABLE CO", "CABLE CO"),
      ("DIRECT DEBIT PHONE LTD 1234567890", "PHONE LTD"), ("KORTKØB FISKEBUTIK 2345", "FISKEBUTIK"),
      ("Visa-ostos KAUPPA 1234", "KAUPPA"), ("COMPRA TARJ. 5402XXXXXXXX1234 MERCADO-SUR", "MERCADO-SUR"),
      ("Streambox P0A1B2C3D4", "Streambox"), ("24/7 Gym", "24/7 Gym"), ("1&1 Telecom", "1&1 Telecom"),
      ("Forever 31", "Forever 31"),
      ("PURCHASE AUTHORIZED ON 03/11 CORNER MARKET OAKLAND CA P00123456789 CARD 1234", "CORNER MARKET OAKLAND CA"),
      ("Boulangerie du 8 Mai", "Boulangerie du 8 Mai"), ("スターカフェ 1234", "スターカフェ"),
      ("Пекарня 4567 MOSCOW", "Пекарня MOSCOW"),
      ("Kartenzahlung", "Kartenzahlung"), ("https://shop.example", "https://shop.example"),
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
