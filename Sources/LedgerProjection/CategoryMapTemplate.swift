import LedgerDomain
import LedgerImport
import LedgerJournal

/// Makes a map of the files' words for categories that a person can correct.
public enum CategoryMapTemplate {
  /// Every word of the files once, the most frequent first, each with the category that is most likely meant: that of its
  /// name or of the word that the ledger keeps, else one that other programs and banks call so, else one of a similar name,
  /// else one of its own that the import makes.
  ///
  /// - Parameter path: where the map is to lie.
  public static func make(_ sources: [ImportSource], view: LedgerView, path: String) throws -> CategoryMap {
    var counts: [FoldedName: (word: String, rows: Int)] = [:]
    for source in sources {
      let texts = source.file.texts
      var perText: [TextID: Int] = [:]
      for row in source.file.transactions where row.bankCategory.index >= 0 {
        perText[row.bankCategory, default: 0] += 1
      }
      for split in source.file.splits where split.category.index >= 0 { perText[split.category, default: 0] += 1 }
      for (id, rows) in perText.sorted(by: { $0.key.index < $1.key.index }) {
        guard let word = texts.string(id) else { continue }
        counts[FoldedName(word), default: (word, 0)].rows += rows
      }
    }
    let words = counts.values.sorted { ($1.rows, $0.word) < ($0.rows, $1.word) }
    return CategoryMap(
      path: path,
      entries: try words.map { found in
        var entry = CategoryMap.Entry(word: found.word, category: try suggestion(found.word, view), rows: found.rows)
        if entry.category == nil {
          entry.category = found.word
          entry.kind = LedgerDomain.Category.kindOfImported(name: found.word)
        }
        return entry
      })
  }

  private static func suggestion(_ word: String, _ view: LedgerView) throws -> String? {
    if let known = try view.category(meantBy: word) { return known.name }
    // Other programs put the group before the category.
    let last = word.split(separator: ":").last.map(String.init)?.trimmed ?? word
    for part in [word.trimmed, last] {
      if let known = try view.category(meantBy: part) { return known.name }
      let name = synonyms[FoldedName(part).text.replacing("&", with: "and")]
      if let name, let known = try view.category(named: name), !known.isRemoved { return known.name }
    }
    let similarity = NameSimilarity(last)
    let alike = view.directory.categories.filter {
      !$0.isRemoved && $0.id != .uncategorised && NameSimilarity($0.name).isSimilar(to: similarity)
    }
    return alike.count == 1 ? alike[0].name : nil
  }

  /// What the categories of a new ledger are called elsewhere; a line a category.
  private static let synonyms: [String: String] = {
    let lines = """
      Groceries: supermarket, supermarkets, food, groceries and household, lebensmittel, supermarkt, haushalt
      Eating out: restaurants, restaurant, dining, dining out, food and dining, fast food, coffee shops, bars, cafes, \
      takeaway, restaurants and bars, essen gehen, gastronomie
      Housing: rent, mortgage, mortgage and rent, home, house, home improvement, miete, wohnen, rent/mortgage
      Utilities: bills, bills and utilities, electricity, electric, water, gas, internet, phone, mobile phone, television, \
      cable, strom, nebenkosten, telefon, telekommunikation
      Transport: auto and transport, auto, automobile, car, fuel, gas and fuel, gasoline, petrol, parking, \
      public transportation, public transport, taxi, ride share, transportation, mobilität, auto insurance and fuel, tanken, \
      fahrtkosten
      Health: health and fitness, healthcare, medical, doctor, dentist, pharmacy, gym, fitness, gesundheit, apotheke
      Shopping: clothing, clothes, electronics, electronics and software, books, sporting goods, general merchandise, \
      kleidung, einkaufen
      Entertainment: movies, music, movies and dvds, games, hobbies, streaming, subscriptions, leisure, freizeit, unterhaltung
      Travel: vacation, hotel, hotels, air travel, flights, airlines, holiday, holidays, lodging, urlaub, reisen
      Education: tuition, school, books and supplies, student loan, bildung
      Children: kids, child care, childcare, baby supplies, kids activities, toys, kinder
      Pets: pet food, pet food and supplies, veterinary, vet, pet care, haustiere
      Gifts: gift, gifts and donations, charity, donations, donation, charities, geschenke, spenden
      Insurance: life insurance, home insurance, health insurance, auto insurance, versicherung, versicherungen
      Taxes: tax, federal tax, state tax, property tax, local tax, steuern
      Fees: bank fee, bank fees, fees and charges, service fee, atm fee, finance charge, late fee, gebühren
      Cash: atm, cash and atm, atm withdrawal, cash withdrawal, bargeld
      Other: misc, misc expenses, miscellaneous, general, sonstiges
      Salary: paycheck, paychecks, wages, pay, payroll, income, gehalt, lohn
      Interest: interest income, dividends, dividend, dividend and cap gains, zinsen
      Other income: refund, reimbursement, bonus, returned purchase, gifts received, sonstige einnahmen
      Transfers: transfer, account transfer, credit card payment, internal transfer, transfer for cash spending, umbuchung
      Uncategorised: uncategorized, uncategorised, none, category pending
      """
    var found: [String: String] = [:]
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      for word in parts[1].split(separator: ",") { found[String(word).trimmed] = String(parts[0]) }
    }
    return found
  }()
}
