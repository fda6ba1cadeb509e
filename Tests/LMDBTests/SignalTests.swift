import Foundation
import LMDB
import Testing

struct SignalTests {
  @Test func `a file that is cut while it is open ends the process with the code for damage`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(76), observing: [\.standardErrorContent]
    ) {
      ProcessSignals.reportDamage(message: "the ledger is damaged", exitCode: 76)
      let folder = try TemporaryFolder()
      let path = try folder.populatedFile(entryCount: 10_000)
      let environment = try Environment.open(path: path, mode: .readOnly)
      #expect(truncate(path, 16_384) == 0)
      try environment.read { (transaction) throws in
        guard let table = try transaction.table(named: "numbers") else { return }
        _ = try transaction.value(for: Key(UInt64(9_000)), in: table)
      }
    }
    let text = String(bytes: result?.standardErrorContent ?? [], encoding: .utf8) ?? ""
    #expect(text.contains("the ledger is damaged\n"))
  }

  @Test func `a fault elsewhere takes its usual course`() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      signal(SIGSEGV, SIG_DFL)
      ProcessSignals.reportDamage(message: "not this", exitCode: 76)
      UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    }
  }

  @Test func `a signal that somebody sends takes its usual course`() async {
    await #expect(processExitsWith: .signal(SIGBUS)) {
      signal(SIGBUS, SIG_DFL)
      ProcessSignals.reportDamage(message: "not this", exitCode: 76)
      kill(getpid(), SIGBUS)
      // Another thread may be the one that is told: wait for the end.
      while true { pause() }
    }
  }

  @Test func `a write above the file size limit is an error, and nothing of it is written`() async {
    await #expect(processExitsWith: .success) {
      ProcessSignals.ignoreFileSizeAndPipe()
      let folder = try TemporaryFolder()
      let path = try folder.populatedFile(entryCount: 100)
      let environment = try Environment.open(path: path, mode: .readWrite)
      var former = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &former)
      var limit = rlimit(rlim_cur: 200_000, rlim_max: former.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      func write() throws {
        try environment.write { transaction in
          let table = try transaction.createTable(named: "large")
          try transaction.put(key: Key(UInt8(1)), value: [UInt8](repeating: 1, count: 1_000_000), in: table)
        }
      }
      #expect(throws: LMDBError.fileSizeLimit) { try write() }
      try environment.read { (transaction) throws in
        let made = try transaction.table(named: "large")
        #expect(made == nil)
      }
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &former)
      try write()
      try StructureCheck.whole(path: path)
    }
  }

  /// Sanitizers need more address space than any limit leaves.
  static let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

  @Test(.enabled(if: !isSanitized))
  func `without address space for the usual map a smaller one does`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = try folder.populatedFile(entryCount: 100)
      var limit = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      let environment = try Environment.open(path: path, mode: .readWrite)
      try environment.write { transaction in
        let table = try transaction.createTable(named: "large")
        try transaction.put(key: Key(UInt8(1)), value: [UInt8](repeating: 1, count: 1_000_000), in: table)
      }
    }
  }
}
