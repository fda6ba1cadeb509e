import Foldbook
import Glibc
import LMDB
import Synchronization

/// The open ledger of a server; opened again where another file took its place.
///
/// A class, since every request's thread shares it.
final class LedgerAccess: Sendable {
  private struct Opened {
    var ledger: Ledger
    var device: UInt
    var node: UInt
  }

  let path: String
  let isReadOnly: Bool
  private let opened = Mutex<Opened?>(nil)

  init(path: String, isReadOnly: Bool) {
    self.path = path
    self.isReadOnly = isReadOnly
  }

  /// The ledger that the path names now.
  func ledger() throws -> Ledger {
    var status = stat()
    guard stat(path, &status) == 0 else { throw LMDBError.notFound(path: path) }
    let (device, node) = (UInt(status.st_dev), UInt(status.st_ino))
    return try opened.withLock { current in
      if let current, current.device == device, current.node == node { return current.ledger }
      current = nil
      let ledger = try Ledger.open(path: path, isReadOnly: isReadOnly)
      current = Opened(ledger: ledger, device: device, node: node)
      return ledger
    }
  }

  /// What tells that the file changed: sizes and times of the ledger and its anchor.
  func signature() -> [Int] {
    [path, path + "-anchor"].flatMap { name in
      var status = stat()
      guard stat(name, &status) == 0 else { return [0] }
      return [Int(status.st_ino), Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    }
  }
}
