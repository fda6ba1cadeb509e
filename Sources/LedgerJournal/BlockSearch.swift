// Safety: a block is copied from its mark to the end that its header says, which is checked against the buffer's; the
// copies live as long as the search and every commit that it found.
import LedgerDomain

/// Finds the commits of a ledger in the bytes of its file, whatever state the file is in.
///
/// Blocks say what they are: mark, sizes, positions and checksums. So they are found without the trees that lead to them. A
/// file also holds old copies of pages, and commits that were never finished; which commits belong together is said by the
/// chain of hashes.
public struct BlockSearch {
  /// A commit all of whose blocks were found and that has the hash it says.
  public struct FoundCommit {
    public let header: CommitHeader
    fileprivate let blocks: [BlockView]
    fileprivate let copies: Copies

    /// The commit's events, in order.
    public func events() throws(JournalError) -> [Event] {
      var events: [Event] = []
      for block in blocks { events += try block.events() }
      return events
    }
  }

  /// By the hash of the commit before.
  private var commits: [CommitHash: [FoundCommit]] = [:]
  /// The sound blocks at a position, each content once.
  private var blocks: [Position: [BlockView]] = [:]
  private var seen: Set<Identity> = []
  private let copies = Copies()

  /// How many ways of putting a commit together are tried, where blocks have several contents.
  private static let maximumTrials = 64

  /// The bytes of the sound blocks; others may write over those of the file while it is searched.
  fileprivate final class Copies {
    private var buffers: [UnsafeMutableRawBufferPointer] = []

    deinit {
      for buffer in buffers { buffer.deallocate() }
    }

    func add(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
      copy.copyMemory(from: bytes)
      buffers.append(copy)
      return UnsafeRawBufferPointer(copy)
    }

    /// Takes back what was added last.
    func removeLast() { buffers.removeLast().deallocate() }
  }

  private struct Identity: Hashable {
    var position: Position
    var digests: [UInt64]
  }

  /// Searches the bytes of a file.
  ///
  /// - Complexity: O(bytes).
  public init(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    // LMDB's values begin at even offsets.
    while offset + BlockLayout.headerBytes <= bytes.count {
      if bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == BlockLayout.magic {
        note(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
      }
      offset += 2
    }
    for first in blocks.values.joined() where first.isFirstOfCommit {
      guard let commit = commit(from: first) else { continue }
      let others = commits[commit.header.previousHash] ?? []
      if !others.contains(where: { $0.header.hash == commit.header.hash }) {
        commits[commit.header.previousHash] = others + [commit]
      }
    }
    blocks = [:]
  }

  /// Keeps the block that begins the bytes, if it is sound and new.
  private mutating func note(_ bytes: UnsafeRawBufferPointer) {
    func size(_ offset: Int) -> Int { Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    typealias Field = BlockLayout.Field
    let count = BlockLayout.headerBytes + size(Field.hotBytes) + size(Field.sparseBytes) + size(Field.textBytes)
    guard count <= bytes.count else { return }
    do throws(JournalError) {
      let lent = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      if seen.contains(identity(of: try BlockView(lent))) { return }
      let block = try BlockView(copies.add(lent))
      do throws(JournalError) {
        try block.verifyHot()
        try block.verifySparse()
        try block.verifyText()
      } catch {
        copies.removeLast()
        return
      }
      // That of the copy, which is what was checked.
      seen.insert(identity(of: block))
      blocks[block.firstPosition, default: []].append(block)
    } catch {
      // Not a sound block: what it holds is told as lost.
      return
    }
  }

  private func identity(of block: BlockView) -> Identity {
    typealias Field = BlockLayout.Field
    let digests = [Field.sparseDigest, Field.textDigest, Field.hotDigest].map { block.field($0, as: UInt64.self) }
    return Identity(position: block.firstPosition, digests: digests)
  }

  /// The commit that a block begins, where all its blocks are there and give its hash.
  private func commit(from first: BlockView) -> FoundCommit? {
    do throws(JournalError) {
      guard let header = try first.commitHeader(), header.firstPosition == first.firstPosition else { return nil }
      var choices: [[BlockView]] = [[first]]
      var next = first.lastPosition + 1
      while next <= header.lastPosition {
        let found = (blocks[next] ?? []).filter {
          !$0.isFirstOfCommit && $0.commitNumber == header.number && $0.commitFirstPosition == header.firstPosition
        }
        // Blocks that begin at one position end at one: they hold as much as fits.
        guard let last = found.first?.lastPosition else { return nil }
        choices.append(found.filter { $0.lastPosition == last })
        next = last + 1
      }
      guard next == header.lastPosition + 1 else { return nil }
      for trial in 0..<BlockSearch.maximumTrials {
        guard let blocks = BlockSearch.choice(trial, of: choices) else { return nil }
        var hasher = CommitHasher(previousHash: header.previousHash)
        for block in blocks { try hasher.add(block) }
        if hasher.finish(header) == header.hash { return FoundCommit(header: header, blocks: blocks, copies: copies) }
      }
      return nil
    } catch {
      return nil
    }
  }

  /// One of each, as a number in mixed radix says; nil past the last.
  private static func choice(_ number: Int, of choices: [[BlockView]]) -> [BlockView]? {
    var rest = number
    var result: [BlockView] = []
    for blocks in choices {
      result.append(blocks[rest % blocks.count])
      rest /= blocks.count
    }
    return rest == 0 ? result : nil
  }

  /// The chain from the first commit to the one of a hash, or to the end of the longest one where there is no such.
  public func chain(through head: CommitHash?) -> [FoundCommit] {
    if let head, let chain = chainBackwards(from: head) { return chain }
    // The length of the longest chain from each commit on, the latest first.
    let all = commits.values.joined().sorted { $0.header.firstPosition > $1.header.firstPosition }
    var longest: [CommitHash: (length: Int, next: FoundCommit?)] = [:]
    for commit in all {
      let next = best(after: commit.header.hash, longest)
      longest[commit.header.hash] = (1 + (next.map { longest[$0.header.hash]?.length ?? 0 } ?? 0), next)
    }
    var chain: [FoundCommit] = []
    var next = best(after: .zero, longest)
    while let commit = next {
      chain.append(commit)
      next = longest[commit.header.hash]?.next
    }
    return chain
  }

  private func best(
    after hash: CommitHash, _ longest: [CommitHash: (length: Int, next: FoundCommit?)]
  ) -> FoundCommit? {
    (commits[hash] ?? []).max {
      let lengths = (longest[$0.header.hash]?.length ?? 0, longest[$1.header.hash]?.length ?? 0)
      return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : $0.header.hash.hexadecimal < $1.header.hash.hexadecimal
    }
  }

  private func chainBackwards(from head: CommitHash) -> [FoundCommit]? {
    let byHash = Dictionary(commits.values.joined().map { ($0.header.hash, $0) }) { first, _ in first }
    var chain: [FoundCommit] = []
    var hash = head
    while hash != .zero {
      guard let commit = byHash[hash] else { return nil }
      chain.append(commit)
      hash = commit.header.previousHash
    }
    return chain.isEmpty ? nil : chain.reversed()
  }

  /// The headers of commits that were found but are not in a chain, by number.
  public func headers(apartFrom chain: [FoundCommit]) -> [CommitHeader] {
    let used = Set(chain.map(\.header.hash))
    return commits.values.joined().map(\.header).filter { !used.contains($0.hash) }
      .sorted { ($0.number, $0.hash.hexadecimal) < ($1.number, $1.hash.hexadecimal) }
  }
}
