import Foundation

/// What a disk was asked to do, in order, as the fault library recorded it.
enum DiskRecord {
  /// Bytes that the system holds until the file is synced.
  case written(file: UInt64, offset: Int, bytes: ArraySlice<UInt8>)
  /// Bytes that are on the disk when the call returns.
  case writtenThrough(file: UInt64, offset: Int, bytes: ArraySlice<UInt8>)
  case synced(file: UInt64)
  case folderSynced(folder: UInt64)
  case cut(file: UInt64, size: Int)
  case entryMade(path: String, file: UInt64)
  case entryRemoved(path: String)
  /// What the program told the user.
  case printed(String)

  /// Reads a log; its form is described in `faults.c`.
  static func read(_ path: String) throws -> [DiskRecord] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var records: [DiskRecord] = []
    var place = 0
    func number(_ offset: Int) -> UInt64 {
      bytes[(place + offset)..<(place + offset + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    while place < bytes.count {
      guard place + 25 <= bytes.count else { throw BrokenLog(place: place) }
      let type = Character(UnicodeScalar(bytes[place]))
      let (file, offset, count) = (number(1), Int(number(9)), Int(number(17)))
      guard place + 25 + count <= bytes.count else { throw BrokenLog(place: place) }
      let content = bytes[(place + 25)..<(place + 25 + count)]
      place += 25 + count
      let text = String(decoding: content, as: UTF8.self)
      switch type {
      case "W": records.append(.written(file: file, offset: offset, bytes: content))
      case "M": records.append(.writtenThrough(file: file, offset: offset, bytes: content))
      case "S": records.append(.synced(file: file))
      case "D": records.append(.folderSynced(folder: file))
      case "T": records.append(.cut(file: file, size: offset))
      case "L": records.append(.entryMade(path: text, file: file))
      case "U": records.append(.entryRemoved(path: text))
      case "A": records.append(.printed(text))
      default: throw BrokenLog(place: place)
      }
    }
    return records
  }
}

/// The log of writes ends in the middle of a record, or has one of an unknown type.
struct BrokenLog: Error {
  var place: Int
}
