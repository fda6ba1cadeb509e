// Safety: the bytes are lent for the call.
import Glibc
import LMDB
import LedgerDomain
import LedgerJournal

/// What reads a ledger's file, and checks its journal as text.
public enum LedgerDecoders {
  public static let all: [Decoder] = [
    Decoder(name: "block", lengthLimitBytes: 16_384, decode: block),
    Decoder(name: "salvage", lengthLimitBytes: 16_384, decode: salvage),
    Decoder(name: "pages", lengthLimitBytes: 131_072, decode: pages),
    Decoder(name: "journal-check", lengthLimitBytes: 8_192, decode: journalCheck),
  ]

  /// A block as it lies in the file, its checksums left aside, so that what comes after them is tried.
  private static func block(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { buffer in
      do throws(JournalError) {
        let block = try BlockView(buffer)
        var sum = block.rowCount &+ Int(truncatingIfNeeded: block.commitNumber)
        if let header = try block.commitHeader() { sum &+= header.command.utf8.count }
        var hasher = CommitHasher(previousHash: .zero)
        try hasher.add(block)
        for event in try block.events() { sum &+= "\(event.kind)".utf8.count }
        for index in 0..<block.rowCount where block.row(index).isTransactionRow {
          sum &+= try block.texts(index).note?.utf8.count ?? 0
        }
        return sum
      } catch {
        return "\(error)".utf8.count
      }
    }
  }

  /// The search for commits in a file that nothing is known of.
  private static func salvage(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { buffer in
      let search = BlockSearch(buffer)
      let chain = search.chain(through: nil)
      var next: Position = 1
      for commit in chain {
        precondition(commit.header.firstPosition == next, "commits of a chain follow each other")
        next = commit.header.lastPosition + 1
      }
      return chain.count &+ search.headers(apartFrom: chain).count
    }
  }

  /// The pages of a data file, checked as they are before LMDB sees them.
  private static func pages(_ bytes: [UInt8]) -> Int {
    do {
      return try StructureCheck.whole(descriptor: fileInMemory(bytes)).pageCount
    } catch {
      return "\(error)".utf8.count
    }
  }

  /// A file without a name, in memory where there is a folder for that.
  private static let memory: Int32 = {
    let withoutName = O_DIRECTORY | 0o20_000_000
    for folder in ["/dev/shm", "."] {
      let descriptor = open(folder, O_RDWR | O_CLOEXEC | withoutName, 0o600)
      if descriptor >= 0 { return descriptor }
    }
    return -1
  }()

  private static func fileInMemory(_ bytes: [UInt8]) -> Int32 {
    precondition(memory >= 0 && ftruncate(memory, 0) == 0, "no file in memory")
    precondition(pwrite(memory, bytes, bytes.count, 0) == bytes.count, "no room in memory")
    return memory
  }

  private static func journalCheck(_ bytes: [UInt8]) -> Int {
    do throws(JournalError) {
      let head = try JournalText.check(bytes)
      return Int(truncatingIfNeeded: head.number)
    } catch {
      return "\(error)".utf8.count
    }
  }
}
