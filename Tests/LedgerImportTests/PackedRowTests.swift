import LedgerDomain
import LedgerImport
import Testing

/// What there is one of for each of millions of rows takes few bytes and loses nothing.
struct PackedRowTests {
  @Test func `a row keeps its line, day and currency`() throws {
    #expect(MemoryLayout<ImportedTransaction>.stride == 40)
    let currencies = Currency.allCodes.compactMap { Currency($0) }
    // Each is found, so the list is in order.
    try #require(currencies.count == Currency.allCodes.count && currencies.count > 150)
    for line in [0, 1, 1_000_000, Int32.max] {
      for day in [CalendarDay.first, CalendarDay.last, try #require(CalendarDay(year: 2026, month: 2, day: 28))] {
        for currency in currencies {
          var row = ImportedTransaction(line: line, day: day, amount: Money(minorUnits: .min), currency: currency)
          #expect(row.line == line && row.day == day && row.currency == currency)
          #expect(row.currency.code == currency.code)
          row.line = 7
          row.day = .first
          row.currency = currencies[0]
          #expect(row.line == 7 && row.day == .first && row.currency == currencies[0])
        }
      }
    }
  }

  @Test(arguments: [ImportStatus.new, .duplicate, .matched, .deleted, .restored, .opening, .skipped])
  func `an outcome keeps its status, category and transaction`(_ status: ImportStatus) {
    #expect(MemoryLayout<ImportOutcome>.stride == 8)
    for category in [CategoryID.uncategorised, CategoryID(7), .split] {
      for transaction in [nil, TransactionID(1), TransactionID(1 << 43)] {
        var outcome = ImportOutcome(status: status, category: category, transaction: transaction)
        #expect(outcome.status == status && outcome.category == category && outcome.transaction == transaction)
        outcome.category = CategoryID(9)
        #expect(outcome.status == status && outcome.category == CategoryID(9) && outcome.transaction == transaction)
        outcome.transaction = TransactionID(5)
        #expect(outcome.status == status && outcome.category == CategoryID(9))
        #expect(outcome.transaction == TransactionID(5))
      }
    }
  }
}
