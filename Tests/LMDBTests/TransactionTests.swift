import LMDB
import Testing

struct TransactionTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a key that is not there has no value`() throws {
    let environment = try Environment.open(path: folder.populatedFile(), mode: .readOnly)
    try environment.read { (transaction) throws in
      let table = try #require(try transaction.table(named: "numbers"))
      #expect(try transaction.value(for: Key(UInt64(5_000)), in: table) == nil)
      #expect(try transaction.value(for: [UInt8(1), 2, 3], in: table) == nil)
    }
  }

  @Test func `a table that is not there is nil in a read transaction`() throws {
    let environment = try Environment.open(path: folder.populatedFile(), mode: .readOnly)
    try environment.read { (transaction) throws in
      #expect(try transaction.table(named: "others") == nil)
      #expect(try transaction.table(named: "numbers") != nil)
    }
  }

  @Test func `what was written is read back, by key, array and span`() throws {
    let path = folder.file("data")
    let key: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 7]
    try Environment.create(path: path) { (transaction) throws in
      let table = try transaction.createTable(named: "a")
      try transaction.put(key: key, value: [UInt8(1), 2, 3], in: table)
    }
    let environment = try Environment.open(path: path, mode: .readOnly)
    try environment.read { (transaction) throws in
      let table = try #require(try transaction.table(named: "a"))
      #expect(try transaction.value(for: key, in: table).map(Array.init) == [1, 2, 3])
      #expect(try transaction.value(for: Key(UInt64(7)), in: table).map(Array.init) == [1, 2, 3])
      #expect(try transaction.value(for: key.span, in: table).map(Array.init) == [1, 2, 3])
      #expect(try transaction.withValue(for: key, in: table) { $0.byteCount } == 3)
      #expect(try transaction.entryCount(in: table) == 1)
    }
  }

  @Test func `a reserved value is filled in place, in a leaf and over several pages`() throws {
    let path = folder.file("data")
    try Environment.create(path: path) { (transaction) throws in
      let table = try transaction.createTable(named: "a")
      for (number, size) in [1, 100, 70_000].enumerated() {
        try transaction.put(key: Key(UInt64(number)), valueSizeBytes: size, in: table) { bytes in
          #expect(bytes.count == size)
          bytes.initializeMemory(as: UInt8.self, repeating: 42)
        }
      }
      try transaction.append(key: Key(UInt64(9)), valueSizeBytes: 2, in: table) { bytes in
        bytes.storeBytes(of: 0x0202, as: UInt16.self)
      }
    }
    let environment = try Environment.open(path: path, mode: .readOnly)
    try environment.read { (transaction) throws in
      let table = try #require(try transaction.table(named: "a"))
      let large = try #require(try transaction.value(for: Key(UInt64(2)), in: table))
      #expect(large.count == 70_000 && large.allSatisfy { $0 == 42 })
      #expect(try transaction.value(for: Key(UInt64(9)), in: table).map(Array.init) == [2, 2])
    }
  }

  @Test func `a body that throws leaves nothing behind`() throws {
    let environment = try Environment.open(path: folder.populatedFile(entryCount: 3), mode: .readWrite)
    #expect(throws: Interruption()) {
      try environment.write { (transaction) throws in
        let table = try transaction.createTable(named: "numbers")
        try transaction.clear(table)
        try transaction.put(key: Key(UInt64(9)), value: [UInt8(1)], in: table)
        _ = try transaction.createTable(named: "new")
        throw Interruption()
      }
    }
    try environment.read { (transaction) throws in
      let table = try #require(try transaction.table(named: "numbers"))
      #expect(try transaction.entryCount(in: table) == 3)
      #expect(try transaction.value(for: Key(UInt64(9)), in: table) == nil)
      #expect(try transaction.table(named: "new") == nil)
    }
  }

  @Test func `delete says whether there was an entry and clear takes all`() throws {
    let environment = try Environment.open(path: folder.populatedFile(entryCount: 3), mode: .readWrite)
    try environment.write { (transaction) throws in
      let table = try transaction.createTable(named: "numbers")
      #expect(try transaction.delete(key: Key(UInt64(1)), in: table))
      #expect(try !transaction.delete(key: Key(UInt64(1)), in: table))
      #expect(try transaction.entryCount(in: table) == 2)
      try transaction.clear(table)
      #expect(try transaction.entryCount(in: table) == 0)
    }
  }

  @Test func `a reader keeps what it began with while a writer commits`() throws {
    let environment = try Environment.open(path: folder.populatedFile(entryCount: 3), mode: .readWrite)
    try environment.read { before in
      let table = try #require(try before.table(named: "numbers"))
      try environment.write { (transaction) throws in
        let made = try transaction.createTable(named: "made")
        try transaction.put(key: Key(UInt8(1)), value: [UInt8(1)], in: made)
        try transaction.clear(transaction.createTable(named: "numbers"))
      }
      #expect(try before.entryCount(in: table) == 3)
      #expect(try before.table(named: "made") == nil)
      try environment.read { after in
        let made = try #require(try after.table(named: "made"))
        #expect(try after.entryCount(in: made) == 1)
        #expect(after.number == before.number + 1)
      }
    }
  }

  @Test func `code over both kinds of transactions is written once`() throws {
    func count(_ transaction: borrowing some Readable & ~Copyable) throws -> Int {
      try transaction.entryCount(in: #require(try transaction.table(named: "numbers")))
    }
    let environment = try Environment.open(path: folder.populatedFile(entryCount: 3), mode: .readWrite)
    #expect(try environment.read { try count($0) } == 3)
    #expect(try environment.write { try count($0) } == 3)
  }

  @Test func `a small map grows and runs the body again`() throws {
    let path = folder.file("data")
    var runCount = 0
    let value = [UInt8](repeating: 7, count: 100_000)
    try Environment.create(path: path, mapSizeBytes: 65_536) { (transaction) throws in
      runCount += 1
      let table = try transaction.createTable(named: "a")
      for number in 0..<50 { try transaction.append(key: Key(UInt32(number)), value: value, in: table) }
    }
    #expect(runCount > 1)
    let environment = try Environment.open(path: path, mode: .readWrite, mapSizeBytes: 65_536)
    runCount = 0
    try environment.write { (transaction) throws in
      runCount += 1
      let table = try transaction.createTable(named: "b")
      for number in 0..<200 { try transaction.append(key: Key(UInt32(number)), value: value, in: table) }
    }
    #expect(runCount > 1)
    try environment.read { (transaction) throws in
      let table = try #require(try transaction.table(named: "b"))
      #expect(try transaction.entryCount(in: table) == 200)
    }
  }

  @Test func `a body that hides that the map is full is run again all the same`() throws {
    let environment = try Environment.open(
      path: folder.populatedFile(), mode: .readWrite, mapSizeBytes: 65_536)
    var runCount = 0
    try environment.write { (transaction) throws in
      runCount += 1
      let table = try transaction.createTable(named: "a")
      do {
        try transaction.put(key: Key(UInt8(1)), value: [UInt8](repeating: 1, count: 1_000_000), in: table)
      } catch {
        return
      }
    }
    #expect(runCount > 1)
    try environment.read { (transaction) throws in
      let table = try #require(try transaction.table(named: "a"))
      #expect(try transaction.entryCount(in: table) == 1)
    }
  }

  @Test func `an append below the last key stops the process`() async throws {
    await #expect(processExitsWith: .failure) {
      let folder = try TemporaryFolder()
      try Environment.create(path: folder.file("data")) { (transaction) throws in
        let table = try transaction.createTable(named: "a")
        try transaction.append(key: Key(UInt8(2)), value: [UInt8](), in: table)
        try transaction.append(key: Key(UInt8(1)), value: [UInt8](), in: table)
      }
    }
  }

  @Test func `a table kept from a transaction that failed stops the process`() async throws {
    await #expect(processExitsWith: .failure) {
      let folder = try TemporaryFolder()
      let environment = try Environment.open(path: folder.populatedFile(), mode: .readWrite)
      var kept: Table?
      do {
        try environment.write { (transaction) throws in
          kept = try transaction.createTable(named: "new")
          throw Interruption()
        }
      } catch is Interruption {}
      try environment.read { (transaction) throws in
        if let kept { _ = try transaction.entryCount(in: kept) }
      }
    }
  }
}
