/// Rules about what stands in the program's sources.
enum SourceRules {
  /// What each target may import; the line of the design goes from left to right, and imports go back along it.
  static let allowedImports: [String: Set<String>] = [
    "ParallelWork": ["CMalloc", "Glibc"],
    "LMDB": ["CLMDB", "Glibc"],
    "JSON": [],
    "LedgerDomain": [],
    "LedgerImport": ["LedgerDomain", "JSON", "CExpat", "ParallelWork", "Glibc"],
    "LedgerJournal": ["LedgerDomain", "JSON", "LMDB", "ParallelWork", "CCrypto", "CUTF8Proc", "CXXHash", "Glibc"],
    "LedgerProjection": ["LedgerDomain", "LedgerImport", "LedgerJournal", "LMDB", "ParallelWork", "Glibc"],
    "LedgerQuery": ["LedgerDomain", "LedgerImport", "LedgerJournal", "LedgerProjection"],
    "LedgerRender": ["LedgerDomain", "LedgerImport", "LedgerQuery", "JSON", "CUTF8Proc"],
    "Foldbook": [
      "LedgerDomain", "LedgerImport", "LedgerJournal", "LedgerProjection", "LedgerQuery", "ParallelWork", "Glibc",
    ],
    "HTTPServer": ["CMicroHTTPD", "Glibc", "Synchronization"],
    "LedgerServer": ["HTTPServer", "Foldbook", "LedgerRender", "JSON", "LMDB", "Glibc", "Synchronization"],
    "FoldbookServer": ["LedgerServer", "HTTPServer", "Foldbook", "LMDB", "Glibc"],
    "FoldbookCLI": ["Foldbook", "LedgerRender", "JSON", "LMDB", "CMalloc", "Glibc"],
  ]

  /// The files outside the `LMDB` target that may touch memory directly; each says why that is safe.
  static let unsafeIslands: Set<String> = [
    "Sources/Foldbook/PersonalProfiles.swift",
    "Sources/FoldbookCLI/Commands/ServeCommand.swift",
    "Sources/FoldbookCLI/ProgramOutput.swift",
    "Sources/FoldbookCLI/System.swift",
    "Sources/FoldbookServer/ServerSystem.swift",
    "Sources/HTTPServer/Exchange.swift",
    "Sources/HTTPServer/HTTPServer.swift",
    "Sources/HTTPServer/ListeningSocket.swift",
    "Sources/HTTPServer/RequestFields.swift",
    "Sources/HTTPServer/StreamCursor.swift",
    "Sources/JSON/ExactText.swift",
    "Sources/JSON/JSONWriter.swift",
    "Sources/LedgerImport/Formats/CAMT/XMLElements.swift",
    "Sources/LedgerImport/Text/ByteScanning.swift",
    "Sources/LedgerImport/Text/SystemConverter.swift",
    "Sources/LedgerJournal/Anchor.swift",
    "Sources/LedgerJournal/BlockBuilder.swift",
    "Sources/LedgerJournal/BlockSearch.swift",
    "Sources/LedgerJournal/BlockView+Payloads.swift",
    "Sources/LedgerJournal/BlockView.swift",
    "Sources/LedgerJournal/CanonicalEncoding.swift",
    "Sources/LedgerJournal/CommitWriter.swift",
    "Sources/LedgerJournal/Digests.swift",
    "Sources/LedgerJournal/FoldedName.swift",
    "Sources/LedgerJournal/JournalReader.swift",
    "Sources/LedgerJournal/PayloadCoding.swift",
    "Sources/LedgerJournal/Store.swift",
    "Sources/LedgerProjection/HotColumns.swift",
    "Sources/LedgerProjection/SnapshotHeader.swift",
    "Sources/LedgerProjection/ViewTables.swift",
    "Sources/ParallelWork/LargePages.swift",
    "Sources/ParallelWork/ParallelWork.swift",
  ]

  private static let unsafeWords: Set<String> = [
    "unsafe", "assumingMemoryBound", "bindMemory", "unchecked", "OpaquePointer", "Unmanaged", "cString", "withCString",
    "withUTF8", "withContiguousStorageIfAvailable", "withContiguousMutableStorageIfAvailable",
  ]
  private static let unsafeBeginnings = ["Unsafe", "unsafe", "withUnsafe"]

  /// Everything that a file in `Sources` does wrong.
  static func findings(in file: RepositoryFile) -> [Finding] {
    guard file.isSwift, let target = file.sourceTarget else { return [] }
    let code = CodeText(file.text)
    return importFindings(file, target, code) + swallowedErrors(file, code) + unsafeFindings(file, target, code)
  }

  private static func importFindings(_ file: RepositoryFile, _ target: String, _ code: CodeText) -> [Finding] {
    guard let allowed = allowedImports[target] else {
      return [Finding(path: file.path, line: 0, reason: "the target \(target) is not in the table of allowed imports")]
    }
    return code.lines.enumerated().compactMap { index, line in
      guard let module = importedModule(line), !allowed.contains(module) else { return nil }
      return Finding(path: file.path, line: index + 1, reason: "\(target) may not import \(module)")
    }
  }

  /// The module that a line imports, whatever stands before and after it.
  static func importedModule(_ line: String) -> String? {
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ";" })
    guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { return nil }
    let before = words[..<place]
    let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    guard before.allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) }) else { return nil }
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    let name = kinds.contains(words[place + 1]) && place + 2 < words.count ? words[place + 2] : words[place + 1]
    return name.split(separator: ".").first.map { String($0) }
  }

  private static func swallowedErrors(_ file: RepositoryFile, _ code: CodeText) -> [Finding] {
    code.lines.enumerated().filter { hasOptionalTry($0.element) }.map {
      Finding(path: file.path, line: $0.offset + 1, reason: "'try?' swallows an error; handle it or let it go on")
    }
  }

  /// Whether a line has the word `try` with a question mark behind it; `Entry?` is a type.
  private static func hasOptionalTry(_ line: String) -> Bool {
    let beforeMarks = line.split(separator: "?", omittingEmptySubsequences: false).dropLast()
    return beforeMarks.contains { $0.hasSuffix("try") && words(String($0)).last == "try" }
  }

  private static func unsafeFindings(_ file: RepositoryFile, _ target: String, _ code: CodeText) -> [Finding] {
    let places = code.lines.enumerated().flatMap { index, line in
      words(line).filter(isUnsafe).map { (line: index + 1, word: $0) }
    }
    let isIsland = unsafeIslands.contains(file.path)
    guard let first = places.first else {
      return isIsland
        ? [Finding(path: file.path, line: 0, reason: "is listed as unsafe but uses nothing unsafe; take it off")] : []
    }
    if !isIsland, target != "LMDB" {
      return places.map {
        Finding(path: file.path, line: $0.line, reason: "'\($0.word)' outside the islands of unsafe code")
      }
    }
    return file.text.contains("Safety:")
      ? [] : [Finding(path: file.path, line: first.line, reason: "'\(first.word)' without a 'Safety:' line")]
  }

  private static func isUnsafe(_ word: Substring) -> Bool {
    if unsafeWords.contains(String(word)) { return true }
    return unsafeBeginnings.contains { word.hasPrefix($0) && word.dropFirst($0.count).first?.isUppercase == true }
  }

  private static func words(_ line: String) -> [Substring] {
    line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
  }
}
