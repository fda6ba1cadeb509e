import Glibc

/// What a program that opens data files does about signals, once, when it starts.
///
/// A library leaves signals alone: the program's `main` calls these.
public enum ProcessSignals {
  /// Ignores SIGXFSZ and SIGPIPE, so that a file size limit and a closed pipe are errors that can be reported.
  ///
  /// Otherwise a write above `ulimit -f`, or to a reader that has gone, kills the process.
  public static func ignoreFileSizeAndPipe() {
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Makes memory that can't be had, and a fault of the program itself, end the process with a message on standard error
  /// and a code instead of a signal.
  ///
  /// The runtime stops a process that gets no memory (SIGABRT), and one of whose checks fails (SIGILL, SIGTRAP). Signals that
  /// another process sends take their usual course. Call it before ``reportDamage(message:exitCode:)``.
  public static func reportFaults(
    outOfMemory: (message: StaticString, exitCode: Int32), fault: (message: StaticString, exitCode: Int32)
  ) {
    ProgramFaults.install(outOfMemory: outOfMemory, fault: fault)
  }

  /// Makes a fault at an address inside a data file's map end the process with a message on standard error and a code.
  ///
  /// LMDB believes what a file says; a damaged one that the structural check did not catch, or one that is cut short while
  /// it is open, makes it read where nothing is (SIGSEGV, SIGBUS) or find an assertion false. Faults elsewhere take their
  /// usual course. Only the first call counts.
  ///
  /// - Parameters:
  ///   - message: a line for the user, without its end.
  ///   - exitCode: what the process ends with.
  public static func reportDamage(message: StaticString, exitCode: Int32) {
    MapFaults.install(message: message, exitCode: exitCode)
  }
}
