/// Words with a fixed meaning in banks' files, in the common languages.
enum Vocabulary {
  /// Whether a word says that money goes out (true) or comes in (false); nil where it says neither.
  static func direction(_ text: String) -> Bool? {
    let folded = folded(text)
    if out.contains(folded) { return true }
    if into.contains(folded) { return false }
    return nil
  }

  /// Whether a word is that of a side of a booking and nothing else.
  static func isSide(_ text: String) -> Bool { sides.contains(folded(text)) }

  private static let sides: Set<String> = ["debit", "credit", "dr", "cr", "dbit", "crdt", "outgoing", "incoming"]

  /// Lower case without points and white space at the ends.
  static func folded(_ text: String) -> String {
    var folded = text.lowercased().trimmedOfWhiteSpace
    while folded.last == "." || folded.last == ":" { folded.removeLast() }
    return folded
  }

  private static let out: Set<String> = [
    "debit", "debits", "dr", "d", "db", "dbit", "af", "soll", "s", "debet", "withdrawal", "out", "money out",
    "outgoing",
    "-", "\u{2212}", "uit", "bij/af: af", "débit", "débito", "debito", "dare", "kiadás", "支出", "出", "支払い", "出金",
    "расход", "списание", "ausgabe", "belastung", "lastschrift", "sale", "purchase", "fee", "uttag", "obciążenie",
    "payment sent", "expense", "expenses", "spending", "spent", "출금", "지출", "חובה", "مدين", "χρέωση", "borç", "isplata",
    "支取", "转出", "出账", "χ",
  ]
  private static let into: Set<String> = [
    "credit", "credits", "cr", "c", "crdt", "bij", "haben", "h", "kredit", "deposit", "in", "money in", "incoming", "+",
    "crédit", "crédito", "credito", "avere", "bevétel", "收入", "入", "入金", "振替入金", "приход", "зачисление",
    "einnahme", "gutschrift", "payment", "refund", "return", "insättning", "uznanie", "payment received",
    "income", "earning", "earnings", "입금", "수입", "זכות", "دائن", "πίστωση", "alacak", "uplata", "存入", "转入", "入账", "π",
  ]

  /// Why a row is not booked, from the word in its status or date cell; nil where it is booked.
  static func notBooked(_ text: String) -> String? {
    let folded = folded(text)
    for (reason, words) in unbooked where words.contains(folded) { return reason }
    return nil
  }

  private static let unbooked: [(String, Set<String>)] = [
    (
      "pending",
      [
        "pending", "reserved", "reserverat", "reserveret", "reservert", "reservation", "vorgemerkt",
        "umsatz vorgemerkt",
        "in bearbeitung", "ausstehend", "processing", "in process", "authorised", "authorized", "authorization", "hold",
        "on hold", "held", "in progress", "en attente", "à venir", "pendiente", "in attesa", "non contabilizzato",
        "pendente",
        "in behandeling", "gereserveerd", "oczekująca", "oczekujące", "w trakcie", "blokada", "katevaraus",
        "в обработке",
        "ожидает", "függőben", "čekající", "処理中", "unbilled", "not posted", "temporary hold", "pdng",
        "venter", "afventer", "avventer", "väntar", "väntande", "ikke bogført", "ikke bokført", "ej bokförd", "varattu",
        "varaus", "bekliyor", "beklemede", "provizyon", "保留", "未確定", "処理待ち", "대기", "승인대기", "미확정", "待处理", "处理中",
        "待入账", "ממתין", "בהמתנה", "معلق", "قيد المعالجة", "σε εκκρεμότητα", "în așteptare", "in asteptare", "în curs",
        "na čekanju", "čeká", "čeká na zpracování", "в очікуванні", "очікує", "menunggu", "đang xử lý", "รอดำเนินการ",
        "previsto", "prevista", "agendado", "scheduled", "upcoming", "planned", "geplant", "voorgeboekt",
      ]
    ),
    (
      "declined or reverted",
      [
        "declined", "reverted", "reversed", "failed", "denied", "cancelled", "canceled", "rejected", "refused",
        "expired",
        "voided", "void", "abgelehnt", "storniert", "fehlgeschlagen", "refusé", "annulé", "rechazado", "rifiutato",
        "geweigerd", "odrzucona", "avvist", "afvist", "nekad", "avbruten", "avbrutt", "hylätty", "peruttu", "anulowana",
        "anulowano", "cancelado", "cancelada", "recusada", "recusado", "anulado", "anulada", "annullato", "annullata",
        "iptal", "iptal edildi", "reddedildi", "キャンセル", "取消", "取消済", "失敗", "취소", "취소됨", "거절", "失败", "已取消", "已关闭",
        "בוטל", "נדחה", "ملغي", "ملغى", "مرفوض", "ακυρώθηκε", "απορρίφθηκε", "anulat", "respins", "скасовано",
        "відхилено", "odbijeno", "zrušeno", "zamítnuto", "storno", "ยกเลิก", "отклонено", "отменено", "elutasítva",
        "交易关闭",
      ]
    ),
  ]

  /// Words of a status column that mean booked.
  static let booked: Set<String> = [
    "completed", "complete", "posted", "booked", "cleared", "settled", "gebucht", "umsatz gebucht", "erledigt", "done",
    "successful", "success", "executed", "исполнено", "bokförd", "bogført", "uitgevoerd", "comptabilisé", "reconciled",
    "udført", "utført", "utförd", "genomförd", "gennemført", "toteutettu", "kirjattu", "zaksięgowana", "zaksięgowane",
    "zrealizowana", "zrealizowano", "zaúčtováno", "contabilizado", "contabilizada", "contabilizzato", "contabilizzata",
    "realizado", "realizada", "efetuado", "concluído", "concluída", "liquidado", "comptabilisée", "exécuté", "exécutée",
    "abgeschlossen", "ausgeführt", "bokført", "könyvelt", "teljesült", "tamamlandı", "onaylandı", "проведено",
    "выполнено",
    "успешно", "完了", "確定", "完了済", "완료", "승인", "交易成功", "成功", "已完成", "ok",
    "issued", "succeeded", "paid", "支付成功", "已收钱", "book", "not cleared", "uncleared",
  ]

  /// Whether a text is the name of a balance and nothing else, perhaps with a date: no transaction.
  static func isBalance(_ text: String) -> Bool {
    if let beginning = firstLetters(text), !balanceFirstLetters.contains(beginning) { return false }
    let letters = text.lowercased().filter { $0.isLetter }
    return balances.contains(letters) || balanceBeginnings.contains { letters.hasPrefix($0) }
  }

  /// The first four letters of the names of balances that begin with four ASCII letters; none is shorter.
  private static let balanceFirstLetters: Set<UInt32> = Set(
    (Array(balances) + balanceBeginnings).compactMap { firstLetters($0) })

  /// Whether the bytes may be the name of a balance, judged by their first letters; so for anything but ASCII.
  static func mayBeBalance(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var letters = FirstLetters()
    for index in range {
      if bytes[index] >= 0x80 { return true }
      if letters.take(bytes[index]) { return balanceFirstLetters.contains(letters.letters) }
    }
    return false
  }

  /// The first four letters in lower case, a byte each; nil where there are fewer, or something that is not ASCII comes
  /// before the fourth.
  private static func firstLetters(_ text: String) -> UInt32? {
    var letters = FirstLetters()
    for byte in text.utf8 {
      if byte >= 0x80 { return nil }
      if letters.take(byte) { return letters.letters }
    }
    return nil
  }

  /// Gathers four letters.
  private struct FirstLetters {
    private(set) var letters: UInt32 = 0
    private var count = 0

    /// Takes an ASCII byte in and says whether there are four letters now.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
      let lower = byte | 0x20
      guard lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "z") else { return false }
      letters = letters << 8 | UInt32(lower)
      count += 1
      return count == 4
    }
  }

  private static let balances: Set<String> = [
    "saldo", "balance", "kontostand", "solde", "abschluss", "tagessaldo", "anfangssaldo", "endsaldo", "saldoinicial",
    "saldofinal", "saldododia", "saldodisponível", "saldodisponivel", "startsaldo", "eindsaldo", "beginsaldo",
    "nuevosaldo",
    "saldoactual", "saldocontabile", "saldoiniziale", "saldofinale", "soldeinitial", "soldefinal", "nouveausolde",
    "anciensolde", "残高", "前月繰越", "繰越", "сальдо", "saldopoczątkowe", "saldokońcowe",
  ]

  private static let balanceBeginnings = [
    "saldoanterior", "openingbalance", "closingbalance", "beginningbalance", "endingbalance", "startingbalance",
    "previousbalance", "balancebroughtforward", "balancecarriedforward", "broughtforward", "carriedforward",
    "saldovortrag", "alterkontostand", "neuerkontostand", "ingåendesaldo", "utgåendesaldo", "ingåendebalans",
    "входящийостаток", "исходящийостаток", "soldeprécédent", "kontostandam", "kontostandvom",
  ]

  /// Whether a text stands before a sum of rows.
  static func isTotal(_ text: String) -> Bool {
    let letters = text.lowercased().filter { $0.isLetter }
    return totals.contains(letters)
  }

  private static let totals: Set<String> = [
    "total", "totals", "summe", "sum", "suma", "totale", "totaal", "summa", "gesamt", "gesamtsumme", "grandtotal",
    "subtotal", "zwischensumme", "合計", "итого", "razem", "łącznie", "yhteensä", "összesen", "celkem",
  ]

  /// Whether a text says that money came to a card: its payment, or a refund.
  static func isCardCredit(_ text: String) -> Bool {
    let folded = text.lowercased()
    return cardCredits.contains { folded.contains($0) }
  }

  private static let cardCredits = [
    "payment received", "payment - thank", "payment thank", "thank you", "autopay", "auto-pmt", "payment, thank",
    "pagamento recebido", "zahlung erhalten", "zahlungseingang", "paiement reçu", "pago recibido", "betaling ontvangen",
    "inbetalning", "estorno", "refund", " return", "rückerstattung", "gutschrift", "remboursement", "reembolso",
    "terugbetaling", "rimborso", "återbetalning", "cashback",
  ]
}
