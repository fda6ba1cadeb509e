import LedgerDomain
import LedgerImport
import LedgerJournal

/// Finds the accounts, merchants and categories that a file names, and defines those that are new.
///
/// Every distinct text of a file is looked up once.
struct ImportNames {
  private let view: LedgerView
  private(set) var directory: LedgerDirectory
  private(set) var definitions: [Event] = []
  /// Names that this import defines, by folded name.
  private var newAccounts: [FoldedName: AccountID] = [:]
  /// Opening balances and numbers of accounts, as events that follow the definitions.
  private(set) var accountEvents: [Event] = []
  private var newCategories: [FoldedName: CategoryID] = [:]
  private var newMerchants: [FoldedName: MerchantID] = [:]
  /// Look-ups of the present file, by text number.
  private var accounts = TextTable<AccountLookup>()
  private var categories = TextTable<Int>()
  private var merchants = TextTable<MerchantID>()
  private var learned: [MerchantID: CategoryID?] = [:]

  private let map: [FoldedName: CategoryMap.Entry]
  /// The files' words for categories, each once, with what they mean.
  private(set) var words: [ImportWord] = []
  private var wordIndex: [FoldedName: Int] = [:]

  /// What is known of the account that a text names.
  private struct AccountLookup {
    /// Nil where the ledger does not have it.
    var id: AccountID?
    /// The currency that was found to be the account's.
    var currency: Currency?
  }

  /// A value for each text of a file that was looked up, and for having no text.
  private struct TextTable<Value> {
    private var values: [Value?] = []

    init() {}

    init(textCount: Int) {
      values = [Value?](repeating: nil, count: textCount + 1)
    }

    var known: [(TextID, Value)] {
      values.indices.compactMap { index in values[index].map { (TextID(index: Int32(index) - 1), $0) } }
    }

    subscript(_ id: TextID) -> Value? {
      get { values[Int(id.index) + 1] }
      set { values[Int(id.index) + 1] = newValue }
    }
  }

  /// - Throws: where the map says one word twice, or names a category that is not there and may not be made.
  init(view: LedgerView, map: CategoryMap?) throws {
    self.view = view
    directory = view.directory
    var entries: [FoldedName: CategoryMap.Entry] = [:]
    for entry in map?.entries ?? [] {
      guard entries.updateValue(entry, forKey: FoldedName(entry.word)) == nil else {
        throw ImportError.categoryMap(path: map?.path ?? "", reason: "'\(entry.word)' stands there twice")
      }
      guard let name = entry.category else { continue }
      if name.utf8.count > TextLimit.nameBytes { throw Refusal.nameTooLong(limitBytes: TextLimit.nameBytes) }
      if entry.kind == nil, try view.category(named: name).map(\.isRemoved) ?? true {
        throw Refusal.unknownCategory(name)
      }
    }
    self.map = entries
  }

  /// Begins another file, whose texts have other numbers.
  mutating func begin(_ file: ImportedFile) {
    accounts = TextTable(textCount: file.texts.count)
    categories = TextTable(textCount: file.texts.count)
    merchants = TextTable(textCount: file.texts.count)
  }

  /// The row's account where the ledger has it; nil where a new row would open it.
  mutating func knownAccount(_ transaction: ImportedTransaction, file: ImportedFile) throws -> AccountID? {
    // What was unknown may have been opened since by its name in another spelling.
    if let known = accounts[transaction.account], known.id != nil || newAccounts.isEmpty { return known.id }
    let name = file.texts.string(transaction.account) ?? ""
    let numbered = AccountNumber(name).flatMap { directory.account(numbered: $0.plain)?.id }
    let pending = numbered ?? newAccounts[FoldedName(name)]
    guard let id = try pending ?? view.account(named: name).flatMap({ $0.isRemoved ? nil : $0.id }) else {
      accounts[transaction.account] = AccountLookup()
      return nil
    }
    try check(id, transaction, file)
    accounts[transaction.account] = AccountLookup(id: id, currency: transaction.currency)
    return id
  }

  /// The row's account, opened by this import where the ledger does not have it.
  mutating func account(_ transaction: ImportedTransaction, file: ImportedFile) throws -> AccountID {
    if let known = try knownAccount(transaction, file: file) {
      if accounts[transaction.account]?.currency != transaction.currency { try check(known, transaction, file) }
      return known
    }
    let name = file.texts.string(transaction.account) ?? ""
    try check(name, transaction, file)
    var events: [Event] = []
    let state = NamesState(base: view, directory: directory)
    let number = AccountNumber(name)
    let shown = try number.map(freeLabel) ?? name
    let id = try Decision.openImportedAccount(shown, currency: transaction.currency, events: &events, state: state)
    try define(events)
    newAccounts[FoldedName(shown)] = id
    accounts[transaction.account] = AccountLookup(id: id, currency: transaction.currency)
    if let number { try change(.accountNumberAdded(id, number: number.plain)) }
    return id
  }

  /// The masked number as a name that no account has: as many digits more as it takes.
  private func freeLabel(_ number: AccountNumber) throws -> String {
    for count in 4..<max(5, number.plain.count - 1) {
      let label = number.label(showing: count)
      if newAccounts[FoldedName(label)] == nil, try view.account(named: label).map(\.isRemoved) ?? true { return label }
    }
    var copy = 2
    while true {
      let label = number.label() + " (\(copy))"
      if newAccounts[FoldedName(label)] == nil, try view.account(named: label).map(\.isRemoved) ?? true { return label }
      copy += 1
    }
  }

  /// Keeps the number by which a file names an account that was asked for by another name.
  mutating func keepNumber(of file: ImportedFile) throws {
    guard let number = file.ownAccount.flatMap({ AccountNumber($0) }), directory.account(numbered: number.plain) == nil,
      let first = file.transactions.first, let id = accounts[first.account]?.id
    else { return }
    try change(.accountNumberAdded(id, number: number.plain))
  }

  /// Takes a row as the account's opening balance.
  mutating func open(_ transaction: ImportedTransaction, file: ImportedFile) throws -> ImportStatus {
    let id = try account(transaction, file: file)
    guard let known = directory.account(id) else { return .skipped }
    if known.opening == transaction.amount, known.openingDay == transaction.day { return .duplicate }
    guard known.opening == .zero, known.openingDay == nil, try !hasRows(id, before: transaction.day) else {
      return .skipped
    }
    try change(
      .accountOpeningChanged(
        AccountOpeningChange(
          id: id, opening: transaction.amount, day: transaction.day, previous: known.opening,
          previousDay: known.openingDay)))
    return .opening
  }

  private func hasRows(_ account: AccountID, before day: CalendarDay) throws -> Bool {
    if day == .first { return false }
    var count: Int64 = 0
    try view.forEachCell(from: .first, to: day.advanced(byDays: -1)) { other, _, _, cell in
      if other == account { count += cell.count }
    }
    return count > 0
  }

  /// The names of the accounts of the present file's rows.
  var accountNames: [TextID: String] {
    Dictionary(
      uniqueKeysWithValues: accounts.known.compactMap { text, known in
        known.id.flatMap { directory.account($0) }.map { (text, $0.name) }
      })
  }

  /// Keeps the balances that a journal asserts.
  mutating func keepAssertions(of file: ImportedFile) throws {
    for assertion in file.journal?.assertions ?? [] {
      guard let id = accounts[assertion.account]?.id else { continue }
      let previous = directory.assertions[id]?[assertion.day]
      if previous == assertion.balance { continue }
      try change(
        .accountAsserted(
          AccountAsserted(account: id, day: assertion.day, balance: assertion.balance, previous: previous)))
    }
  }

  private mutating func change(_ event: Event) throws {
    try directory.apply(event)
    accountEvents.append(event)
  }

  mutating func merchant(_ transaction: ImportedTransaction, file: ImportedFile) throws -> MerchantID {
    guard transaction.merchant.index >= 0 else { return .none }
    if let known = merchants[transaction.merchant] { return known }
    let name = FoldedName(utf8: file.texts.bytes(of: transaction.merchant))
    let id: MerchantID
    if let known = try newMerchants[name] ?? view.merchant(named: name) {
      id = known
    } else {
      let text = file.texts.string(transaction.merchant) ?? ""
      try check(text, transaction, file)
      id = MerchantID(directory.nextMerchantIndex)
      try define([.merchantNamed(id, name: text)])
      newMerchants[name] = id
    }
    merchants[transaction.merchant] = id
    return id
  }

  /// The row's category: the file's own, else the merchant's last one set by hand, else Uncategorised.
  mutating func category(
    _ transaction: ImportedTransaction, merchant: MerchantID, file: ImportedFile
  ) throws -> (CategoryID, Cause) {
    if transaction.bankCategory.index >= 0 {
      let index = try word(transaction.bankCategory, transaction, file)
      words[index].rows += 1
      if !words[index].isNone { return (words[index].category, .importedFile) }
    }
    if let known = learned[merchant] { return known.map { ($0, .merchantHistory) } ?? (.uncategorised, .importedFile) }
    let last = try view.lastCategoryByHand(of: merchant)
    learned[merchant] = .some(last)
    return last.map { ($0, .merchantHistory) } ?? (.uncategorised, .importedFile)
  }

  /// The setting of a row that the file splits; nil where its parts say nothing.
  mutating func parts(
    _ found: [ImportedSplit], of transaction: ImportedTransaction, file: ImportedFile
  ) throws -> CategorySetting? {
    if found.isEmpty { return nil }
    var parts: [SplitPart] = []
    for part in found where part.amount != .zero {
      var category = CategoryID.uncategorised
      if part.category.index >= 0 {
        let index = try word(part.category, transaction, file)
        words[index].rows += 1
        category = words[index].category
      }
      parts.append(SplitPart(category: category, amount: part.amount, memo: file.texts.string(part.memo)))
    }
    guard parts.count <= SplitPart.limit else {
      throw ImportRefusal(
        path: file.path, line: Int(transaction.line),
        reason: "the row has \(parts.count) parts; at most \(SplitPart.limit) can be taken in")
    }
    if parts.count < SplitPart.minimumCount { return parts.first.map { CategorySetting($0.category, isByHand: false) } }
    return CategorySetting(parts: parts, isByHand: false)
  }

  /// What a file's word for a category means, by its place in `words`.
  private mutating func word(_ id: TextID, _ transaction: ImportedTransaction, _ file: ImportedFile) throws -> Int {
    if let known = categories[id] { return known }
    let name = file.texts.string(id) ?? ""
    let folded = FoldedName(name)
    let index: Int
    if let known = wordIndex[folded] {
      index = known
    } else {
      index = words.count
      words.append(try meaning(of: name, folded, said: file.journal?.meanings[id], transaction, file))
      wordIndex[folded] = index
    }
    categories[id] = index
    return index
  }

  /// - Parameter said: what the file itself says that the word stands for; a category of another kind is another one.
  private mutating func meaning(
    of name: String, _ folded: FoldedName, said: JournalFacts.Meaning?, _ transaction: ImportedTransaction,
    _ file: ImportedFile
  ) throws -> ImportWord {
    if let entry = map[folded], let target = entry.category {
      let category = try category(named: target, kind: entry.kind, transaction, file)
      return ImportWord(word: name, category: category, origin: .map, isNone: category == .uncategorised)
    }
    // A word that was kept for a category says more than a file could.
    if let said, try view.category(named: said.name) != nil || view.category(meantBy: said.name) == nil {
      return ImportWord(word: name, category: try category(said, transaction, file), origin: .name)
    }
    if let known = try view.category(named: name), !known.isRemoved {
      return ImportWord(word: name, category: known.id, origin: .name)
    }
    if newCategories[folded] == nil, let meant = try view.category(meantBy: name) {
      return ImportWord(word: name, category: meant.id, origin: .alias, isNone: meant.id == .uncategorised)
    }
    if LedgerDomain.Category.namesAccount(name), let transfers = directory.transferCategory {
      return ImportWord(word: name, category: transfers.id, origin: .account)
    }
    return ImportWord(word: name, category: try category(named: name, kind: nil, transaction, file), origin: .name)
  }

  /// The category of a name and kind; where the name's has another kind, the kind is part of the name.
  private mutating func category(
    _ said: JournalFacts.Meaning, _ transaction: ImportedTransaction, _ file: ImportedFile
  ) throws -> CategoryID {
    let present = try view.category(named: said.name).flatMap { $0.isRemoved ? nil : $0.id }
    let id = present ?? newCategories[FoldedName(said.name)]
    let isOther = id.flatMap { directory.category($0) }.map { $0.kind != said.kind } ?? false
    return try category(
      named: isOther ? "\(said.name) (\(said.kind.name))" : said.name, kind: said.kind, transaction, file)
  }

  /// The category of a name, defined by this import where the ledger does not have it.
  private mutating func category(
    named name: String, kind: CategoryKind?, _ transaction: ImportedTransaction, _ file: ImportedFile
  ) throws -> CategoryID {
    let folded = FoldedName(name)
    if let known = newCategories[folded] { return known }
    if let known = try view.category(named: name), !known.isRemoved { return known.id }
    try check(name, transaction, file)
    var events: [Event] = []
    let state = NamesState(base: view, directory: directory)
    let made = try Decision.defineImportedCategory(name, kind: kind, events: &events, state: state)
    try define(events)
    newCategories[folded] = made
    return made
  }

  /// Keeps what the map said of words that were used and are no category's name, so that the next file needs no map.
  mutating func keepMappedWords() throws {
    for word in words where word.origin == .map && word.rows > 0 {
      if newCategories[FoldedName(word.word)] != nil { continue }
      if let known = try view.category(named: word.word), !known.isRemoved { continue }
      let state = NamesState(base: view, directory: directory)
      if let event = try Decision.aliasEvent(word.word, word.category, state: state) { try change(event) }
    }
  }

  private mutating func define(_ events: [Event]) throws {
    for event in events { try directory.apply(event) }
    definitions += events
  }

  private func check(_ id: AccountID, _ transaction: ImportedTransaction, _ file: ImportedFile) throws {
    guard let account = directory.account(id), account.currency != transaction.currency else { return }
    throw ImportRefusal(
      path: file.path, line: Int(transaction.line),
      reason: "the row is in \(transaction.currency), but the account '\(account.name)' is in \(account.currency); "
        + "use --account with another name, or --currency")
  }

  private func check(_ name: String, _ transaction: ImportedTransaction, _ file: ImportedFile) throws {
    if name.utf8.count <= TextLimit.nameBytes, !name.isEmpty { return }
    throw ImportRefusal(
      path: file.path, line: Int(transaction.line),
      reason: name.isEmpty ? "a name is empty" : "a name is longer than \(TextLimit.nameBytes) bytes")
  }
}

/// A word of files for a category, and what an import took it for.
public struct ImportWord: Sendable, Hashable {
  /// Why it means what it does.
  public enum Origin: Sendable, Hashable {
    /// It is the category's name.
    case name
    /// A person said so in the map of this import.
    case map
    /// The ledger keeps it: a category of that name was renamed, merged or removed, or a map said so once.
    case alias
    /// It is an account's name in brackets, which stands for a transfer.
    case account
  }

  public var word: String
  public var category: CategoryID
  public var origin: Origin
  /// Whether rows with it are treated as if they had no word.
  public var isNone = false
  /// How many new rows have it that no rule gave a category.
  public var rows = 0
}

/// The ledger with the names that an import has defined so far.
private struct NamesState: KnownState {
  let base: LedgerView
  let directory: LedgerDirectory

  func account(named name: String) throws -> Account? { try base.account(named: name) }
  func category(named name: String) throws -> LedgerDomain.Category? { try base.category(named: name) }
  func merchant(named name: String) throws -> MerchantID? { try base.merchant(named: name) }
  func categoryAlias(named name: String) throws -> String? { try base.categoryAlias(named: name) }
  func transaction(_ id: TransactionID) throws -> Transaction? { try base.transaction(id) }
  func lastCategoryByHand(of merchant: MerchantID) throws -> CategoryID? {
    try base.lastCategoryByHand(of: merchant)
  }
}
