import Foundation
import Glibc
import ProgramRunning

/// A folder with a ledger, and the program run on it with a library that makes its file calls fail.
struct FaultScene {
  /// What happens to one call, or to it and every later one.
  struct Fault: CustomStringConvertible {
    enum Action: String, CaseIterable {
      case kill, eio, enospc, short, after
    }

    var call: Int
    var action: Action
    var isSticky = false

    var description: String { "\(action) at call \(call)\(isSticky ? " and all later ones" : "")" }
  }

  /// One line of the library's trace.
  struct Call: CustomStringConvertible {
    var number: Int
    var wasHit: Bool
    var name: String
    var object: String

    var description: String { "\(number) \(name) \(object)" }
  }

  let program: FoldbookProcess
  /// What is watched, without symbolic links; the inputs lie outside.
  let disk: String
  /// The folder of the ledger, which does not exist at first.
  var folder: String { disk + "/ledgers" }
  private let dynamicProgram: String
  private let library: String

  init() throws {
    program = try FoldbookProcess(inMemory: true)
    guard let real = realpath(program.folder.path, nil) else { throw MissingProgram(reason: "no temporary folder") }
    defer { free(real) }
    disk = String(cString: real) + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    dynamicProgram = try FaultScene.dynamicProgram()
    library = try FaultScene.library()
  }

  var ledgerPath: String { folder + "/ledger.foldbook" }

  /// The program as the tests' own build has it: only one that is linked dynamically can be given a library.
  static func dynamicProgram() throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("foldbook").path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw MissingProgram(reason: "there is no program at \(path), where the build of the tests has it")
    }
    return path
  }

  static func library() throws -> String {
    guard let path = ProcessInfo.processInfo.environment["FOLDBOOK_FAULTS"],
      FileManager.default.fileExists(atPath: path)
    else {
      throw MissingProgram(reason: "FOLDBOOK_FAULTS does not name a library; 'make test' builds it and sets it")
    }
    return path
  }

  /// Starts the program under the library.
  func start(
    _ arguments: [String], fault: Fault? = nil, action: String? = nil, trace: String? = nil, log: String? = nil
  ) throws -> SpawnedProgram {
    var variables = FoldbookProcess.environment(program.folder)
    variables["LD_PRELOAD"] = library
    variables["FAULT_FOLDER"] = disk
    variables["FAULT_TRACE"] = trace
    variables["FAULT_LOG"] = log
    if let fault {
      variables["FAULT_AT"] = "\(fault.call)"
      variables["FAULT_ACTION"] = action ?? fault.action.rawValue
      variables["FAULT_STICKY"] = fault.isSticky ? "1" : nil
    }
    return try SpawnedProgram(
      dynamicProgram, completed(arguments), environment: variables)
  }

  /// Runs the program under the library to its end; says which calls it made.
  func run(
    _ arguments: [String], fault: Fault? = nil, log: String? = nil
  ) throws -> (outcome: FoldbookProcess.Outcome, calls: [Call]) {
    let trace = program.path("trace-\(UUID().uuidString)")
    let outcome = try start(arguments, fault: fault, trace: trace, log: log).wait()
    let calls = try FaultScene.calls(trace)
    if FileManager.default.fileExists(atPath: trace) { try FileManager.default.removeItem(atPath: trace) }
    return (outcome, calls)
  }

  /// Runs the program without the library.
  func runUnharmed(_ arguments: [String]) throws -> FoldbookProcess.Outcome {
    try SpawnedProgram.run(
      program.program.path, completed(arguments), environment: FoldbookProcess.environment(program.folder))
  }

  private func completed(_ arguments: [String]) -> [String] {
    arguments.map { $0.hasSuffix(".csv") ? program.path($0) : $0 }
      + ["--file", ledgerPath, "--now", FoldbookProcess.now]
  }

  private static func calls(_ trace: String) throws -> [Call] {
    guard FileManager.default.fileExists(atPath: trace) else { return [] }
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: trace)), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      guard words.count == 4, let number = Int(words[0]) else { return nil }
      return Call(number: number, wasHit: words[1] == "hit", name: String(words[2]), object: String(words[3]))
    }
  }

  // MARK: The folder as a whole

  /// The contents of the folder's files by name; nil where there is no folder.
  func contents() throws -> [String: Data]? {
    guard FileManager.default.fileExists(atPath: folder) else { return nil }
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    }
    return files
  }

  /// Makes the folder what it was.
  func restore(_ files: [String: Data]?) throws {
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    guard let files else { return }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    for (name, data) in files {
      let path = folder + "/" + name
      try data.write(to: URL(fileURLWithPath: path))
      chmod(path, 0o600)
    }
  }
}
