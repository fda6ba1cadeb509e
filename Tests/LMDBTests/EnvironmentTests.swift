import Foundation
import LMDB
import Testing

struct EnvironmentTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `one file gives one environment, by whatever path`() throws {
    let path = try folder.populatedFile()
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "data")
    let first = try Environment.open(path: path, mode: .readOnly)
    let second = try Environment.open(path: folder.file("link"), mode: .readOnly)
    #expect(first === second)
    #expect(first.deviceAndInode == second.deviceAndInode)
    #expect(try folder.names() == ["data", "data-lock", "link"])
  }

  @Test func `an environment opened for reading is opened anew for writing`() throws {
    let path = try folder.populatedFile(entryCount: 3)
    let reader = try Environment.open(path: path, mode: .readOnly)
    #expect(reader.isReadOnly)
    let writer = try Environment.open(path: path, mode: .readWrite)
    #expect(reader === writer && !writer.isReadOnly)
    try writer.write { transaction in
      try transaction.clear(#require(try transaction.table(named: "numbers")))
    }
  }

  @Test func `closing and opening again many times leaves no descriptor`() throws {
    let path = try folder.populatedFile()
    for _ in 0..<2_000 {
      let environment = try Environment.open(path: path, mode: .readWrite)
      _ = try environment.read { try $0.table(named: "numbers") != nil }
    }
  }

  @Test func `threads that open and close at once share or follow each other`() async throws {
    let path = try folder.populatedFile(entryCount: 3)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<200 {
            let environment = try Environment.open(path: path, mode: .readWrite)
            let count = try environment.read { transaction in
              try transaction.entryCount(in: #require(try transaction.table(named: "numbers")))
            }
            #expect(count == 3)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `what is at the path decides the error`() throws {
    #expect(throws: LMDBError.notFound(path: folder.file("none"))) {
      try Environment.open(path: folder.file("none"), mode: .readWrite)
    }
    #expect(throws: LMDBError.isDirectory(path: folder.path)) {
      try Environment.open(path: folder.path, mode: .readWrite)
    }
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(throws: LMDBError.notRegularFile(path: folder.file("pipe"))) {
      try Environment.open(path: folder.file("pipe"), mode: .readOnly)
    }
    #expect(try folder.names() == ["pipe"])
  }

  @Test func `a writer waits for another only as long as it was told`() throws {
    let path = try folder.populatedFile()
    let environment = try Environment.open(path: path, mode: .readWrite, busyTimeoutMilliseconds: 30)
    let other = open(path, O_RDONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    #expect(throws: LMDBError.busy(holder: nil)) { try environment.write { _ in } }
    try environment.read { _ in }
    #expect(flock(other, LOCK_UN) == 0)
    try environment.write { _ in }
  }

  @Test func `threads write one after the other while others read`() async throws {
    let path = try folder.populatedFile(entryCount: 0)
    let environment = try Environment.open(
      path: path, mode: .readWrite, mapSizeBytes: 65_536, busyTimeoutMilliseconds: 60_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<50 {
            try environment.write { transaction in
              let table = try transaction.createTable(named: "numbers")
              let value = [UInt8](repeating: 1, count: 3_000)
              try transaction.put(key: Key(UInt32(writer)).appending(UInt32(round)), value: value, in: table)
            }
          }
        }
      }
      group.addTask {
        var lastCount = 0
        while lastCount < 200 {
          let count = try environment.read { transaction in
            try transaction.entryCount(in: #require(try transaction.table(named: "numbers")))
          }
          #expect(count >= lastCount)
          lastCount = count
        }
      }
      try await group.waitForAll()
    }
    try StructureCheck.whole(path: path)
  }

  @Test func `tables that another process makes are seen, and its growth of the file`() async throws {
    let path = try folder.populatedFile(entryCount: 3)
    let environment = try Environment.open(path: path, mode: .readWrite, mapSizeBytes: 65_536)
    try environment.read { transaction in
      let table = try transaction.table(named: "theirs")
      #expect(table == nil)
    }
    await #expect(processExitsWith: .success) { [path = path as String] in
      let environment = try Environment.open(path: path, mode: .readWrite)
      try environment.write { transaction in
        let table = try transaction.createTable(named: "theirs")
        for number in 0..<100 {
          try transaction.append(key: Key(UInt8(number)), value: [UInt8](repeating: 9, count: 50_000), in: table)
        }
      }
    }
    try environment.read { (transaction) throws in
      let table = try #require(try transaction.table(named: "theirs"))
      let last = try transaction.value(for: Key(UInt8(99)), in: table)
      #expect(last?.allSatisfy { $0 == 9 } == true && last?.count == 50_000)
    }
    try environment.write { transaction in
      let table = try #require(try transaction.table(named: "theirs"))
      try transaction.clear(table)
      _ = try transaction.createTable(named: "ours")
    }
    try StructureCheck.whole(path: path)
  }

  @Test func `a file that was replaced is neither read nor written`() throws {
    let path = try folder.populatedFile(entryCount: 3)
    let other = try folder.populatedFile("other", entryCount: 5)
    let environment = try Environment.open(path: path, mode: .readWrite)
    #expect(rename(other, path) == 0)
    #expect(throws: LMDBError.replaced(path: path)) { try environment.read { _ in } }
    #expect(throws: LMDBError.replaced(path: path)) { try environment.write { _ in } }
    #expect(throws: LMDBError.replaced(path: path)) { try Environment.open(path: path, mode: .readOnly) }
    #expect(unlink(path) == 0)
    #expect(throws: LMDBError.notFound(path: path)) { try environment.read { _ in } }
  }

  @Test func `a reader goes without a lock file only where none can be made`() {
    for code in [EACCES, EPERM, EROFS, ENOSPC, EDQUOT] { #expect(LockFile.isForgoneByReader(allocationCode: code)) }
    for code in [0, ENOENT, EIO, EMFILE, ENOMEM] { #expect(!LockFile.isForgoneByReader(allocationCode: code)) }
  }

  @Test func `a lock file that can't be made stops a writer and not a reader`() throws {
    // A folder in its place fails for every user, but as damage, not as a lack of permission.
    let path = try folder.populatedFile()
    try FileManager.default.createDirectory(atPath: path + "-lock", withIntermediateDirectories: false)
    #expect(throws: LMDBError.isDirectory(path: path + "-lock")) { try Environment.open(path: path, mode: .readWrite) }
    #expect(throws: LMDBError.isDirectory(path: path + "-lock")) { try Environment.open(path: path, mode: .readOnly) }
  }

  @Test func `the lock file has its blocks`() throws {
    let path = try folder.populatedFile()
    let environment = try Environment.open(path: path, mode: .readWrite)
    var status = stat()
    #expect(stat(path + "-lock", &status) == 0)
    #expect(status.st_size == 8_192 && status.st_blocks * 512 >= 8_192)
    try environment.write { _ in }
  }

  @Test func `sizes are those of the file`() throws {
    let path = try folder.populatedFile()
    let environment = try Environment.open(path: path, mode: .readOnly)
    #expect(try environment.fileSizeBytes % environment.pageSize == 0)
    #expect(try environment.fileSizeBytes == bytesOnDisk(path))
  }

  private func bytesOnDisk(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  @Test func `a write inside a write stops the process`() async throws {
    await #expect(processExitsWith: .failure) {
      let folder = try TemporaryFolder()
      let environment = try Environment.open(path: folder.populatedFile(), mode: .readWrite)
      try environment.write { _ in try environment.write { _ in } }
    }
  }
}
