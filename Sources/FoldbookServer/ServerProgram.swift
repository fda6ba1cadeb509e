import Foldbook
import HTTPServer
import LMDB
import LedgerServer

/// The program: serves one ledger until it is interrupted.
enum ServerProgram {
  /// The exit codes of `foldbook` that it can end with.
  enum Code: Int32 {
    case done = 0
    case usage = 64
    case badInput = 65
    case notFound = 66
    case portTaken = 69
    case internalFault = 70
    case inputOutput = 74
    case busy = 75
    case damaged = 76
    case noPermission = 77
    case newerFormat = 78
  }

  static let usage =
    "usage: foldbook-server --file PATH [--port N] [--read-only] [--hide-amounts] [--no-browser] [--now TIME]"

  static func run(_ words: [String]) -> Int32 {
    do {
      return try serve(ServerArguments(words)).rawValue
    } catch {
      let (code, reason) = describe(error)
      ServerSystem.report("foldbook-server: " + reason)
      return code.rawValue
    }
  }

  private static func serve(_ arguments: ServerArguments) throws -> Code {
    // Before any thread begins, so that every thread leaves the signals to this one.
    let signals = StopSignals()
    let socket = try ListeningSocket(port: arguments.port)
    let port = socket.port
    let gate = LocalAccess(port: port)
    let handler: LedgerHandler
    do {
      var options = arguments.options
      options.profiles = .standard(ServerSystem.variable)
      handler = try LedgerHandler(options: options, gate: gate)
    } catch {
      socket.cancel()
      throw error
    }
    let server = try HTTPServer.start(on: socket, handler: handler)
    let address = "http://127.0.0.1:\(port)/?token=\(gate.token)"
    ServerSystem.print(address)
    if arguments.opensBrowser { ServerSystem.open(address) }
    while !signals.wait(seconds: 1) { server.enforceDeadlines() }
    server.stop()
    return .done
  }

  private static func describe(_ error: any Error) -> (Code, String) {
    switch error {
    case let error as ServerArguments.Problem: (error.isUsage ? .usage : .badInput, error.reason)
    case HTTPServerError.portTaken: (.portTaken, "\(error)")
    case HTTPServerError.portNeedsPrivilege: (.noPermission, "\(error)")
    case is HTTPServerError: (.inputOutput, "\(error)")
    case let error as LMDBError:
      (code(of: error), code(of: error) == .noPermission ? "\(error); --read-only serves it as it is" : "\(error)")
    case let error as JournalError: (code(of: error), "\(error)")
    case let error as ProjectionError: (code(of: error), "\(error)")
    default: (.internalFault, "this is a fault of foldbook, please report it: \(error)")
    }
  }

  private static func code(of error: LMDBError) -> Code {
    switch error {
    case .notFound, .isDirectory: .notFound
    case .permission, .readOnlyFileSystem: .noPermission
    case .busy, .tooManyReaders: .busy
    case .corrupt, .notRegularFile, .replaced: .damaged
    case .tooNew: .newerFormat
    default: .inputOutput
    }
  }

  private static func code(of error: JournalError) -> Code {
    switch error {
    case .store(let store): code(of: store)
    case .newerVersion, .newerFormat: .newerFormat
    case .limit, .invalidText: .badInput
    case .noSuchPoint: .notFound
    default: .damaged
    }
  }

  private static func code(of error: ProjectionError) -> Code {
    switch error {
    case .journal(let journal): code(of: journal)
    case .store(let store): code(of: store)
    case .overflow: .badInput
    case .damagedView: .damaged
    }
  }
}
