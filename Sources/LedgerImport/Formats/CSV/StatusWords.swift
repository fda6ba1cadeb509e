/// Words of status columns that are not known, so that no row is taken as booked without a word.
enum StatusWords {
  private static let comparedRowLimit = 4_096

  /// What to say of a column where words that are known stand beside others.
  static func warnings(_ found: FoundTable, _ roles: ColumnRoles) -> [String] {
    roles.statuses.compactMap { column in
      guard column < found.titles.count, ColumnWords.score(found.titles[column], .status) != nil else { return nil }
      var isKnown = false
      var unknown: Set<String> = []
      for record in found.firstRecord..<min(found.table.count, found.firstRecord + comparedRowLimit) {
        let text = found.table.text(record, column)
        if Vocabulary.notBooked(text) != nil || Vocabulary.booked.contains(Vocabulary.folded(text)) {
          isKnown = true
        } else if text.utf8.count <= 40, text.contains(where: { $0.isLetter }), text != found.titles[column].text {
          unknown.insert(text)
        }
      }
      guard isKnown, let word = unknown.min() else { return nil }
      return
        "\(found.name(column)) has '\(word)', which is no known word for booked or pending: its rows are taken in; leave them out "
        + "with --profile (skip_if) if they are not booked"
    }
  }
}
