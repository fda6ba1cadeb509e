import Foldbook
import Testing

/// Pages of a list against the whole list.
struct ListPageQueryTests {
  @Test(
    arguments: [
      [], ["month:2026-10"], ["from:2026-01-01", "to:2026-06-30"], ["category:Groceries"], ["category:Uncategorised"],
      ["account:Giro", "category:gifts"], ["merchant:zoé"], ["text:birthday gift"], ["not:category:Groceries"],
      ["category:Groceries", "category:Gifts"], ["to:2020-01-01"], ["from:2026-10-01", "to:2026-09-01"],
      ["amount:>0", "month:2026-09"],
    ])
  func `pages one after the other are the whole list`(terms: [String]) throws {
    let history = try RandomLedger(seed: 7, count: 120)
    for deleted in [false, true] {
      let list = ListQuery(query: try TransactionQuery(parsing: terms), limit: 17, includesDeleted: deleted)
      var wholeList = list
      wholeList.limit = nil
      try history.readBothWays { view in
        let whole = try wholeList.report(on: view)
        var after: ListPlace?
        var found: [TransactionItem] = []
        var pages = 0
        repeat {
          let page = try ListPageQuery(list: list, after: after).report(on: view)
          #expect(page.list.count == whole.count)
          #expect(page.list.total == whole.total)
          #expect(page.list.totals == whole.totals)
          #expect(page.list.transactions.count == min(17, whole.count - found.count))
          found += page.list.transactions
          after = page.next
          pages += 1
        } while after != nil && pages < 100
        #expect(found == whole.transactions)
      }
    }
  }

  @Test(arguments: ["2026-10-20", "2026-10-20.", "2026-10-20.x", "2026-10-20.1.2", "2026-13-01.1", ".1"])
  func `a place that no page gave is refused`(text: String) {
    #expect(ListPlace(text) == nil)
  }

  @Test func `a place is read as it is written`() throws {
    let place = try #require(ListPlace("2026-10-20.42"))
    #expect(place == ListPlace(day: CalendarDay("2026-10-20")!, id: TransactionID(42)))
    #expect(place.description == "2026-10-20.42")
  }

  @Test(
    arguments: [
      ("CORNER SHOP", true), ("corner  shop", true), ("shop", true), ("café zoé", true), ("CAFE\u{301} ZOÉ", true),
      ("birthday gift", true), ("groceries", true), ("shopping", false), ("zoe", false), ("hop gro", false),
    ])
  func `words are found in names and texts whatever their case, spaces and Unicode form`(
    words: String, isFound: Bool
  ) throws {
    let history = try RandomLedger(seed: 9, count: 40)
    let ids = try history.ledger.read { try ListQuery(query: TransactionQuery(terms: [.text(words)])).ids(on: $0) }
    #expect(ids.isEmpty == !isFound)
  }
}
