import Foldbook
import ProgramRunning
import Testing

/// A history that is long enough for the ledger to write snapshots by itself.
struct LongHistoryTests {
  @Test
  func `a history with snapshots of its own says the same as the model`() throws {
    try TemporaryFolder.lend { folder in
      var run = try HistoryRun(seed: 1_001, folder: folder)
      for round in 1...2 {
        try run.importManyRows(8_500)
        for _ in 1...8 { try run.step() }
        try run.save()
        if round == 2 { try run.reopen() }
        try run.compare()
      }
      for _ in 1...8 { try run.step() }
      try run.compare()
      try run.checkSaved()
      try run.undoEverything()
      try run.compare()
      try run.same("live transactions after everything was undone", run.model.state.liveRows.count, 0)
      try run.checkSaved()
    }
  }

  @Test
  func `many small commits make a snapshot that says the same as the model`() throws {
    try TemporaryFolder.lend { folder in
      var run = try HistoryRun(seed: 1_002, folder: folder)
      for number in 1...1_040 {
        try run.smallStep()
        if number % 260 == 0 { try run.save() }
      }
      try run.compare()
      try run.checkSaved()
    }
  }
}
