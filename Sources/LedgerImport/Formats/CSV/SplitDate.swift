/// Dates whose year, month and day stand in columns of their own.
enum SplitDate {
  private static let years: Set<String> = [
    "year", "yyyy", "jahr", "année", "annee", "año", "ano", "anno", "jaar", "år", "rok", "год", "年", "년", "év", "vuosi",
  ]
  private static let months: Set<String> = [
    "month", "mm", "monat", "mois", "mes", "mês", "mese", "maand", "måned", "månad", "miesiąc", "měsíc", "месяц", "月",
    "월",
    "hónap", "kuukausi",
  ]
  private static let days: Set<String> = [
    "day", "dd", "tag", "jour", "día", "dia", "giorno", "dag", "dzień", "den", "день", "日", "일", "nap", "päivä",
  ]

  /// The columns of year, month and day by the words of a header; nil where one of them is missing.
  static func columns(_ titles: [ColumnTitle]) -> [Int]? {
    let found = [years, months, days].compactMap { words in titles.firstIndex { words.contains($0.plain) } }
    return found.count == 3 && Set(found).count == 3 ? found : nil
  }
}
