/// The file as it is, for reading and writing, while nobody else can write.
///
/// Lent by ``Environment/write(_:)``. It never crosses an `await` or a thread: LMDB would return success and then block
/// every later writer.
public struct WriteTransaction: ~Copyable, Writable {
  public let writing: WriteAccess

  @inlinable public var reading: ReadAccess { writing.reading }

  init(writing: WriteAccess) {
    self.writing = writing
  }
}
