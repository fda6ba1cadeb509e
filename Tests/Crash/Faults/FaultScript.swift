import Foundation
import ProgramRunning

/// The session in which every file call is killed and fails once.
struct FaultScript {
  /// One command, and those that bring the ledger to where it begins.
  struct Step: CustomTestArgument {
    var name: String
    var before: [[String]]
    var command: [String]
    /// Whether the command changes nothing, so that the state afterwards is the state before.
    var onlyReads = false

    var description: String { name }
  }

  static let start: [[String]] = [
    ["init", "--currency", "EUR"], ["import", "small.csv", "--account", "Checking"],
    ["add", "12.50", "Corner Shop", "--category", "Groceries"],
  ]

  static let steps: [Step] = [
    Step(name: "create", before: [], command: ["init", "--currency", "EUR"]),
    Step(
      name: "import into no ledger", before: [],
      command: ["import", "small.csv", "--account", "Checking", "--currency", "EUR"]),
    Step(name: "import", before: start, command: ["import", "large.csv", "--account", "Card"]),
    Step(name: "add", before: start, command: ["add", "8.40", "Bakery"]),
    Step(
      name: "recategorise", before: start,
      command: ["recategorise", "--where", "text:Payee-small", "--to", "Groceries"]),
    Step(name: "delete", before: start, command: ["delete", "--where", "merchant:Payee-small-3"]),
    Step(name: "undo", before: start, command: ["undo", "2", "--cascade"]),
    Step(name: "redo", before: start + [["undo"]], command: ["redo"]),
    Step(
      name: "apply rules", before: start + [["rules", "add", "text:Payee-small", "--to", "Groceries"]],
      command: ["rules", "apply"]),
    Step(name: "merge categories", before: start, command: ["categories", "merge", "Groceries", "Shopping"]),
    Step(name: "rebuild", before: start, command: ["replay"], onlyReads: true),
    Step(
      name: "another start of months", before: start + [["replay"]], command: ["settings", "month-start-day", "25"]),
    Step(name: "read", before: start + [["replay"]], command: ["dashboard", "--json"], onlyReads: true),
  ]

  /// A bank file; the rows of one name differ from those of another.
  static func statement(_ name: String, rowCount: Int) -> String {
    var lines = ["Date,Payee,Amount,Memo"]
    for row in 0..<rowCount {
      let day = String(format: "2026-%02d-%02d", row % 9 + 1, row % 28 + 1)
      lines.append("\(day),Payee-\(name)-\(row % 40),-\(row + 1).\(row % 90 + 10),row \(row)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// An argument of a test that says its name.
protocol CustomTestArgument: Sendable, CustomStringConvertible {}
