import LedgerDomain

/// Reads statements in CAMT.053, account reports in CAMT.052 and notifications in CAMT.054, all versions, by the local names
/// of their elements.
///
/// The direction is that of the entry; a reversal only says why. A batch is read as its parts where these have amounts that
/// add up to the entry's, else as one row. Opening and closing balance prove the rows; a notification has none, and is warned of.
struct CAMTReader {
  let options: ImportOptions

  func read(_ text: [UInt8], into file: inout ImportedFile) throws(ImportFault) {
    let state = CAMTState(StatementBuilder(options: options, path: file.path))
    try XMLElements.read(text, names: ["Acct", "Bal", "Ntry", "MsgId", "CreDtTm"]) { element throws(ImportFault) in
      switch element.name {
      case "Acct": state.begin(element)
      case "Bal": try state.takeBalance(element)
      case "Ntry": try state.takeEntry(element)
      default: break
      }
    }
    guard state.hasStatement else {
      throw ImportFault(
        "this XML is no account statement (CAMT.053, CAMT.052 or CAMT.054); export the statement in one of those, or as CSV"
      )
    }
    if file.format == .camt054 {
      file.warnings.append(
        "this is a notification (CAMT.054), which has some entries and no balances; the statement (CAMT.053) reports the same "
          + "ones, so import one of the two for a period")
    }
    let proof = state.proof
    try state.builder.finish(into: &file, proof: proof)
  }
}

/// What was seen of the statements so far; a class, since the parser's closure changes it.
private final class CAMTState {
  var builder: StatementBuilder
  private var account = ""
  private var declared: Currency?
  private var accounts: Set<String> = []
  /// Whether anything of a statement was seen.
  private(set) var hasStatement = false
  private var opening: Int64?
  private var closing: Int64?

  init(_ builder: StatementBuilder) {
    self.builder = builder
  }

  /// The account of the statement that begins; entries name the other side's account otherwise.
  func begin(_ element: XMLElement) {
    hasStatement = true
    let id = element["Id"]
    account = TextCleaning.clean(id?["IBAN"]?.text ?? id?.at("Othr", "Id")?.text ?? "")
    declared = (element["Ccy"]?.text).flatMap { Currency($0.trimmedOfWhiteSpace) }
    accounts.insert(account)
  }

  func takeBalance(_ element: XMLElement) throws(ImportFault) {
    guard let code = element.at("Tp", "CdOrPrtry", "Cd")?.text.trimmedOfWhiteSpace else { return }
    let currency = try builder.currency(declared: declared)
    do throws(RowFault) {
      let value = try amount(element["Amt"], element["CdtDbtInd"], currency)
      switch code {
      case "OPBD", "PRCD": opening = opening ?? value
      case "CLBD": closing = value
      default: break
      }
    } catch {
      return
    }
  }

  /// An amount with its direction, negative for a debit.
  private func amount(
    _ amount: XMLElement?, _ direction: XMLElement?, _ currency: Currency
  ) throws(RowFault) -> Int64 {
    guard let amount else {
      throw RowFault("Amt is missing; correct the file, or leave the row out with --skip-invalid")
    }
    if let code = amount.attributes["Ccy"], Currency(code) != currency {
      throw RowFault(
        "Amt: the row is in \(code), the account in \(currency.code); import it into an account of its own, or leave it out "
          + "with --skip-invalid")
    }
    let value = try PlainAmount.value(amount.text, digits: currency.minorUnitDigits, field: "Amt")
    guard value >= 0 else {
      throw RowFault(
        "Amt: '\(amount.text.prefix(40))' is negative, and the direction stands in CdtDbtInd; correct the file")
    }
    switch direction?.text.trimmedOfWhiteSpace {
    case "CRDT": return value
    case "DBIT": return -value
    case let other:
      throw RowFault("CdtDbtInd is '\(other ?? "")' instead of CRDT or DBIT; correct the file")
    }
  }

  func takeEntry(_ entry: XMLElement) throws(ImportFault) {
    hasStatement = true
    let status = entry["Sts"].map { $0["Cd"]?.text ?? $0["Prtry"]?.text ?? $0.text }?.trimmedOfWhiteSpace
    if let status, !status.isEmpty, status != "BOOK" {
      return builder.skip(entry.line, "the row's status is \(status), not booked")
    }
    let currency = try builder.currency(declared: declared)
    do throws(RowFault) {
      for row in try rows(entry, currency) { builder.add(row) }
    } catch {
      builder.reject(entry.line, error.reason)
    }
  }

  private func rows(_ entry: XMLElement, _ currency: Currency) throws(RowFault) -> [StatementBuilder.Row] {
    let total = try amount(entry["Amt"], entry["CdtDbtInd"], currency)
    var row = StatementBuilder.Row(line: entry.line, day: try day(entry), amount: total, currency: currency)
    row.account = account
    row.reference = entry["AcctSvcrRef"]?.text ?? ""
    let details = entry.all("NtryDtls").flatMap { $0.all("TxDtls") }
    let additional = entry["AddtlNtryInf"]?.text ?? ""
    let isReversal = entry["RvslInd"]?.text.trimmedOfWhiteSpace == "true"
    if details.count > 1 {
      if let parts = parts(of: row, details, currency, isReversal) { return parts }
      row.memo = additional
      if additional.isEmpty { row.payee = details.compactMap { name($0, isOut: total < 0) }.joined(separator: ", ") }
      return [row]
    }
    if let single = details.first {
      fill(&row, single, isReversal: isReversal)
      if row.reference.isEmpty { row.reference = single.at("Refs", "AcctSvcrRef")?.text ?? "" }
    }
    if row.memo.isEmpty { row.memo = additional }
    return [row]
  }

  /// The parts of a batch as rows of their own, where their amounts add up to the entry's.
  private func parts(
    of row: StatementBuilder.Row, _ details: [XMLElement], _ currency: Currency, _ isReversal: Bool
  ) -> [StatementBuilder.Row]? {
    var rows: [StatementBuilder.Row] = []
    var sum: Int64 = 0
    for detail in details {
      var part = row
      let direction = detail["CdtDbtInd"] ?? XMLElement(name: "", line: 0, text: row.amount < 0 ? "DBIT" : "CRDT")
      guard let element = detail["Amt"] ?? detail.at("AmtDtls", "TxAmt", "Amt") else { return nil }
      do throws(RowFault) {
        part.amount = try amount(element, direction, currency)
      } catch {
        return nil
      }
      sum = sum &+ part.amount
      fill(&part, detail, isReversal: isReversal)
      rows.append(part)
    }
    return sum == row.amount ? rows : nil
  }

  private func fill(_ row: inout StatementBuilder.Row, _ detail: XMLElement, isReversal: Bool) {
    row.payee = name(detail, isOut: (row.amount < 0) != isReversal) ?? ""
    let remittance = detail["RmtInf"]
    row.memo = (remittance?.all("Ustrd") ?? []).map { TextCleaning.clean($0.text) }.filter { !$0.isEmpty }.joined(
      separator: " ")
    if row.memo.isEmpty {
      row.memo = remittance?.at("Strd", "CdtrRefInf", "Ref")?.text ?? detail["AddtlTxInf"]?.text ?? ""
    }
  }

  /// The other side's name: the creditor's where money goes out, the debtor's where it comes in.
  private func name(_ detail: XMLElement, isOut: Bool) -> String? {
    guard let parties = detail["RltdPties"] else { return nil }
    for role in isOut ? ["Cdtr", "UltmtCdtr"] : ["Dbtr", "UltmtDbtr"] {
      guard let party = parties[role] else { continue }
      let name = party["Nm"] ?? party.at("Pty", "Nm") ?? party.at("Agt", "FinInstnId", "Nm")
      let text = TextCleaning.clean(name?.text ?? "")
      if !text.isEmpty { return text }
    }
    return nil
  }

  /// The day of booking as printed; a zone does not shift it.
  private func day(_ entry: XMLElement) throws(RowFault) -> CalendarDay {
    let element = entry["BookgDt"] ?? entry["ValDt"]
    let text = (element?["Dt"] ?? element?["DtTm"])?.text.trimmedOfWhiteSpace ?? ""
    let date = Array(text.prefix(10).utf8)
    let rest = text.dropFirst(10)
    let isForm = rest.isEmpty || "TZ+-".contains(rest.first ?? " ")
    guard isForm, date.count == 10, let day = DateCell.plainDay(date.span, 0..<10, .yearMonthDay) else {
      throw RowFault(
        "BookgDt: '\(text.prefix(40))' is not a day of the calendar; correct the file, or leave the row out with --skip-invalid"
      )
    }
    return day
  }

  /// Whether the first opening balance and the rows give the last closing balance; nil for several accounts.
  var proof: BalanceProof? {
    guard accounts.count == 1, let opening, let closing else { return nil }
    let sum = builder.transactions.reduce(Int64(0)) { $0 &+ $1.amount.minorUnits }
    return BalanceProof(
      opening: Money(minorUnits: opening), closing: Money(minorUnits: closing), ties: opening &+ sum == closing)
  }
}
