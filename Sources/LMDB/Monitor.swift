// Safety: the mutex and the condition live at one address from init to deinit, as pthreads require.
import Glibc

/// A mutex with one condition.
///
/// A class because a mutex is shared by identity.
final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs the body while no other thread is inside.
  func locked<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Waits, inside `locked`, for a signal; without a deadline as long as it takes.
  func wait(until deadline: Deadline? = nil) {
    guard let deadline else {
      pthread_cond_wait(condition, mutex)
      return
    }
    var time = deadline.time
    pthread_cond_timedwait(condition, mutex, &time)
  }

  /// Wakes every thread that waits.
  func signal() {
    pthread_cond_broadcast(condition)
  }
}
