import LedgerDomain

/// A transaction of another program's journal, as that program understands it.
struct PostedTransaction {
  /// The line in the journal where the program says it, else in what it printed.
  var line = 0
  /// The file where that is another than the one that was named.
  var source: String?
  var day: CalendarDay
  var hasSecondDay = false
  var isPending = false
  var payee = ""
  /// What the journal says beside the payee: a narration, or what stands behind a bar.
  var narration = ""
  var reference = ""
  /// Comments and tags.
  var note: [String] = []
  var postings: [Posting] = []

  /// A line that another program printed, or nil where no file has such a line.
  static func line(_ number: Int64?) -> Int? {
    guard let number, (1...Int64(Int32.max)).contains(number) else { return nil }
    return Int(number)
  }

  /// An amount of something in an account.
  struct Posting {
    var line = 0
    var account = ""
    /// The account's name where the journal gives it one.
    var label: String?
    var form = Form.real
    var quantity = ExactQuantity()
    var commodity = ""
    var note: [String] = []
    var hasOwnDay = false
    /// What the journal says that the account holds after the posting.
    var assertion: (quantity: ExactQuantity, commodity: String)?
  }

  enum Form: Hashable {
    case real
    /// Virtual, in square brackets: with others it comes to nothing.
    case balanced
    /// Virtual, in round brackets: it has no other side.
    case alone
  }
}

/// A decimal number as it is written: nothing of it is rounded.
struct ExactQuantity: Sendable, Hashable {
  var mantissa: Int64 = 0
  var places = 0

  init() {}

  init(mantissa: Int64, places: Int) {
    self.mantissa = mantissa
    self.places = places
  }

  /// A number such as `-1000.5`, `1.000,50` or `Decimal('40.00')`; nil where it is none, is too large or can be read two ways.
  ///
  /// - Parameter mark: what begins the decimals; nil where the number itself has to say.
  init?(_ text: String, mark: DecimalMark? = nil) {
    var plain = text.trimmedOfWhiteSpace[...]
    if plain.hasPrefix("Decimal('"), plain.hasSuffix("')") { plain = plain.dropFirst(9).dropLast(2) }
    let isNegative = plain.hasPrefix("-")
    if isNegative || plain.hasPrefix("+") { plain = plain.dropFirst() }
    let bytes = Array(plain.utf8)
    let decimals: Int?
    if let mark {
      decimals = bytes.lastIndex(of: mark.rawValue)
    } else {
      decimals = bytes.lastIndex { $0 == 0x2C || $0 == 0x2E }
      if let decimals, bytes[decimals] == 0x2C, bytes.count - decimals == 4, !bytes[..<decimals].contains(0x2E),
        decimals <= 3, bytes[0] != 0x30
      {
        return nil
      }
    }
    var digitCount = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x30...0x39:
        let (tenfold, overflow) = mantissa.multipliedReportingOverflow(by: 10)
        let (next, overflow2) = tenfold.addingReportingOverflow(Int64(byte - 0x30))
        if overflow || overflow2 { return nil }
        mantissa = next
        digitCount += 1
        if let decimals, index > decimals { places += 1 }
      case 0x2C, 0x2E, 0x27, 0x20:
        if let decimals, index > decimals { return nil }
      default: return nil
      }
    }
    if digitCount == 0 { return nil }
    if isNegative { mantissa = -mantissa }
  }

  var isZero: Bool { mantissa == 0 }

  /// The number in minor units of so many decimals; nil where it has more that are not zero, or is too large.
  func minorUnits(digits: Int) -> Int64? {
    var value = mantissa
    var places = places
    while places > digits {
      guard value % 10 == 0 else { return nil }
      value /= 10
      places -= 1
    }
    while places < digits {
      let (next, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = next
      places += 1
    }
    return value.magnitude <= UInt64(Money.limit) ? value : nil
  }

  var text: String { Money(minorUnits: mantissa).plainText(minorUnitDigits: places) }
}

/// What a journal's comments say, with its tags as words of a note that begin with `#`.
enum JournalComment {
  struct Reading {
    var words: [String] = []
    /// The value of a tag called `id`.
    var reference = ""
  }

  /// - Parameter hasTagsInText: whether a tag may stand anywhere in a line and ends at a comma, as in hledger; else it begins
  ///   the line, as in Ledger.
  static func read(_ comment: String, hasTagsInText: Bool) -> Reading {
    var reading = Reading()
    for line in comment.split(whereSeparator: \.isNewline).map({ String($0).trimmedOfWhiteSpace }) where !line.isEmpty {
      if let names = chain(line) {
        reading.words += names.map { "#" + $0 }
        continue
      }
      // A note as foldbook itself exports it.
      if line.lowercased().hasPrefix("note:") {
        reading.words.append(String(line.dropFirst(5)).trimmedOfWhiteSpace)
        continue
      }
      for piece in hasTagsInText && line.contains(":") ? line.split(separator: ",").map(String.init) : [line] {
        add(piece.trimmedOfWhiteSpace, hasTagsInText: hasTagsInText, to: &reading)
      }
    }
    reading.words.removeAll { $0.isEmpty }
    return reading
  }

  /// The names of Ledger's `:one:two:`.
  private static func chain(_ line: String) -> [String]? {
    guard line.hasPrefix(":"), line.hasSuffix(":"), line.utf8.count > 2, !line.contains(where: { $0.isWhitespace })
    else { return nil }
    return line.split(separator: ":").map(String.init)
  }

  private static func add(_ piece: String, hasTagsInText: Bool, to reading: inout Reading) {
    guard let colon = piece.firstIndex(of: ":") else { return reading.words.append(piece) }
    let before = piece[..<colon]
    let name = before.split(separator: " ").last.map(String.init) ?? ""
    let value = String(piece[piece.index(after: colon)...])
    let text = before.dropLast(name.count).trimmedOfWhiteSpace
    let isTag = !name.isEmpty && !value.hasPrefix("//") && (hasTagsInText || text.isEmpty) && !before.hasSuffix(" ")
    guard isTag else { return reading.words.append(piece) }
    if !text.isEmpty { reading.words.append(text) }
    let plain = value.trimmedOfWhiteSpace
    if name.lowercased() == "id", reading.reference.isEmpty {
      reading.reference = plain
    } else {
      reading.words.append("#" + name + (plain.isEmpty ? "" : "=" + plain))
    }
  }
}
