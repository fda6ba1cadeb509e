// Safety: both buffers point into the map and are valid as long as the accessor that gave them says.

/// A key and its value, in place.
///
/// Valid until the transaction ends or, in a write transaction, until the next write. The bytes are aligned to 2 only.
public struct Entry {
  public let key: UnsafeRawBufferPointer
  public let value: UnsafeRawBufferPointer

  @inlinable
  public init(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    self.key = key
    self.value = value
  }
}
