import LedgerDomain

/// Keeps what was decided about one file as a profile, so that the next file of its kind is read alike.
enum DecidedProfile {
  /// What was decided about a table: columns by their names where they have one of their own, else by their place.
  static func of(_ found: FoundTable, _ layout: TableLayout, options: ImportOptions) -> ImportProfile {
    var profile = options.profile ?? ImportProfile()
    profile.name = ""
    profile.match = []
    takeAsked(options, &profile)
    profile.delimiter = found.format.separator
    profile.quote = found.format.quote == 0x22 ? profile.quote : found.format.quote
    if !found.hasHeader {
      profile.hasHeader = false
      if found.table.count > 0 { profile.skipLines = found.table.line(0) - 1 }
    }
    if let prefix = String(validating: found.format.commentPrefix, as: UTF8.self), !prefix.isEmpty {
      profile.commentPrefix = prefix
    }
    let columns = DecidedColumns(found)
    takeDate(layout, columns, &profile)
    if let mark = layout.roles.amount.all.lazy.compactMap({ layout.marks[$0] }).first { profile.decimal = mark }
    profile.amount = columns.amount(layout)
    if profile.payee == nil || profile.payee == ImportProfile.PayeeChoice.none {
      profile.payee = columns.payee(layout.roles)
    }
    profile.memo = columns.choice(layout.roles.memo)
    profile.category = columns.choice(layout.roles.category)
    profile.reference = columns.choice(layout.roles.reference)
    profile.account = columns.choice(layout.roles.account)
    profile.rowCurrency = columns.choice(layout.roles.currency)
    if let rule = layout.continuation {
      profile.continuation = ImportProfile.Continuation(
        whenEmpty: columns.reference(rule.whenEmpty), column: columns.reference(rule.column),
        appendsToPayee: rule.appendsToPayee)
    }
    return profile
  }

  private static func takeDate(_ layout: TableLayout, _ columns: DecidedColumns, _ profile: inout ImportProfile) {
    let isSplit = layout.roles.date.count == 3
    profile.date.column = isSplit ? nil : layout.roles.date.first.map(columns.reference)
    profile.date.columns = isSplit ? layout.roles.date.map(columns.reference) : []
    profile.date.order = isSplit ? .yearMonthDay : layout.dateOrder
    profile.date.isSerial = layout.roles.dateForm == .serial
    profile.date.period = layout.periodIsFound ? nil : layout.period ?? profile.date.period
    profile.date.isWithoutYear = layout.period != nil
  }

  /// What was decided about a file of a format that names its fields.
  static func of(_ decisions: [ImportDecision], options: ImportOptions) -> ImportProfile {
    var profile = options.profile ?? ImportProfile()
    profile.name = ""
    takeAsked(options, &profile)
    for decision in decisions {
      switch decision.what {
      case "date-order": profile.dateOrder = DateOrder(rawValue: decision.value)
      case "decimal-mark": profile.decimal = decision.value == "," ? .comma : .point
      default: break
      }
    }
    profile.negates = options.invertsSign != profile.negates
    return profile
  }

  /// What a person said beside the profile, which no file shows by itself.
  private static func takeAsked(_ options: ImportOptions, _ profile: inout ImportProfile) {
    profile.currency = options.currency ?? profile.currency
    profile.accountName = options.account ?? profile.accountName
    profile.encoding = options.encoding ?? profile.encoding
  }
}

/// Names the columns of a table for a profile.
struct DecidedColumns {
  private let titles: [ColumnTitle]

  init(_ found: FoundTable) {
    titles = found.titles
  }

  func reference(_ column: Int) -> ImportProfile.ColumnReference {
    guard column < titles.count, !titles[column].text.isEmpty,
      titles.firstIndex(where: { $0.text == titles[column].text }) == column
    else { return .index(column) }
    return .name(titles[column].text)
  }

  func choice(_ column: Int?) -> ImportProfile.ColumnChoice {
    column.map { .column(reference($0)) } ?? .none
  }

  func payee(_ roles: ColumnRoles) -> ImportProfile.PayeeChoice {
    if let sides = roles.payeeByDirection {
      return .byDirection(debit: reference(sides.out), credit: reference(sides.into))
    }
    return roles.payee.isEmpty ? .none : .firstOf(roles.payee.map(reference))
  }

  func amount(_ layout: TableLayout) -> ImportProfile.AmountChoice {
    typealias Choice = ImportProfile.AmountChoice
    var choice: Choice
    switch layout.roles.amount {
    case .signed(let column):
      choice = Choice(kind: .signed)
      choice.column = reference(column)
    case .debitCredit(let debit?, let credit?):
      choice = Choice(kind: .debitCredit)
      choice.debit = reference(debit)
      choice.credit = reference(credit)
      choice.takesMagnitude = layout.debitSign == .ignored || layout.creditSign == .ignored
    case .debitCredit(let debit, let credit):
      // One side alone is a signed column, turned round where it is money out.
      choice = Choice(kind: .signed)
      choice.column = (debit ?? credit).map(reference)
      choice.negates = (debit != nil) != (layout.debitSign == .negative && debit != nil)
    case .indicator(let column, indicator: let indicator):
      choice = Choice(kind: .indicator)
      choice.column = reference(column)
      choice.indicator = reference(indicator)
      choice.ignoresCase = layout.ignoresDirectionCase
      choice.debitValues = layout.directions.filter(\.value).keys.sorted()
      choice.creditValues = layout.directions.filter { !$0.value }.keys.sorted()
      switch layout.emptyDirection {
      case true?: choice.debitValues.append("")
      case false?: choice.creditValues.append("")
      case nil: break
      }
    case .sum(let columns):
      choice = Choice(kind: .sumSigned)
      choice.columns = columns.map(reference)
    case .minusFee(let column, let fee):
      choice = Choice(kind: .signedMinusFee)
      choice.column = reference(column)
      choice.fee = reference(fee)
    }
    if layout.flips { choice.negates.toggle() }
    return choice
  }
}
