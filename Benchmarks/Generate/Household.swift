import BenchmarkData
import LedgerDomain

/// One line of a bank file.
struct Booking {
  var day: CalendarDay
  var payee: String
  /// A word of the ledger's own list, for the dialects that have a category column.
  var category: String
  /// Signed minor units: negative is money out.
  var amount: Int64
}

/// What an account held before its first booking, and its bookings by day.
struct AccountHistory {
  let opening: Int64
  private(set) var bookings: [Booking] = []

  init(opening: Int64) {
    self.opening = opening
  }

  mutating func book(_ day: CalendarDay, _ payee: String, _ category: String, _ amount: Int64) {
    bookings.append(Booking(day: day, payee: payee, category: category, amount: amount))
  }

  /// Puts the bookings into the order of their days; those of one day keep their order.
  mutating func sort() {
    bookings = bookings.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element)
  }

  /// What the account held at the end of a day.
  func balance(on day: CalendarDay) -> Int64 {
    bookings.reduce(opening) { $1.day <= day ? $0 + $1.amount : $0 }
  }

  /// The balance after each booking.
  var runningBalances: [Int64] {
    var balance = opening
    return bookings.map {
      balance += $0.amount
      return balance
    }
  }
}

/// Six months of a household that earns, pays, saves and shops: two accounts and a card, up to 20 October 2026.
struct Household {
  var checking = AccountHistory(opening: 241_837)
  var savings = AccountHistory(opening: 1_386_250)
  var card = AccountHistory(opening: -31_245)
  var sequence = SeededSequence(seed: 20_261_020)

  let firstDay: CalendarDay
  let lastDay: CalendarDay

  init() {
    guard let firstDay = CalendarDay(year: 2026, month: 4, day: 21),
      let lastDay = CalendarDay(year: 2026, month: 10, day: 20)
    else { preconditionFailure("these days are in the calendar") }
    self.firstDay = firstDay
    self.lastDay = lastDay
    var day = firstDay
    while day <= lastDay {
      bookIncome(day)
      bookBills(day)
      bookTransfers(day)
      bookEverydayLife(day)
      day = day.advanced(byDays: 1)
    }
    checking.sort()
    savings.sort()
    card.sort()
  }

  private mutating func bookIncome(_ day: CalendarDay) {
    if day == workday(onOrBefore: 27, of: day) { checking.book(day, "Northwind Studio", "Salary", 285_000) }
    if day == workday(onOrBefore: 15, of: day) { checking.book(day, "Riverside School", "Salary", 124_000) }
    if day.isDate(6, 18) { checking.book(day, "Tax Office Refund", "Taxes", 41_260) }
    if day.advanced(byDays: 1).components.day == 1 {
      savings.book(day, "Zinsgutschrift", "Interest", savings.balance(on: day) * 18 / 12_000)
    }
  }

  private mutating func bookBills(_ day: CalendarDay) {
    switch day.components.day {
    case 1:
      checking.book(day, "Hartmann Property", "Housing", -128_000)
      checking.book(day, "City Transit", "Transport", -4_900)
    case 3: checking.book(day, "Bright Power", "Utilities", -8_400)
    case 4: checking.book(day, "Little Oaks Nursery", "Children", -21_000)
    case 8: card.book(day, "Streamly", "Entertainment", -1_399)
    case 9: checking.book(day, "Boulder Hall", "Entertainment", -2_990)
    case 12: checking.book(day, "Fibrenet", "Utilities", -3_990)
    case 16: checking.book(day, "Telco One", "Utilities", -2_498)
    default: break
    }
    if day.isDate(7, 1) { checking.book(day, "Alder Insurance, Household", "Insurance", -48_620) }
    if day.isDate(5, 18) || day.isDate(8, 17) { checking.book(day, "Water Works", "Utilities", -11_735) }
    if day.isDate(9, 30) { checking.book(day, "Account fee", "Fees", -1_500) }
  }

  private mutating func bookTransfers(_ day: CalendarDay) {
    if day.weekday == 1 {
      checking.book(day, "Transfer to Savings", "Transfers", -7_500)
      savings.book(day, "Transfer from Checking", "Transfers", 7_500)
    }
    if day.isDate(8, 5) || day.isDate(10, 6) {
      let amount: Int64 = day.isDate(8, 5) ? 120_000 : 35_000
      savings.book(day, "Transfer to Checking", "Transfers", -amount)
      checking.book(day, "Transfer from Savings", "Transfers", amount)
    }
    if day.components.day == 5 {
      let owed = -card.balance(on: day.advanced(byDays: -5))
      checking.book(day, "Transfer to Card", "Transfers", -owed)
      card.book(day, "Payment received, thank you", "Transfers", owed)
    }
  }

  /// The last day from Monday to Friday up to a day of the month.
  private func workday(onOrBefore dayOfMonth: Int, of day: CalendarDay) -> CalendarDay {
    let back = dayOfMonth - day.components.day
    let target = day.advanced(byDays: back)
    return target.advanced(byDays: -max(0, target.weekday - 5))
  }
}

extension CalendarDay {
  /// 1 on a Monday to 7 on a Sunday; 1970-01-01 was a Thursday.
  var weekday: Int { (Int(daysSinceEpoch) + 3) % 7 + 1 }

  func isDate(_ month: Int, _ day: Int) -> Bool {
    components.month == month && components.day == day
  }
}
