// Safety: every conformance lends the bytes of a value for the duration of a call and never keeps the pointer.

/// Bytes that a call can read in place: a key or a value.
///
/// Arrays, spans, raw buffers and ``Key`` conform, so that callers hand over what they have and nothing is copied.
public protocol RawBytes: ~Copyable, ~Escapable {
  /// Lends the bytes; the pointer is valid until the body returns.
  func withRawBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension UnsafeRawBufferPointer: RawBytes {
  @inlinable
  public func withRawBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(self)
  }
}

extension Array: RawBytes where Element == UInt8 {
  @inlinable
  public func withRawBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try span.withUnsafeBytes(body)
  }
}

extension Span: RawBytes where Element == UInt8 {
  @inlinable
  public func withRawBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBytes(body)
  }
}

extension RawSpan: RawBytes {
  @inlinable
  public func withRawBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBytes(body)
  }
}
