import LMDB
import Testing

struct CursorTests {
  let folder: TemporaryFolder
  let environment: Environment

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.file("data")
    // Keys 10, 20, …, 1000 in an order of their own.
    try Environment.create(path: path) { transaction in
      let table = try transaction.createTable(named: "tens")
      for step in 0..<100 {
        let number = UInt64((step * 37 % 100 + 1) * 10)
        try transaction.put(key: Key(number), value: [UInt8(step % 256)], in: table)
      }
      _ = try transaction.createTable(named: "empty")
    }
    environment = try Environment.open(path: path, mode: .readOnly)
  }

  func withCursor<Result>(in name: String = "tens", _ body: (borrowing Cursor) throws -> Result) throws -> Result {
    try environment.read { transaction in
      try transaction.withCursor(in: #require(try transaction.table(named: name)), body)
    }
  }

  @Test func `next goes up and previous goes down in key order`() throws {
    try withCursor { (cursor) throws in
      var up: [UInt64] = []
      while let entry = try cursor.next() { up.append(entry.key.keyNumber) }
      #expect(up == (1...100).map { $0 * 10 })
    }
    try withCursor { (cursor) throws in
      var down: [UInt64] = []
      while let entry = try cursor.previous() { down.append(entry.key.keyNumber) }
      #expect(down == (1...100).reversed().map { $0 * 10 })
    }
  }

  @Test func `first, last and current`() throws {
    try withCursor { (cursor) throws in
      #expect(try cursor.current == nil)
      #expect(try cursor.first()?.key.keyNumber == 10)
      #expect(try cursor.current?.key.keyNumber == 10)
      #expect(try cursor.last()?.key.keyNumber == 1_000)
      #expect(try cursor.current?.value.count == 1)
    }
  }

  @Test(
    arguments: [
      (key: 1, atOrAfter: 10, before: nil, atOrBefore: nil),
      (key: 10, atOrAfter: 10, before: nil, atOrBefore: 10),
      (key: 11, atOrAfter: 20, before: 10, atOrBefore: 10),
      (key: 500, atOrAfter: 500, before: 490, atOrBefore: 500),
      (key: 1_000, atOrAfter: 1_000, before: 990, atOrBefore: 1_000),
      (key: 1_001, atOrAfter: nil, before: 1_000, atOrBefore: 1_000),
    ] as [(key: UInt64, atOrAfter: UInt64?, before: UInt64?, atOrBefore: UInt64?)])
  func `seeking finds the neighbours`(key: UInt64, atOrAfter: UInt64?, before: UInt64?, atOrBefore: UInt64?) throws {
    try withCursor { (cursor) throws in
      #expect(try cursor.seek(atOrAfter: Key(key))?.key.keyNumber == atOrAfter)
      #expect(try cursor.seek(before: Key(key))?.key.keyNumber == before)
      #expect(try cursor.seek(atOrBefore: Key(key))?.key.keyNumber == atOrBefore)
    }
  }

  @Test func `an empty table has no entries in any direction`() throws {
    try withCursor(in: "empty") { (cursor) throws in
      #expect(try cursor.first() == nil)
      #expect(try cursor.last() == nil)
      #expect(try cursor.next() == nil)
      #expect(try cursor.previous() == nil)
      #expect(try cursor.current == nil)
      #expect(try cursor.seek(before: Key(UInt64(1))) == nil)
      #expect(try cursor.seek(atOrAfter: Key(UInt64(1))) == nil)
      #expect(try cursor.seek(atOrBefore: Key(UInt64(1))) == nil)
    }
  }

  @Test func `keys built from numbers compare as the numbers do`() {
    let keys = [
      Key(UInt16(1)).appending(UInt64(0)), Key(UInt16(1)).appending(UInt64(255)),
      Key(UInt16(1)).appending(UInt64(256)), Key(UInt16(2)).appending(UInt64(0)),
    ]
    let bytes = keys.map { key in key.withRawBytes { Array($0) } }
    for (lower, higher) in zip(bytes, bytes.dropFirst()) { #expect(lower.lexicographicallyPrecedes(higher)) }
    #expect(bytes[1] == [0, 1, 0, 0, 0, 0, 0, 0, 0, 255])
    #expect(Key(UInt64(1)).appending(UInt64(2)).appending(UInt64(3)).byteCount == 24)
  }

  @Test func `a key longer than its room stops the process`() async {
    await #expect(processExitsWith: .failure) {
      _ = Key(UInt64(1)).appending(UInt64(2)).appending(UInt64(3)).appending(UInt8(4))
    }
  }
}
