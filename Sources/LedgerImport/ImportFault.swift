/// Why a file is refused whole.
struct ImportFault: Error {
  /// What was found and the flag that settles it.
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// Why a row is rejected.
struct RowFault: Error {
  /// The column, what was found and what to do.
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
