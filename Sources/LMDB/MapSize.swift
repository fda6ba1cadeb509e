// Safety: the probe's mapping is never touched and is unmapped at once.
import Glibc

/// How much address space to give a data file.
///
/// A map that is large from the start never has to move; it costs address space only, which a limit (`ulimit -v`) may
/// make scarce.
package enum MapSize {
  /// The map that is asked for unless the caller wants another: 64 GiB.
  package static let defaultBytes = 64 << 30

  /// The smallest map: what an empty file and its first tables fit in.
  static let smallestBytes = 64 << 10

  /// The map to open a file with: what was asked for, at least twice the file, less where address space is scarce.
  ///
  /// Where that does not fit, it is half of the largest power-of-two share of it that does, so that memory for everything
  /// else is left.
  package static func initial(
    wantedBytes: Int, fileSizeBytes: Int, fits: (Int) -> Bool = isAvailable
  ) -> Int {
    let smallest = max(smallestBytes, roundedUp(fileSizeBytes))
    var size = max(roundedUp(wantedBytes), fileSizeBytes.multipliedReportingOverflow(by: 2).partialValue, smallest)
    if fits(size) { return size }
    while size > smallest {
      size /= 2
      if fits(size) { return max(roundedUp(size / 2), smallest) }
    }
    return smallest
  }

  /// The map to go on with when one is full: twice the size, or what address space is left for; nil for none.
  package static func next(afterBytes current: Int, fits: (Int) -> Bool = isAvailable) -> Int? {
    for added in [current, current / 2, current / 4] where added >= smallestBytes {
      let (size, overflows) = current.addingReportingOverflow(roundedUp(added))
      if !overflows, fits(added) { return size }
    }
    return nil
  }

  /// Whether so much address space can be mapped now.
  package static func isAvailable(_ sizeBytes: Int) -> Bool {
    let probe = mmap(nil, sizeBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let probe, probe != MAP_FAILED else { return false }
    munmap(probe, sizeBytes)
    return true
  }

  private static func roundedUp(_ sizeBytes: Int) -> Int {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    return (sizeBytes + page - 1) / page * page
  }
}
