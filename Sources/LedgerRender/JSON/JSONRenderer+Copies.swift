import JSON
import LedgerDomain
import LedgerQuery

extension JSONRenderer {
  public static func render(_ report: CopyReport) -> [UInt8] {
    object("copy") { json in fields(of: report, into: &json) }
  }

  public static func render(_ report: SalvageReport) -> [UInt8] {
    object("salvage") { json in
      fields(of: report.copy, into: &json)
      json.field("lostCommits", report.lostCommits)
      json.field("lostEvents", report.lostEvents)
      json.array("problems", report.problems) { json, problem in
        json.beginObject()
        json.field("position", problem.position)
        json.field("reason", problem.reason)
        json.endObject()
      }
      json.array("unconnected", report.unconnected) { json, commit in
        json.beginObject()
        json.field("commit", commit.commit)
        json.field("firstPosition", commit.firstPosition)
        json.field("lastPosition", commit.lastPosition)
        json.field("recordedAt", commit.recordedAt.description)
        json.field("command", commit.command)
        json.endObject()
      }
    }
  }

  private static func fields(of report: CopyReport, into json: inout JSONWriter) {
    json.field("path", report.path)
    json.field("form", report.form.rawValue)
    json.field("commits", report.commits)
    json.field("events", report.events)
    json.field("headHash", report.headHash.hexadecimal)
    json.field("fileBytes", report.fileBytes)
  }
}
