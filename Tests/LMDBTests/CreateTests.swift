import Foundation
import LMDB
import Testing

struct CreateTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `the file and its lock are this user's only and nothing else is left`() throws {
    let path = try folder.populatedFile()
    #expect(try folder.names() == ["data"])
    #expect(try TemporaryFolder.permissions(path) == 0o600)
    _ = try Environment.open(path: path, mode: .readWrite)
    #expect(try folder.names() == ["data", "data-lock"])
    #expect(try TemporaryFolder.permissions(path + "-lock") == 0o600)
  }

  @Test func `a missing folder is made for this user only`() throws {
    let path = try folder.populatedFile("a/b/data")
    #expect(try TemporaryFolder.permissions(folder.file("a")) == 0o700)
    #expect(try TemporaryFolder.permissions(folder.file("a/b")) == 0o700)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `a file that exists is left alone`() throws {
    let path = try folder.populatedFile(entryCount: 3)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: LMDBError.exists(path: path)) { try folder.populatedFile(entryCount: 5) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `whoever publishes second loses`() throws {
    let path = folder.file("data")
    #expect(throws: LMDBError.exists(path: path)) {
      try Environment.create(path: path) { transaction in
        _ = try transaction.createTable(named: "second")
        try Environment.create(path: path) { _ = try $0.createTable(named: "first") }
      }
    }
    #expect(try folder.names() == ["data"])
    let environment = try Environment.open(path: path, mode: .readOnly)
    try environment.read { transaction in
      let tables = (first: try transaction.table(named: "first"), second: try transaction.table(named: "second"))
      #expect(tables.first != nil)
      #expect(tables.second == nil)
    }
  }

  @Test func `a body that throws leaves neither file nor folder`() throws {
    #expect(throws: Interruption()) {
      try Environment.create(path: folder.file("a/b/data")) { transaction in
        _ = try transaction.createTable(named: "x")
        throw Interruption()
      }
    }
    #expect(try folder.names() == [])
  }

  @Test func `what create returns is what the body returns`() throws {
    #expect(try Environment.create(path: folder.file("data")) { _ in 42 } == 42)
  }

  @Test func `a name that leads into a file is refused`() throws {
    let path = try folder.populatedFile()
    #expect(throws: LMDBError.self) { try Environment.create(path: path + "/data") { _ in } }
  }

  @Test(arguments: [false, true])
  func `a private file appears when it is published, and leaves nothing when it is not`(isNamed: Bool) throws {
    let path = folder.file("data")
    do {
      let dropped = try PrivateFile.make(for: path, isNamed: isNamed)
      #expect(try folder.names().count == (isNamed ? 1 : 0))
      _ = consume dropped
    }
    #expect(try folder.names() == [])
    do {
      let published = try PrivateFile.make(for: path, isNamed: isNamed)
      let text = "first"
      #expect(write(published.descriptor, text, text.utf8.count) == text.utf8.count)
      try published.publish(at: path)
    }
    #expect(try TemporaryFolder.permissions(path) == 0o600)
    let late = try PrivateFile.make(for: path, isNamed: isNamed)
    var refusal: LMDBError?
    do {
      try late.publish(at: path)
    } catch {
      refusal = error
    }
    #expect(refusal == .exists(path: path))
    _ = consume late
    #expect(try folder.names() == ["data"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
  }
}
