import JSON
import LedgerDomain
import LedgerQuery

extension JSONRenderer {
  public static func render(_ report: RulesReport) -> [UInt8] {
    object("rules") { json in
      json.array("rules", report.rules) { json, rule in
        json.beginObject()
        json.field("number", rule.number)
        json.field("version", rule.version)
        json.field("query", rule.query)
        json.field("category", rule.category)
        json.field("priority", rule.priority)
        json.field("active", rule.isActive)
        json.endObject()
      }
    }
  }

  public static func render(_ report: RuleSuggestionsReport) -> [UInt8] {
    object("ruleSuggestions") { json in
      json.array("suggestions", report.suggestions) { json, entry in
        json.beginObject()
        json.field("merchant", entry.merchant)
        json.field("query", entry.query)
        json.field("category", entry.category)
        json.field("byHand", entry.byHand)
        json.field("others", entry.others)
        json.endObject()
      }
    }
  }

  public static func render(_ report: MerchantSuggestionsReport) -> [UInt8] {
    object("merchantSuggestions") { json in
      json.array("suggestions", report.suggestions) { json, entry in
        json.beginObject()
        json.field("merchant", entry.merchant)
        json.field("into", entry.into)
        json.field("why", entry.why)
        json.endObject()
      }
    }
  }

  public static func render(_ report: CategoryAliasesReport) -> [UInt8] {
    object("categoryAliases") { json in
      json.array("aliases", report.aliases) { json, entry in
        json.beginObject()
        json.field("word", entry.word)
        json.field("category", entry.category)
        json.endObject()
      }
    }
  }

  public static func render(_ report: TransfersReport) -> [UInt8] {
    object("transfers") { json in
      json.array("linked", report.linked) { json, entry in transfer(entry, &json) }
      json.array("suggestions", report.suggestions) { json, entry in transfer(entry, &json) }
    }
  }

  private static func transfer(_ entry: TransfersReport.Entry, _ json: inout JSONWriter) {
    json.beginObject()
    for (name, item) in [("outgoing", entry.outgoing), ("incoming", entry.incoming)] {
      json.key(name)
      json.beginObject()
      bookingFields(item, &json)
      json.endObject()
    }
    json.field("days", entry.days)
    json.field("sure", entry.isSure)
    json.endObject()
  }

  public static func render(_ report: CheckReport) -> [UInt8] {
    object("check") { json in
      json.field("ok", report.findings.isEmpty)
      json.array("findings", report.findings) { json, finding in
        json.beginObject()
        json.field("check", finding.kind.rawValue)
        json.field("message", finding.message)
        json.field("account", finding.account)
        json.field("date", finding.day?.description)
        json.array("ids", finding.ids) { json, id in json.value(id.position) }
        json.field("expectedMinor", finding.expected)
        json.field("actualMinor", finding.actual)
        json.endObject()
      }
    }
  }
}
