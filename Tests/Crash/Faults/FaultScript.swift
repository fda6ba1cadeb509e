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
    /// In short form, kills are at every one of so many calls: those that write the same way as others say little more.
    var shortStride = 1

    var description: String { name }
  }

  static let start: [[String]] = [
    ["init", "--currency", "EUR"], ["import", "small.csv", "--account", "Checking"],
    ["add", "12.50", "Corner Shop", "--category", "Groceries"],
  ]
  /// The transaction that was added last.
  private static let last = "127"
  private static let movement: [[String]] = [
    ["add", "50", "To savings", "--account", "Checking"], ["accounts", "add", "Savings"],
    ["add", "+50", "From checking", "--account", "Savings"],
  ]
  /// What the rows of `mixed.csv` meet: a word, rows that were added by hand or deleted, the other side of a movement, a rule.
  private static let mixture: [[String]] =
    start + [
      ["categories", "alias", "odds", "Gifts"], ["accounts", "add", "Savings"],
      ["add", "9.90", "Online Books", "--account", "Checking", "--date", "2026-09-03"],
      ["import", "metro.csv"], ["delete", "--where", "merchant:Metro"],
      ["rules", "add", "merchant:Bakery", "--to", "Eating out"],
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
    Step(name: "delete", before: start, command: ["delete", "--where", "merchant:Payee-small-3"], shortStride: 4),
    Step(name: "undo", before: start, command: ["undo", "2", "--cascade"]),
    Step(name: "redo", before: start + [["undo"]], command: ["redo"], shortStride: 4),
    Step(
      name: "apply rules", before: start + [["rules", "add", "text:Payee-small", "--to", "Groceries"]],
      command: ["rules", "apply"]),
    Step(
      name: "import of everything at once", before: mixture,
      command: ["import", "mixed.csv", "--restore-deleted", "--guess"]),
    Step(name: "split", before: start, command: ["split", last, "Groceries=5", "Health"]),
    Step(
      name: "undo of a split", before: start + [["split", last, "Groceries=5", "Health"], ["delete", last]],
      command: ["undo", "4", "--cascade"], shortStride: 4),
    Step(
      name: "edit", before: start + [["split", last, "Groceries=5", "Health"]],
      command: ["edit", last, "--date", "2026-10-01", "--note", "another day"], shortStride: 4),
    Step(
      name: "a word for a category", before: start, command: ["categories", "alias", "Food & Dining", "Eating out"],
      shortStride: 4),
    Step(name: "link transfers", before: start + movement, command: ["transfers", "link", "--sure"], shortStride: 4),
    Step(
      name: "unlink a transfer", before: start + movement + [["transfers", "link", "129", "132"]],
      command: ["transfers", "unlink", "129", "132"], shortStride: 4),
    Step(
      name: "merge merchants", before: start + [["merchants", "rename", "Payee-small-1", "The shop"]],
      command: ["merchants", "merge", "Payee-small-2", "The shop"], shortStride: 4),
    Step(
      name: "close an account", before: start + [["accounts", "rename", "Checking", "Giro"]],
      command: ["accounts", "close", "Giro"], shortStride: 4),
    Step(name: "assert", before: start, command: ["assert", "Checking", "2026-09-30", "12.00"], shortStride: 4),
    Step(name: "budget", before: start, command: ["budget", "set", "Groceries", "300"], shortStride: 4),
    Step(name: "merge categories", before: start, command: ["categories", "merge", "Groceries", "Shopping"]),
    Step(name: "rebuild", before: start, command: ["replay"], onlyReads: true),
    Step(
      name: "another start of months", before: start + [["replay"]], command: ["settings", "month-start-day", "25"]),
    Step(name: "read", before: start + [["replay"]], command: ["dashboard", "--json"], onlyReads: true),
  ]

  /// A part of the other one.
  static let metroStatement = "Date,Payee,Amount,Category,Account\n2026-09-07,Metro,-2.80,Tickets,Checking\n"

  /// A bank file with words for categories and two accounts.
  static let mixedStatement = """
    Date,Payee,Amount,Category,Account
    2026-09-01,Market,-7.50,odds,Checking
    2026-09-04,Online Books,-9.90,,Checking
    2026-09-05,Own savings,-40.00,,Checking
    2026-09-06,Transfer,40.00,,Savings
    2026-09-07,Metro,-2.80,Tickets,Checking
    2026-09-08,Bakery,-3.40,,Checking

    """

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
