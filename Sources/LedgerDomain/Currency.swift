/// A currency by its ISO 4217 code.
public struct Currency: Hashable, Comparable, Sendable {
  /// Three upper-case ASCII letters packed into the low 24 bits, first letter highest.
  public let packedCode: UInt32

  /// A currency of the ISO 4217 list, or nil; the case of the letters does not matter.
  public init?(_ code: some StringProtocol) {
    guard let packed = Currency.packed(code), Currency.digits(of: packed) != nil else { return nil }
    packedCode = packed
  }

  /// A currency from its packed code as a journal stores it, or nil where the list does not have it.
  public init?(packedCode: UInt32) {
    guard Currency.digits(of: packedCode) != nil else { return nil }
    self.packedCode = packedCode
  }

  /// Five bits for each letter, the first one highest: where there are millions of them.
  package var letterBits: UInt16 {
    UInt16(truncatingIfNeeded: (packedCode >> 16 & 0x1F) << 10 | (packedCode >> 8 & 0x1F) << 5 | packedCode & 0x1F)
  }

  /// The currency that has these letter bits.
  package init(letterBits: UInt16) {
    let bits = UInt32(letterBits)
    packedCode = 0x404040 | (bits >> 10 & 0x1F) << 16 | (bits >> 5 & 0x1F) << 8 | bits & 0x1F
  }

  /// The three letters.
  public var code: String {
    let letters = [UInt8(packedCode >> 16 & 0xFF), UInt8(packedCode >> 8 & 0xFF), UInt8(packedCode & 0xFF)]
    return String(letters.map { Character(UnicodeScalar($0)) })
  }

  /// How many decimals its amounts have: JPY 0, EUR 2, KWD 3.
  public var minorUnitDigits: Int {
    Currency.digits(of: packedCode) ?? 2
  }

  public static func < (left: Currency, right: Currency) -> Bool {
    left.packedCode < right.packedCode
  }

  /// The codes of the list in alphabetical order.
  public static var allCodes: [String] {
    groups.flatMap { $0.codes.split(separator: " ").map(String.init) }.sorted()
  }

  private static func packed(_ code: some StringProtocol) -> UInt32? {
    let letters = Array(code.utf8)
    guard letters.count == 3 else { return nil }
    var value: UInt32 = 0
    for letter in letters {
      let upper = letter & 0xDF
      guard upper >= 0x41, upper <= 0x5A, letter >= 0x41 else { return nil }
      value = value << 8 | UInt32(upper)
    }
    return value
  }

  /// The decimals of a packed code of the list, else nil.
  private static func digits(of packedCode: UInt32) -> Int? {
    groups.first { group in
      let codes = group.codes.utf8.span
      let count = (codes.count + 1) / 4
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if packed(codes, middle) < packedCode { low = middle + 1 } else { high = middle }
      }
      return low < count && packed(codes, low) == packedCode
    }?.digits
  }

  /// The code at a place of a text of codes.
  private static func packed(_ codes: Span<UInt8>, _ index: Int) -> UInt32 {
    UInt32(codes[4 * index]) << 16 | UInt32(codes[4 * index + 1]) << 8 | UInt32(codes[4 * index + 2])
  }

  /// The active national currencies of ISO 4217 (2024) in alphabetical order, by how many decimals they have.
  ///
  /// Texts that are searched as they are rather than a dictionary: a command that starts, asks for two currencies and ends
  /// pays for neither.
  private static let groups: [(digits: Int, codes: String)] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
    (
      2,
      """
      AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE \
      CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD \
      HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP \
      MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR \
      SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED \
      VES WST XCD YER ZAR ZMW ZWL
      """
    ),
  ]
}

extension Currency: CustomStringConvertible {
  public var description: String { code }
}
