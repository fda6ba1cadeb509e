import JSON

/// An object of JSON that is a row: its fields as texts.
struct JSONRow {
  var line = 0
  var date = ""
  var dateIsNumber = false
  var amount = ""
  var amountIsNumber = false
  /// Whether the amount is in minor units by its field's name.
  var isMinor = false
  var currency = ""
  var account = ""
  var category = ""
  var reference = ""
  var direction: String?
  var status: String?
  var isPending = false
  /// The texts that may be the payee or the memo, by their names.
  var named: [String: String] = [:]

  /// Whether the amount is a number without decimals.
  var isWhole: Bool { amountIsNumber && !amount.isEmpty && amount.allSatisfy { $0 == "-" || $0.isNumber } }

  /// The payee and the memo, which depend on the direction where both sides are named.
  func texts(isOut: Bool) -> (payee: String, memo: String) {
    let sides = isOut ? ["creditorname", "debtorname"] : ["debtorname", "creditorname"]
    let payees =
      [
        sides[0], "merchantname", "payee", "payeename", "counterpartyname", "counterparty", "merchant", sides[1],
        "name", "description",
      ]
    let memos = [
      "memo", "remittanceinformationunstructured", "remittanceinformationunstructuredarray", "remittanceinformation",
      "notes",
      "note", "description", "name", "additionalinformation",
    ]
    func first(_ names: [String], but other: String?) -> String? {
      names.first { $0 != other && !(named[$0] ?? "").isEmpty }
    }
    let payee = first(payees, but: nil)
    let memo = first(memos, but: payee)
    return (payee.flatMap { named[$0] } ?? "", memo.flatMap { named[$0] } ?? "")
  }
}

/// The rows of a JSON value, in the order of the text.
struct JSONScan {
  private(set) var rows: [JSONRow] = []
  /// Whether the fields are those of an interface that writes money out as positive.
  private(set) var isPositiveOut = false
  private var objectCount = 0
  private var objectLines: [Int]?
  private var line = 0

  /// What the objects around a value say.
  private struct Context {
    var account = ""
    var currency = ""
    var isPending = false
    /// The name of the member that the value is in.
    var member = ""
  }

  /// - Parameters:
  ///   - lines: the lines of the objects, in the order of the text; nil where the whole value stands in one line.
  mutating func take(_ value: JSONValue, lines: [Int]?, line: Int = 0) {
    objectCount = 0
    objectLines = lines
    self.line = line
    visit(value, Context())
  }

  /// The line of each object's brace, in the order of the text.
  static func objectLines(_ text: [UInt8]) -> [Int] {
    var lines: [Int] = []
    var line = 1
    var texts = JSONTexts()
    for byte in text {
      if byte == 0x0A { line += 1 }
      if !texts.cover(byte), byte == 0x7B { lines.append(line) }
    }
    return lines
  }

  private mutating func visit(_ value: JSONValue, _ context: Context) {
    switch value {
    case .array(let elements): for element in elements { visit(element, context) }
    case .object(let members): visit(members, context)
    default: break
    }
  }

  private mutating func visit(_ members: [JSONValue.Member], _ context: Context) {
    let line = objectLines.map { objectCount < $0.count ? $0[objectCount] : 0 } ?? line
    objectCount += 1
    let fields = Dictionary(
      members.map { (JSONScan.plain($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
    if let row = row(fields, context, line: line) {
      rows.append(row)
      // The objects within a row are its fields; they are counted for their lines.
      for member in members { count(member.value) }
      return
    }
    var inner = context
    inner.currency = fields["currency"]?.text ?? context.currency
    if context.member == "accounts" || fields["transactions"] != nil || fields["iban"] != nil {
      let names = ["name", "iban", "accountid", "id"].compactMap { fields[$0]?.text }
      if let name = names.first(where: { !$0.isEmpty }), fields["transactions"] != nil { inner.account = name }
    }
    for member in members {
      inner.member = JSONScan.plain(member.name)
      inner.isPending = context.isPending || inner.member == "pending"
      visit(member.value, inner)
    }
  }

  private mutating func count(_ value: JSONValue) {
    switch value {
    case .array(let elements): for element in elements { count(element) }
    case .object(let members):
      objectCount += 1
      for member in members { count(member.value) }
    default: break
    }
  }

  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private static let dates = [
    "bookingdate", "date", "posted", "postedat", "posteddate", "postingdate", "transactiondate", "bookingdatetime",
    "transactedat", "createdat", "created", "timestamp", "datetime", "valuedate",
  ]
  private static let amounts = ["amount", "transactionamount", "value", "betrag"]
  /// Amounts in minor units, whatever the currency's digits.
  private static let minorAmounts = [
    "amountminor", "amountcents", "amountincents", "amountminorunits", "amountinminorunits", "amountpence",
    "amountinpence", "minoramount", "minorunits",
  ]
  private static let references = [
    "transactionid", "internaltransactionid", "id", "fitid", "uid", "entryreference", "reference",
  ]
  private static let statuses = ["status", "state", "bookingstatus"]
  private static let directions = ["creditdebitindicator", "cdtdbtind", "direction"]
  /// Fields that may say the side, among other things.
  private static let kinds = ["type", "transactiontype", "kind", "entrytype", "debitorcredit", "creditordebit"]

  private mutating func row(_ fields: [String: JSONValue], _ context: Context, line: Int) -> JSONRow? {
    guard let date = JSONScan.dates.lazy.compactMap({ fields[$0] }).first(where: { $0.text != nil || $0.isNumber }),
      let amount = (JSONScan.minorAmounts + JSONScan.amounts).lazy.compactMap({ fields[$0] }).first
    else { return nil }
    var row = JSONRow(line: line)
    row.isMinor = JSONScan.minorAmounts.contains { fields[$0] != nil } || amount["minorUnits"] != nil
    row.date = JSONScan.dateText(date)
    row.dateIsNumber = date.isNumber
    let nested = amount["minorUnits"] ?? amount["amount"] ?? amount["value"]
    guard (nested ?? amount).isPlain else { return nil }
    (row.amount, row.amountIsNumber) = ((nested ?? amount).plainText, (nested ?? amount).isNumber)
    row.currency =
      [amount["currency"], fields["currency"], fields["isocurrencycode"], fields["currencycode"]]
      .compactMap { $0?.text }.first { !$0.isEmpty } ?? context.currency
    row.account = context.account.isEmpty ? fields["accountid"]?.text ?? fields["account"]?.text ?? "" : context.account
    row.reference = JSONScan.references.lazy.compactMap { fields[$0]?.plainText }.first { !$0.isEmpty } ?? ""
    row.category = JSONScan.category(fields)
    row.direction =
      JSONScan.directions.lazy.compactMap { fields[$0]?.text }.first
      ?? JSONScan.kinds.lazy.compactMap { fields[$0]?.text }.first { Vocabulary.isSide($0) }
    row.status = JSONScan.statuses.lazy.compactMap { fields[$0]?.text }.first
    row.isPending = context.isPending || fields["pending"]?.flag == true
    for (name, value) in fields { row.named[name] = value.joinedText }
    if fields["isocurrencycode"] != nil, fields["transactionid"] != nil { isPositiveOut = true }
    return row
  }

  /// A date's text without a second date behind, as in `01/02/2024 as of 12/29/2023`.
  private static func dateText(_ value: JSONValue) -> String {
    let text = value.plainText
    return text.byteRange(of: " as of ").map { String(text[..<$0.lowerBound]) } ?? text
  }

  private static func category(_ fields: [String: JSONValue]) -> String {
    for name in ["category", "personalfinancecategory", "bankcategory"] {
      guard let value = fields[name] else { continue }
      let text = value.text ?? value["primary"]?.text ?? value["name"]?.text ?? ""
      if !text.isEmpty { return text }
    }
    return ""
  }
}

extension JSONValue {
  fileprivate var isNumber: Bool {
    if case .number = self { true } else { false }
  }

  /// Whether the value is a text, a number or nothing.
  fileprivate var isPlain: Bool { text != nil || isNumber || isNull }

  /// A text or a number as it is written; empty for everything else.
  fileprivate var plainText: String {
    switch self {
    case .string(let text): TextCleaning.clean(text)
    case .number(let text): text
    default: ""
    }
  }

  /// A text, or a list of texts with blanks between.
  fileprivate var joinedText: String {
    if let text { return text }
    return (elements ?? []).compactMap(\.text).joined(separator: " ")
  }
}
