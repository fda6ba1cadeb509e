import LedgerDomain
import Testing

struct CalendarDayTests {
  @Test func `every day of three centuries has its number and its date`() throws {
    var expected = CalendarDay.first.daysSinceEpoch
    for year in 1900...2199 {
      for month in 1...12 {
        for day in 1...YearMonth.dayCount(year: year, month: month) {
          let calendarDay = try #require(CalendarDay(year: year, month: month, day: day))
          guard calendarDay.daysSinceEpoch == expected, calendarDay.components == (year, month, day) else {
            Issue.record("\(year)-\(month)-\(day) is \(calendarDay.daysSinceEpoch), expected \(expected)")
            return
          }
          expected += 1
        }
      }
    }
    #expect(expected - 1 == CalendarDay.last.daysSinceEpoch)
    #expect(CalendarDay(year: 1970, month: 1, day: 1)?.daysSinceEpoch == 0)
  }

  @Test(arguments: [
    "2026-02-29", "2023-13-01", "2023-00-10", "2023-04-31", "1899-12-31", "2200-01-01", "2026-1-01", "20261020", "",
    "2026-10-2٠",
  ])
  func `what is not a day of the calendar is nil`(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func `leap days follow the Gregorian rule`() {
    #expect(CalendarDay("2000-02-29") != nil)
    #expect(CalendarDay("1900-02-29") == nil)
    #expect(CalendarDay("2100-02-29") == nil)
    #expect(CalendarDay("2024-02-29") != nil)
  }

  @Test func `moving past the supported years stops at the edge`() {
    #expect(CalendarDay.last.advanced(byDays: 5) == CalendarDay.last)
    #expect(CalendarDay.first.advanced(byDays: -5) == CalendarDay.first)
  }
}

struct MonthCalendarTests {
  @Test(arguments: [
    // start day, day, month: 1–15 has the name of the month it begins in, else of the one it ends in.
    (1, "2026-01-31", "2026-01"), (1, "2026-02-01", "2026-02"), (15, "2026-03-14", "2026-02"),
    (15, "2026-03-15", "2026-03"), (16, "2026-03-16", "2026-04"), (25, "2026-10-24", "2026-10"),
    (25, "2026-10-25", "2026-11"), (28, "2026-12-28", "2027-01"),
  ])
  func `a day belongs to the month that began last`(startDay: Int, day: String, month: String) throws {
    let calendar = try #require(MonthCalendar(startDay: startDay))
    #expect(calendar.month(of: try #require(CalendarDay(day))).description == month)
  }

  @Test func `months of every start day tile the calendar`() throws {
    for startDay in 1...28 {
      let calendar = try #require(MonthCalendar(startDay: startDay))
      var month = try #require(YearMonth("2023-11"))
      for _ in 0..<30 {
        let first = calendar.firstDay(of: month)
        let last = calendar.lastDay(of: month)
        #expect(calendar.month(of: first) == month && calendar.month(of: last) == month)
        #expect(last.advanced(byDays: 1) == calendar.firstDay(of: month.next))
        #expect(calendar.dayCount(of: month) == first.days(to: last) + 1)
        month = month.next
      }
    }
  }

  @Test(arguments: [0, 29, -1])
  func `a start day outside 1 to 28 is nil`(startDay: Int) {
    #expect(MonthCalendar(startDay: startDay) == nil)
  }
}

struct InstantTests {
  @Test(arguments: [
    ("2026-10-20T12:00:00Z", "2026-10-20T12:00:00Z"), ("2026-10-20T14:30:00+02:30", "2026-10-20T12:00:00Z"),
    ("2026-10-20T12:00:00.125Z", "2026-10-20T12:00:00.125Z"), ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
    ("2026-10-20t12:00:00.5z", "2026-10-20T12:00:00.500Z"),
  ])
  func `RFC 3339 is read and printed in UTC`(text: String, printed: String) throws {
    #expect(try #require(Instant(text)).description == printed)
  }

  @Test
  func `an instant outside the calendar is printed too`() {
    #expect(Instant(millisecondsSinceEpoch: .max).description.hasPrefix("2199-12-31T"))
    #expect(Instant(millisecondsSinceEpoch: .min).description.hasPrefix("1900-01-01T-"))
  }

  @Test(arguments: ["2026-10-20", "2026-10-20T12:00:00", "2026-10-20T24:00:00Z", "2026-10-20T12:00:00+0200", "x"])
  func `what is not an instant is nil`(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test func `the end of a day is before the next day's first moment`() throws {
    let day = try #require(CalendarDay("2026-10-20"))
    #expect(Instant.end(of: day).day == day)
    #expect(
      Instant.end(of: day).millisecondsSinceEpoch + 1
        == Instant(day: day.advanced(byDays: 1), secondOfDay: 0).millisecondsSinceEpoch)
  }
}
