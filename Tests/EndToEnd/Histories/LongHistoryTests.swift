import Foldbook
import ProgramRunning
import Testing

/// A history that is long enough for the ledger to write snapshots by itself.
struct LongHistoryTests {
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
