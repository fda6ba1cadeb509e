import Foldbook
import HTTPServer
import JSON
import LMDB

/// An error as the API answers it.
struct Failure: Sendable, Hashable {
  var status: HTTPStatus
  /// A word for programs.
  var code: String
  /// A sentence for people.
  var reason: String
  /// The commits that stand in the way of an undo.
  var laterCommits: [CommitNumber] = []
  /// Names that may have been meant.
  var nearest: [String] = []

  init(_ status: HTTPStatus, _ code: String, _ reason: String) {
    self.status = status
    self.code = code
    self.reason = reason
  }

  init(_ error: any Error) {
    switch error {
    case let error as ServerError: self.init(error.status, error.code, error.reason)
    case let error as Refusal: self.init(refusal: error)
    case let error as NameError: self.init(name: error)
    case let error as QueryError: self.init(.badRequest, "query", "\(error)")
    case let error as PointError: self.init(point: error)
    case let error as MoneyError: self.init(.unprocessable, "amount", "\(error)")
    case let error as JSONError: self.init(.badRequest, "json", "the body is not JSON: \(error)")
    case let error as ImportRefusal: self.init(.unprocessable, "import", "\(error)")
    case let error as ImportError: self.init(.unprocessable, "import", "\(error)")
    case let error as PersonalProfileError: self.init(.unprocessable, "profile", "\(error)")
    case let error as LMDBError: self.init(store: error)
    case let error as JournalError: self.init(journal: error)
    case let error as ProjectionError: self.init(projection: error)
    default: self.init(.internalFault, "fault", "this is a fault of foldbook, please report it")
    }
  }

  private init(refusal: Refusal) {
    switch refusal {
    case .noSuchTransaction(let id): self.init(.notFound, "transaction", "there is no transaction \(id.position)")
    case .unknownAccount: self.init(.notFound, "account", "\(refusal)")
    case .unknownCategory: self.init(.notFound, "category", "\(refusal)")
    case .laterCommitsDepend(let number, let later):
      self.init(
        .conflict, "dependents", "commit \(number) can't be undone alone, since later commits depend on it")
      laterCommits = later
    case .deletedTransaction(let id): self.init(.conflict, "deleted", "the transaction \(id.position) is deleted")
    case .alreadyUndone(let number): self.init(.conflict, "undone", "commit \(number) is undone already")
    case .nothingToUndo, .nothingToRedo: self.init(.conflict, "nothing", "\(refusal)")
    case .emptyMerchant: self.init(.unprocessable, "merchant", "\(refusal)")
    case .zeroAmount, .amount: self.init(.unprocessable, "amount", "\(refusal)")
    case .futureDay: self.init(.unprocessable, "date", "\(refusal)")
    case .closedAccount, .otherCurrency: self.init(.unprocessable, "account", "\(refusal)")
    default: self.init(.unprocessable, "refused", "\(refusal)")
    }
  }

  private init(point: PointError) {
    switch point {
    case .notAPoint, .notACommit: self.init(.badRequest, "request", "\(point)")
    default: self.init(.notFound, "point", "\(point)")
    }
  }

  private init(name: NameError) {
    switch name {
    case .unknown(let kind, _, let nearest):
      self.init(.notFound, kind, "\(name)")
      self.nearest = nearest
    case .ambiguous(let kind, _, let candidates):
      self.init(.notFound, kind, "\(name)")
      nearest = candidates
    case .unused(let kind, _): self.init(.notFound, kind, "\(name)")
    }
  }

  private init(store: LMDBError) {
    switch store {
    case .busy, .tooManyReaders: self.init(.unavailable, "busy", "the ledger is busy; try again in a moment")
    case .notFound: self.init(.unavailable, "missing", "the ledger's file is not there any more")
    case .corrupt, .replaced:
      self.init(.internalFault, "damaged", "the ledger is damaged; 'foldbook verify' says where")
    case .permission, .readOnlyFileSystem: self.init(.forbidden, "permission", "the ledger's file can't be written")
    case .diskFull, .fileSizeLimit: self.init(.insufficientStorage, "full", "the disk is full; nothing was written")
    default: self.init(.internalFault, "storage", "reading or writing the ledger's file failed")
    }
  }

  private init(journal: JournalError) {
    switch journal {
    case .store(let error): self.init(store: error)
    case .noSuchPoint: self.init(.notFound, "point", "\(journal)")
    case .limit: self.init(.unprocessable, "limit", "\(journal)")
    case .newerVersion, .newerFormat: self.init(.internalFault, "newer", "\(journal)")
    default: self.init(.internalFault, "damaged", "the ledger is damaged; 'foldbook verify' says where")
    }
  }

  private init(projection: ProjectionError) {
    switch projection {
    case .journal(let error): self.init(journal: error)
    case .store(let error): self.init(store: error)
    case .overflow: self.init(.unprocessable, "overflow", "\(projection)")
    case .damagedView: self.init(.internalFault, "damaged", "the views are damaged; 'foldbook replay' rebuilds them")
    }
  }

  /// The answer: one object with the schema `error`.
  var response: HTTPResponse {
    var json = JSONWriter(isIndented: true)
    json.beginObject()
    json.field("schema", "foldbook/error/v1")
    json.field("status", Int(status.rawValue))
    json.field("code", code)
    json.field("reason", reason)
    json.array("laterCommits", laterCommits) { json, number in json.value(number) }
    json.array("nearest", nearest) { json, name in json.value(name) }
    json.endObject()
    json.endLine()
    return .json(json.bytes, status: status)
  }
}

extension HTTPResponse {
  static func json(_ bytes: [UInt8], status: HTTPStatus = .ok) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "application/json; charset=utf-8", body: .bytes(bytes))
  }
}
