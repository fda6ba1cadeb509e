import Foundation
import JSON

/// The built program, run in a folder that is thrown away.
///
/// A class, since the folder goes with the last reference. Which program: the environment variable `FOLDBOOK_BIN`.
public final class FoldbookProcess: Sendable {
  /// What a run left behind.
  public struct Outcome: Sendable {
    public var exitCode: Int32
    /// Whether a signal ended the program.
    public var wasSignalled: Bool
    public var output: [UInt8]
    public var errorText: String

    init(exitCode: Int32, wasSignalled: Bool, output: [UInt8], errorText: String) {
      self.exitCode = exitCode
      self.wasSignalled = wasSignalled
      self.output = output
      self.errorText = errorText
    }

    /// - Parameter status: as `waitpid` tells it.
    public init(status: Int32, output: [UInt8], errorText: String) {
      wasSignalled = status & 0x7F != 0
      exitCode = wasSignalled ? status & 0x7F : (status >> 8) & 0xFF
      self.output = output
      self.errorText = errorText
    }

    public var outputText: String { String(decoding: output, as: UTF8.self) }

    /// The output as JSON.
    public func json() throws -> JSONValue { try JSONReader.parse(output) }
  }

  public let folder: URL
  public let program: URL
  /// The clock of every run.
  public static let now = "2026-10-20"

  /// - Parameter inMemory: whether the folder may be one that no power cut survives, for what needs no disk.
  public init(inMemory: Bool = false) throws {
    program = try FoldbookProcess.program()
    let parent = inMemory ? FoldbookProcess.memoryFolder : FileManager.default.temporaryDirectory
    folder = parent.appendingPathComponent("foldbook-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("the folder \(folder.path) could not be removed: \(error)")
    }
  }

  /// A folder in memory where the machine has one.
  public static let memoryFolder =
    FileManager.default.isWritableFile(atPath: "/dev/shm")
    ? URL(fileURLWithPath: "/dev/shm") : FileManager.default.temporaryDirectory

  /// The program that the tests run.
  public static func program() throws -> URL {
    guard let path = ProcessInfo.processInfo.environment["FOLDBOOK_BIN"], !path.isEmpty else {
      throw MissingProgram(reason: "FOLDBOOK_BIN is not set; 'make test' builds the program and sets it")
    }
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw MissingProgram(reason: "FOLDBOOK_BIN is '\(path)', and there is no program; 'make build' builds it")
    }
    return URL(fileURLWithPath: path)
  }

  /// The path of the folder's ledger.
  public var ledgerPath: String { path("ledger.foldbook") }

  public func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes a file into the folder and says its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
    return path(name)
  }

  /// Runs the program on the folder's ledger with a fixed clock and locale and waits for its end.
  public func run(
    _ arguments: [String], input: [UInt8] = [], ledger: String? = nil, now: String = FoldbookProcess.now,
    environment extra: [String: String] = [:]
  ) throws -> Outcome {
    try FoldbookProcess.run(
      program, arguments + ["--file", ledger ?? ledgerPath, "--now", now], input: input, in: folder,
      environment: FoldbookProcess.environment(folder).merging(extra) { $1 })
  }

  /// Whether the program may have a sanitizer in it, which takes much time and far more addresses than the machine has memory.
  public static let isSanitised = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }

  /// An environment that does not depend on the machine's.
  public static func environment(_ folder: URL) -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    var variables = [
      "HOME": folder.path, "LC_ALL": "C.UTF-8", "TZ": "UTC", "TMPDIR": folder.path,
      "PATH": own["PATH"] ?? "/usr/bin:/bin",
    ]
    // The program may be one with a sanitizer in it.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] { variables[name] = own[name] }
    return variables
  }

  /// Runs any program; its output goes through files, so that no pipe fills up.
  public static func run(
    _ program: URL, _ arguments: [String], input: [UInt8] = [], in folder: URL, environment: [String: String]
  ) throws -> Outcome {
    let mark = UUID().uuidString
    let places = ["in", "out", "err"].map { folder.appendingPathComponent(".\($0)-\(mark)") }
    try Data(input).write(to: places[0])
    for place in places.dropFirst() { try Data().write(to: place) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    let inputHandle = try FileHandle(forReadingFrom: places[0])
    let outputHandle = try FileHandle(forWritingTo: places[1])
    let errorHandle = try FileHandle(forWritingTo: places[2])
    process.standardInput = inputHandle
    process.standardOutput = outputHandle
    process.standardError = errorHandle
    try process.run()
    process.waitUntilExit()
    for handle in [inputHandle, outputHandle, errorHandle] { try handle.close() }
    let outcome = Outcome(
      exitCode: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
      output: Array(try Data(contentsOf: places[1])),
      errorText: String(decoding: try Data(contentsOf: places[2]), as: UTF8.self))
    for place in places { try FileManager.default.removeItem(at: place) }
    return outcome
  }
}

/// The tests have no program to run.
public struct MissingProgram: Error, CustomStringConvertible {
  public var reason: String
  public var description: String { reason }

  public init(reason: String) {
    self.reason = reason
  }
}

/// Numbers that a seed determines (SplitMix64).
public struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// Whether something happens that happens so many times in a hundred.
  public mutating func happens(percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  public mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
