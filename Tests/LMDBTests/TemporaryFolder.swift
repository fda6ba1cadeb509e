import Foundation
import LMDB

/// A folder of one test, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "lmdb-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("left behind: \(path)")
    }
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// The names in the folder, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// A new ledger-like file with a table of numbered entries.
  func populatedFile(_ name: String = "data", entryCount: Int = 1_000, valueSizeBytes: Int = 20) throws -> String {
    let path = file(name)
    try Environment.create(path: path) { transaction in
      let table = try transaction.createTable(named: "numbers")
      for number in 0..<entryCount {
        try transaction.append(key: Key(UInt64(number)), valueSizeBytes: valueSizeBytes, in: table) { bytes in
          bytes.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: number))
        }
      }
    }
    return path
  }

  /// The bits of a file's mode that say who may do what.
  static func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }
}

/// An error of a test's own, to be thrown out of a transaction.
struct Interruption: Error, Equatable {}

extension UnsafeRawBufferPointer {
  /// The number in a key that was made of one.
  var keyNumber: UInt64 { UInt64(bigEndian: loadUnaligned(as: UInt64.self)) }
}
