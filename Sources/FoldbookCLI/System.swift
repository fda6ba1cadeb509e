// Safety: calls of the C library with buffers that live for the call.
import CMalloc
import Foldbook
import Glibc

/// How the process gets its memory.
enum ProcessMemory {
  /// Keeps freed memory for what is needed next, instead of giving large pieces back and having them cleared again.
  ///
  /// An import makes and frees tables of tens of megabytes one after the other: so it touches 40 % fewer pages.
  static func keepFreed() { mallopt(M_MMAP_MAX, 0) }
}

/// What the operating system says of an error number.
enum SystemError {
  static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// The environment, the clock and the zone of the process.
enum SystemEnvironment {
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(millisecondsSinceEpoch: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Seconds on a clock that only goes forward.
  static func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The civil date in the local zone.
  static func localDay() -> CalendarDay {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return CalendarDay(year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
      ?? SystemEnvironment.now().day
  }

  /// The locale's name for numbers.
  static var numberLocaleName: String {
    variable("LC_ALL") ?? variable("LC_NUMERIC") ?? variable("LANG") ?? "C"
  }

  /// The currency of the locale's region, or nil.
  static var localeCurrency: Currency? {
    let name = variable("LC_ALL") ?? variable("LC_MONETARY") ?? variable("LANG") ?? "C"
    let base = name.split(whereSeparator: { $0 == "." || $0 == "@" }).first.map(String.init) ?? ""
    guard let region = base.split(separator: "_").dropFirst().first else { return nil }
    let regions = [
      "USD": "US EC SV PR", "GBP": "GB", "CHF": "CH LI", "JPY": "JP", "SEK": "SE", "NOK": "NO", "DKK": "DK",
      "PLN": "PL",
      "CZK": "CZ", "HUF": "HU", "CAD": "CA", "AUD": "AU", "NZD": "NZ", "INR": "IN", "CNY": "CN", "BRL": "BR",
      "MXN": "MX",
      "SGD": "SG", "HKD": "HK", "KRW": "KR", "ZAR": "ZA", "TRY": "TR", "RON": "RO", "BGN": "BG", "ILS": "IL",
      "RUB": "RU",
      "UAH": "UA", "KWD": "KW", "AED": "AE", "SAR": "SA", "NGN": "NG",
      "EUR": "DE AT FR IT ES PT NL BE LU IE FI EE LV LT SK SI GR CY MT HR",
    ]
    let code = regions.first { $0.value.split(separator: " ").contains(region) }?.key
    return code.flatMap { Currency($0) }
  }

  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The terminal's columns, at most as many as a terminal can have, or nil.
  static var terminalColumns: Int? {
    if let text = variable("COLUMNS"), let columns = Int(text), columns > 0 { return min(columns, Int(UInt16.max)) }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// 32 bytes that nobody can guess.
  static func randomIdentifier() -> CommitHash {
    var generator = SystemRandomNumberGenerator()
    return CommitHash(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}

/// Whole files in and out.
enum FileAccess {
  /// The bytes of a file, or the first of them; `-` is standard input.
  static func read(_ path: String, limit: Int = .max) throws -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { if path != "-" { close(descriptor) } }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw CommandError(code: .notFound, reason: "\(path) is a folder; name the files in it")
    }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    // One byte more than the file has, so that the read that meets its end needs no second buffer.
    var bytes = try [UInt8](unsafeUninitializedCapacity: isRegular ? min(Int(status.st_size) + 1, limit) : 0) {
      buffer, count in
      while count < buffer.count {
        let taken = try take(
          from: descriptor, path,
          into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...])))
        if taken == 0 { break }
        count += taken
      }
    }
    if isRegular, bytes.count <= Int(status.st_size) { return bytes }
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while bytes.count < limit {
      let wanted = min(chunk.count, limit - bytes.count)
      let taken = try chunk.withUnsafeMutableBytes { chunk in
        try take(from: descriptor, path, into: UnsafeMutableRawBufferPointer(rebasing: chunk[..<wanted]))
      }
      if taken == 0 { break }
      bytes.append(contentsOf: chunk[0..<taken])
    }
    return bytes
  }

  /// Reads what is there next into a buffer; 0 at the end.
  private static func take(
    from descriptor: Int32, _ path: String, into buffer: UnsafeMutableRawBufferPointer
  ) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw failure(path) }
    }
  }

  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Writes a new file for its owner only; one that exists is left alone.
  static func create(_ path: String, _ bytes: [UInt8]) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let reason = errno == EEXIST ? "exists already; remove it or choose another name" : SystemError.text(errno)
      throw CommandError(code: .cannotCreate, reason: "\(path): \(reason)")
    }
    defer { close(descriptor) }
    do {
      try write(bytes, to: descriptor)
    } catch {
      unlink(path)
      throw CommandError(code: .inputOutput, reason: "\(path) could not be written")
    }
  }

  static func failure(_ path: String) -> CommandError {
    switch errno {
    case ENOENT, ENOTDIR: CommandError(code: .notFound, reason: "there is no file \(path)")
    case EACCES, EPERM: CommandError(code: .noPermission, reason: "no permission to read \(path)")
    default: CommandError(code: .inputOutput, reason: "\(path): \(SystemError.text(errno))")
    }
  }

  /// Writes bytes to a stream; a closed pipe is no error.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var offset = 0
    try bytes.withUnsafeBytes { buffer in
      while offset < buffer.count {
        let count = Glibc.write(descriptor, buffer.baseAddress! + offset, buffer.count - offset)
        if count > 0 {
          offset += count
        } else if errno == EPIPE {
          return
        } else if errno != EINTR {
          throw CommandError(code: .inputOutput, reason: "writing the output: \(SystemError.text(errno))")
        }
      }
    }
  }
}
