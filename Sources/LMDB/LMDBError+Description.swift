// Safety: LMDB's text of an error is a constant of the library and is copied.
import CLMDB

extension LMDBError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(let path): "no file at \(path)"
    case .exists(let path): "there is already a file at \(path)"
    case .isDirectory(let path): "\(path) is a folder"
    case .notRegularFile(let path): "\(path) is not a regular file"
    case .symbolicLink(let path): "\(path) is a symbolic link, which is not followed"
    case .permission(let path): "no permission for \(path)"
    case .readOnlyFileSystem(let path): "\(path) is on a read-only file system"
    case .busy(let holder?): "the file is being written by \(holder)"
    case .busy(nil): "the file is being written by another process"
    case .diskFull: "the disk is full"
    case .fileSizeLimit: "the file would grow above the file size limit of this process"
    case .inputOutput(let code, let doing): "input/output error while \(doing): \(Self.text(code))"
    case .corrupt(let reason): "the file is damaged: \(reason)"
    case .tooNew(let version): "the file has format \(version) of LMDB, which is newer than this program reads"
    case .mapFull(let size): "the data need more than the \(size) bytes of address space that can be mapped"
    case .outOfMemory: "no memory or address space left"
    case .transactionFull: "the transaction changed more pages than fit in one"
    case .tooManyReaders: "too many readers at once"
    case .replaced(let path): "\(path) has been replaced or removed since it was opened"
    case .committedDespite(let cause): "the change is in the file, but the disk reported an error: \(cause)"
    case .commitOutcomeUnknown(let cause): "it is unknown whether the change is in the file: \(cause)"
    case .other(let code, let doing): "error while \(doing): \(Self.text(code))"
    }
  }

  private static func text(_ code: Int32) -> String {
    guard let text = mdb_strerror(code) else { return "code \(code)" }
    return String(cString: text)
  }
}
