/// The names of months and the words that may stand beside them, in the common languages.
enum MonthNames {
  /// Beginnings of names by their first two letters; the longest that fits decides.
  private static let beginnings: [String: [(beginning: String, number: Int)]] = {
    let table = [
      "jan ene gen sty led ian янв січ ιαν oca tammi urt gaina 一月",
      "feb fév fev fèv feb lut úno февр фев лют φεβ şub helmi feb",
      "mar mär maer mrt mrz már bře мар бер μαρ maalis märts",
      "apr avr abr kwi dub ápr апр кві απρ nis huhti aprill",
      "may mai maj mei mag mag kvě máj май мая тра μαϊ μαι mayıs touko",
      "jun juin giu cze čvn červen jún июн чер ιουν haz kesä iun juni",
      "jul juil lug lip čvc červenec júl июл лип ιουλ tem heinä iul juli",
      "aug aoû aou ago sie srp авг сер αυγ ağu elo août",
      "sep set wrz zář szept сен вер σεπ eyl syys sept",
      "oct okt ott out paź říj окт жов οκτ eki loka oct",
      "nov lis noi ноя лис νοε kas marras nov",
      "dec dez déc dic gru pro дек гру δεκ ara joulu des",
    ]
    var result: [String: [(beginning: String, number: Int)]] = [:]
    for (index, names) in table.enumerated() {
      for name in names.split(separator: " ") {
        result[String(name.prefix(2)), default: []].append((String(name), index + 1))
      }
    }
    return result
  }()

  /// 1 to 12, or nil where the word is not a month's name or its abbreviation.
  static func number(_ word: String) -> Int? {
    let folded = word.lowercased()
    guard folded.count >= 3 else { return nil }
    let fitting = beginnings[String(folded.prefix(2))]?.filter { folded.hasPrefix($0.beginning) }
    return fitting?.max { $0.beginning.count < $1.beginning.count }?.number
  }

  /// Words that stand in a date and say nothing: days of the week and joining words.
  static func isFiller(_ word: String) -> Bool {
    let folded = word.lowercased()
    return fillers.contains(folded) || weekdays.contains(String(folded.prefix(3)))
  }

  private static let fillers: Set<String> = [
    "de", "del", "of", "the", "st", "nd", "rd", "th", "er", "den", "mo", "di", "mi", "do", "fr", "sa", "so", "lu", "ma",
    "me", "je", "ve", "di", "г", "года",
  ]

  private static let weekdays: Set<String> = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "mon", "die", "mit", "don", "fre", "sam", "son", "lun", "mar",
    "mer", "jeu", "ven", "dim", "mié", "jue", "vie", "sáb", "dom", "gio", "sab", "maa", "din", "woe", "vri", "zat",
    "zon",
  ]
}
