import Glibc
import LedgerImport
import Testing

/// The tables of the East Asian encodings say what the system's converter says, for every character.
struct EastAsianTests {
  /// The text by the system's converter; nil where the bytes have no meaning.
  private static func systemText(_ bytes: [UInt8], _ converter: iconv_t) -> [UInt8]? {
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
    return input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        var (from, to) = (source.baseAddress, target.baseAddress)
        var (fromLeft, toLeft) = (source.count, target.count)
        _ = iconv(converter, nil, nil, nil, nil)
        guard iconv(converter, &from, &fromLeft, &to, &toLeft) != Int(bitPattern: UInt.max), fromLeft == 0 else {
          return nil
        }
        return target[..<(target.count - toLeft)].map { UInt8(bitPattern: $0) }
      }
    }
  }

  /// What the reader makes of a file of one row whose payee is the bytes.
  private static func payee(_ bytes: [UInt8], _ name: String) throws -> String? {
    let file = try read(Array("Date,Payee,Amount\n2026-03-13,A".utf8) + bytes + Array("Z,-1.50\n".utf8)) {
      $0.encoding = name
    }
    return file.payees.first
  }

  private static let pairs: [[UInt8]] = {
    var codes: [[UInt8]] = []
    for lead in 0x81...0xFE as ClosedRange<UInt8> {
      for trail in 0x30...0xFE as ClosedRange<UInt8> { codes.append([lead, trail]) }
    }
    return codes
  }()

  private static let names: [(name: String, bytes: [UInt8], text: String)] = {
    let groups: [(names: String, bytes: [UInt8], text: String)] = [
      ("shift_jis Shift-JIS sjis windows-31j cp932", [0x8B, 0xE0], "金"), ("euc-jp eucjp ujis", [0xB6, 0xE2], "金"),
      ("gbk gb2312 cp936 GB18030", [0xBD, 0xF0], "金"), ("big5 cp950", [0xAA, 0xF7], "金"),
      ("euc-kr cp949 uhc", [0xB1, 0xDD], "금"),
    ]
    return groups.flatMap { group in group.names.split(separator: " ").map { (String($0), group.bytes, group.text) } }
  }()

  /// Codes of four bytes with every first pair, and every tenth of the others.
  private static let quads: [[UInt8]] = {
    var codes: [[UInt8]] = [[0x90, 0x30, 0x81, 0x30], [0x94, 0x39, 0xDA, 0x33], [0xE3, 0x32, 0x9A, 0x35]]
    for first in 0x81...0x84 as ClosedRange<UInt8> {
      for second in 0x30...0x39 as ClosedRange<UInt8> {
        for third in 0x81...0xFE as ClosedRange<UInt8> { codes.append([first, second, third, 0x30 + (third % 10)]) }
      }
    }
    return codes
  }()

  @Test(
    arguments: [
      ("CP932", pairs), ("EUC-JP", pairs), ("BIG5", pairs), ("EUC-KR", pairs), ("GB18030", pairs), ("GB18030", quads),
    ] as [(String, [[UInt8]])])
  func `a character is what the system's converter makes of it`(_ name: String, _ characters: [[UInt8]]) throws {
    // Windows adds syllables to EUC-KR, which the system knows under another name.
    let converter = try #require(iconv_open("UTF-8", name == "EUC-KR" ? "UHC" : name))
    try #require(Int(bitPattern: converter) != -1)
    defer { iconv_close(converter) }
    var rows: [UInt8] = Array("Date,Payee,Amount\n".utf8)
    var expected: [String] = []
    for character in characters {
      guard let text = EastAsianTests.systemText(character, converter) else { continue }
      // Spaces and what is no text are cleaned away, which is none of the encoding's business.
      let string = String(decoding: text, as: UTF8.self)
      guard string.unicodeScalars.count == 1, let scalar = string.unicodeScalars.first,
        scalar.value >= 0x80, !(0xE000..<0xF900).contains(scalar.value), !scalar.properties.isWhitespace,
        ![.control, .format, .unassigned].contains(scalar.properties.generalCategory)
      else { continue }
      rows += Array("2026-03-13,A".utf8) + character + Array("Z,-1.50\n".utf8)
      expected.append("A\(string)Z")
    }
    #expect(expected.count > 2_000)
    let file = try read(rows) { $0.encoding = name }
    #expect(file.refusal == nil)
    let differences = zip(file.payees, expected).filter { Array($0.unicodeScalars) != Array($1.unicodeScalars) }
    #expect(file.payees.count == expected.count && differences.isEmpty, "\(differences.prefix(5))")
  }

  @Test(
    arguments: [
      ("CP932", [0xB1, 0xC3]), ("EUC-JP", [0x8E, 0xB1, 0x8E, 0xC3]),
      ("ISO-2022-JP", [0x1B, 0x28, 0x49, 0x31, 0x43, 0x1B, 0x28, 0x42]),
    ] as [(String, [UInt8])])
  func `narrow katakana are read`(_ name: String, _ bytes: [UInt8]) throws {
    #expect(try EastAsianTests.payee(bytes, name) == "AｱﾃZ")
  }

  @Test(arguments: names)
  func `an encoding is known by each of its names`(_ name: String, _ bytes: [UInt8], _ text: String) throws {
    #expect(try EastAsianTests.payee(bytes, name) == "A\(text)Z")
  }

  @Test(arguments: ["CP932", "EUC-JP", "BIG5", "EUC-KR", "GB18030"])
  func `half a character is refused with its line`(_ name: String) throws {
    let file = try read(Array("Date,Payee,Amount\n2026-03-13,A".utf8) + [0xFF, 0x2C]) { $0.encoding = name }
    #expect(file.refusal?.contains("line 2") == true && file.refusal?.contains("--encoding") == true, "\(file.errors)")
  }

  @Test
  func `an encoding that is not known says how to go on`() throws {
    let file = try read("Date,Payee,Amount\n2026-03-13,A,-1.50\n") { $0.encoding = "EBCDIC-XX" }
    #expect(file.refusal?.contains("iconv -f EBCDIC-XX -t UTF-8") == true, "\(file.errors)")
  }
}
