import JSON
import LedgerDomain

extension ImportProfile {
  /// Reads a profile from JSON, as `Schemas/profiles/profile.v1.schema.json` has it.
  ///
  /// Throws `ImportError.profile` for anything that is not JSON, an unknown key, or a value of the wrong kind.
  public init(parsing bytes: some Collection<UInt8>, name: String) throws(ImportError) {
    let value: JSONValue
    do {
      value = try JSONReader.parse(Array(bytes)[...], depthLimit: 8)
    } catch {
      throw .profile(name: name, reason: "it is not JSON: \(error)")
    }
    self.init()
    self.name = name
    do {
      let members = try ProfileMembers(value, "the profile")
      for member in members.all { try take(member.name, member.value) }
    } catch {
      throw .profile(name: name, reason: error.reason)
    }
  }

  private mutating func take(_ key: String, _ value: JSONValue) throws(ProfileFault) {
    if try takeTextShape(key, value) { return }
    switch key {
    case "text", "thousands", "dr_cr_suffix", "match": if key == "match" { match = try value.texts(key) }
    case "name": name = try value.text(key) ?? name
    case "currency":
      guard let code = try value.text(key) else { return }
      guard let known = Currency(code) else { throw ProfileFault("'\(code)' is not a currency's code") }
      currency = known
    case "account_name": accountName = try value.text(key)
    case "negate": negates = try value.flag(key)
    case "date": try takeDate(value)
    case "date_order":
      guard let text = try value.text(key) else { return }
      guard let order = DateOrder(rawValue: text.lowercased()) else {
        throw ProfileFault("'date_order' is DMY, MDY or YMD, not '\(text)'")
      }
      dateOrder = order
    case "decimal":
      guard let text = try value.text(key) else { return }
      guard text == "." || text == "," else { throw ProfileFault("'decimal' is '.' or ',', not '\(text)'") }
      decimal = text == "." ? .point : .comma
    case "amount": try takeAmount(value)
    case "payee": try takePayee(value)
    case "memo": memo = try value.column(key)
    case "category": category = try value.column(key)
    case "fitid": reference = try value.column(key)
    case "account": account = try value.column(key)
    case "row_currency": rowCurrency = try value.column(key)
    case "skip_if": try takeSkipRules(value)
    case "transfer_if": try takeTransferRule(value)
    case "continuation": try takeContinuation(value)
    default: throw ProfileFault("the key '\(key)' is not known")
    }
  }

  private mutating func takeTextShape(_ key: String, _ value: JSONValue) throws(ProfileFault) -> Bool {
    switch key {
    case "encoding": encoding = try value.text(key)
    case "delimiter": delimiter = try value.byte(key)
    case "quote": quote = try value.byte(key)
    case "header": hasHeader = value.isNull ? nil : try value.flag(key)
    case "skip_lines": skipLines = try value.count(key)
    case "footer_lines": footerLines = try value.count(key)
    case "comment_prefix": commentPrefix = try value.text(key)
    case "null_values": nullValues = try value.texts(key)
    case "lenient_quotes": hasLenientQuotes = try value.flag(key)
    default: return false
    }
    return true
  }

  private mutating func takeDate(_ value: JSONValue) throws(ProfileFault) {
    for member in try ProfileMembers(value, "'date'").all {
      switch member.name {
      case "column":
        if let list = member.value.elements {
          for element in list {
            guard let column = try element.column("date.column").reference else { continue }
            date.columns.append(column)
          }
        } else {
          date.column = try member.value.column("date.column").reference
        }
      case "columns":
        for element in member.value.elements ?? [] {
          if let column = try element.column("date.columns").reference { date.columns.append(column) }
        }
      case "format": try takeDateFormat(member.value.text("date.format") ?? "")
      case "period": date.period = try Period(member.value)
      default: throw ProfileFault("the key 'date.\(member.name)' is not known")
      }
    }
  }

  private mutating func takeDateFormat(_ format: String) throws(ProfileFault) {
    if format.isEmpty { return }
    if format == "serial" {
      date.isSerial = true
      return
    }
    if format == "jp-era" || format == "ymd-columns" {
      date.order = .yearMonthDay
      return
    }
    var order = ""
    var isLetter = false
    for character in format {
      if isLetter {
        switch character {
        case "d", "e": order.append("d")
        case "m", "b", "B", "h": order.append("m")
        case "Y", "y": order.append("y")
        case "D": order += "mdy"
        case "F": order += "ymd"
        default: break
        }
        isLetter = false
      } else if character == "%" {
        isLetter = true
      }
    }
    if order == "dm" || order == "md" {
      date.isWithoutYear = true
      order = order == "dm" ? "dmy" : "mdy"
    }
    guard let known = DateOrder(rawValue: order) else {
      throw ProfileFault("'date.format' must name day, month and year, such as %d.%m.%Y; found '\(format)'")
    }
    date.order = known
  }

  private mutating func takePayee(_ value: JSONValue) throws(ProfileFault) {
    guard case .object = value else {
      payee = try value.column("payee").reference.map { .firstOf([$0]) } ?? PayeeChoice.none
      return
    }
    let members = try ProfileMembers(value, "'payee'")
    if let list = value["first_of"]?.elements {
      try members.expect(["first_of"])
      var columns: [ColumnReference] = []
      for element in list { if let column = try element.column("payee").reference { columns.append(column) } }
      payee = .firstOf(columns)
    } else {
      try members.expect(["debit", "credit"])
      guard let debit = try value["debit"]?.column("payee.debit").reference,
        let credit = try value["credit"]?.column("payee.credit").reference
      else { throw ProfileFault("'payee' is a column, {\"first_of\": [...]} or {\"debit\": ..., \"credit\": ...}") }
      payee = .byDirection(debit: debit, credit: credit)
    }
  }

  private mutating func takeSkipRules(_ value: JSONValue) throws(ProfileFault) {
    guard let elements = value.elements else {
      if value.isNull { return }
      throw ProfileFault("'skip_if' is a list")
    }
    for element in elements {
      let members = try ProfileMembers(element, "'skip_if'")
      try members.expect(["column", "values", "empty", "max_columns", "columns_all_empty"])
      if let count = element["max_columns"] {
        skipRules.append(.maxColumns(try count.count("max_columns") ?? 0))
      } else if let list = element["columns_all_empty"]?.elements {
        var columns: [ColumnReference] = []
        for column in list {
          if let column = try column.column("columns_all_empty").reference { columns.append(column) }
        }
        skipRules.append(.allEmpty(columns))
      } else if let column = try element["column"]?.column("skip_if.column").reference {
        if let values = element["values"] {
          skipRules.append(.values(column, try values.texts("skip_if.values")))
        } else {
          skipRules.append(.empty(column))
        }
      } else {
        throw ProfileFault("a rule of 'skip_if' has a column with values or empty, max_columns, or columns_all_empty")
      }
    }
  }

  private mutating func takeTransferRule(_ value: JSONValue) throws(ProfileFault) {
    if value.isNull { return }
    let members = try ProfileMembers(value, "'transfer_if'")
    try members.expect(["column", "values"])
    guard let column = try value["column"]?.column("transfer_if.column").reference, let values = value["values"] else {
      throw ProfileFault("'transfer_if' has a column and values")
    }
    transferRule = ValueRule(column: column, values: try values.texts("transfer_if.values"))
  }

  private mutating func takeContinuation(_ value: JSONValue) throws(ProfileFault) {
    if value.isNull { return }
    try ProfileMembers(value, "'continuation'").expect(["when_empty", "column", "append_to"])
    guard let whenEmpty = try value["when_empty"]?.column("continuation.when_empty").reference,
      let column = try value["column"]?.column("continuation.column").reference,
      let target = value["append_to"]?.text, target == "memo" || target == "payee"
    else { throw ProfileFault("'continuation' has when_empty, column, and append_to, which is 'memo' or 'payee'") }
    continuation = Continuation(whenEmpty: whenEmpty, column: column, appendsToPayee: target == "payee")
  }
}

extension ImportProfile {
  private mutating func takeAmount(_ value: JSONValue) throws(ProfileFault) {
    if value.isNull { return }
    let members = try ProfileMembers(value, "'amount'")
    guard let name = value["kind"]?.text, let kind = AmountChoice.Kind(rawValue: name) else {
      let kinds = AmountChoice.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw ProfileFault("'amount.kind' is one of \(kinds)")
    }
    var choice = AmountChoice(kind: kind)
    for member in members.all {
      let key = "amount.\(member.name)"
      switch member.name {
      case "kind": break
      case "column": choice.column = try member.value.column(key).reference
      case "columns":
        for element in member.value.elements ?? [] {
          if let column = try element.column(key).reference { choice.columns.append(column) }
        }
      case "debit": choice.debit = try member.value.column(key).reference
      case "credit": choice.credit = try member.value.column(key).reference
      case "indicator": choice.indicator = try member.value.column(key).reference
      case "debit_values": choice.debitValues = try member.value.texts(key)
      case "credit_values": choice.creditValues = try member.value.texts(key)
      case "ignore_case": choice.ignoresCase = try member.value.flag(key)
      case "negate": choice.negates = try member.value.flag(key)
      case "abs": choice.takesMagnitude = try member.value.flag(key)
      case "fee": choice.fee = try member.value.column(key).reference
      default: throw ProfileFault("the key '\(key)' is not known")
      }
    }
    amount = choice
  }
}
