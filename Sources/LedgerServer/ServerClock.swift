import Foldbook
import Glibc

/// The clock of the requests: the system's, or one that stands still.
struct ServerClock: Sendable {
  var fixed: Instant?

  var now: Instant {
    if let fixed { return fixed }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(millisecondsSinceEpoch: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The civil date in the local zone; of a clock that stands still, its date.
  var today: CalendarDay {
    if let fixed { return fixed.day }
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return CalendarDay(year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
      ?? now.day
  }

  /// Milliseconds on a clock that only goes forward.
  static func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
