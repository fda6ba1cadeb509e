import Foldbook

/// How a ledger is served.
public struct ServerOptions: Sendable {
  /// The ledger's file.
  public var path: String
  /// A clock that stands still; nil is the system's.
  public var now: Instant?
  /// Refuses every change.
  public var isReadOnly = false
  /// Asks the page to cover amounts until they are asked for.
  public var hidesAmounts = false
  /// The person's own import profiles; nil where there are none to offer.
  public var profiles: PersonalProfiles?
  /// What the session says about the program.
  public var version = ""

  public init(path: String) {
    self.path = path
  }
}
