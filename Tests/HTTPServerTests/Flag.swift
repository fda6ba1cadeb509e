import Synchronization

/// Something that is so from a moment on.
final class Flag: Sendable {
  private let isRaised = Atomic<Bool>(false)

  /// Raises it and says whether it was raised before.
  func raise() -> Bool { isRaised.exchange(true, ordering: .sequentiallyConsistent) }
}
