// swift-tools-version: 6.2
import PackageDescription

/// What the decoders tell libFuzzer where they are built for it, which `make fuzz` asks for and whose library is then handed to
/// the linker: with `edges` which code ran, else also what was compared with what.
let fuzzing = Context.environment["FOLDBOOK_FUZZ"]
let fuzzingFlags: [String] =
  switch fuzzing {
  case nil: []
  case "edges": ["-sanitize=fuzzer", "-sanitize-coverage=edge,inline-8bit-counters,pc-table"]
  default: ["-sanitize=fuzzer"]
  }

let strict: [SwiftSetting] =
  [.treatAllWarnings(as: .error)] + (fuzzingFlags.isEmpty ? [] : [.unsafeFlags(fuzzingFlags)])

/// A library target of the straight line; `Tests/NAMETests` holds its tests.
func library(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

let package = Package(
  name: "Foldbook",
  products: [
    .library(name: "Foldbook", targets: ["Foldbook"]),
    .executable(name: "foldbook", targets: ["FoldbookCLI"]),
    .executable(name: "foldbook-server", targets: ["FoldbookServer"]),
  ],
  targets: [
    .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(
      name: "CUTF8Proc", pkgConfig: "libutf8proc", providers: [.apt(["libutf8proc-dev"])]),

    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),

    library("ParallelWork", ["CMalloc"]),
    library("LMDB", ["CLMDB"]),
    library("JSON", []),
    library("LedgerDomain", []),
    library(
      "LedgerImport", ["LedgerDomain", "JSON", "CExpat", "ParallelWork"], resources: [.embedInCode("Profiles/Bundled")]),
    library("LedgerJournal", ["LedgerDomain", "JSON", "LMDB", "ParallelWork", "CCrypto", "CUTF8Proc", "CXXHash"]),
    library("LedgerProjection", ["LedgerDomain", "LedgerImport", "LedgerJournal", "LMDB", "ParallelWork"]),
    library("LedgerQuery", ["LedgerDomain", "LedgerImport", "LedgerJournal", "LedgerProjection"]),
    library("LedgerRender", ["LedgerDomain", "LedgerImport", "LedgerQuery", "JSON", "CUTF8Proc"]),
    library(
      "Foldbook",
      ["LedgerDomain", "LedgerImport", "LedgerJournal", "LedgerProjection", "LedgerQuery", "ParallelWork"]),
    library("HTTPServer", ["CMicroHTTPD"]),
    library(
      "LedgerServer", ["HTTPServer", "Foldbook", "LedgerRender", "JSON", "LMDB"], resources: [.embedInCode("Page")]),
    .executableTarget(
      name: "FoldbookServer", dependencies: ["LedgerServer", "HTTPServer", "Foldbook", "LMDB"],
      swiftSettings: strict),
    .executableTarget(
      name: "FoldbookCLI", dependencies: ["Foldbook", "LedgerRender", "JSON", "LMDB", "CMalloc"],
      swiftSettings: strict),

    .target(name: "BenchmarkData", dependencies: ["LedgerDomain"], path: "Benchmarks/Data", swiftSettings: strict),
    .executableTarget(
      name: "foldbook-generate", dependencies: ["BenchmarkData", "LedgerDomain"], path: "Benchmarks/Generate",
      swiftSettings: strict),
    .executableTarget(
      name: "foldbook-bench", dependencies: ["BenchmarkData", "Foldbook", "LedgerRender", "JSON", "CLMDB"],
      path: "Benchmarks/Bench", swiftSettings: strict),

    tests("Architecture", []),
    tests("ParallelWorkTests", ["ParallelWork"]),
    tests("LMDBTests", ["LMDB"]),
    tests("JSONTests", ["JSON"]),
    tests("LedgerDomainTests", ["LedgerDomain"]),
    tests("LedgerImportTests", ["LedgerImport", "LedgerDomain", "JSON"], resources: [.copy("Cases")]),
    tests("LedgerJournalTests", ["LedgerJournal"]),
    tests("LedgerProjectionTests", ["LedgerProjection", "LedgerQuery", "LMDB"]),
    tests("HTTPServerTests", ["HTTPServer", "ProgramRunning"]),
    tests("LedgerServerTests", ["LedgerServer", "HTTPServer", "Foldbook", "JSON", "ProgramRunning", "SchemaChecking"]),
    tests("LedgerQueryTests", ["Foldbook"]),
    tests("LedgerRenderTests", ["LedgerRender", "Foldbook", "JSON", "SchemaChecking"]),
    .target(name: "SchemaChecking", dependencies: ["JSON"], path: "Tests/SchemaChecking", swiftSettings: strict),
    .target(name: "ProgramRunning", dependencies: ["JSON"], path: "Tests/ProgramRunning", swiftSettings: strict),
    tests("EndToEnd", ["Foldbook", "JSON", "ProgramRunning", "SchemaChecking"]),
    tests("Compatibility", ["Foldbook", "JSON", "ProgramRunning"], resources: [.copy("Ledgers")]),
    .executableTarget(
      name: "foldbook-changed-bytes", dependencies: ["Foldbook", "LedgerRender", "LMDB"], path: "Tests/ChangedBytes",
      swiftSettings: strict),
    tests("Crash", ["Foldbook", "JSON", "LMDB", "ProgramRunning", "foldbook-changed-bytes"]),
    .target(
      name: "FuzzDecoders",
      dependencies: ["LedgerImport", "LedgerJournal", "LedgerQuery", "LedgerDomain", "LMDB", "JSON"],
      path: "Tests/Fuzz/Decoders",
      swiftSettings: strict),
    tests("FuzzTests", ["FuzzDecoders"]),
  ],
  swiftLanguageModes: [.v6]
)

if fuzzing != nil {
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
    .executableTarget(
      name: "foldbook-fuzz", dependencies: ["FuzzDecoders", "CLibFuzzer"], path: "Tests/Fuzz/Driver",
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
}
