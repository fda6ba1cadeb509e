import Glibc

/// A point of the monotonic clock until which something is waited for.
struct Deadline {
  private let nanoseconds: Int64

  init(afterMilliseconds milliseconds: Int) {
    nanoseconds = Deadline.now() + Int64(milliseconds) * 1_000_000
  }

  var hasPassed: Bool { Deadline.now() >= nanoseconds }

  /// The point as `pthread_cond_timedwait` wants it.
  var time: timespec {
    timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
