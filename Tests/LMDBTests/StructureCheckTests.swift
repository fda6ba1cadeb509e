import Foundation
import LMDB
import Testing

struct StructureCheckTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A file with everything that a structure can have: branch pages, values over several pages, free pages, tables.
  func richFile(entryCount: Int = 600) throws -> String {
    let path = try folder.populatedFile(entryCount: entryCount)
    let environment = try Environment.open(path: path, mode: .readWrite)
    for round in 0..<4 {
      try environment.write { transaction in
        let table = try transaction.createTable(named: "numbers")
        for number in 0..<(entryCount / 10) {
          try transaction.delete(key: Key(UInt64(number * 10 + round)), in: table)
        }
        let large = try transaction.createTable(named: "large")
        try transaction.put(key: Key(UInt64(round)), value: [UInt8](repeating: 1, count: 10_000), in: large)
        try transaction.delete(key: Key(UInt64(round) / 2), in: large)
        _ = try transaction.createTable(named: "empty")
      }
    }
    return path
  }

  func copy(_ bytes: [UInt8]) throws -> String {
    let path = folder.file("copy")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  func bytes(_ path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) }

  /// Whether the whole check says that the file is damaged.
  func isRefused(_ path: String) throws -> Bool {
    do {
      try StructureCheck.whole(path: path)
      return false
    } catch {
      switch error {
      case .corrupt, .tooNew: return true
      default: throw error
      }
    }
  }

  @Test func `a sound file passes both checks`() throws {
    let path = try richFile()
    let summary = try StructureCheck.whole(path: path)
    #expect(try StructureCheck.cheap(path: path) == summary)
    #expect(summary.lastCommitNumber == 5)
    #expect(summary.pageSize * summary.pageCount <= summary.fileSizeBytes)
  }

  @Test func `a new file without entries passes`() throws {
    let path = folder.file("data")
    try Environment.create(path: path) { transaction in _ = try transaction.createTable(named: "a") }
    try StructureCheck.whole(path: path)
    let environment = try Environment.open(path: path, mode: .readWrite)
    try environment.write { _ in }
    try StructureCheck.whole(path: path)
  }

  @Test(arguments: ["", "x", "Date,Amount\n2026-01-01,5.00\n", String(repeating: "a line of text\n", count: 2_000)])
  func `another file is said not to be a ledger`(content: String) throws {
    let path = try copy([UInt8](content.utf8))
    let error = #expect(throws: LMDBError.self) { try Environment.open(path: path, mode: .readWrite) }
    #expect(error?.description.contains("not a Foldbook ledger file") == true)
    #expect(try bytes(path) == [UInt8](content.utf8))
    #expect(try folder.names() == ["copy"])
  }

  @Test func `a file cut anywhere is refused by the cheap check`() throws {
    let whole = try bytes(richFile())
    let summary = try StructureCheck.cheap(path: folder.file("data"))
    let needed = summary.pageCount * summary.pageSize
    for length in stride(from: 0, to: needed, by: 2_048) {
      let path = try copy(Array(whole[..<length]))
      #expect(throws: LMDBError.self) { try StructureCheck.cheap(path: path) }
    }
    try StructureCheck.cheap(path: copy(Array(whole[..<needed])))
  }

  @Test func `no changed byte makes the check crash, and in the pages that say what is committed few go unseen`() throws
  {
    var damaged = try bytes(richFile(entryCount: 200))
    let path = folder.file("copy")
    let pageSize = 4_096
    try Data(damaged).write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    func write(_ offset: Int) throws {
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: [damaged[offset]])
    }
    func seenCount(flipping offsets: some Sequence<Int>) throws -> Int {
      var count = 0
      for offset in offsets {
        damaged[offset] ^= 0xff
        try write(offset)
        if try isRefused(path) { count += 1 }
        damaged[offset] ^= 0xff
        try write(offset)
      }
      return count
    }
    // The fifth commit is on the second page. The size of its map may be any larger, and two bytes are not used.
    #expect(try seenCount(flipping: pageSize..<(pageSize + 152)) >= 142)
    // Of the fourth, on the first page, only what tells that it is the fourth matters.
    #expect(try seenCount(flipping: 0..<152) > 40)
    #expect(try seenCount(flipping: stride(from: 2 * pageSize, to: damaged.count, by: 37)) > 60)
    try StructureCheck.whole(path: path)
  }

  @Test func `what the whole check passes, LMDB reads without a fault`() throws {
    let sound = try bytes(richFile())
    let path = folder.file("copy")
    var seed = UInt64(20_260_101)
    for _ in 0..<1_000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var damaged = sound
      let offset = Int(seed >> 33) % damaged.count
      damaged[offset] ^= UInt8(truncatingIfNeeded: seed >> 20) | 1
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      if try isRefused(path) { continue }
      let environment = try Environment.open(path: path, mode: .readOnly)
      try environment.read { transaction in
        for name in ["numbers", "large", "empty"] {
          guard let table = try transaction.table(named: name) else { continue }
          try transaction.withCursor(in: table) { cursor in
            while let entry = try cursor.next() { _ = entry.value.reduce(0, &+) }
          }
        }
      }
    }
  }

  @Test func `a newer format is not taken for damage`() throws {
    var newer = try bytes(richFile())
    for page in [0, 4_096] { newer[page + 20] = 2 }
    let path = try copy(newer)
    #expect(throws: LMDBError.tooNew(formatVersion: 2)) { try StructureCheck.cheap(path: path) }
  }

  @Test func `the whole check passes while writers commit`() async throws {
    let path = try richFile()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let environment = try Environment.open(path: path, mode: .readWrite)
        for round in 0..<300 {
          try environment.write { transaction in
            let table = try transaction.createTable(named: "numbers")
            for number in 0..<20 {
              let key = Key(UInt64((round * 7_919 + number * 104_729) % 3_000))
              if try !transaction.delete(key: key, in: table) {
                try transaction.put(key: key, value: [UInt8](repeating: 3, count: round % 300), in: table)
              }
            }
          }
        }
      }
      group.addTask {
        for _ in 0..<100 {
          do {
            try StructureCheck.whole(path: path)
          } catch {
            #expect(error as? LMDBError == .busy(holder: nil))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
