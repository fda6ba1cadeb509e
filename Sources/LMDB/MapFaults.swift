// Safety: runs in a signal handler, so it only compares numbers, writes, and ends the process; what it reads is
// allocated for ever before the handler is installed. A map that comes or goes on another thread at that moment may be
// missed, and then the signal takes its usual course.
import Glibc

/// Telling a damaged data file from a fault of the program when the processor reports a bad address.
///
/// The structural check keeps LMDB from most bad pages; this is for what slips through, and for a file that is cut while
/// it is open.
enum MapFaults {
  /// A place in the list of maps, to be given back when the map goes.
  struct Registration {
    fileprivate let index: Int
  }

  private struct Map {
    var start: UInt = 0
    var end: UInt = 0
  }

  private struct Report {
    let message: StaticString
    let exitCode: Int32
    let formerSegmentationAction: sigaction
    let formerBusAction: sigaction
  }

  private static let capacity = 64
  private static let monitor = Monitor()
  nonisolated(unsafe) private static let maps: UnsafeMutablePointer<Map> = {
    let maps = UnsafeMutablePointer<Map>.allocate(capacity: capacity)
    maps.initialize(repeating: Map(), count: capacity)
    return maps
  }()
  nonisolated(unsafe) private static var report: UnsafeMutablePointer<Report>?

  /// Notes where a file is mapped; nil if there are too many maps to note another.
  static func register(start: UnsafeRawPointer, sizeBytes: Int) -> Registration? {
    monitor.locked {
      guard let index = (0..<capacity).first(where: { maps[$0].end == 0 }) else { return nil }
      maps[index] = Map(start: UInt(bitPattern: start), end: UInt(bitPattern: start) + UInt(sizeBytes))
      return Registration(index: index)
    }
  }

  /// Forgets a map.
  static func remove(_ registration: Registration) {
    monitor.locked { maps[registration.index] = Map() }
  }

  /// Makes a fault inside a map, and an assertion of LMDB, end the process with a message and a code; once.
  static func install(message: StaticString, exitCode: Int32) {
    monitor.locked {
      guard report == nil else { return }
      _ = maps[0]
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = { signal, information, _ in
        MapFaults.handle(signal: signal, information: information)
      }
      action.sa_flags = SA_SIGINFO | SA_ONSTACK
      var formerSegmentationAction = sigaction()
      var formerBusAction = sigaction()
      let installed = UnsafeMutablePointer<Report>.allocate(capacity: 1)
      sigaction(SIGSEGV, nil, &formerSegmentationAction)
      sigaction(SIGBUS, nil, &formerBusAction)
      installed.initialize(
        to: Report(
          message: message, exitCode: exitCode, formerSegmentationAction: formerSegmentationAction,
          formerBusAction: formerBusAction))
      report = installed
      sigaction(SIGSEGV, &action, nil)
      sigaction(SIGBUS, &action, nil)
    }
  }

  /// Reports an assertion that LMDB found false; returns where nothing is installed, and LMDB then aborts.
  static func reportAssertion(_ text: UnsafePointer<CChar>?) {
    guard let report else { return }
    if let text {
      write(text, count: strlen(text))
      write("\n")
    }
    end(report)
  }

  fileprivate static func handle(signal: Int32, information: UnsafeMutablePointer<siginfo_t>?) {
    guard let report else { return }
    // A positive code comes from the processor; anything else was sent by a process.
    let isFault = information.map { $0.pointee.si_code > 0 } ?? false
    if isFault, let address = information?.pointee._sifields._sigfault.si_addr, isInMap(UInt(bitPattern: address)) {
      end(report)
    }
    // The usual course: what was installed before, by the faulting instruction when it runs again, or by hand.
    var former = signal == SIGBUS ? report.pointee.formerBusAction : report.pointee.formerSegmentationAction
    sigaction(signal, &former, nil)
    if !isFault { raise(signal) }
  }

  /// Whether all of the bytes lie in one registered map.
  static func isOneMap(_ start: UnsafeRawPointer, sizeBytes: Int) -> Bool {
    let address = UInt(bitPattern: start)
    return monitor.locked {
      (0..<capacity).contains { maps[$0].start <= address && address + UInt(sizeBytes) <= maps[$0].end }
    }
  }

  private static func isInMap(_ address: UInt) -> Bool {
    for index in 0..<capacity where address >= maps[index].start && address < maps[index].end { return true }
    return false
  }

  private static func end(_ report: UnsafeMutablePointer<Report>) -> Never {
    write(report.pointee.message)
    write("\n")
    _exit(report.pointee.exitCode)
  }

  private static func write(_ text: StaticString) {
    _ = Glibc.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func write(_ text: UnsafePointer<CChar>, count: Int) {
    _ = Glibc.write(STDERR_FILENO, text, count)
  }
}
