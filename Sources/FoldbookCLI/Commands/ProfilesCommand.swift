import Foldbook
import Glibc
import LedgerRender

enum ProfilesCommand: Command {
  static let help = CommandHelp(
    name: "profiles", usage: ["profiles [NAME]"],
    summary: "The import profiles that --profile takes: those that come with the program, and yours.",
    examples: [
      ("profiles", "all of them, with the columns that a file is recognised by"),
      ("profiles dkb", "one as JSON, to copy and change"),
      ("import statement.csv --dry-run --save-profile mybank", "keeps what was decided about a file as one of yours"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let names = context.arguments.positional
    guard names.count <= 1 else { throw UsageError(reason: "one name is expected", command: "profiles") }
    if let name = names.first {
      try context.print(try ProfileArgument.profile(name).json())
      return .done
    }
    let report = ProfilesReport(folder: ProfileArgument.own.folder, own: try ProfileArgument.own.entries())
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }
}
