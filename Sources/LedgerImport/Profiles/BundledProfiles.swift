/// The profiles that come with the program: one a bank's or an app's export.
public enum BundledProfiles {
  /// In alphabetical order of their names.
  public static let all: [ImportProfile] = resources.compactMap { bytes in
    do {
      return try ImportProfile(parsing: bytes, name: "bundled")
    } catch {
      preconditionFailure("a bundled profile is wrong: \(error)")
    }
  }

  public static func named(_ name: String) -> ImportProfile? {
    all.first { $0.name == name }
  }

  /// The profile whose columns a header has all, the one with the most columns before others.
  static func matching(_ titles: [ColumnTitle]) -> ImportProfile? {
    let names = Set(titles.map(\.text))
    let fitting = all.filter { profile in
      !profile.match.isEmpty && profile.match.allSatisfy { names.contains($0) }
        && profile.columnNames.allSatisfy { names.contains($0) }
    }
    return fitting.max { $0.match.count < $1.match.count }
  }

  private static let resources: [[UInt8]] = [
    PackageResources.actual_json, PackageResources.amex_json, PackageResources.apple_card_json,
    PackageResources.bank_of_america_json, PackageResources.boursobank_json, PackageResources.bunq_json,
    PackageResources.capital_one_json, PackageResources.chase_card_json, PackageResources.chase_checking_json,
    PackageResources.citi_json, PackageResources.comdirect_json, PackageResources.copilot_json,
    PackageResources.dkb_json, PackageResources.dkb_old_json, PackageResources.firefly_iii_json,
    PackageResources.ing_de_json, PackageResources.ing_nl_json, PackageResources.lloyds_json,
    PackageResources.mint_json, PackageResources.monzo_json, PackageResources.n26_json, PackageResources.paypal_json,
    PackageResources.pko_bp_json, PackageResources.revolut_json, PackageResources.sparkasse_json,
    PackageResources.venmo_json, PackageResources.wells_fargo_json, PackageResources.wise_json,
    PackageResources.ynab_json,
  ]
}

extension ImportProfile {
  /// The columns that the profile names, beside those of its rules.
  var columnNames: [String] {
    var references = date.columns + [date.column].compactMap { $0 }
    references += [memo, category, reference, account, rowCurrency].compactMap(\.reference)
    if let amount {
      references += amount.columns
      references += [amount.column, amount.debit, amount.credit, amount.indicator, amount.fee].compactMap { $0 }
    }
    switch payee {
    case .firstOf(let columns): references += columns
    case .byDirection(let debit, let credit): references += [debit, credit]
    case .some(.none), nil: break
    }
    return references.compactMap { reference in
      if case .name(let name) = reference { name } else { nil }
    }
  }
}
