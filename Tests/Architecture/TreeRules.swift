/// Rules about the repository as a whole.
enum TreeRules {
  static let lineLimit = 400
  static let topLevel: Set<String> = [
    ".ci", ".gitignore", ".swift-format", "Benchmarks", "CHANGELOG.md", "LICENSE", "Makefile", "Package.swift",
    "README.md", "Schemas", "Sources", "Tests", "docs",
  ]

  /// Everything that one file does wrong by its place, its size or what it names.
  static func findings(in file: RepositoryFile) -> [Finding] {
    var findings: [Finding] = []
    if let top = file.parts.first, !topLevel.contains(String(top)) {
      findings.append(Finding(path: file.path, line: 0, reason: "'\(top)' has no place at the top of the repository"))
    }
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    if file.isSwift, lines.count - 1 > lineLimit {
      findings.append(
        Finding(path: file.path, line: 0, reason: "\(lines.count - 1) lines; split it by capability below \(lineLimit)")
      )
    }
    if file.isSwift, file.parts.first == "Tests",
      CodeText(file.text).lines.contains(where: { $0.contains("@testable") })
    {
      findings.append(Finding(path: file.path, line: 0, reason: "'@testable'; test what is public or package"))
    }
    // The cases of imports and the seeds of fuzzing hold hostile texts on purpose.
    if ["Tests/LedgerImportTests/Cases/", "Tests/Fuzz/Seeds/"].contains(where: file.path.hasPrefix) { return findings }
    for (index, line) in lines.enumerated() where namesMachine(line) {
      findings.append(Finding(path: file.path, line: index + 1, reason: "a path of one machine"))
    }
    return findings
  }

  private static let machineFolders = ["work", "tmp", "home", "root", "Users", "var/tmp", "private/tmp"]

  /// Whether a line has an absolute path into a folder that only one machine has.
  private static func namesMachine(_ line: Substring) -> Bool {
    var rest = line
    while let slash = rest.firstIndex(of: "/") {
      let before = slash > line.startIndex ? line[line.index(before: slash)] : " "
      let after = rest[rest.index(after: slash)...]
      let isAbsolute = !before.isLetter && !before.isNumber && !"./~}$-_*)".contains(before)
      if isAbsolute, machineFolders.contains(where: { after.hasPrefix($0 + "/") }) { return true }
      rest = after
    }
    return false
  }

  /// What is wrong with the pages of decisions: their numbers, their titles, or the index that leads to them.
  static func decisionFindings(pages: [RepositoryFile], index: String) -> [Finding] {
    var findings: [Finding] = []
    for (place, page) in pages.sorted(by: { $0.path < $1.path }).enumerated() {
      let name = String(page.parts.last ?? "")
      let number = place + 1
      let digits = String(number)
      let prefix = String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-"
      if !name.hasPrefix(prefix) || !name.hasSuffix(".md") {
        findings.append(Finding(path: page.path, line: 0, reason: "its name should begin with \(prefix)"))
      }
      if !page.text.hasPrefix("# \(number). ") {
        findings.append(Finding(path: page.path, line: 1, reason: "its title should begin with '# \(number). '"))
      }
      for heading in ["## Context", "## Decision", "## Consequences"]
      where !page.text.split(separator: "\n").contains(Substring(heading)) {
        findings.append(Finding(path: page.path, line: 0, reason: "has no '\(heading)'"))
      }
      if !index.contains("decisions/" + name) {
        findings.append(Finding(path: page.path, line: 0, reason: "is not in docs/README.md"))
      }
    }
    return findings
  }
}
