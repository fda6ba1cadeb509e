import Testing

/// The repository itself keeps the rules.
struct ArchitectureTests {
  let repository: Repository

  init() throws {
    repository = try Repository()
  }

  @Test func `imports, unsafe code and errors in the sources are where the design allows them`() {
    let sources = repository.files.filter { $0.sourceTarget != nil && $0.isSwift }
    #expect(sources.count > 100, "the sources were not found")
    for finding in sources.flatMap(SourceRules.findings) { Issue.record("\(finding)") }
  }

  @Test func `every island of unsafe code exists`() {
    let paths = Set(repository.files.map(\.path))
    #expect(SourceRules.unsafeIslands.subtracting(paths).sorted() == [])
  }

  @Test func `every file has its place, a readable size and no machine's path`() {
    for finding in repository.files.flatMap(TreeRules.findings) { Issue.record("\(finding)") }
  }

  @Test func `the pages of decisions are numbered and in the index`() throws {
    let pages = repository.files.filter { $0.path.hasPrefix("docs/decisions/") }
    let index = try #require(repository.files.first { $0.path == "docs/README.md" })
    #expect(!pages.isEmpty)
    for finding in TreeRules.decisionFindings(pages: pages, index: index.text) { Issue.record("\(finding)") }
  }
}
