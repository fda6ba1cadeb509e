// Safety: runs in a signal handler, so it only makes system calls, writes, and ends the process; the report is allocated for
// ever before the handler is installed, and the handler's stack with it.
import Glibc

/// Ending a program with a message and a code where the processor or the runtime stops it.
enum ProgramFaults {
  private struct Report {
    let outOfMemory: (message: StaticString, exitCode: Int32)
    let fault: (message: StaticString, exitCode: Int32)
  }

  /// A trap of the program's own checks, an abort of the runtime, and faults at addresses that are nobody's.
  private static let signals = [SIGABRT, SIGILL, SIGTRAP, SIGFPE, SIGSEGV, SIGBUS]
  private static let stackSizeBytes = 65_536
  /// What a process with memory left can have.
  private static let probeSizeBytes = 64 << 20
  nonisolated(unsafe) private static var report: UnsafeMutablePointer<Report>?

  /// Installs the handler; once, before that of ``MapFaults``, which hands on what it does not know.
  static func install(
    outOfMemory: (message: StaticString, exitCode: Int32), fault: (message: StaticString, exitCode: Int32)
  ) {
    guard report == nil else { return }
    let installed = UnsafeMutablePointer<Report>.allocate(capacity: 1)
    installed.initialize(to: Report(outOfMemory: outOfMemory, fault: fault))
    report = installed
    // A stack that has run over has no room for a handler.
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackSizeBytes, alignment: 16)
    stack.ss_size = stackSizeBytes
    sigaltstack(&stack, nil)
    for signal in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = { signal, information, _ in
        ProgramFaults.handle(signal: signal, information: information)
      }
      action.sa_flags = SA_SIGINFO | SA_ONSTACK | Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(signal, &action, nil)
    }
  }

  fileprivate static func handle(signal: Int32, information: UnsafeMutablePointer<siginfo_t>?) {
    guard let report else { return }
    // What another process sends takes its usual course; an abort is sent by the process itself.
    let isOwn = information.map { $0.pointee.si_code > 0 || $0.pointee._sifields._kill.si_pid == getpid() } ?? true
    guard isOwn else {
      raise(signal)
      return
    }
    let isAllocation = signal == SIGABRT || signal == SIGSEGV && isNearNull(information)
    let (message, exitCode) = isAllocation && isMemoryShort ? report.pointee.outOfMemory : report.pointee.fault
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _ = write(STDERR_FILENO, "\n", 1)
    _exit(exitCode)
  }

  /// Whether what was looked at lies on the first page, where nothing is: the runtime's own message about memory that it could
  /// not have needs memory too, and reads from nowhere where that is missing.
  private static func isNearNull(_ information: UnsafeMutablePointer<siginfo_t>?) -> Bool {
    guard let information else { return false }
    return UInt(bitPattern: information.pointee._sifields._sigfault.si_addr) < 4_096
  }

  /// Whether the runtime's abort is explained by memory that could not be had.
  private static var isMemoryShort: Bool {
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != ~0 { return true }
    let start = mmap(nil, probeSizeBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start, start != MAP_FAILED else { return true }
    munmap(start, probeSizeBytes)
    return false
  }
}
