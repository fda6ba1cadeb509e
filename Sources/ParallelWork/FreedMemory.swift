// Safety: one call of the C library, which looks at no memory that is in use.
import CMalloc

/// Memory that was freed and that the C library keeps for what is needed next.
public enum FreedMemory {
  /// Gives what is kept back to the kernel, so that it does not count while other memory is needed.
  ///
  /// It pays after pieces of tens of megabytes: the pages have to be cleared before they are used again.
  public static func giveBack() { malloc_trim(0) }
}
