// Safety: calls of the C library with values that live for the call; the words of a new process are freed after it began.
import Glibc

/// The signals that stop the server, taken by the main thread alone.
struct StopSignals {
  private var signals = sigset_t()

  /// Blocks the signals in this thread and those that it starts.
  init() {
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Whether one of them came within the time; a second one then ends the process at once.
  func wait(seconds: Int) -> Bool {
    var signals = signals
    var limit = timespec(tv_sec: seconds, tv_nsec: 0)
    guard sigtimedwait(&signals, nil, &limit) > 0 else { return false }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return true
  }
}

/// Output and the browser.
enum ServerSystem {
  /// Prints a line; a closed output is no reason to stop serving.
  static func print(_ line: String) { write(line, to: STDOUT_FILENO) }

  static func report(_ line: String) { write(line, to: STDERR_FILENO) }

  /// A variable of the environment that is set and not empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  private static func write(_ line: String, to descriptor: Int32) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Opens the address in the person's browser where there is a screen; what goes wrong there is not ours.
  static func open(_ address: String) {
    guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return }
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
    defer { for word in words { free(word) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The browser gets the signals that this process blocks, and their usual meaning.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    // Nobody waits for it: the system takes its end.
    signal(SIGCHLD, SIG_IGN)
    posix_spawnp(&process, "xdg-open", nil, &attributes, &words, environ)
  }
}

func exitProcess(_ code: Int32) -> Never { exit(code) }
