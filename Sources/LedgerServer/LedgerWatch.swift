import Foldbook
import HTTPServer
import JSON
import Synchronization

/// Notices when the ledger grows, in this process or another.
///
/// A class, since every stream of events shares it.
final class LedgerWatch: Sendable {
  private struct State {
    var signature: [Int] = []
    var position: Position?
    var checkedAt: Int64 = 0
    var changedAt: Int64 = 0
  }

  /// File systems tell times in steps; within this time of a change the ledger itself is asked.
  private static let doubtMilliseconds: Int64 = 1_000
  private static let pauseMilliseconds: Int64 = 100

  private let access: LedgerAccess
  private let state = Mutex(State())

  init(access: LedgerAccess) {
    self.access = access
  }

  /// The last position of the journal; nil while it can't be read.
  func position() -> Position? {
    let now = ServerClock.monotonicMilliseconds()
    return state.withLock { state in
      if now - state.checkedAt < LedgerWatch.pauseMilliseconds, state.position != nil { return state.position }
      state.checkedAt = now
      let signature = access.signature()
      if signature != state.signature {
        state.signature = signature
        state.changedAt = now
      } else if now - state.changedAt > LedgerWatch.doubtMilliseconds, state.position != nil {
        return state.position
      }
      do {
        state.position = try access.ledger().read { $0.position }
      } catch {
        state.position = nil
      }
      return state.position
    }
  }
}

/// Tells a page when the ledger has changed, as server-sent events.
///
/// A class, since the connection asks it again and again.
final class EventStream: HTTPStream {
  private struct State {
    var position: Position?
    var spokeAt: Int64 = 0
    var hasBegun = false
  }

  /// Something is said so often at least, so that a client that went away is noticed.
  private static let beatMilliseconds: Int64 = 15_000

  private let watch: LedgerWatch
  private let state = Mutex(State())

  init(watch: LedgerWatch) {
    self.watch = watch
  }

  func next() -> [UInt8]? {
    let now = ServerClock.monotonicMilliseconds()
    let position = watch.position()
    return state.withLock { state in
      var text = ""
      if !state.hasBegun {
        state.hasBegun = true
        text = "retry: 1000\n\n"
      }
      if let position, position != state.position {
        state.position = position
        text += "event: ledger\nid: \(position)\ndata: {\"position\":\(position)}\n\n"
      } else if now - state.spokeAt >= EventStream.beatMilliseconds, text.isEmpty {
        text = ": still here\n\n"
      }
      if !text.isEmpty { state.spokeAt = now }
      return Array(text.utf8)
    }
  }
}
