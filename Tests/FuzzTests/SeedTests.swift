import Foundation
import FuzzDecoders
import Testing

/// Every decoder on its seeds, and on seeds that are changed a little: what libFuzzer does at length.
struct SeedTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Fuzz/Seeds").standardizedFileURL

  private static func seeds(of decoder: Decoder) throws -> [[UInt8]] {
    let own = folder.appendingPathComponent(decoder.name)
    return try FileManager.default.contentsOfDirectory(atPath: own.path).sorted().map {
      [UInt8](try Data(contentsOf: own.appendingPathComponent($0)))
    }
  }

  @Test
  func `every decoder has seeds, and every folder of seeds a decoder`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: SeedTests.folder.path)
    #expect(folders.sorted() == Decoder.all.map(\.name).sorted())
  }

  @Test(arguments: Decoder.all.map(\.name))
  func `a decoder ends on its seeds and on changed ones`(_ name: String) throws {
    let decoder = try #require(Decoder.named(name))
    var generator = Bytes(state: 0x9E37_79B9_7F4A_7C15)
    let seeds = try SeedTests.seeds(of: decoder)
    #expect(!seeds.isEmpty && seeds.allSatisfy { $0.count <= decoder.lengthLimitBytes })
    for seed in seeds {
      let whole = decoder.decode(seed)
      #expect(decoder.decode(seed) == whole, "the same bytes give another result")
      for _ in 0..<20 { _ = decoder.decode(generator.changed(seed)) }
    }
  }
}

/// Makes small changes, the same ones in every run.
private struct Bytes {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(max(1, limit)))
  }

  /// The seed cut off, or with one to four bytes changed, taken out, or doubled.
  mutating func changed(_ seed: [UInt8]) -> [UInt8] {
    var bytes = seed
    if next(below: 4) == 0 { return Array(bytes.prefix(next(below: bytes.count))) }
    for _ in 0...next(below: 4) where !bytes.isEmpty {
      let place = next(below: bytes.count)
      switch next(below: 3) {
      case 0: bytes[place] = UInt8(next(below: 256))
      case 1: bytes.remove(at: place)
      default: bytes.insert(bytes[next(below: bytes.count)], at: place)
      }
    }
    return bytes
  }
}
