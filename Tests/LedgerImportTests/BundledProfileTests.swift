import LedgerDomain
import LedgerImport
import Testing

/// Each bundled profile on a few rows of its bank's or app's export.
struct BundledProfileTests {
  struct Export: CustomTestStringConvertible {
    var profile: String
    var text: String
    var amounts: [Int64]
    var days: [String]
    var payees: [String]
    var skippedLines: [Int] = []
    var currency = "EUR"
    var testDescription: String { profile }
  }

  private static let american = [
    Export(
      profile: "chase-card",
      text:
        "Card,Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n1234,02/03/2026,02/04/2026,WHOLEFDS,Groceries,Sale,-54.20,\n",
      amounts: [-5_420], days: ["2026-02-04"], payees: ["WHOLEFDS"], currency: "USD"),
    Export(
      profile: "chase-checking",
      text:
        "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nDEBIT,02/04/2026,ACME,-10.00,ACH_DEBIT,90.00,,\n",
      amounts: [-1_000], days: ["2026-02-04"], payees: ["ACME"], currency: "USD"),
    Export(
      profile: "amex",
      text:
        "Date,Description,Card Member,Account #,Amount\n02/13/2026,CAFE,J DOE,-11001,4.50\n02/14/2026,AUTOPAY,J DOE,-11001,-9.00\n",
      amounts: [-450, 900], days: ["2026-02-13", "2026-02-14"], payees: ["CAFE", "AUTOPAY"], currency: "USD"),
    Export(
      profile: "apple-card",
      text:
        "Transaction Date,Clearing Date,Description,Merchant,Category,Type,Amount (USD),Purchased By\n02/03/2026,02/04/2026,CAFE NYC,Cafe,Restaurants,Purchase,4.50,J\n02/05/2026,02/05/2026,ACH DEPOSIT,Ach,Payment,Payment,-9.00,J\n",
      amounts: [-450, 900], days: ["2026-02-04", "2026-02-05"], payees: ["Cafe", "Ach"], currency: "USD"),
    Export(
      profile: "capital-one",
      text:
        "Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit\n2026-02-03,2026-02-04,1234,CAFE,Dining,4.50,\n2026-02-05,2026-02-05,1234,PAYMENT,Payment,,9.00\n",
      amounts: [-450, 900], days: ["2026-02-04", "2026-02-05"], payees: ["CAFE", "PAYMENT"], currency: "USD"),
    Export(
      profile: "citi",
      text:
        "Status,Date,Description,Debit,Credit,Member Name\nCleared,02/04/2026,CAFE,4.50,,J\nCleared,02/05/2026,PAYMENT,,-9.00,J\nPending,02/06/2026,X,1.00,,J\n",
      amounts: [-450, 900], days: ["2026-02-04", "2026-02-05"], payees: ["CAFE", "PAYMENT"], skippedLines: [4],
      currency: "USD"),
    Export(
      profile: "bank-of-america",
      text:
        "Description,,Summary Amt.\nBeginning balance as of 02/01/2026,,\"1,000.00\"\nTotal credits,,\"0.00\"\n\nDate,Description,Amount,Running Bal.\n02/01/2026,Beginning balance as of 02/01/2026,,\"1,000.00\"\n02/04/2026,\"CAFE\",\"-4.50\",\"995.50\"\n",
      amounts: [-450], days: ["2026-02-04"], payees: ["CAFE"], skippedLines: [6], currency: "USD"),
    Export(
      profile: "venmo",
      text:
        "Account Statement - (@j),,,,,,,,\nAccount Activity,,,,,,,,\n,ID,Datetime,Type,Status,Note,From,To,Amount (total)\n,,,,,,,,\n,123,2026-02-04T10:00:00,Payment,Complete,lunch,J,Ann,- $10.00\n,124,2026-02-05T10:00:00,Payment,Complete,back,Ann,J,+ $2.50\n,,,,,\"In case of errors, call us\",,,\n",
      amounts: [-1_000, 250], days: ["2026-02-04", "2026-02-05"], payees: ["Ann", "J"], skippedLines: [7],
      currency: "USD"),
  ]

  private static let european = [
    Export(
      profile: "revolut",
      text:
        "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nATM,Current,2026-02-03 10:00:00,2026-02-04 11:00:00,Cash,-20.00,1.00,EUR,COMPLETED,79.00\nCARD_PAYMENT,Current,2026-02-05 10:00:00,,Uber,-5.00,0.00,EUR,REVERTED,\n",
      amounts: [-2_100], days: ["2026-02-04"], payees: ["Cash"], skippedLines: [3]),
    Export(
      profile: "monzo",
      text:
        "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In\ntx_1,04/02/2026,10:00:00,Card payment,Pret,,Eating out,-4.50,GBP,-4.50,GBP,,,,PRET,,-4.50,\n",
      amounts: [-450], days: ["2026-02-04"], payees: ["Pret"], currency: "GBP"),
    Export(
      profile: "lloyds",
      text:
        "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance,\n04/02/2026,DEB,'11-22-33,12345678,TESCO,4.50,,95.50,\n03/02/2026,FPI,'11-22-33,12345678,ACME,,100.00,100.00,\n",
      amounts: [-450, 10_000], days: ["2026-02-04", "2026-02-03"], payees: ["TESCO", "ACME"], currency: "GBP"),
    Export(
      profile: "wise",
      text:
        "TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Exchange From,Exchange To,Exchange Rate,Payer Name,Payee Name,Payee Account Number,Merchant,Total fees\nCARD-1,04-02-2026,-4.50,EUR,Card transaction,,95.50,,,,,,,Bolt,0.00\n",
      amounts: [-450], days: ["2026-02-04"], payees: ["Bolt"]),
    Export(
      profile: "paypal",
      text:
        "\u{FEFF}\"Date\",\"Time\",\"TimeZone\",\"Name\",\"Type\",\"Status\",\"Currency\",\"Gross\",\"Fee\",\"Net\",\"Transaction ID\",\"Balance\"\n\"02/13/2026\",\"10:00:00\",\"PST\",\"Buyer\",\"Payment\",\"Completed\",\"USD\",\"10.00\",\"-0.59\",\"9.41\",\"T1\",\"9.41\"\n\"02/14/2026\",\"10:00:00\",\"PST\",\"Shop\",\"Payment\",\"Pending\",\"USD\",\"-5.00\",\"0.00\",\"-5.00\",\"T2\",\"4.41\"\n",
      amounts: [941], days: ["2026-02-13"], payees: ["Buyer"], skippedLines: [3], currency: "USD"),
    Export(
      profile: "n26",
      text:
        "\"Booking Date\",\"Value Date\",\"Partner Name\",\"Partner Iban\",Type,\"Payment Reference\",\"Account Name\",\"Amount (EUR)\",\"Original Amount\",\"Original Currency\",\"Exchange Rate\"\n2026-02-04,2026-02-04,REWE,,Presentment,,Main,-4.5,,,\n",
      amounts: [-450], days: ["2026-02-04"], payees: ["REWE"]),
    Export(
      profile: "dkb",
      text:
        "\"Girokonto\";\"DE00\"\n\"Kontostand vom 04.02.26:\";\"1.000,00 €\"\n\"\"\n\"Buchungsdatum\";\"Wertstellung\";\"Status\";\"Zahlungspflichtige*r\";\"Zahlungsempfänger*in\";\"Verwendungszweck\";\"Umsatztyp\";\"IBAN\";\"Betrag (€)\"\n\"04.02.26\";\"04.02.26\";\"Gebucht\";\"ICH\";\"EDEKA\";\"Einkauf\";\"Ausgang\";\"DE1\";\"-4,50\"\n\"03.02.26\";\"03.02.26\";\"Gebucht\";\"ACME\";\"ICH\";\"Lohn\";\"Eingang\";\"DE2\";\"3.000\"\n\"05.02.26\";\"\";\"Vorgemerkt\";\"ICH\";\"X\";\"\";\"Ausgang\";\"\";\"-1,00\"\n",
      amounts: [-450, 300_000], days: ["2026-02-04", "2026-02-03"], payees: ["EDEKA", "ACME"], skippedLines: [7]),
    Export(
      profile: "dkb-old",
      text:
        "\"Kontonummer:\";\"DE00 / Girokonto\";\n\n\"Buchungstag\";\"Wertstellung\";\"Buchungstext\";\"Auftraggeber / Begünstigter\";\"Verwendungszweck\";\"Kontonummer\";\"BLZ\";\"Betrag (EUR)\";\n\"04.02.2026\";\"04.02.2026\";\"Lastschrift\";\"EDEKA\";\"Einkauf\";\"1\";\"2\";\"-4,50\";\n\"04.02.2026\";\"04.02.2026\";\"\";\"\";\"Tagessaldo\";\"\";\"\";\"995,50\";\n",
      amounts: [-450], days: ["2026-02-04"], payees: ["EDEKA"], skippedLines: [5]),
    Export(
      profile: "ing-de",
      text:
        "Umsatzanzeige;Datei erstellt am: 05.02.2026 10:00\n\nBuchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung\n04.02.2026;04.02.2026;EDEKA;Lastschrift;Einkauf;995,50;EUR;-4,50;EUR\n",
      amounts: [-450], days: ["2026-02-04"], payees: ["EDEKA"]),
    Export(
      profile: "ing-nl",
      text:
        "\"Datum\";\"Naam / Omschrijving\";\"Rekening\";\"Tegenrekening\";\"Code\";\"Af Bij\";\"Bedrag (EUR)\";\"Mutatiesoort\";\"Mededelingen\"\n\"20260204\";\"Jumbo\";\"NL1\";\"NL2\";\"BA\";\"Af\";\"4,50\";\"Betaalautomaat\";\"Pas\"\n",
      amounts: [-450], days: ["2026-02-04"], payees: ["Jumbo"]),
    Export(
      profile: "sparkasse",
      text:
        "Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Glaeubiger ID;Mandatsreferenz;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;BIC (SWIFT-Code);Betrag;Waehrung;Info\nDE00;04.02.26;04.02.26;LASTSCHRIFT;Strom;;;Stadtwerke;DE1;X;-80,00;EUR;Umsatz gebucht\nDE00;05.02.26;;LASTSCHRIFT;X;;;Y;DE1;X;-1,00;EUR;Umsatz vorgemerkt\n",
      amounts: [-8_000], days: ["2026-02-04"], payees: ["Stadtwerke"], skippedLines: [3]),
    Export(
      profile: "comdirect",
      text:
        ";\n\"Umsätze Girokonto\";\"Zeitraum: 30 Tage\";\n\n\"Buchungstag\";\"Wertstellung (Valuta)\";\"Vorgang\";\"Buchungstext\";\"Umsatz in EUR\";\n\"04.02.2026\";\"04.02.2026\";\"Lastschrift\";\"Auftraggeber: EDEKA Einkauf\";\"-4,50\";\n\"Alter Kontostand\";\"1.000,00 EUR\";\n",
      amounts: [-450], days: ["2026-02-04"], payees: ["Auftraggeber: EDEKA Einkauf"], skippedLines: [6]),
    Export(
      profile: "bunq",
      text:
        "\"Date\",\"Amount\",\"Account\",\"Counterparty\",\"Name\",\"Description\"\n\"2026-02-04\",\"-4,50\",\"NL1\",\"NL2\",\"Jumbo\",\"Pas\"\n",
      amounts: [-450], days: ["2026-02-04"], payees: ["Jumbo"]),
    Export(
      profile: "boursobank",
      text:
        "dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance\n2026-02-04;2026-02-04;\"CARTE FNAC\";Loisirs;Loisirs;fnac;\"-568,13\";;1;BOURSO;37.29\n",
      amounts: [-56_813], days: ["2026-02-04"], payees: ["CARTE FNAC"]),
    Export(
      profile: "pko-bp",
      text:
        "\"Data operacji\",\"Data waluty\",\"Typ transakcji\",\"Kwota\",\"Waluta\",\"Saldo po transakcji\",\"Opis transakcji\",\"\"\n\"2026-02-04\",\"2026-02-04\",\"Płatność kartą\",\"-4.50\",\"PLN\",\"+995.50\",\"Tytuł: 1\",\"Lokalizacja: ŻABKA\"\n",
      amounts: [-450], days: ["2026-02-04"], payees: ["Lokalizacja: ŻABKA"], currency: "PLN"),
  ]

  private static let apps = [
    Export(
      profile: "mint",
      text:
        "\"Date\",\"Description\",\"Original Description\",\"Amount\",\"Transaction Type\",\"Category\",\"Account Name\",\"Labels\",\"Notes\"\n\"2/04/2026\",\"Cafe\",\"CAFE 1\",\"4.50\",\"debit\",\"Coffee\",\"Card\",\"\",\"\"\n\"2/15/2026\",\"Acme\",\"ACME\",\"9.00\",\"credit\",\"Paycheck\",\"Card\",\"\",\"\"\n",
      amounts: [-450, 900], days: ["2026-02-04", "2026-02-15"], payees: ["Cafe", "Acme"], currency: "USD"),
    Export(
      profile: "ynab",
      text:
        "\"Account\",\"Flag\",\"Date\",\"Payee\",\"Category Group/Category\",\"Category Group\",\"Category\",\"Memo\",\"Outflow\",\"Inflow\",\"Cleared\"\n\"Giro\",\"\",\"13.02.2026\",\"Cafe\",\"Fun: Coffee\",\"Fun\",\"Coffee\",\"\",4.50€,0.00€,\"Cleared\"\n\"Giro\",\"\",\"14.02.2026\",\"Transfer : Card\",\"\",\"\",\"\",\"\",0.00€,9.00€,\"Cleared\"\n",
      amounts: [-450, 900], days: ["2026-02-13", "2026-02-14"], payees: ["Cafe", "Transfer : Card"]),
    Export(
      profile: "copilot",
      text:
        "date,name,amount,status,category,parent category,excluded,tags,type,account,account mask,note,recurring\n2026-02-04,Cafe,4.50,posted,Coffee,Food,false,,regular,Card,1234,,\n2026-02-05,Acme,-9.00,posted,,,false,,income,Card,1234,,\n2026-02-06,X,1.00,posted,Y,Z,true,,regular,Card,1234,,\n",
      amounts: [-450, 900], days: ["2026-02-04", "2026-02-05"], payees: ["Cafe", "Acme"], skippedLines: [4],
      currency: "USD"),
    Export(
      profile: "actual",
      text: "Account,Date,Payee,Notes,Category,Amount,Cleared\nGiro,2026-02-04,Cafe,,Coffee,-4.50,Cleared\n",
      amounts: [-450],
      days: ["2026-02-04"], payees: ["Cafe"]),
    Export(
      profile: "firefly-iii",
      text:
        "user_id,group_id,journal_id,created_at,updated_at,group_title,type,amount,foreign_amount,currency_code,foreign_currency_code,description,date,source_name,source_iban,source_type,destination_name,destination_iban,destination_type,reconciled,category,budget,bill,tags,notes\n1,1,7,x,x,,Withdrawal,-4.50,,EUR,,Lunch,2026-02-04T00:00:00+01:00,Giro,,Asset account,Cafe,,Expense account,,Coffee,,,,\n1,2,8,x,x,,Deposit,9.00,,EUR,,Pay,2026-02-05T00:00:00+01:00,Acme,,Revenue account,Giro,,Asset account,,,,,,\n",
      amounts: [-450, 900], days: ["2026-02-04", "2026-02-05"], payees: ["Cafe", "Acme"]),
  ]

  @Test(arguments: american + european + apps)
  func `a bundled profile is taken by its header and reads its export`(_ export: Export) throws {
    let file = try read(export.text) { $0.currency = Currency(export.currency) }
    #expect(file.profile == export.profile)
    #expect(file.amounts == export.amounts, "\(file.errors)")
    #expect(file.days == export.days)
    #expect(file.payees == export.payees)
    #expect(file.skipped.map(\.line) == export.skippedLines, "\(file.skipped)")
    #expect(file.errors.isEmpty, "\(file.errors)")
  }

  @Test
  func `every bundled profile with a header has its export here`() {
    let tried = Set(
      (BundledProfileTests.american + BundledProfileTests.european + BundledProfileTests.apps).map(\.profile))
    // The one without a header is not found by it; its case is 010 of `Cases`.
    #expect(Set(BundledProfiles.all.map(\.name)).subtracting(tried) == ["wells-fargo"])
  }
}
