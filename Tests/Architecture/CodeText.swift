/// A Swift source without its comments and without the text of its literals, line for line.
///
/// Code inside an interpolation stays, since it is code.
struct CodeText {
  let lines: [String]

  init(_ source: String) {
    var scanner = Scanner(characters: Array(source))
    scanner.readCode(until: nil)
    lines = scanner.kept.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}

private struct Scanner {
  let characters: [Character]
  var index = 0
  var kept = ""

  init(characters: [Character]) {
    self.characters = characters
  }

  private func looking(at text: String, from place: Int? = nil) -> Bool {
    characters[(place ?? index)...].starts(with: text)
  }

  /// Reads code up to the parenthesis that closes an interpolation, or to the end.
  mutating func readCode(until closing: Character?) {
    var depth = 0
    while index < characters.count {
      if looking(at: "//") {
        while index < characters.count, !characters[index].isNewline { index += 1 }
      } else if looking(at: "/*") {
        skipBlockComment()
      } else if let hashes = hashesOfLiteral() {
        readLiteral(hashes: hashes)
      } else {
        let character = characters[index]
        index += 1
        if character == closing, depth == 0 { return }
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        kept.append(character)
      }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if looking(at: "/*") {
        depth += 1
        index += 2
      } else if looking(at: "*/") {
        depth -= 1
        index += 2
      } else {
        if characters[index].isNewline { kept.append("\n") }
        index += 1
      }
    } while depth > 0 && index < characters.count
  }

  /// The number of hashes before the quote of a literal that begins here, or nil.
  private func hashesOfLiteral() -> Int? {
    var place = index
    while place < characters.count, characters[place] == "#" { place += 1 }
    return place < characters.count && characters[place] == "\"" ? place - index : nil
  }

  private mutating func readLiteral(hashes: Int) {
    index += hashes
    let quote = looking(at: "\"\"\"") ? "\"\"\"" : "\""
    index += quote.count
    kept.append("\"")
    let fence = String(repeating: "#", count: hashes)
    while index < characters.count {
      if looking(at: quote + fence) {
        index += quote.count + hashes
        kept.append("\"")
        return
      }
      if looking(at: "\\" + fence + "(") {
        index += hashes + 2
        kept.append("(")
        readCode(until: ")")
        kept.append(")")
      } else if looking(at: "\\" + fence) {
        index += hashes + 2
      } else {
        if characters[index].isNewline { kept.append("\n") }
        index += 1
      }
    }
  }
}
