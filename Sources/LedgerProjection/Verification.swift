import LedgerDomain
import LedgerJournal

/// What a check of a whole ledger found.
public struct Verification: Sendable {
  /// Something that is not as it was written.
  public struct Problem: Sendable, Hashable {
    /// Where in the journal; 0 for what has no position, such as pages, views and the anchor.
    public var position: Position
    public var reason: String

    public init(position: Position, reason: String) {
      self.position = position
      self.reason = reason
    }
  }

  /// One thing that is checked.
  ///
  /// Each can be done alone, so that a test shows of each that a ledger with just that fault is caught by it: whoever takes
  /// a check away turns that test red.
  public enum Check: String, CaseIterable, Sendable {
    /// Every page of the file is in order and used once.
    case structure
    /// The format's version and the ledger's id have their checksum.
    case identity
    /// The header and columns of each block have their checksum.
    case columns
    /// The definitions of each block have their checksum.
    case definitions
    /// The texts of each block have their checksum.
    case texts
    /// Blocks follow each other without a gap.
    case positions
    /// Each commit names the number and the hash of the one before it.
    case chain
    /// Each block belongs to the commit before it.
    case membership
    /// The events of each commit give its hash.
    case hash
    /// The last commit has all its events.
    case completeness
    /// Each change is of a transaction that is there.
    case target
    /// Each change takes the transaction for what it is: live, deleted or undone.
    case liveness
    /// Each change replaces the category that the transaction had.
    case previousCategory
    /// Each change carries the values that the transaction has.
    case previousValues
    /// Events name accounts, categories and merchants that are there.
    case references
    /// Definitions have the next number and fit to those before.
    case numbering
    /// Edits have both halves.
    case editHalves
    /// The rows that an import matched are there.
    case matchedRows
    /// The transactions that a transfer names are there.
    case transferLegs
    /// The commits that an undo names are there.
    case undoneCommits
    /// Every row of a view has its checksum.
    case viewRows
    /// The views say what a replay says.
    case viewDigest
    /// The head is not behind what was seen before.
    case anchor
    /// The head's hash is the one that was kept elsewhere.
    case expectedHash
  }

  public var commits: UInt64 = 0
  public var events: UInt64 = 0
  public var headHash = CommitHash.zero
  /// In the order in which they were found; those of the journal by position.
  public var problems: [Problem] = []
  /// Remarks that are no fault, such as a missing anchor.
  public var warnings: [String] = []

  public init() {}
}

extension Set<Verification.Check> {
  /// Everything that is checked.
  public static let all = Set(Verification.Check.allCases)
}
