/// Something that takes bytes from outside: it must end soon, without a trap, whatever the bytes are.
public struct Decoder: Sendable {
  /// The name at the command line, and of the folder of its seeds.
  public let name: String
  /// The longest input that is tried, in bytes.
  public let lengthLimitBytes: Int
  /// Decodes the bytes and answers with a number made of the result, so that no work can be left out.
  public let decode: @Sendable ([UInt8]) -> Int

  public init(name: String, lengthLimitBytes: Int = 4_096, decode: @escaping @Sendable ([UInt8]) -> Int) {
    self.name = name
    self.lengthLimitBytes = lengthLimitBytes
    self.decode = decode
  }

  /// Every decoder, in the order in which `make fuzz` runs them.
  ///
  /// To add one, write a file with its function and a constant beside `ImportDecoders.all`, name the constant here, and put a
  /// few small inputs into `Tests/Fuzz/Seeds/NAME/`.
  public static let all: [Decoder] = ImportDecoders.all + JournalDecoders.all + LedgerDecoders.all

  public static func named(_ name: String) -> Decoder? {
    all.first { $0.name == name }
  }
}
