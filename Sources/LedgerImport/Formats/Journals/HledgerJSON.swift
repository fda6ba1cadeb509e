import JSON
import LedgerDomain

/// Reads what `hledger print -O json` prints: an array of transactions.
///
/// One transaction is taken apart at a time, so that a long journal is never a tree of values as a whole.
struct HledgerJSON {
  private(set) var transactions: [PostedTransaction] = []
  private(set) var errors: [RowProblem] = []
  private let path: String

  init(_ text: [UInt8], path: String) throws(ImportFault) {
    self.path = path
    for range in try HledgerJSON.elements(of: text) {
      let value: JSONValue
      do {
        value = try JSONReader.parse(text[range])
      } catch {
        throw ImportFault(
          "this is not JSON as hledger prints it (\(error)); make it again with 'hledger print -O json'")
      }
      take(value)
    }
  }

  /// Where the objects of the outer array lie.
  private static func elements(of text: [UInt8]) throws(ImportFault) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var depth = 0
    var start = 0
    var texts = JSONTexts()
    for (index, byte) in text.enumerated() where !texts.cover(byte) {
      switch byte {
      case 0x7B, 0x5B:
        if depth == 1, byte == 0x7B { start = index }
        depth += 1
      case 0x7D, 0x5D:
        depth -= 1
        if depth == 1, byte == 0x7D { ranges.append(start..<index + 1) }
      default: break
      }
    }
    guard depth == 0, !texts.isOpen else {
      throw ImportFault("the JSON ends too early: it is cut off; make it again with 'hledger print -O json'")
    }
    return ranges
  }

  private mutating func take(_ value: JSONValue) {
    let (line, source) = place(value["tsourcepos"])
    guard let day = value["tdate"]?.text.flatMap({ CalendarDay($0) }) else {
      errors.append(RowProblem(line: line, reason: "the transaction has no date (tdate) like 2026-10-20"))
      return
    }
    var transaction = PostedTransaction(line: line, source: source, day: day)
    transaction.hasSecondDay = value["tdate2"]?.text != nil
    transaction.isPending = value["tstatus"]?.text == "Pending"
    (transaction.payee, transaction.narration) = PostingTable.payeeAndNarration(value["tdescription"]?.text ?? "")
    let comment = JournalComment.read(value["tcomment"]?.text ?? "", hasTagsInText: true)
    transaction.note = comment.words
    let code = value["tcode"]?.text ?? ""
    transaction.reference = code.isEmpty ? comment.reference : code
    for posting in value["tpostings"]?.elements ?? [] {
      do throws(RowFault) {
        transaction.postings += try postings(posting, line: line)
      } catch {
        errors.append(RowProblem(line: line, reason: error.reason))
        return
      }
    }
    transactions.append(transaction)
  }

  /// The line in the journal, and the file where it is an included one.
  private func place(_ value: JSONValue?) -> (Int, String?) {
    guard let first = value?.elements?.first ?? value, let line = first["sourceLine"]?.integer else { return (0, nil) }
    let source = first["sourceName"]?.text ?? ""
    let name = source.split(separator: "/").last.map(String.init) ?? ""
    let isOther = !name.isEmpty && name != path.split(separator: "/").last.map(String.init)
    return (PostedTransaction.line(line) ?? 0, isOther ? name : nil)
  }

  /// One for each commodity of a posting's amount.
  private func postings(_ value: JSONValue, line: Int) throws(RowFault) -> [PostedTransaction.Posting] {
    guard let account = value["paccount"]?.text, let amounts = value["pamount"]?.elements else {
      throw RowFault("a posting has no account or amount (paccount, pamount)")
    }
    var postings: [PostedTransaction.Posting] = []
    for amount in amounts {
      var posting = PostedTransaction.Posting(line: line, account: account)
      (posting.quantity, posting.commodity) = try quantity(amount, account)
      switch value["ptype"]?.text {
      case "VirtualPosting": posting.form = .alone
      case "BalancedVirtualPosting": posting.form = .balanced
      default: posting.form = .real
      }
      posting.note = JournalComment.read(value["pcomment"]?.text ?? "", hasTagsInText: true).words
      posting.hasOwnDay = value["pdate"]?.text != nil
      if let asserted = value["pbalanceassertion"]?["baamount"],
        value["pbalanceassertion"]?["bainclusive"]?.flag != true,
        posting.form == .real
      {
        posting.assertion = try quantity(asserted, account)
      }
      postings.append(posting)
    }
    return postings
  }

  private func quantity(_ amount: JSONValue, _ account: String) throws(RowFault) -> (ExactQuantity, String) {
    guard let number = amount["aquantity"], let mantissa = number["decimalMantissa"]?.integer,
      let places = number["decimalPlaces"]?.integer, (0...255).contains(places), mantissa != .min
    else {
      throw RowFault("the amount in '\(account)' has too many digits, or is not as hledger prints it (aquantity)")
    }
    return (ExactQuantity(mantissa: mantissa, places: Int(places)), amount["acommodity"]?.text ?? "")
  }
}
