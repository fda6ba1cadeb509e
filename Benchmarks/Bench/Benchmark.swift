/// What one benchmark found.
struct Finding {
  /// How many units were worked on, and what they are.
  var count: Int
  var unit: String
  var seconds: Double
  /// A digest of the result: it depends on the data alone, not on the machine or the run.
  var digest: String
  /// Counts that do not depend on the machine, and other figures, by name.
  var figures: [(name: String, value: Double)] = []
}

/// One thing that is measured.
struct Benchmark: Sendable {
  var name: String
  var summary: String
  var run: @Sendable (Workspace) throws -> Finding

  /// Every benchmark, in the order in which they run.
  static let all: [Benchmark] = [
    .parse, .importTable, .appendSingle, .appendBatch, .fold, .replay, .rebuild, .dashboard, .merchant, .list, .asOf,
    .startup, .export,
  ]
}
