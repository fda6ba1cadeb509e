import Foldbook
import Foundation
import Testing

/// What a ledger file says: its commits and its views, read by the library after everything about it was checked.
struct LedgerState: Equatable, CustomStringConvertible {
  /// Oldest first.
  var commitHashes: [String]
  var viewDigest: String

  /// The state of the ledger at a path; nil where there is no file.
  ///
  /// - Throws: what opening throws, and `UnsoundLedger` where verification or a replay says that it is not whole.
  static func read(_ path: String) throws -> LedgerState? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let ledger = try Ledger.open(path: path, isReadOnly: true)
    return try ledger.read { view in
      let problems = try Verifier.verify(view.journal).problems.map { "position \($0.position): \($0.reason)" }
      guard problems.isEmpty else { throw UnsoundLedger(reason: problems.joined(separator: "; ")) }
      let digest = try view.digest()
      guard try view.refolded().digest() == digest else { throw UnsoundLedger(reason: "a replay gives other views") }
      var hashes: [String] = []
      try view.journal.forEachCommitBackwards(from: view.position) { header throws(JournalError) in
        hashes.append(header.hash.hexadecimal)
        return true
      }
      return LedgerState(commitHashes: hashes.reversed(), viewDigest: digest.hexadecimal)
    }
  }

  var description: String {
    "\(commitHashes.count) commits, head \(commitHashes.last?.prefix(8) ?? "-"), views \(viewDigest.prefix(8))"
  }
}

/// A ledger opens but is not whole.
struct UnsoundLedger: Error, CustomStringConvertible {
  var reason: String
  var description: String { reason }
}
