import LedgerDomain
import ParallelWork

extension RowParser {
  /// A thread more pays from about this many records on.
  private static let recordsWorthAThread = 50_000
  /// How many records a thread reads before its rows are taken in, so that those of a huge file are not there twice.
  private static let recordsAtOnce = 1_000_000

  /// Takes in the records, those of a long file by several threads; the result is the same.
  mutating func parseOnThreads(_ records: Range<Int>) {
    let threads = isEachRowForItself ? min(ParallelWork.width, records.count / Self.recordsWorthAThread) : 1
    if threads <= 1 { return parse(records) }
    let rounds = (records.count + threads * Self.recordsAtOnce - 1) / (threads * Self.recordsAtOnce)
    let ranges = ParallelWork.ranges(of: records, parts: rounds * threads)
    let start = self
    for round in stride(from: 0, to: ranges.count, by: threads) {
      let parsed = ParallelWork.map(count: min(threads, ranges.count - round)) { index in
        var parser = start
        parser.parse(ranges[round + index])
        return parser
      }
      if round == 0 {
        self = parsed[0]
        transactions.reserveCapacity(records.count)
        LargePages.ask(for: &transactions)
      }
      for next in parsed.dropFirst(round == 0 ? 1 : 0) { absorb(next) }
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
