import Foundation
import ProgramRunning
import Testing

/// What a power cut at any moment leaves, made from what the disk saw of a session: sectors of 512 bytes of which each may
/// be there or not, unless it was synced.
struct PowerCutTests {
  private struct Images {
    let session: RecordedSession
    let folder: String
    private(set) var count = 0
    private(set) var bad: [String] = []
    private var seen: Set<Int> = []
    private var numbers: SeededNumbers

    init(_ session: RecordedSession, seed: UInt64, honesty: SimulatedDisk.Honesty, variantCount: Int) throws {
      self.session = session
      folder = session.scene.program.path("after-\(honesty)")
      numbers = SeededNumbers(seed: seed)
      var disk = SimulatedDisk(root: session.scene.disk, number: session.rootNumber, honesty: honesty)
      var acknowledged = 0
      var copies: Set<String> = []
      for (place, record) in session.records.enumerated() {
        disk.issue(record)
        if case .printed(let text) = record {
          acknowledged = Images.acknowledged(text) ?? acknowledged
          if let copy = Images.acknowledgedCopy(text) { copies.insert(copy) }
        }
        let place = "\(honesty), record \(place) of seed \(seed)"
        for luck in [.nothing, .everything] + [SimulatedDisk.Luck](repeating: .any, count: variantCount) {
          try check(disk, luck, acknowledged, copies, place)
        }
        disk.finish(record)
      }
    }

    private static func acknowledged(_ text: String) -> Int? {
      if text.hasPrefix("A new ledger") { return 1 }
      return text.split(separator: "\n").compactMap { line in
        line.hasPrefix("Commit ") ? Int(line.dropFirst(7).prefix { $0.isNumber }) : nil
      }.last
    }

    /// The name of the copy that was said to be made.
    private static func acknowledgedCopy(_ text: String) -> String? {
      guard let end = text.range(of: ".copy: ") else { return nil }
      return text[..<end.lowerBound].split(separator: "/").last.map { $0 + ".copy" }
    }

    /// Checks one image: the ledger opens, is whole, and has every commit that was acknowledged; every copy is whole, and
    /// those that were acknowledged are there.
    private mutating func check(
      _ disk: SimulatedDisk, _ luck: SimulatedDisk.Luck, _ acknowledged: Int, _ copies: Set<String>, _ place: String
    ) throws {
      var image = disk.image(luck, &numbers)
      // The lock file is mapped, so that nobody knows what of it is on the disk.
      let lock = session.scene.ledgerPath + "-lock"
      if image[lock] != nil {
        image[lock] = numbers.one(of: [nil, [], [UInt8](repeating: 0, count: 8_192), session.lockFile])
      }
      guard seen.insert(image.hashValue ^ acknowledged).inserted else { return }
      count += 1
      if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      for (path, bytes) in image {
        try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + URL(fileURLWithPath: path).lastPathComponent))
      }
      let path = folder + "/ledger.foldbook"
      do {
        let hashes = try LedgerState.read(path)?.commitHashes ?? []
        if hashes.count < acknowledged {
          bad.append("\(place): \(hashes.count) of \(acknowledged) acknowledged commits")
        } else if hashes != Array(session.commitHashes.prefix(hashes.count)) {
          bad.append("\(place): commits that never were")
        } else if numbers.happens(percent: 2) {
          try checkProgram(path, place)
        }
        let found = image.keys.map { URL(fileURLWithPath: $0).lastPathComponent }.filter { $0.hasSuffix(".copy") }
        for copy in found {
          let hashes = try LedgerState.read(folder + "/" + copy)?.commitHashes ?? []
          if hashes.isEmpty || hashes != Array(session.commitHashes.prefix(hashes.count)) {
            bad.append("\(place): \(copy) is not whole")
          }
        }
        if !copies.isSubset(of: found) { bad.append("\(place): of the copies \(copies) there are \(found)") }
      } catch {
        bad.append("\(place): \(error)")
      }
    }

    /// The program itself goes on from the image.
    private mutating func checkProgram(_ path: String, _ place: String) throws {
      for command in [["add", "1.50", "After the cut", "--currency", "EUR"], ["verify"], ["replay", "--check"]] {
        let outcome = try session.scene.program.run(command, ledger: path)
        if outcome.exitCode != 0 { bad.append("\(place): \(command): \(outcome.exitCode), \(outcome.errorText)") }
      }
    }
  }

  private static let seeds: [UInt64] =
    Extent.repeatedSeed.map { [$0] } ?? (1...UInt64(Extent.count(short: 2, soak: 16))).map { $0 + 4_000 }

  @Test(arguments: seeds)
  func `a power cut at any moment loses no acknowledged commit`(_ seed: UInt64) throws {
    let session = try RecordedSession(seed: seed, commandCount: Extent.isSoak ? 24 : 10)
    let images = try Images(session, seed: seed, honesty: .honest, variantCount: Extent.isSoak ? 12 : 1)
    #expect(images.bad == [], "FOLDBOOK_SEED=\(seed) repeats it")
    Extent.report(
      "power cuts, seed \(seed): \(session.records.count) records, \(images.count) images, \(images.bad.count) bad")
  }

  /// The test itself is tested: it has to find what a program or a disk that leaves something out loses.
  @Test(arguments: SimulatedDisk.Honesty.allCases.filter { $0 != .honest })
  func `power cuts are noticed where something is not synced`(_ honesty: SimulatedDisk.Honesty) throws {
    let session = try RecordedSession(seed: 4_101, commandCount: 8)
    let images = try Images(session, seed: 4_101, honesty: honesty, variantCount: Extent.isSoak ? 12 : 1)
    #expect(!images.bad.isEmpty)
    Extent.report("power cuts, \(honesty): \(images.count) images, \(images.bad.count) bad, as has to be")
  }
}
