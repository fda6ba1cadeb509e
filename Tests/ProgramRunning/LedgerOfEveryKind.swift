/// A session that leaves every kind of event in the journal.
public enum LedgerOfEveryKind {
  /// Writes the bank files that the session reads into the program's folder.
  public static func writeFiles(_ program: FoldbookProcess) throws {
    for (name, text) in files { try program.write(text, to: name) }
  }

  /// Does the session.
  ///
  /// - Parameter after: called after each command.
  public static func make(_ program: FoldbookProcess, after: ([String]) throws -> Void = { _ in }) throws {
    try writeFiles(program)
    for command in commands {
      let outcome = try program.run(command)
      guard outcome.exitCode == 0 else { throw FailedCommand(command: command, message: outcome.errorText) }
      try after(command)
    }
  }

  private static let files = [
    "opening.qif":
      "!Account\nNChecking\nTBank\n^\n!Type:Bank\nD2026-01-01\nT1000.00\nPOpening Balance\nL[Checking]\n^\n"
      + "D2026-01-15\nT-40.00\nPCorner Shop\nLGroceries\n^\n",
    "card.ofx": "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR\n"
      + "<BANKACCTFROM><BANKID>1<ACCTID>5004321098<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\n"
      + "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260902<TRNAMT>-9.90<FITID>1<NAME>Online Books</STMTTRN>\n"
      + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n",
    // The second row is the one that was added by hand before.
    "bank.csv": "Date,Payee,Amount,Memo,Reference\n2026-08-28,Metro,-2.80,single,M1\n"
      + "2026-09-04,CORNER SHOP,-12.50,purchase,C1\n2026-09-05,Bäckerei,-3.40,,B1\n2026-09-28,Metro,-2.80,single,M2\n",
    "more.csv": "Date,Payee,Amount,Memo,Reference\n2026-09-28,Metro,-2.80,single,M2\n"
      + "2026-10-01,Employer Ltd,2500.00,salary,E1\n2026-10-03,Metro AG,-2.90,single,M3\n",
  ]

  private static let commands: [[String]] = [
    ["init", "--currency", "EUR"], ["import", "opening.qif", "--currency", "EUR"],
    ["accounts", "add", "Card", "--opening", "12.00"], ["accounts", "add", "Savings"],
    ["import", "card.ofx", "--account", "Card"], ["undo"], ["redo"],
    ["add", "12.50", "Corner Shop", "--category", "Groceries", "--account", "Checking", "--date", "2026-09-03"],
    ["import", "bank.csv", "--account", "Checking"], ["undo"], ["redo"],
    ["import", "more.csv", "--account", "Checking"],
    ["add", "7.25", "Café Zürich", "--account", "Card", "--date", "2026-10-05", "--note", "a note"],
    ["edit", "63", "--amount", "-7.95", "--note", "another note"],
    ["recategorise", "--where", "merchant:Metro", "--to", "Transport"],
    ["delete", "--where", "merchant:'Online Books'"], ["undo"],
    ["categories", "add", "Hobbies"], ["categories", "rename", "Hobbies", "Pastimes"],
    ["categories", "kind", "Pastimes", "income"], ["categories", "remove", "Pastimes"], ["undo"],
    ["accounts", "rename", "Savings", "Purse"], ["accounts", "close", "Purse"], ["accounts", "reopen", "Purse"],
    ["accounts", "add", "Spare"], ["undo"], ["redo"],
    ["merchants", "rename", "Bäckerei", "The bakery"], ["merchants", "merge", "Metro AG", "Metro"],
    ["merchants", "separate", "Metro AG"],
    ["settings", "month-start-day", "25"], ["budget", "set", "Groceries", "300.00", "--from", "2026-09"],
    ["rules", "add", "merchant:'The bakery'", "--to", "Eating out"], ["rules", "apply"],
    ["assert", "Checking", "2026-09-30", "938.50"],
    ["add", "50.00", "To the purse", "--account", "Checking", "--date", "2026-10-06"],
    ["add", "+50.00", "From checking", "--account", "Purse", "--date", "2026-10-06"],
    ["transfers", "link", "--sure"], ["transfers", "unlink", "100", "102"], ["transfers", "link", "100", "102"],
    ["add", "61.20", "Market", "--account", "Checking", "--date", "2026-10-07"], ["categories", "add", "Tools"],
    ["split", split, "Groceries=41.20", "Tools"], ["split", split, "Groceries=40.20", "Tools=18.00", "Health=3"],
    ["edit", split, "--date", "2026-10-08", "--note", "a large shop"], ["delete", split], ["undo"],
    ["categories", "merge", "Tools", "Shopping"], ["split", split, "--remove", "--to", "Gifts"], ["undo"],
    ["categories", "alias", "Food & Dining", "Eating out"], ["categories", "alias", "Food & Dining", "Groceries"],
    ["categories", "alias", "Food & Dining", "--remove"], ["categories", "alias", "Supermarket", "Groceries"],
    ["undo"], ["redo"], ["rules", "remove", "1"], ["assert", "Checking", "2026-09-30", "--remove"],
    ["budget", "set", "900"],
  ]
  /// The transaction that is split.
  private static let split = "113"
}

/// A command of a session did not succeed.
public struct FailedCommand: Error, CustomStringConvertible {
  public var command: [String]
  public var message: String
  public var description: String { "\(command): \(message)" }
}
