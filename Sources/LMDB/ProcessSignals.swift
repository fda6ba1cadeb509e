import Glibc

/// What a process that writes data files does about signals, once, when it starts.
public enum ProcessSignals {
  /// Ignores SIGXFSZ and SIGPIPE, so that a file size limit and a closed pipe are errors that can be reported.
  ///
  /// Without it a write above `ulimit -f`, or to a reader that has gone, kills the process.
  public static func ignoreFileSizeAndPipe() {
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
  }
}
