// Safety: each thread owns one `Piece`, retained for it and released by it, and writes one slot of the results; the caller
// joins every thread before it reads a slot or returns, so that neither the body nor the slots outlive the call.
import Glibc

/// Runs independent pieces of one task on several threads and waits for all of them.
///
/// Plain threads rather than tasks: a write transaction of the store must not leave its thread, so the caller has to
/// wait in place, and a command that folds a short tail should not pay for a pool.
public enum ParallelWork {
  /// The number of threads that are worth starting: one a processor, at most eight.
  public static let width = max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))

  /// The results of `body(0)`, …, `body(count - 1)`, which run at the same time; the caller's thread runs the first.
  ///
  /// A piece for which no thread can be made runs on the caller's thread.
  /// - Throws: the error of the lowest piece that threw; the others have ended by then.
  public static func map<Element: Sendable, Failure: Error>(
    count: Int, _ body: @Sendable (Int) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    if count <= 1 { return count == 1 ? [try body(0)] : [] }
    let slots = UnsafeMutablePointer<Result<Element, Failure>?>.allocate(capacity: count)
    slots.initialize(repeating: nil, count: count)
    defer {
      slots.deinitialize(count: count)
      slots.deallocate()
    }
    withoutActuallyEscaping(body) { body in
      func run(_ index: Int) {
        do throws(Failure) {
          slots[index] = .success(try body(index))
        } catch {
          slots[index] = .failure(error)
        }
      }
      var threads: [pthread_t] = []
      for index in 1..<count {
        let piece = Piece { run(index) }
        if let thread = piece.start() { threads.append(thread) } else { run(index) }
      }
      run(0)
      for thread in threads { pthread_join(thread, nil) }
    }
    var results: [Element] = []
    for index in 0..<count {
      guard let result = slots[index] else { preconditionFailure("the piece \(index) left no result") }
      results.append(try result.get())
    }
    return results
  }

  /// Runs `work` on a thread of its own while the caller's thread runs `main`, and waits for both.
  ///
  /// Where no thread can be made, `work` runs after `main`.
  /// - Throws: what `main` throws, or else what `work` throws.
  public static func beside<Side: Sendable, Main, Failure: Error>(
    _ work: @Sendable () throws(Failure) -> Side, _ main: () throws(Failure) -> Main
  ) throws(Failure) -> (Side, Main) {
    let slot = UnsafeMutablePointer<Result<Side, Failure>?>.allocate(capacity: 1)
    slot.initialize(to: nil)
    defer {
      slot.deinitialize(count: 1)
      slot.deallocate()
    }
    let mainResult: Result<Main, Failure> = withoutActuallyEscaping(work) { work in
      func run() {
        do throws(Failure) {
          slot.pointee = .success(try work())
        } catch {
          slot.pointee = .failure(error)
        }
      }
      let thread = Piece { run() }.start()
      let result: Result<Main, Failure>
      do throws(Failure) {
        result = .success(try main())
      } catch {
        result = .failure(error)
      }
      if let thread { pthread_join(thread, nil) } else { run() }
      return result
    }
    let value = try mainResult.get()
    guard let side = slot.pointee else { preconditionFailure("the work beside left no result") }
    return (try side.get(), value)
  }

  /// A range cut into `parts` ranges of about the same length, in order; fewer where it is short.
  public static func ranges(of range: Range<Int>, parts: Int) -> [Range<Int>] {
    let count = max(1, min(parts, range.count))
    return (0..<count).map { index in
      range.lowerBound + range.count * index / count..<range.lowerBound + range.count * (index + 1) / count
    }
  }
}

/// One piece of work on a thread of its own, until its value is asked for.
///
/// Of one thread only, as it is not `Sendable`; where no thread can be made, the work is done at once.
public final class WorkBeside<Value: Sendable> {
  private let slot: UnsafeMutablePointer<Value?>
  private var thread: pthread_t?

  public init(_ work: @escaping @Sendable () -> Value) {
    let slot = UnsafeMutablePointer<Value?>.allocate(capacity: 1)
    slot.initialize(to: nil)
    self.slot = slot
    func run() { slot.pointee = work() }
    thread = Piece { run() }.start()
    if thread == nil { run() }
  }

  deinit {
    wait()
    slot.deinitialize(count: 1)
    slot.deallocate()
  }

  /// Waits for the work and returns what it made.
  public func value() -> Value {
    wait()
    guard let value = slot.pointee else { preconditionFailure("the work left no value") }
    return value
  }

  private func wait() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }
}

/// What one thread runs.
private final class Piece {
  private let work: () -> Void

  init(_ work: @escaping () -> Void) {
    self.work = work
  }

  /// Runs the work on a thread of its own; nil where none can be made.
  func start() -> pthread_t? {
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Piece>.fromOpaque(argument).takeRetainedValue().work() }
        return nil
      }, retained.toOpaque())
    if code == 0 { return thread }
    retained.release()
    return nil
  }
}
