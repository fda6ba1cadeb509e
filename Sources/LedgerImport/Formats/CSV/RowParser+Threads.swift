import LedgerDomain
import ParallelWork

extension RowParser {
  /// A thread more pays from about this many records on.
  private static let recordsWorthAThread = 50_000

  /// Takes in the records, those of a long file by several threads; the result is the same.
  ///
  /// Round by round, a piece of the table for each thread: so neither the rows nor the places of the cells of a huge file are
  /// there twice, and the places go as the rows come.
  mutating func parseInRounds(_ records: Range<Int>) {
    let threads = isEachRowForItself ? max(1, min(ParallelWork.width, records.count / Self.recordsWorthAThread)) : 1
    let length = threads * Table.recordsInPiece
    let isLong = records.upperBound > length
    var fresh = self
    var rest = reader.found
    var start = records.lowerBound
    if threads == 1 { makeRoom(records.count) }
    while start < records.upperBound {
      let end = min(records.upperBound, (start / length + 1) * length)
      if isLong {
        // The places of the round before go with their reader.
        reader = RowReader(rest.taking(start..<end), layout)
        fresh.reader = reader
        FreedMemory.giveBack()
      }
      if threads == 1 {
        parse(start..<end)
      } else {
        var parsed = RowParser.parse(
          start..<end, by: fresh, threads: threads, room: start == records.lowerBound ? records.count : 0)
        if start == records.lowerBound { self = parsed.removeFirst() }
        for next in parsed { absorb(next) }
      }
      start = end
    }
    if isLong { FreedMemory.giveBack() }
  }

  private mutating func makeRoom(_ recordCount: Int) {
    transactions.reserveCapacity(recordCount)
    LargePages.ask(for: &transactions)
    if layout.roles.balance != nil { witness.reserve(recordCount) }
  }

  /// What parsers that have seen no row make of the records, each on a thread; the first has room for as many rows as are said.
  private static func parse(_ records: Range<Int>, by fresh: RowParser, threads: Int, room: Int) -> [RowParser] {
    let ranges = ParallelWork.ranges(of: records, parts: threads)
    return ParallelWork.map(count: ranges.count) { index in
      var parser = fresh
      parser.makeRoom(max(index == 0 ? room : 0, ranges[index].count))
      parser.parse(ranges[index])
      return parser
    }
  }

  /// Whether no row says anything of a row after it: none goes on with another, and the currency is the file's.
  private var isEachRowForItself: Bool { layout.continuation == nil && fileCurrency != nil }

  /// Takes in what another thread made of the records that follow.
  private mutating func absorb(_ next: RowParser) {
    let ids = texts.absorb(next.texts)
    func here(_ id: TextID) -> TextID { id.index < 0 ? id : ids[Int(id.index)] }
    for var transaction in next.transactions {
      transaction.account = here(transaction.account)
      transaction.payee = here(transaction.payee)
      transaction.merchant = here(transaction.merchant)
      transaction.memo = here(transaction.memo)
      transaction.bankCategory = here(transaction.bankCategory)
      transaction.bankReference = here(transaction.bankReference)
      transactions.append(transaction)
    }
    errors += next.errors
    skipped += next.skipped
    witness.append(next.witness)
    accountsElsewhere.formUnion(next.accountTexts.map(here))
    sections += next.sections.map { (line: $0.line, account: here($0.account)) }
  }
}
