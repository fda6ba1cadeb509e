import JSON
import LedgerDomain

extension ImportProfile {
  /// The profile as JSON, as its schema has it; reading it gives an equal one.
  public func json() -> [UInt8] {
    var writer = JSONWriter(isIndented: true)
    writer.beginObject()
    if !name.isEmpty { writer.field("name", name) }
    writeTexts("match", match, to: &writer)
    writeIfSaid("currency", currency?.code, to: &writer)
    writeIfSaid("account_name", accountName, to: &writer)
    if negates { writer.field("negate", true) }
    writeTextShape(to: &writer)
    writeDate(to: &writer)
    writeIfSaid("date_order", dateOrder?.rawValue.uppercased(), to: &writer)
    writeIfSaid("decimal", decimal?.text, to: &writer)
    if let amount { write(amount, to: &writer) }
    writePayee(to: &writer)
    for (key, choice) in [
      ("memo", memo), ("category", category), ("fitid", reference), ("account", account), ("row_currency", rowCurrency),
    ] where choice != .unsaid { write(key, choice.reference, to: &writer) }
    writeRules(to: &writer)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private func writeIfSaid(_ key: String, _ text: String?, to writer: inout JSONWriter) {
    if let text { writer.field(key, text) }
  }

  private func writeTexts(_ key: String, _ texts: [String], to writer: inout JSONWriter) {
    if !texts.isEmpty { writer.array(key, texts) { $0.value($1) } }
  }

  private func writeTextShape(to writer: inout JSONWriter) {
    writeIfSaid("encoding", encoding, to: &writer)
    writeIfSaid("delimiter", delimiter.map { String(UnicodeScalar($0)) }, to: &writer)
    writeIfSaid("quote", quote.map { String(UnicodeScalar($0)) }, to: &writer)
    if let hasHeader { writer.field("header", hasHeader) }
    if let skipLines { writer.field("skip_lines", skipLines) }
    if let footerLines { writer.field("footer_lines", footerLines) }
    writeIfSaid("comment_prefix", commentPrefix, to: &writer)
    writeTexts("null_values", nullValues, to: &writer)
    if hasLenientQuotes { writer.field("lenient_quotes", true) }
  }

  private func write(_ key: String, _ column: ColumnReference?, to writer: inout JSONWriter) {
    writer.key(key)
    switch column {
    case .name(let name)?: writer.value(name)
    case .index(let index)?: writer.value(index)
    case nil: writer.null()
    }
  }

  private func write(_ key: String, _ columns: [ColumnReference], to writer: inout JSONWriter) {
    writer.array(key, columns) { writer, column in
      switch column {
      case .name(let name): writer.value(name)
      case .index(let index): writer.value(index)
      }
    }
  }

  private func writeDate(to writer: inout JSONWriter) {
    guard date != DateChoice() else { return }
    writer.key("date")
    writer.beginObject()
    if !date.columns.isEmpty {
      write("column", date.columns, to: &writer)
    } else if let column = date.column {
      write("column", column, to: &writer)
    }
    if date.isSerial {
      writer.field("format", "serial")
    } else if let order = date.order {
      let letters: [DateOrder: String] = [
        .dayMonthYear: "%d.%m.%Y", .monthDayYear: "%m/%d/%Y", .yearMonthDay: "%Y-%m-%d",
      ]
      let withoutYear = order == .monthDayYear ? "%m/%d" : "%d.%m."
      let isSplit = !date.columns.isEmpty && order == .yearMonthDay
      writer.field("format", isSplit ? "ymd-columns" : date.isWithoutYear ? withoutYear : letters[order])
    }
    if let period = date.period { writer.array("period", [period.first, period.last]) { $0.value("\($1)") } }
    writer.endObject()
  }

  private func write(_ amount: AmountChoice, to writer: inout JSONWriter) {
    writer.key("amount")
    writer.beginObject()
    writer.field("kind", amount.kind.rawValue)
    if let column = amount.column { write("column", column, to: &writer) }
    if !amount.columns.isEmpty { write("columns", amount.columns, to: &writer) }
    for (key, column) in [
      ("debit", amount.debit), ("credit", amount.credit), ("indicator", amount.indicator), ("fee", amount.fee),
    ] {
      if let column { write(key, column, to: &writer) }
    }
    writeTexts("debit_values", amount.debitValues, to: &writer)
    writeTexts("credit_values", amount.creditValues, to: &writer)
    if amount.ignoresCase { writer.field("ignore_case", true) }
    if amount.negates { writer.field("negate", true) }
    if amount.takesMagnitude { writer.field("abs", true) }
    writer.endObject()
  }

  private func writePayee(to writer: inout JSONWriter) {
    guard let payee else { return }
    switch payee {
    case .none: write("payee", nil, to: &writer)
    case .firstOf(let columns) where columns.count == 1: write("payee", columns[0], to: &writer)
    case .firstOf(let columns):
      writer.key("payee")
      writer.beginObject()
      write("first_of", columns, to: &writer)
      writer.endObject()
    case .byDirection(let debit, let credit):
      writer.key("payee")
      writer.beginObject()
      write("debit", debit, to: &writer)
      write("credit", credit, to: &writer)
      writer.endObject()
    }
  }

  private func writeRules(to writer: inout JSONWriter) {
    if !skipRules.isEmpty {
      writer.array("skip_if", skipRules) { writer, rule in
        writer.beginObject()
        switch rule {
        case .values(let column, let values):
          write("column", column, to: &writer)
          writer.array("values", values) { $0.value($1) }
        case .empty(let column):
          write("column", column, to: &writer)
          writer.field("empty", true)
        case .maxColumns(let count): writer.field("max_columns", count)
        case .allEmpty(let columns): write("columns_all_empty", columns, to: &writer)
        }
        writer.endObject()
      }
    }
    if let transferRule {
      writer.key("transfer_if")
      writer.beginObject()
      write("column", transferRule.column, to: &writer)
      writer.array("values", transferRule.values) { $0.value($1) }
      writer.endObject()
    }
    guard let continuation else { return }
    writer.key("continuation")
    writer.beginObject()
    write("when_empty", continuation.whenEmpty, to: &writer)
    write("column", continuation.column, to: &writer)
    writer.field("append_to", continuation.appendsToPayee ? "payee" : "memo")
    writer.endObject()
  }
}
