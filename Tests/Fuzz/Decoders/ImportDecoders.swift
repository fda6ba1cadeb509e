import JSON
import LedgerDomain
import LedgerImport

/// The readers of bank files and what is read beside them.
public enum ImportDecoders {
  public static let all: [Decoder] =
    [
      Decoder(name: "statement") { digest(StatementReader.read($0, path: "statement", options: options)) },
      reader("csv", .csv), reader("ofx", .ofx), reader("qif", .qif), reader("camt", .camt053), reader("mt940", .mt940),
      reader("json", .json), reader("jsonl", .jsonl),
      reader("hledger", .hledger), reader("ledger", .ledger), reader("beancount", .beancount),
      Decoder(name: "profile", decode: profile), Decoder(name: "csv-profile", decode: fileWithProfile),
      Decoder(name: "json-text", decode: jsonText),
    ]

  /// A currency is known, so that reading goes on to the rows.
  private static let options: ImportOptions = {
    var options = ImportOptions()
    options.fallbackCurrency = Currency("EUR")
    return options
  }()

  /// The reader of one format, without the detection of the format and its encoding before it.
  private static func reader(_ name: String, _ format: ImportFormat) -> Decoder {
    Decoder(name: name) { digest(StatementReader.read($0, as: format, path: "statement", options: options)) }
  }

  private static func profile(_ bytes: [UInt8]) -> Int {
    do {
      return try ImportProfile(parsing: bytes, name: "fuzz").name.utf8.count
    } catch {
      return error.description.utf8.count
    }
  }

  /// A profile, a line of three hyphens, and a table that is read with it.
  private static func fileWithProfile(_ bytes: [UInt8]) -> Int {
    let mark = Array("\n---\n".utf8)
    guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else { return 0 }
    do {
      var asked = options
      asked.profile = try ImportProfile(parsing: bytes[..<place], name: "fuzz")
      let table = Array(bytes[(place + mark.count)...])
      return digest(StatementReader.read(table, as: .csv, path: "statement", options: asked))
    } catch {
      return error.description.utf8.count
    }
  }

  /// What is written of a value that was read is read as the same value.
  private static func jsonText(_ bytes: [UInt8]) -> Int {
    do {
      let value = try JSONReader.parse(bytes)
      var writer = JSONWriter()
      writer.value(value)
      let again = try JSONReader.parse(writer.bytes)
      precondition(again == value, "a value is read otherwise than it was written")
      return writer.bytes.count
    } catch {
      return error.offset
    }
  }

  /// A number made of everything that a file was read as; also checks what always holds.
  private static func digest(_ file: ImportedFile) -> Int {
    var sum = file.encoding.utf8.count
    for row in file.transactions {
      precondition(abs(row.amount.minorUnits) <= Money.limit, "an amount is beyond the limit")
      sum &+= Int(row.line) &+ Int(row.amount.minorUnits) &+ "\(row.day)".utf8.count
      for text in [row.account, row.payee, row.merchant, row.memo, row.bankCategory, row.bankReference]
      where text != .none {
        guard let string = file.texts.string(text) else { preconditionFailure("a text is not UTF-8") }
        sum &+= string.utf8.count
      }
    }
    for split in file.splits {
      precondition(file.transactions.indices.contains(Int(split.transaction)), "a part of no row")
    }
    for problem in file.errors + file.skipped {
      precondition(problem.line >= 0 && !problem.reason.isEmpty, "a problem without a place or a reason")
      sum &+= problem.line
    }
    precondition(!file.transactions.isEmpty || !file.errors.isEmpty || !file.skipped.isEmpty, "nothing and no reason")
    return sum &+ file.decisions.count &+ file.warnings.count
  }
}
