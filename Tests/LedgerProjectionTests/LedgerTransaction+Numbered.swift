import LedgerDomain
import LedgerProjection

extension LedgerTransaction {
  /// Adds the transaction of a number as a commit: so many cents and one, in one of three shops, on one of fifty days.
  func addNumbered(_ number: Int, at time: Instant) throws {
    let view = try view()
    let command = AddTransaction(
      amount: Money(minorUnits: Int64(-number - 1)), merchant: "Shop \(number % 3)",
      day: time.day.advanced(byDays: -(number % 50)))
    let events = try Decision.add(command, today: time.day, position: view.position + 1, state: view)
    try commit(recordedAt: time, command: "add", events: events)
  }
}
