import LedgerImport

extension TextRenderer {
  public func render(_ report: ProfilesReport) -> String {
    var table = TextTable([.code("Profile"), .text("Recognised by"), .code("", dropOrder: 1)])
    for profile in report.profiles {
      let recognised = profile.problem ?? profile.columns.joined(separator: ", ")
      let origin = profile.path == nil ? "" : profile.problem == nil ? "(yours)" : "(yours, can't be used)"
      table.add([
        .plain(profile.name), .plain(recognised.isEmpty ? "--profile \(profile.name) only" : recognised),
        .text(StyledText(origin, .secondary)),
      ])
    }
    return text(table)
  }
}
