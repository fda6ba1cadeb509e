import JSON
import Testing

struct RoundTripTests {
  @Test(arguments: [1, 2, UInt64.random(in: .min ... .max)])
  func `what is written is read back equal`(seed: UInt64) throws {
    print("JSON round trip with seed \(seed)")
    var source = DocumentSource(state: seed)
    for _ in 0..<400 {
      let value = source.value(depth: 5)
      for isIndented in [false, true] {
        let bytes = value.encoded(isIndented: isIndented)
        let read = try JSONReader.parse(bytes)
        #expect(read == value, "seed \(seed)")
        #expect(read.hashValue == value.hashValue, "seed \(seed)")
        #expect(read.encoded(isIndented: isIndented) == bytes, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [3, UInt64.random(in: .min ... .max)])
  func `a damaged document never stops the reader`(seed: UInt64) {
    print("JSON damage with seed \(seed)")
    var source = DocumentSource(state: seed)
    for _ in 0..<400 {
      var bytes = source.value(depth: 4).encoded()
      for _ in 0...Int.random(in: 0..<3, using: &source) {
        bytes[Int.random(in: bytes.indices, using: &source)] = UInt8.random(in: .min ... .max, using: &source)
      }
      do throws(JSONError) {
        let value = try JSONReader.parse(bytes)
        #expect(try JSONReader.parse(value.encoded()) == value, "seed \(seed)")
      } catch {
        #expect((0...bytes.count).contains(error.offset), "seed \(seed)")
      }
    }
  }
}

/// A reproducible stream of random documents, by the SplitMix64 recurrence.
private struct DocumentSource: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .number(String(Int64.random(in: .min ... .max, using: &self)))
    case 3: return .number("-\(Int.random(in: 0..<1000, using: &self)).\(Int.random(in: 0..<100, using: &self))E+07")
    case 4: return .string(text())
    case 5, 6:
      return .array((0..<Int.random(in: 0..<5, using: &self)).map { _ in value(depth: depth - 1) })
    default:
      return .object(
        (0..<Int.random(in: 0..<5, using: &self)).map { index in
          JSONValue.Member(name: "\(index)" + text(), value: value(depth: depth - 1))
        })
    }
  }

  private mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<12, using: &self) {
      let greatest: UInt32 = [0x7F, 0xFF, 0x2030, 0x10FFFF].randomElement(using: &self) ?? 0x7F
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...greatest, using: &self)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
