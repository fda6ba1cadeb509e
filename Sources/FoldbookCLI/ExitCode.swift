import Foldbook
import Glibc
import JSON
import LMDB

/// The exit codes that scripts rely on.
enum ExitCode: Int32 {
  case done = 0
  case difference = 1
  case usage = 64
  case badInput = 65
  case notFound = 66
  case portTaken = 69
  case internalFault = 70
  case cannotCreate = 73
  case inputOutput = 74
  case busy = 75
  case damaged = 76
  case noPermission = 77
  case newerFormat = 78
}

/// A wrong command line: what is wrong and how the command is used.
struct UsageError: Error {
  var reason: String
  var command: String?
}

/// Something that a command can't do, with its exit code.
struct CommandError: Error {
  var code: ExitCode
  var reason: String
}

extension ExitCode {
  /// The code and the message of any error.
  static func describe(_ error: any Error) -> (ExitCode, String) {
    switch error {
    case let error as UsageError: (.usage, error.reason)
    case let error as CommandError: (error.code, error.reason)
    case let error as Refusal: (code(of: error), "\(error)")
    case let error as NameError: (.notFound, "\(error)")
    case let error as QueryError: (.badInput, "\(error)")
    case let error as PointError: (code(of: error), "\(error)")
    case let error as PersonalProfileError: (code(of: error), "\(error)")
    case let error as ImportRefusal: (.badInput, "\(error)")
    case let error as ImportError: (.badInput, "\(error)")
    case let error as MoneyError: (.badInput, "\(error)")
    case let error as JSONError: (.badInput, "\(error)")
    case let error as JournalError: describe(error)
    case let error as LMDBError: describe(error)
    case let error as ProjectionError: describe(error)
    default: (.internalFault, "this is a fault of foldbook, please report it: \(error)")
    }
  }

  private static func code(of refusal: Refusal) -> ExitCode {
    switch refusal {
    case .noSuchTransaction, .unknownAccount, .unknownCategory, .unknownRule, .unknownAlias: .notFound
    default: .badInput
    }
  }

  private static func code(of error: PersonalProfileError) -> ExitCode {
    switch error {
    case .badName: .usage
    case .exists, .notWritten: .cannotCreate
    case .unreadable(_, EACCES), .unreadable(_, EPERM): .noPermission
    case .unreadable: .inputOutput
    }
  }

  private static func code(of error: PointError) -> ExitCode {
    switch error {
    case .notACommit: .usage
    case .notAPoint: .badInput
    default: .notFound
    }
  }

  private static func describe(_ error: JournalError) -> (ExitCode, String) {
    let code: ExitCode =
      switch error {
      case .store(let store): describe(store).0
      case .damaged, .notALedger, .rolledBack, .replaced: .damaged
      case .newerVersion, .newerFormat: .newerFormat
      case .limit, .invalidText: .badInput
      case .noSuchPoint: .notFound
      }
    if case .store(let store) = error { return describe(store) }
    return (code, "\(error)")
  }

  private static func describe(_ error: ProjectionError) -> (ExitCode, String) {
    switch error {
    case .journal(let journal): describe(journal)
    case .store(let store): describe(store)
    case .overflow: (.badInput, "\(error)")
    case .damagedView: (.damaged, "\(error)")
    }
  }

  private static func describe(_ error: LMDBError) -> (ExitCode, String) {
    switch error {
    case .notFound(let path):
      (.notFound, "there is no ledger at \(path); begin with 'foldbook import FILE', 'foldbook add' or 'foldbook init'")
    case .exists(let path): (.cannotCreate, "\(path) exists already; choose another name")
    case .isDirectory(let path): (.notFound, "\(path) is a folder, not a ledger")
    case .notRegularFile(let path): (.damaged, "\(path) is not a file, so it is no ledger")
    case .symbolicLink: (.cannotCreate, "\(error)")
    case .permission(let path): (.noPermission, "no permission for \(path)")
    case .readOnlyFileSystem(let path): (.noPermission, "\(path) is on a file system that can't be written")
    case .busy(let holder):
      (.busy, "the ledger is busy" + (holder.map { " (\($0))" } ?? "") + "; try again in a moment")
    case .corrupt(let reason):
      (
        .damaged,
        "the ledger is damaged or not a ledger: \(reason); restore a backup, or save what is whole with "
          + "'foldbook salvage DEST'"
      )
    case .tooNew: (.newerFormat, "\(error)")
    case .replaced: (.damaged, "\(error)")
    case .diskFull, .fileSizeLimit, .inputOutput, .mapFull, .outOfMemory, .transactionFull, .committedDespite,
      .commitOutcomeUnknown, .other:
      (.inputOutput, "\(error)")
    case .tooManyReaders: (.busy, "\(error)")
    }
  }
}
