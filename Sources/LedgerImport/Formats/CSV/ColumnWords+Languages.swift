extension ColumnWords {
  /// The words over columns in the common languages, as `ColumnTitle.plain` has them; the number is the rank.
  static let groups: [ColumnRole: [(Int, String)]] = [
    .date: dates, .amount: amounts, .debit: debits, .credit: credits, .balance: balances, .fee: fees, .party: parties,
    .description: descriptions, .memo: memos, .category: categories, .account: accounts, .currency: currencies,
    .reference: references, .status: statuses, .direction: directions,
  ]

  private static let dates: [(Int, String)] = [
    (
      100,
      """
      bookingdate bookeddate bookdate posteddate postingdate postdate dateposted dateprocessed processeddate \
      processingdate completeddate buchungstag buchungsdatum buchung boekdatum boekingsdatum bokföringsdag \
      bokföringsdatum bokfördatum bokført bokføringsdato bogføringsdato bogførtdato bogført kirjauspäivä dataksięgowania \
      datacontabile dataregistrazione dateop datedecomptabilisation datecomptable fechacontable fechacontabilización \
      datalançamento datadelançamento könyvelésdátuma könyvelésnapja datumzaúčtování datumzaúčtovania датаобработки \
      датапроводки датасписания 記帳日 入账日期 记账日期
      """
    ),
    (
      80,
      """
      date datum dato data fecha päivä päiväys päivämäärä дата tarih dátum datumtransakce transactiondate transdate \
      trandate txndate datadetransação dataoperacji datatransakcji dataoperazione dateopération datedopération \
      datedelopération dateoperation fechaoperación fechadeoperación fechaoperacion transaktionsdatum transaktionsdag \
      transactiedatum umsatzdatum tranzakciódátuma датаоперации datetransaction 日付 年月日 取引日 利用日 ご利用日 利用年月日 \
      ご利用年月日 交易时间 交易日期 取引年月日 お取引日 お取引年月日 거래일시 거래일자 거래일 거래날짜 이용일 이용일자 \
      이용일시 승인일자 תאריך תאריךפעולה תאריךעסקה التاريخ تاريخ تاريخالعملية ημερομηνία ngàygiaodịch tanggal kuupäev datums \
      işlemtarihi created createdat datetime timestamp datetimeutc datumboeking day tag jour día giorno
      """
    ),
    (
      60,
      """
      starteddate startdate einkaufsdatum kaufdatum dateachat purchasedate tradedate authorizeddate belegdatum
      """
    ),
    (
      40,
      """
      valuedate valuedat valuta valutadatum wertstellung wertstellungsdatum datedevaleur datevaleur dateval fechavalor \
      datavaluta datawaluty rentedatum valutadag valørdato rentedato értéknap arvopäivä datavalor cleareddate \
      clearingdate settlementdate effectivedate
      """
    ),
    (15, "time zeit uhrzeit heure hora tijd"),
  ]

  private static let amounts: [(Int, String)] = [
    (
      100,
      """
      amount transactionamount amt betrag umsatz umsatzbetrag buchungsbetrag montant montantdelopération \
      montantdeopération montantopération importe import importo importe bedrag belopp beløb kwota kwotaoperacji \
      kwotatransakcji valor valore suma összeg tranzakcióösszege määrä částka objem сумма 金額 金额 取引金額 利用金額 ποσό tutar \
      iznos znesek quantia jumlah sotiền sốtiền suma summ sumă 거래금액 이용금액 금액 סכום סכוםעסקה סכוםחיוב المبلغ \
      จำนวนเงิน net netto netamount inout inuit amountnet bedragineuro billingamount
      """
    ),
    (90, "суммаоперации суммавалютесчета gross brutto value"),
    (60, "total summa sum importetotal"),
  ]

  private static let debits: [(Int, String)] = [
    (
      100,
      """
      debit debits debitamount debitamt withdrawal withdrawals withdrawalamt withdrawalamount paidout moneyout soll débit \
      débits montantdébit outflow ausgabe ausgaben ausgang belastung belastungen lastschrift cargo cargos débito débitos \
      debito dare uscite uscita addebiti addebito uit debet uttag ud udgift udgifter utavkonto utbetaling obciążenia \
      obciążenie wypłaty výdaj výdaje расход расходы списание списания 支払い金額 支払金額 お支払金額 お支払い金額 お引出し お引出金額 \
      引出額 出金額 出金 お引き出し ご利用額 利用額 支出 出金金額 お払出金額 払出金額 お引き出し金額 支出金额 支出金額 借方 借方金额 \
      借方发生额 转出金额 출금액 출금 출금금액 찾으신금액 지급금액 지급액 חובה בחובה مدين ถอน ถอนเงิน χρέωση ghinợ sốtiềnghinợ mutasidebet \
      utfrakonto debitcolumn borç isplata duguje breme vbreme deebet výběr výběry rashod expenseamount amountspent \
      spendingamount amountout
      """
    ),
    (50, "payments spent expense expenses charge charges ut af out"),
  ]

  private static let credits: [(Int, String)] = [
    (
      100,
      """
      credit credits creditamount creditamt deposit deposits depositamt depositamount paidin moneyin haben crédit crédits \
      montantcrédit inflow einnahme einnahmen eingang gutschrift gutschriften abono abonos crédito créditos credito avere \
      entrate entrata accrediti accredito bij kredit insättning ind indtægt indtægter innpåkonto innbetaling uznania \
      uznanie wpłaty příjem příjmy приход приходы зачисление поступление поступления 払戻額 預かり金額 お預入れ お預り金額 お預かり金額 \
      入金額 入金 預入額 お預け入れ 收入 入金金額 お預り金額 お預入金額 お預け入れ金額 收入金额 收入金額 贷方 贷方金额 贷方发生额 \
      转入金额 입금액 입금 입금금액 맡기신금액 זכות בזכות دائن ฝาก ฝากเงิน πίστωση ghicó sốtiềnghicó mutasikredit alacak uplata potražuje \
      dobro vdobro kreedit vklad vklady incomeamount amountreceived amountin
      """
    ),
    (50, "receipts received income in inn"),
  ]

  private static let balances: [(Int, String)] = [
    (
      100,
      """
      balance runningbal runningbalance saldo solde kontostand accountbalance closingbalance cashbalance bal saldonatrn \
      saldopotransakcji saldopooperacji saldonachbuchung egyenleg zůstatek zostatok остаток 残高 差引残高 お取引後残高 余额 餘額 \
      bakiye υπόλοιπο bokförtsaldo balans 現在高 お取引後の残高 账户余额 帳戶餘額 잔액 거래후잔액 잔고 יתרה الرصيد رصيد ยอดคงเหลือ \
      sốdư stanje sold салдо залишок
      """
    ),
    (40, "availablebalance ledgerbalance disponibel"),
  ]

  private static let fees: [(Int, String)] = [
    (100, "fee fees transactionfee gebühr gebühren frais comisión kosten avgift gebyr commission commissione")
  ]

  private static let parties: [(Int, String)] = [
    (
      100,
      """
      payee payeename merchant merchantname counterparty counterpartyname partnername partnerneve partnerelnevezése \
      partner beneficiary beneficiaryname recipient recipientname naamtegenpartij tegenrekeninghouder naamomschrijving \
      naamtegenrekening empfänger empfaenger zahlungsempfänger zahlungsempfängerin beguenstigterzahlungspflichtiger \
      begünstigterzahlungspflichtiger begünstigterauftraggeber auftraggeberbegünstigter auftraggeberempfänger \
      auftraggeberzahlungsempfänger namezahlungsbeteiligter zahlungsbeteiligter bénéficiaire tiers nomcontrepartie \
      contrepartie nomdelacontrepartie beneficiario ordenante controparte mottagare mottaker modtager saaja saajamaksaja \
      odbiorcanadawca nadawcaodbiorca nazwakontrahenta kontrahent odbiorca danekontrahenta protistrana názevprotiúčtu \
      názovpartnera получатель контрагент торговаяточка 交易对方 取引先 お店 ご利用先 利用店名 ご利用店名 店名 ご利用箇所 ご利用店名商品名 \
      摘要内容 counterpartyaccountname payeepayer vendor store shop 보낸분받는분 의뢰인수취인 가맹점명 이용가맹점 שםביתהעסק \
      المستفيد gavėjas gavėjasmokėtojas saajamaksja primatelj platitelj
      """
    ),
    (90, "name naam namn navn nimi jméno nome nombre nom"),
  ]

  private static let descriptions: [(Int, String)] = [
    (
      100,
      """
      description transactiondescription desc narration narrative particulars text texte libellé libelle \
      libelléopération libelléoperation label intitulé beschreibung buchungstext omschrijving omschrijving1 concepto \
      descripción descripcion descrizione descrição descricao histórico historico rubrik specifikation tekst beskrivelse \
      beskrivning selite opis opisoperacji opistransakcji popis описание основание назначение назначениеплатежа title \
      titel causale leírás 摘要 お取り扱い内容 取扱内容 お取引内容 内容 入出金内容 transactiondetails movimento 적요 내용 거래내용 기재내용 תיאור \
      תיאורהפעולה הפעולה פעולה الوصف البيان รายการ περιγραφή αιτιολογία diễngiải nộidung keterangan selgitus açıklama \
      descriere paskirtis опис
      """
    ),
    (60, "details transaction transaktion operación operazione opération lançamento vorgang umsatztyp"),
  ]

  private static let memos: [(Int, String)] = [
    (
      100,
      """
      memo note notes verwendungszweck vwz mededelingen purpose paymentreference remittanceinformation remittanceinfo \
      extendeddetails originaldescription détaildelécriture détail notesandtags notestags közlemény paymentdetails \
      statementdescription 商品
      """
    ),
    (
      80,
      """
      comment comments commentaire message messages meddelande melding besked kommentar kommentarer communication viesti \
      tytuł tytuloperacji zpráva zprávapropříjemce 备注 メモ betreff détails omschrijvingen commento nota observaciones
      """
    ),
  ]

  private static let categories: [(Int, String)] = [
    (
      100,
      """
      category kategorie catégorie categorie categoría categoria kategori kategoria kategorija kategória luokka branche \
      категория bankcategory merchantcategory 分類 类别 カテゴリ 카테고리 קטגוריה الفئة
      """
    )
  ]

  private static let accounts: [(Int, String)] = [
    (
      100,
      """
      account accountname auftragskonto konto compte cuenta conto conta rekening ibanbban számlaszám accountnum \
      bankaccount kontobezeichnung számlaneve kontonavn kontonamn rachunek счёт счет номерсчета 口座
      """
    ),
    (90, "accountnumber kontonummer rekeningnummer numérodecompte numerodecuenta accountno accountid iban produkt"),
  ]

  private static let currencies: [(Int, String)] = [
    (
      100,
      """
      currency ccy währung waehrung devise monn monnaie moneda divisa valuta munt valutacode waluta valuutta deviza \
      devizanem összegdevizaneme tranzakciódevizaneme měna mena валютасчета currencycode accountcurrency 通貨 币种 moeda \
      kontowährung muntsoort divisen
      """
    ),
    (60, "валюта валютаоперации"),
  ]

  private static let references: [(Int, String)] = [
    (
      100,
      """
      transactionid id fitid transferwiseid transactionreference referentie volgnr ndetransaction nodetransaction \
      transaktionsid transaktionsnummer bankreference referencenumber reference 交易单号 srno uniqueid entryreference \
      idtransakcji numertransakcji transactienummer transactiereferentie referencia tranid
      """
    ),
    (60, "ref referenz referens viite bankreferenz"),
  ]

  private static let statuses: [(Int, String)] = [
    (100, "status state zustand estado stato tila статус állapot bookingstatus stav 当前状态 transactionstatus")
  ]

  private static let directions: [(Int, String)] = [
    (
      100,
      """
      afbij bijaf creditdebet debetcredit debitcredit creditdebit drcr crdr cd dc sollhaben sh billingamountsign sign \
      amountsign direction debitcreditindicator creditdebitindicator cdtdbtind bevételkiadás 收支 入払区分 richting sens incomeexpense \
      expenseincome πρόσημο πρόσημοποσού 입출금구분 거래구분
      """
    ),
    (60, "transactiontype type details art typ"),
  ]
}
