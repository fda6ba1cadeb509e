import LedgerDomain
import LedgerImport
import LedgerJournal

/// A file to be imported: what it says, and its name and digest for the commit.
public struct ImportSource: Sendable {
  public var file: ImportedFile
  public var source: CommitSource

  public init(file: ImportedFile, source: CommitSource) {
    self.file = file
    self.source = source
  }
}

/// What an import will do: decided once for preview and commit.
public struct ImportPlan: Sendable {
  /// For each file, one outcome for each of its rows.
  public internal(set) var outcomes: [[ImportOutcome]] = []
  /// New accounts, categories and merchants, as events in the order of their numbers.
  public internal(set) var definitions: [Event] = []
  /// The transactions that rows were taken for duplicates of.
  var duplicated: Set<TransactionID> = []
  /// The rows that report transactions added by hand.
  public internal(set) var matches: [Match] = []
  /// New rows that may report a transaction added by hand, but more than one of either fits.
  public internal(set) var ambiguous: [Ambiguity] = []
  /// The sure transfers that the new rows make, among each other and with what the ledger has.
  public internal(set) var transfers: [ImportTransfer] = []
  /// How many other pairs of the new rows may be transfers; a person has to decide.
  public internal(set) var transferSuggestionCount = 0
  /// The files' words for categories.
  public internal(set) var words: [ImportWord] = []
  /// Opening balances, account numbers and words for categories, after the definitions.
  public internal(set) var accountEvents: [Event] = []
  /// For each file, the names of the accounts of its rows.
  public internal(set) var accountNames: [[TextID: String]] = []
  /// The deleted transactions to be brought back, where that was asked for.
  var restored: [Event] = []
  /// For each file and each of its rows the account and merchant; meaningful for new rows.
  var rows: [[RowPlan]] = []
  /// For each file the parts of its new rows that are split, by row.
  var parts: [[Int: [SplitPart]]] = []
  /// The categories that were guessed, in the order of the rows.
  public internal(set) var guesses: [Guess] = []
  /// How many new rows got their category from what.
  public internal(set) var categoryCauses: [Cause: Int] = [:]
  /// The new rows for which neither the file nor a rule nor the merchant's history named a category.
  public internal(set) var uncategorisedCount = 0
  public internal(set) var directory: LedgerDirectory

  /// A row of a file that reports a transaction added by hand.
  public struct Match: Sendable {
    public var file: Int
    /// The row's index in the file's transactions.
    public var row: Int
    public var target: TransactionID
    /// The day and the merchant as the person said them.
    public var day: CalendarDay
    public var merchant: String
  }

  /// A category that was guessed for a new row, which has it already.
  public struct Guess: Sendable {
    public var file: Int
    public var row: Int
    public var category: CategoryID
    public var why: String
  }

  /// A row of a file for which it is open which transaction added by hand it reports.
  public struct Ambiguity: Sendable {
    public var file: Int
    public var row: Int
    public var fitting: [TransactionID]
  }

  /// Eight bytes: the widest comes first.
  struct RowPlan: Sendable {
    let merchant: MerchantID
    let account: AccountID
    var cause: Cause

    init(account: AccountID, merchant: MerchantID, cause: Cause) {
      self.merchant = merchant
      self.account = account
      self.cause = cause
    }
  }

  /// How many rows lie between two words on the progress.
  static let rowsBetweenReports = 1 << 15

  public func count(of status: ImportStatus) -> Int {
    outcomes.reduce(0) { sum, file in sum + file.count { $0.status == status } }
  }

  /// Lets go of what was decided about each row, once the rows are written.
  public mutating func forgetRows() {
    outcomes = []
    rows = []
  }

  /// Whether committing the plan would change anything.
  public var isEmpty: Bool { restored.isEmpty && matches.isEmpty && count(of: .new) == 0 && count(of: .opening) == 0 }
}

/// Why a file's rows can't be taken in; the whole import is refused.
public struct ImportRefusal: Error, Sendable, CustomStringConvertible {
  public var path: String
  public var line: Int
  public var reason: String

  public var description: String { line > 0 ? "\(path):\(line): \(reason)" : "\(path): \(reason)" }
}

extension ImportPlan {
  /// Appends the plan's events to a commit: names, new transactions in file order, then transfers, matches
  /// and duplicates.
  ///
  /// - Parameter onRows: called now and then with how many rows are written.
  /// - Returns: the transactions of the new rows that are legs of transfers.
  public func append(
    _ sources: [ImportSource], to writer: inout CommitWriter, onRows: ((Int) -> Void)? = nil
  ) throws -> [ImportLeg.Origin: TransactionID] {
    for event in definitions { try writer.append(event) }
    for event in accountEvents + restored { try writer.append(event) }
    var count = 0
    var linkedRows: [ImportLeg.Origin: TransactionID] = [:]
    for leg in transfers.flatMap(\.legs) { linkedRows[leg.origin] = TransactionID(0) }
    var payload = PayloadWriter()
    for (fileIndex, source) in sources.enumerated() {
      let texts = source.file.texts
      let isJournal = source.file.journal != nil
      let notes = source.file.journal?.notes ?? [:]
      let legs = source.file.journal?.legs ?? []
      for (index, transaction) in source.file.transactions.enumerated()
      where outcomes[fileIndex][index].status == .new {
        if count % ImportPlan.rowsBetweenReports == 0 { onRows?(count) }
        count += 1
        let plan = rows[fileIndex][index]
        if !linkedRows.isEmpty, linkedRows[.row(file: fileIndex, row: index)] != nil {
          linkedRows[.row(file: fileIndex, row: index)] = TransactionID(writer.nextPosition)
        }
        let values = TransactionValues(
          day: transaction.day, amount: transaction.amount, account: plan.account, merchant: plan.merchant)
        if let parts = parts[fileIndex][index] {
          var rowTexts = texts.texts(of: transaction, inFile: fileIndex)
          rowTexts.note = notes[index].flatMap(texts.string)
          try writer.append(
            .transactionAdded(
              TransactionAdded(
                values: values, setting: CategorySetting(parts: parts, isByHand: false), cause: plan.cause,
                texts: rowTexts)))
          continue
        }
        payload.removeAll()
        payload.write(optionalUTF8: texts.optionalBytes(of: transaction.payee))
        payload.write(optionalUTF8: texts.optionalBytes(of: transaction.memo))
        payload.write(optionalUTF8: texts.optionalBytes(of: transaction.bankCategory))
        payload.write(optionalUTF8: texts.optionalBytes(of: transaction.bankReference))
        payload.write(optionalUTF8: notes.isEmpty ? nil : notes[index].flatMap(texts.optionalBytes))
        payload.write(unsigned: UInt64(fileIndex) + 1)
        payload.write(unsigned: UInt64(transaction.line) + 1)
        // A person chose the categories of a journal, but transfers are what they are.
        let isByHand =
          isJournal && transaction.bankCategory != .none && plan.cause == .importedFile
          && !legs.contains(index)
        let setting = CategorySetting(outcomes[fileIndex][index].category, isByHand: isByHand)
        try writer.append(added: values, setting: setting, cause: plan.cause, textPayload: payload.bytes)
      }
    }
    for event in transferEvents({ linkedRows[.row(file: $0, row: $1)] }) { try writer.append(event) }
    for match in matches { try writer.append(.transactionMatched(rowMatch(match, sources[match.file].file))) }
    if !duplicated.isEmpty { try writer.append(.rowsMatched(duplicated.sorted())) }
    return linkedRows
  }

  private func rowMatch(_ match: Match, _ file: ImportedFile) -> RowMatch {
    let row = file.transactions[match.row]
    return RowMatch(
      target: match.target, day: row.day, amount: row.amount, account: rows[match.file][match.row].account,
      texts: file.texts.texts(of: row, inFile: match.file), cause: .importedFile)
  }
}

extension ImportedTexts {
  /// What a row says, without a note.
  ///
  /// - Parameter file: the file's place among those of its commit; nil for a row that is no event yet.
  func texts(of row: ImportedTransaction, inFile file: Int? = nil) -> TransactionTexts {
    TransactionTexts(
      rawText: string(row.payee), memo: string(row.memo), bankCategory: string(row.bankCategory),
      bankReference: string(row.bankReference), sourceFile: file, sourceLine: file == nil ? nil : Int(row.line))
  }

  /// The bytes, or nil for none.
  func optionalBytes(of id: TextID) -> ArraySlice<UInt8>? {
    id.index < 0 ? nil : bytes(of: id)
  }
}
