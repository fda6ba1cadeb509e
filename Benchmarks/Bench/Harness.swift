import Glibc
import JSON

/// Runs benchmarks and prints what they find, as a table or as JSON, one object a line.
struct Harness {
  private let options: Options
  private let benchmarks: [Benchmark]

  init(parsing words: [String]) throws(OptionError) {
    options = try Options(parsing: words)
    var chosen: [Benchmark] = []
    for name in options.names {
      guard let found = Benchmark.all.first(where: { $0.name == name }) else {
        let known = Benchmark.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n  ")
        throw OptionError(reason: "'\(name)' is not a benchmark; there are\n  \(known)\n")
      }
      chosen.append(found)
    }
    benchmarks = chosen.isEmpty ? Benchmark.all : chosen
  }

  func run() throws {
    let workspace = try Workspace(options)
    if benchmarks.count == 1 { return try measure(benchmarks[0], workspace) }
    try workspace.prepare()
    if !options.printsJSON { print(Harness.heading) }
    // A process each, so that peak memory is the benchmark's own and no cache of another one is warm.
    for benchmark in benchmarks {
      let status = try ChildProcess.run([CommandLine.arguments[0], benchmark.name] + workspace.words)
      if status != 0 { throw MeasuringError(reason: "\(benchmark.name) ended with \(status)") }
    }
  }

  private func measure(_ benchmark: Benchmark, _ workspace: Workspace) throws {
    try workspace.prepare()
    var findings: [Finding] = []
    for _ in 0..<options.repeatCount { findings.append(try benchmark.run(workspace)) }
    guard var finding = findings.first else { return }
    guard findings.allSatisfy({ $0.digest == finding.digest }) else {
      throw MeasuringError(reason: "\(benchmark.name) gives another result each time")
    }
    finding.seconds = findings.map(\.seconds).sorted()[findings.count / 2]
    let peak = try ProcessFigures.peakMemoryBytes()
    print(options.printsJSON ? json(benchmark, finding, peak) : Harness.line(benchmark, finding, peak))
  }

  private func json(_ benchmark: Benchmark, _ finding: Finding, _ peak: Int) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("benchmark", benchmark.name)
    writer.key("events")
    writer.value(options.eventCount)
    writer.key("count")
    writer.value(finding.count)
    writer.field("unit", finding.unit)
    writer.key("seconds")
    writer.number(Harness.decimal(finding.seconds, digits: 9))
    writer.key("peakMemoryBytes")
    writer.value(peak)
    writer.field("digest", finding.digest)
    for (name, value) in finding.figures {
      writer.key(name)
      writer.number(Harness.decimal(value, digits: 9))
    }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static let heading =
    padded("benchmark", 14) + leftPadded("count", 11) + " " + padded("unit", 13) + leftPadded("time", 12)
    + leftPadded("each", 12) + leftPadded("rate", 12) + leftPadded("peak", 10) + "  digest"

  private static func line(_ benchmark: Benchmark, _ finding: Finding, _ peak: Int) -> String {
    let each = finding.seconds / Double(max(1, finding.count))
    var text = padded(benchmark.name, 14) + leftPadded(String(finding.count), 11) + " " + padded(finding.unit, 13)
    text += leftPadded(duration(finding.seconds), 12) + leftPadded(duration(each), 12)
    text += leftPadded(rate(1 / max(each, 1e-12)), 12) + leftPadded("\(peak >> 20) MB", 10) + "  \(finding.digest)"
    for (name, value) in finding.figures { text += "\n  \(padded(name, 40)) \(decimal(value, digits: 3))" }
    return text
  }

  private static func duration(_ seconds: Double) -> String {
    if seconds >= 1 { return decimal(seconds, digits: 3) + " s" }
    if seconds >= 1e-3 { return decimal(seconds * 1e3, digits: 3) + " ms" }
    if seconds >= 1e-6 { return decimal(seconds * 1e6, digits: 2) + " us" }
    return decimal(seconds * 1e9, digits: 2) + " ns"
  }

  private static func rate(_ perSecond: Double) -> String {
    if perSecond >= 1e6 { return decimal(perSecond / 1e6, digits: 2) + " M/s" }
    if perSecond >= 1e3 { return decimal(perSecond / 1e3, digits: 1) + " k/s" }
    return decimal(perSecond, digits: 1) + " /s"
  }

  /// A number with so many digits behind the point.
  static func decimal(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard scaled.magnitude < 9e18 else { return String(value) }
    let whole = Int64(scaled)
    let text = String(whole.magnitude)
    let filled = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    return (whole < 0 ? "-" : "") + filled.dropLast(digits) + (digits > 0 ? "." + filled.suffix(digits) : "")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func leftPadded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
