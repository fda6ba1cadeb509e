/// Words as a person would type them into a shell: what the journal keeps as a commit's command.
public enum ShellText {
  /// The longest line that is kept whole.
  public static let limitBytes = 4_096

  /// The words with quotes where a shell needs them; a very long line is cut.
  public static func line(_ words: [String]) -> String {
    let line = words.map(quoted).joined(separator: " ")
    return line.utf8.count <= limitBytes ? line : String(line.prefix(1_000)) + " …"
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,+<>".contains($0) }
    if plain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
