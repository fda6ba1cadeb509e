import Foldbook
import HTTPServer
import LedgerRender

/// The changes: each appends one commit, as the command of the same name does.
enum ChangeRoutes {
  static let all: [Route] = [
    post("transactions", add),
    Route(method: .patch, path: "transactions/{id}", parameters: [], body: .json, changes: true, answer: edit),
    Route(method: .delete, path: "transactions/{id}", parameters: [], body: .none, changes: true) { call in
      let id = try call.transactionID
      return try call.change(["delete", String(id.position)]) { view, _ in try Decision.delete([id], state: view) }
    },
    post("delete") { call in
      let fields = try BodyFields(call.request.body, allowed: ["ids", "where"])
      return try call.change { view, _, words in
        let ids = try fields.targets(view)
        words = ["delete"] + (try fields.targetWords(ids))
        return try Decision.delete(ids, state: view)
      }
    },
    post("recategorise", recategorise), post("recategorise/preview", changes: false, previewRecategorisation),
    post("split", SplitRoutes.split), post("split/remove", SplitRoutes.remove),
    post("undo", undo), post("redo", redo), post("budget", setBudget), post("categories", addCategory),
    post("accounts", addAccount), post("transfers/link", linkTransfer), post("transfers/unlink", unlinkTransfer),
    Route(method: .post, path: "import", parameters: [], body: .form, changes: true, answer: ImportRoutes.commit),
    Route(
      method: .post, path: "import/preview", parameters: [], body: .form, changes: false, answer: ImportRoutes.preview),
  ]

  private static func post(
    _ path: String, changes: Bool = true, _ answer: @escaping @Sendable (Call) throws -> HTTPResponse
  ) -> Route {
    Route(method: .post, path: path, parameters: [], body: .json, changes: changes, answer: answer)
  }

  private static func add(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(
      call.request.body,
      allowed: ["merchant", "amount", "amountMinor", "decimalMark", "category", "account", "date", "note"])
    let merchant = try fields.required("merchant")
    let (category, account, note) = (try fields.text("category"), try fields.text("account"), try fields.text("note"))
    let today = call.server.clock.today
    let day = try fields.day("date") ?? today
    return try call.change { view, position, words in
      let digits = try accountDigits(view, account: account)
      guard let amount = try fields.amount(digits: digits) else {
        throw ServerError.badRequest("amount or amountMinor is missing")
      }
      words = ["add", signed(amount, digits: digits), merchant, "--date", day.description]
      words += option("--category", category) + option("--account", account) + option("--note", note)
      let command = AddTransaction(
        amount: amount, merchant: merchant, category: category, account: account, day: day, note: note)
      return try Decision.add(command, today: today, position: position, state: view)
    }
  }

  private static func edit(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(
      call.request.body, allowed: ["merchant", "amount", "amountMinor", "decimalMark", "account", "date", "note"])
    let id = try call.transactionID
    var edit = EditTransaction(id: id)
    edit.merchant = try fields.text("merchant")
    edit.day = try fields.day("date")
    edit.account = try fields.text("account")
    if fields.has("note") { edit.note = .some(try fields.text("note") ?? "") }
    let asked = edit
    return try call.change { view, _, words in
      var edit = asked
      let account = try view.transaction(id).flatMap { view.directory.account($0.values.account) }
      let digits = account?.currency.minorUnitDigits ?? 2
      edit.amount = try fields.amount(digits: digits)
      words = ["edit", String(id.position)]
      words += option("--merchant", edit.merchant) + option("--date", edit.day?.description)
      words += option("--amount", edit.amount.map { signed($0, digits: digits) }) + option("--account", edit.account)
      words += option("--note", edit.note ?? nil)
      return try Decision.edit(edit, today: call.server.clock.today, state: view)
    }
  }

  private static func recategorise(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(call.request.body, allowed: ["ids", "where", "category"])
    let category = try fields.required("category")
    return try call.change { view, _, words in
      let ids = try fields.targets(view)
      words = ["recategorise"] + (try fields.targetWords(ids)) + ["--to", category]
      return try Decision.recategorise(ids, to: category, leavesSplits: fields.has("where"), state: view)
    }
  }

  private static func previewRecategorisation(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(call.request.body, allowed: ["ids", "where", "category"])
    let category = try fields.required("category")
    return .json(
      try call.read { view in
        let query = RecategorisePreviewQuery(
          ids: try fields.targets(view), category: category, leavesSplits: fields.has("where"))
        return JSONRenderer.render(try query.report(on: view))
      })
  }

  private static func linkTransfer(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(call.request.body, allowed: ["ids"])
    return try call.change { view, _, words in
      let pair = try transferPair(fields, view, "link", &words)
      return try Decision.linkTransfers([pair], state: view)
    }
  }

  private static func unlinkTransfer(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(call.request.body, allowed: ["ids"])
    return try call.change { view, _, words in
      let pair = try transferPair(fields, view, "unlink", &words)
      return try Decision.separateTransfer(
        pair, settings: TransfersQuery.settingsBefore(pair, on: view), state: view)
    }
  }

  private static func transferPair(
    _ fields: BodyFields, _ view: LedgerView, _ verb: String, _ words: inout [String]
  ) throws -> TransferPair {
    let ids = try fields.targets(view)
    guard ids.count == 2 else { throw ServerError.badRequest("ids should be the two transactions") }
    words = ["transfers", verb] + (try fields.targetWords(ids))
    return try Decision.transferPair(ids[0], ids[1], state: view)
  }

  private static func undo(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(call.request.body, allowed: ["commit", "cascade"])
    let (asked, cascades) = (try fields.number("commit"), try fields.flag("cascade"))
    return try call.change { view, _, words in
      let planner = try UndoPlanner(view: view)
      let number = try asked ?? planner.newestUndoable()
      guard number <= (try view.journal.headCommit()?.number ?? 0) else {
        throw ServerError.notFound("there is no commit \(number)")
      }
      words = ["undo", String(number)] + (cascades ? ["--cascade"] : [])
      return try planner.plan(undoing: number, cascades: cascades)
    }
  }

  private static func redo(_ call: Call) throws -> HTTPResponse {
    _ = try BodyFields(call.request.body, allowed: [])
    return try call.change { view, _, words in
      let planner = try UndoPlanner(view: view)
      words = ["redo"]
      return try planner.plan(undoing: planner.newestRedoable(), cascades: false)
    }
  }

  private static func setBudget(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(call.request.body, allowed: ["category", "amountMinor", "from"])
    let (category, month) = (try fields.text("category"), try fields.month("from"))
    guard let amount = try fields.money("amountMinor") else { throw ServerError.badRequest("amountMinor is missing") }
    return try call.change { view, _, words in
      let from = month ?? view.calendar.month(of: call.server.clock.today)
      let digits = view.directory.baseCurrency?.minorUnitDigits ?? 2
      words = ["budget", "set"] + (category.map { [$0] } ?? [])
      words += [amount.plainText(minorUnitDigits: digits), "--from", from.description]
      return try Decision.setBudget(category: category, amount: amount, from: from, state: view)
    }
  }

  private static func addCategory(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(call.request.body, allowed: ["name", "kind"])
    let name = try fields.required("name")
    let word = try fields.text("kind") ?? CategoryKind.expense.name
    guard let kind = CategoryKind.allCases.first(where: { $0.name == word }) else {
      throw ServerError.badRequest("kind should be expense, income or transfer")
    }
    return try call.change(["categories", "add", name, "--kind", kind.name]) { view, _ in
      try Decision.addCategory(named: name, kind: kind, state: view)
    }
  }

  private static func addAccount(_ call: Call) throws -> HTTPResponse {
    let fields = try BodyFields(call.request.body, allowed: ["name", "currency", "openingMinor", "openingDate"])
    let name = try fields.required("name")
    let currency = try fields.currency("currency")
    let (opening, day) = (try fields.money("openingMinor"), try fields.day("openingDate"))
    return try call.change { view, _, words in
      let digits = (currency ?? view.directory.baseCurrency)?.minorUnitDigits ?? 2
      words = ["accounts", "add", name] + option("--currency", currency?.code)
      words += option("--opening", opening?.plainText(minorUnitDigits: digits))
      words += option("--opening-date", day?.description)
      return try Decision.addAccount(
        named: name, currency: currency, opening: opening ?? .zero, openingDay: day, state: view)
    }
  }

  // MARK: Command lines

  private static func option(_ name: String, _ value: String?) -> [String] { value.map { [name, $0] } ?? [] }

  /// An amount as `add` takes it: money in has a plus.
  private static func signed(_ amount: Money, digits: Int) -> String {
    (amount > .zero ? "+" : "") + amount.plainText(minorUnitDigits: digits)
  }

  /// The decimals of the account that an added transaction goes to.
  private static func accountDigits(_ view: LedgerView, account name: String?) throws -> Int {
    if let name, let account = try view.account(named: name) { return account.currency.minorUnitDigits }
    let currency = try Decision.accountOfAdded(state: view)?.currency ?? view.directory.baseCurrency
    return currency?.minorUnitDigits ?? 2
  }
}

extension Call {
  /// Appends one commit of what the body decides under a command line that is known before.
  func change(_ words: [String], _ body: (LedgerView, Position) throws -> [Event]) throws -> HTTPResponse {
    try change { view, position, line in
      line = words
      return try body(view, position)
    }
  }

  /// Appends one commit of what the body decides; it also says the command line.
  func change(_ body: (LedgerView, Position, inout [String]) throws -> [Event]) throws -> HTTPResponse {
    let now = server.clock.now
    let writer = Ledger.Writer(command: "serve", start: now)
    let report = try server.access.ledger().write(as: writer) { transaction in
      var words: [String] = []
      // The command is only known when the events are, so they are decided before the commit begins.
      let view = try transaction.view()
      let events = try NameHints.hinting(view) { try body(view, view.position + 1, &words) }
      return try transaction.change(recordedAt: now, command: ShellText.line(words)) { _, _ in events }
    }
    return .json(JSONRenderer.render(report))
  }
}
