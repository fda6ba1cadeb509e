import LedgerDomain

/// Reads one bank file: decides format, encoding, structure and conventions by evidence and parses every row.
public enum StatementReader {
  /// The largest file that is read, in bytes, also as UTF-8: positions in its texts have 31 bits.
  public static let fileLimitBytes = 1_000_000_000
  /// The longest text of a cell, in bytes.
  public static let fieldLimitBytes = 65_536
  /// How many columns of a table are looked at.
  public static let columnLimit = 512

  /// What the file says. A file that can't be read has no transactions and one error with line 0.
  public static func read(_ bytes: [UInt8], path: String, options: ImportOptions) -> ImportedFile {
    read(bytes, as: options.format, path: path, options: options)
  }

  /// What the file says when it is read in one format whatever it looks like, so that each reader can be tried alone.
  package static func read(
    _ bytes: [UInt8], as format: ImportFormat?, path: String, options: ImportOptions
  ) -> ImportedFile {
    var file = ImportedFile(path: path, format: format ?? .csv)
    do throws(ImportFault) {
      try read(bytes, as: format, into: &file, options: options)
    } catch {
      file.transactions = []
      file.openingRows = []
      file.texts = ImportedTexts()
      file.journal = nil
      file.skipped = []
      file.balanceProof = nil
      file.errors = [RowProblem(line: 0, reason: error.reason)]
    }
    return file
  }

  private static func read(
    _ bytes: [UInt8], as known: ImportFormat?, into file: inout ImportedFile, options: ImportOptions
  ) throws(ImportFault) {
    if let reason = FormatDetection.refusal(of: bytes) { throw ImportFault(reason) }
    var asked: TextEncoding?
    if let name = options.encoding ?? options.profile?.encoding {
      guard let known = TextEncoding(name: name) else {
        throw ImportFault(
          "the encoding '\(name)' is not known on this machine; say one such as --encoding windows-1252, or make the file UTF-8 "
            + "first: iconv -f \(name) -t UTF-8")
      }
      asked = known
    }
    let decoded: DecodedText
    do {
      decoded = try DecodedText.decode(bytes, asked: asked, declared: DeclaredEncoding(bytes))
    } catch {
      throw ImportFault(error.reason)
    }
    guard decoded.bytes.count <= fileLimitBytes else {
      throw ImportFault("the file is larger than \(fileLimitBytes) bytes as UTF-8; split it")
    }
    file.encoding = decoded.encoding.name
    file.profile = options.profile?.name
    file.decisions.append(ImportDecision(what: "encoding", value: decoded.encoding.name, why: decoded.why))
    if decoded.damagedCount > 0 {
      file.warnings.append(
        "\(decoded.damagedCount) places have bytes that are not UTF-8; they are shown as \u{FFFD}, and --encoding reads the "
          + "file otherwise")
    }
    let format = if let known { known } else { try FormatDetection.format(of: decoded.bytes) }
    file.format = format
    file.decisions.insert(
      ImportDecision(what: "format", value: format.rawValue, why: FormatDetection.why(format)), at: 0)
    switch format {
    case .csv:
      var reader = CSVReader(options: options)
      try reader.read(decoded.bytes, into: &file)
    case .ofx: try OFXReader(options: options).read(decoded.bytes, into: &file)
    case .qif: try QIFReader(options: options).read(decoded.bytes, into: &file)
    case .mt940: try MT940Reader(options: options).read(decoded.bytes, into: &file)
    case .camt053, .camt052, .camt054: try CAMTReader(options: options).read(decoded.bytes, into: &file)
    case .hledger: try JournalReader(options: options, program: .hledger).read(decoded.bytes, into: &file)
    case .ledger: try JournalReader(options: options, program: .ledger).read(decoded.bytes, into: &file)
    case .beancount: try JournalReader(options: options, program: .beancount).read(decoded.bytes, into: &file)
    case .json, .jsonl: try JSONStatementReader(options: options).read(decoded.bytes, into: &file)
    }
    if file.decidedProfile == nil { file.decidedProfile = DecidedProfile.of(file.decisions, options: options) }
    if file.journal == nil { file.openingRows = OpeningRows.find(file) }
  }
}
