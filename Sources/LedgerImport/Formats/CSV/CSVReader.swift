import LedgerDomain

/// Reads a separated file: finds its table, decides what its columns mean and how they are written, and reads the rows.
struct CSVReader {
  private(set) var options: ImportOptions

  mutating func read(_ text: [UInt8], into file: inout ImportedFile) throws(ImportFault) {
    let normalised = OtherDigits.normalised(text)
    if normalised != nil {
      file.decisions.append(
        ImportDecision(what: "digits", value: "read as 0 to 9", why: "dates and amounts have digits of another script"))
    }
    let text = normalised ?? text
    let unwrapped = WholeLineQuotes.removed(from: text)
    if unwrapped != nil {
      file.decisions.append(
        ImportDecision(what: "quotes", value: "whole lines", why: "every line is one quoted cell with a row in it"))
    }
    var finder = TableFinder(unwrapped ?? text, profile: options.profile)
    let found = try finder.find()
    file.decisions += found.decisions
    guard found.firstRecord < found.table.count else { throw ImportFault(CSVReader.nothing(file)) }
    if options.profile == nil, let bundled = BundledProfiles.matching(found.titles) {
      options.profile = bundled
      file.profile = bundled.name
      file.decisions.append(ImportDecision(what: "profile", value: bundled.name, why: "the header has all its columns"))
    }
    let layout = try layout(of: found, &file)
    let account = account(found, layout, path: file.path)
    let decided = DecidedProfile.of(found, layout, options: options)
    var parsed = layout
    let isAsked = options.account != nil || options.profile?.accountName != nil
    if isAsked {
      file.ownAccount = ownAccount(found, column: parsed.roles.account)
      parsed.roles.account = nil
    }
    let accountColumn = parsed.roles.account.map(found.name)
    // The parser lets go of the table as it reads it, where nobody else holds it.
    var parser = RowParser(RowReader(consume found, parsed), account: account.name, hasSections: !isAsked)
    parser.parse(into: &file)
    if file.transactions.isEmpty {
      throw ImportFault(CSVReader.nothing(file))
    }
    file.decidedProfile = decided
    finishAccount(&file, account, accountCount: parser.accountCount, column: accountColumn)
    finishBalance(&file, parser.witness)
  }

  /// Decides how the columns are written.
  private func layout(of found: FoundTable, _ file: inout ImportedFile) throws(ImportFault) -> TableLayout {
    var finder = LayoutFinder(found, options: options)
    let layout = try finder.find()
    file.decisions += finder.decisions
    file.warnings += finder.warnings + StatusWords.warnings(found, layout.roles)
    file.currency = layout.currency
    return layout
  }

  /// Why a file has no transaction, with the first reason.
  private static func nothing(_ file: ImportedFile) -> String {
    if let error = file.errors.first {
      return "no row could be read; the first fault is in line \(error.line): \(error.reason)"
    }
    if let skipped = file.skipped.first {
      return "the file has no booked transaction; line \(skipped.line) was left out: \(skipped.reason)"
    }
    return "the file has a header but no transaction; download a period that has some"
  }

  /// The account of rows that name none, and where it comes from.
  private func account(_ found: FoundTable, _ layout: TableLayout, path: String) -> (name: String, why: String) {
    if let asked = options.account { return (asked, "as asked for") }
    if let said = options.profile?.accountName { return (said, "the profile says so") }
    if let own = Preamble.account(found.preamble) { return (own, "it stands above the table") }
    return (AccountName.fromPath(path), "the file's name, as the file names no account; say another with --account")
  }

  /// The account that the file names itself: above the table, or in a column that says the same in its first rows.
  private func ownAccount(_ found: FoundTable, column: Int?) -> String? {
    if let own = Preamble.account(found.preamble) { return own }
    let records = found.firstRecord..<max(found.firstRecord, min(found.table.count, found.firstRecord + 200))
    guard let column else { return nil }
    let values = Set(records.map { found.table.text($0, column) }.filter { !$0.isEmpty })
    return values.count == 1 ? values.first : nil
  }

  private func finishAccount(
    _ file: inout ImportedFile, _ account: (name: String, why: String), accountCount: Int, column: String?
  ) {
    let id = file.transactions.first?.account ?? .none
    if file.transactions.allSatisfy({ $0.account == id }) {
      file.account = file.texts.string(id)
      let why = file.account != account.name ? column : nil
      file.decisions.append(
        ImportDecision(what: "account", value: AccountNumber.masked(file.account ?? ""), why: why ?? account.why))
    } else {
      file.decisions.append(
        ImportDecision(
          what: "account", value: "\(accountCount) accounts",
          why: column ?? "lines between the rows name them"))
    }
  }

  /// Proves the rows by the balances, and lets those turn the sign where only so they tie.
  private func finishBalance(_ file: inout ImportedFile, _ witness: BalanceWitness) {
    guard file.account != nil, witness.balanceCount > 0 else { return }
    var direction = witness.tyingDirection()
    let ties = direction != nil
    if direction == nil, let first = file.transactions.first, let last = file.transactions.last {
      direction = first.day > last.day ? .newestFirst : .oldestFirst
    }
    guard let direction, let ends = witness.ends(direction) else { return }
    file.balanceProof = BalanceProof(
      opening: Money(minorUnits: ends.opening), closing: Money(minorUnits: ends.closing),
      ties: ties || witness.balanceCount == 1 && file.transactions.count == 1)
    if ties {
      file.decisions.append(
        ImportDecision(what: "balance", value: "ties", why: "every change of the balance is its row's amount"))
    } else if witness.balanceCount > 1, witness.tyingDirection(flipped: true) != nil {
      file.warnings.append(
        "the balance moves against the amounts: it is a debt, or the signs are the other way round; then import the file "
          + "again with --invert-sign")
    } else if witness.balanceCount > 1 {
      file.warnings.append("the balances in the file do not tie with its amounts: rows may be missing")
    }
  }
}

/// Names an account where the file names none.
enum AccountName {
  /// A path's last part without its extension.
  static func fromPath(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let base = name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name
    let cleaned = TextCleaning.clean(base)
    return cleaned.isEmpty || cleaned == "-" ? "Imported" : cleaned
  }
}

/// What stands above a table.
enum Preamble {
  /// The file's own account: the value beside a word such as `IBAN`, `Konto` or `Account number`.
  static func account(_ lines: [[String]]) -> String? {
    for cells in lines {
      let line = divided(cells)
      guard let place = line.firstIndex(where: { !$0.isEmpty }) else { continue }
      guard words.contains(ColumnTitle(line[place]).plain) else { continue }
      guard let value = line[(place + 1)...].first(where: { !$0.isEmpty }) else { continue }
      let name = value.drop { $0 == "'" }.trimmedOfWhiteSpace
      if !name.isEmpty, name.utf8.count <= TextLimit.nameBytes { return name }
    }
    return nil
  }

  /// The cells, where a single one holds a word and a value behind a colon these two.
  private static func divided(_ cells: [String]) -> [String] {
    let filled = cells.filter { !$0.isEmpty }
    guard filled.count == 1, let text = filled.first, let colon = text.firstIndex(of: ":") else { return cells }
    return [String(text[..<colon]), String(text[text.index(after: colon)...])]
  }

  private static let words: Set<String> = [
    "iban", "konto", "kontonummer", "account", "accountnumber", "accountno", "accountname", "rekening",
    "rekeningnummer",
    "compte", "numérodecompte", "cuenta", "númerodecuenta", "conto", "numeroconto", "карта", "счет", "счёт",
    "accountdetailsfor", "kontobezeichnung", "card", "cardnumber", "kartennummer", "会员番号", "会員番号", "口座番号", "girokonto",
    "számlaszám", "rachunek", "numerrachunku", "nrrachunku",
  ]
}
