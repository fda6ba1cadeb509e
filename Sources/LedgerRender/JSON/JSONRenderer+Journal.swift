import JSON
import LedgerDomain
import LedgerImport
import LedgerQuery

extension JSONRenderer {
  public static func render(_ report: ChangeReport) -> [UInt8] {
    object("change") { json in
      json.field("commit", report.commit)
      json.field("firstPosition", report.firstPosition)
      json.field("lastPosition", report.lastPosition)
      json.array("ids", report.ids) { json, id in json.value(id.position) }
      json.array("notes", report.notes) { json, note in json.value(note) }
    }
  }

  public static func render(_ report: RecategorisePreview) -> [UInt8] {
    object("preview") { json in
      json.field("category", report.category)
      json.field("count", report.ids.count)
      json.array("ids", report.ids) { json, id in json.value(id.position) }
      json.array("effects", report.effects) { json, effect in
        json.beginObject()
        json.field("month", effect.month.description)
        json.field("category", effect.category)
        json.field("currency", effect.currency.code)
        json.field("beforeMinor", effect.before)
        json.field("afterMinor", effect.after)
        json.endObject()
      }
    }
  }

  public static func render(_ report: ReplayReport) -> [UInt8] {
    object("replay") { json in
      json.field("events", report.events)
      json.key("seconds")
      json.number(decimal(report.seconds, places: 6))
      json.key("eventsPerSecond")
      json.number(report.seconds > 0 ? decimal(Double(report.events) / report.seconds, places: 0) : "0")
      json.field("viewDigest", report.viewDigest.hexadecimal)
      json.field("matches", report.matches)
    }
  }

  public static func render(_ report: VerifyReport) -> [UInt8] {
    object("verify") { json in
      json.field("ok", report.isSound)
      json.field("commits", report.commits)
      json.field("events", report.events)
      json.field("headHash", report.headHash.hexadecimal)
      json.array("problems", report.problems) { json, problem in
        json.beginObject()
        json.field("position", problem.position)
        json.field("reason", problem.reason)
        json.endObject()
      }
    }
  }

  public static func render(_ report: StatsReport) -> [UInt8] {
    object("stats") { json in
      json.field("events", report.events)
      json.field("commits", report.commits)
      json.field("transactions", report.transactions)
      json.field("deleted", report.deleted)
      json.field("merchants", report.merchants)
      json.field("accounts", report.accounts)
      json.field("firstDate", report.firstDay?.description)
      json.field("lastDate", report.lastDay?.description)
      json.field("fileBytes", report.fileBytes)
      json.key("bytesPerEvent")
      json.number(report.events > 0 ? decimal(Double(report.fileBytes) / Double(report.events), places: 2) : "0")
      json.field("viewBytes", report.viewBytes)
    }
  }

  /// - Parameter rowLimit: so many rows of each file are listed; `transactionCount` counts them all.
  public static func render(_ report: ImportReport, rowLimit: Int = .max) -> [UInt8] {
    object("import") { json in
      json.field("dryRun", report.isDryRun)
      json.field("added", report.added)
      json.field("duplicates", report.duplicates)
      json.field("matched", report.matched)
      json.field("deletedRows", report.deletedRows)
      json.field("restored", report.restored)
      json.field("skippedRows", report.skippedRows)
      json.field("invalid", report.invalid)
      json.field("commit", report.commit)
      json.array("files", report.files) { json, file in
        JSONRenderer.file(file, categoryNames: report.categoryNames, rowLimit: rowLimit, &json)
      }
      json.array("transfers", report.transfers) { json, transfer in
        json.beginObject()
        leg("outgoing", transfer.outgoing, &json)
        leg("incoming", transfer.incoming, &json)
        json.endObject()
      }
      json.field("transferSuggestions", report.transferSuggestions)
      json.array("notes", report.notes) { json, note in json.value(note) }
    }
  }

  private static func leg(_ name: String, _ leg: ImportReport.Transfer.Leg, _ json: inout JSONWriter) {
    json.key(name)
    json.beginObject()
    json.field("path", leg.path)
    json.field("line", leg.line)
    json.field("id", leg.id?.position)
    json.field("date", leg.day.description)
    json.field("amountMinor", leg.amount)
    json.field("currency", leg.currency.code)
    json.field("account", leg.account)
    json.field("merchant", leg.merchant)
    json.endObject()
  }

  private static func file(
    _ entry: ImportReport.File, categoryNames: [String], rowLimit: Int, _ json: inout JSONWriter
  ) {
    let file = entry.file
    json.beginObject()
    json.field("path", file.path)
    json.field("format", file.format.rawValue)
    json.field("profile", file.profile)
    json.field("encoding", file.encoding)
    json.field("account", entry.account)
    json.field("currency", file.currency?.code)
    json.array("decisions", file.decisions) { json, decision in
      json.beginObject()
      json.field("what", decision.what)
      json.field("value", decision.value)
      json.field("why", decision.why)
      json.endObject()
    }
    json.field("transactionCount", file.transactions.count)
    let splits = Dictionary(grouping: file.splits) { Int($0.transaction) }
    json.array("transactions", file.transactions.prefix(rowLimit).enumerated()) { json, element in
      let outcome = element.offset < entry.outcomes.count ? entry.outcomes[element.offset] : nil
      json.beginObject()
      row(element.element, element.offset, of: entry, outcome: outcome, categoryNames: categoryNames, &json)
      if let parts = splits[element.offset] { JSONRenderer.splits(parts, file.texts, &json) }
      json.endObject()
    }
    problems("errors", file.errors, &json)
    problems("skipped", file.skipped, &json)
    json.array("warnings", file.warnings) { json, warning in json.value(warning) }
    json.key("balanceProof")
    if let proof = file.balanceProof {
      json.beginObject()
      json.field("openingMinor", proof.opening)
      json.field("closingMinor", proof.closing)
      json.field("ties", proof.ties)
      json.endObject()
    } else {
      json.null()
    }
    if let journal = file.journal {
      json.array("balances", journal.balances) { json, balance in
        json.beginObject()
        json.field("account", entry.accountName(balance.account))
        json.field("currency", balance.currency.code)
        json.field("balanceMinor", balance.stated)
        json.field("ties", balance.ties)
        json.endObject()
      }
    }
    json.endObject()
  }

  private static func row(
    _ row: ImportedTransaction, _ index: Int, of entry: ImportReport.File, outcome: ImportOutcome?,
    categoryNames: [String],
    _ json: inout JSONWriter
  ) {
    let texts = entry.file.texts
    json.field("line", row.line)
    json.field("date", row.day.description)
    json.field("amountMinor", row.amount)
    json.field("currency", row.currency.code)
    json.field("account", entry.accountName(row.account))
    json.field("payee", texts.string(row.payee) ?? "")
    json.field("merchant", texts.string(row.merchant) ?? "")
    json.field("memo", texts.string(row.memo))
    json.field("bankCategory", texts.string(row.bankCategory))
    json.field("bankReference", texts.string(row.bankReference))
    json.field("category", outcome.flatMap { name($0.category, categoryNames) })
    if let note = entry.file.journal?.notes[index] { json.field("note", texts.string(note)) }
    json.field("guess", entry.guesses[index])
    json.field("status", outcome?.status.name)
    json.field("id", outcome?.transaction?.position)
  }

  /// The parts of a row as the file has them.
  private static func splits(_ parts: [ImportedSplit], _ texts: ImportedTexts, _ json: inout JSONWriter) {
    json.array("splits", parts) { json, part in
      json.beginObject()
      json.field("category", texts.string(part.category))
      json.field("memo", texts.string(part.memo))
      json.field("amountMinor", part.amount)
      json.endObject()
    }
  }

  private static func name(_ category: CategoryID, _ names: [String]) -> String? {
    if category == .split { return Category.splitName }
    return Int(category.index) < names.count ? names[Int(category.index)] : nil
  }

  private static func problems(_ name: String, _ problems: [RowProblem], _ json: inout JSONWriter) {
    json.array(name, problems) { json, problem in
      json.beginObject()
      json.field("line", problem.line)
      json.field("reason", problem.reason)
      json.endObject()
    }
  }

  /// A number with so many decimals, without an exponent.
  static func decimal(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard scaled.isFinite, abs(scaled) < 9e18 else { return "0" }
    return Money(minorUnits: Int64(scaled)).plainText(minorUnitDigits: places)
  }
}
