/// The file as it was when the transaction began, for reading.
///
/// Lent by ``Environment/read(_:)``. While it lasts, pages that later commits free can't be used again, so keep it short.
public struct ReadTransaction: ~Copyable, Readable {
  public let reading: ReadAccess

  init(reading: ReadAccess) {
    self.reading = reading
  }
}
