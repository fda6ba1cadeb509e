import JSON
import LedgerDomain
import LedgerQuery

extension JSONRenderer {
  public static func render(_ report: LogReport) -> [UInt8] {
    object("log") { json in
      json.array("commits", report.commits) { json, entry in commit(entry, &json) }
    }
  }

  public static func render(_ report: DiffReport) -> [UInt8] {
    object("diff") { json in
      json.field("from", report.from)
      json.field("to", report.to)
      json.array("commits", report.commits) { json, entry in commit(entry, &json) }
      counts(report.counts, &json)
      json.array("months", report.changes) { json, change in
        json.beginObject()
        json.field("month", change.month.description)
        json.field("category", change.category)
        json.field("kind", change.kind.name)
        json.field("currency", change.currency.code)
        json.field("beforeMinor", change.before)
        json.field("afterMinor", change.after)
        json.field("changeMinor", change.change)
        json.endObject()
      }
    }
  }

  private static func counts(_ counts: LogReport.Counts, _ json: inout JSONWriter) {
    json.field("added", counts.added)
    json.field("recategorised", counts.recategorised)
    json.field("deleted", counts.deleted)
    json.field("restored", counts.restored)
    json.field("edited", counts.edited)
  }

  private static func commit(_ entry: LogReport.Entry, _ json: inout JSONWriter) {
    json.beginObject()
    json.field("commit", entry.header.number)
    json.field("firstPosition", entry.header.firstPosition)
    json.field("lastPosition", entry.header.lastPosition)
    json.field("recordedAt", entry.header.recordedAt.description)
    json.field("command", entry.header.command)
    json.array("source", entry.header.sources) { json, source in
      json.beginObject()
      json.field("name", source.name)
      json.field("sha256", source.digest.hexadecimal)
      json.endObject()
    }
    counts(entry.counts, &json)
    json.field("undone", entry.isUndone)
    if let effects = entry.effects {
      json.array("effects", effects) { json, effect in
        json.beginObject()
        json.field("month", effect.month.description)
        json.field("category", effect.category)
        json.field("kind", effect.kind.name)
        json.field("currency", effect.currency.code)
        json.field("changeMinor", effect.change)
        json.field("count", effect.count)
        json.endObject()
      }
    } else {
      json.key("effects")
      json.null()
    }
    json.field("hash", entry.header.hash.hexadecimal)
    json.endObject()
  }

  public static func render(_ report: ExplainReport) -> [UInt8] {
    object("explain") { json in
      let subject = report.subject
      json.field("month", subject.month?.description)
      json.field("from", subject.from?.description)
      json.field("to", subject.to?.description)
      json.field("category", subject.category)
      json.field("merchant", subject.merchant)
      json.field("account", subject.account)
      json.field("currency", subject.currency.code)
      json.field("money", subject.money.rawValue)
      json.field("openingMinor", report.opening)
      json.field("sumMinor", report.sum)
      json.field("balanceMinor", report.opening.map { $0 + report.sum })
      json.field("count", report.entries.count)
      json.array("transactions", report.entries) { json, entry in explained(entry, &json) }
    }
  }

  private static func explained(_ entry: ExplainReport.Entry, _ json: inout JSONWriter) {
    let item = entry.transaction
    json.beginObject()
    json.field("id", item.id.position)
    json.field("date", item.day.description)
    json.field("merchant", item.merchant)
    json.field("amountMinor", item.counted ?? item.amount)
    if item.counted != nil { json.field("wholeMinor", item.amount) }
    json.field("currency", item.currency.code)
    json.field("account", item.account)
    json.field("category", item.category)
    if !item.parts.isEmpty { parts(item.parts, as: "parts", &json) }
    json.field("commit", entry.commit)
    json.array("history", entry.history) { json, change in JSONRenderer.change(change, &json) }
    json.endObject()
  }

  static func change(_ change: TransactionReport.Change, _ json: inout JSONWriter) {
    json.beginObject()
    json.field("position", change.position)
    json.field("kind", change.kind)
    json.field("commit", change.commit)
    json.field("recordedAt", change.recordedAt.description)
    json.field("command", change.command)
    json.field("cause", change.cause)
    json.field("category", change.category)
    json.field("previousCategory", change.previousCategory)
    if !change.parts.isEmpty { parts(change.parts, as: "parts", &json) }
    if !change.previousParts.isEmpty { parts(change.previousParts, as: "previousParts", &json) }
    json.array("fields", change.fields) { json, field in
      json.beginObject()
      json.field("field", field.field)
      json.field("before", field.before)
      json.field("after", field.after)
      json.endObject()
    }
    json.endObject()
  }
}
