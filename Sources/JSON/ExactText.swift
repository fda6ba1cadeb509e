// Safety: the bytes of a text are lent to the hasher for the call.

/// A string that equals another only when both have the same bytes.
///
/// `String` itself treats canonically equivalent spellings as equal, so a composed and a decomposed name would count as
/// duplicates although they are two different JSON names.
struct ExactText: Hashable {
  private var text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: Self, right: Self) -> Bool {
    // Texts that differ canonically differ in their bytes, and that answer comes faster.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8.max)
  }
}
