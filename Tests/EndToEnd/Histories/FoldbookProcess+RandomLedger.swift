import ProgramRunning

extension FoldbookProcess {
  /// A ledger with a random history in several currencies, in the program's folder; its seed is printed.
  ///
  /// - Parameter isByCalendar: whether its months are those of the calendar in the end.
  func randomLedger(seed: UInt64, steps: Int, isByCalendar: Bool) throws -> String {
    print("a ledger with the history of seed \(seed)")
    var history = try HistoryRun(seed: seed, folder: folder)
    for _ in 1...steps { try history.step() }
    if isByCalendar { _ = try run(["settings", "month-start-day", "1"], ledger: history.path) }
    return history.path
  }
}
