import JSON
import LedgerImport

extension JSONRenderer {
  public static func render(_ report: ProfilesReport) -> [UInt8] {
    object("profiles") { json in
      json.field("folder", report.folder)
      json.array("profiles", report.profiles) { json, profile in
        json.beginObject()
        json.field("name", profile.name)
        json.field("bundled", profile.path == nil)
        json.field("path", profile.path)
        json.array("columns", profile.columns) { $0.value($1) }
        json.field("problem", profile.problem)
        json.endObject()
      }
    }
  }
}
