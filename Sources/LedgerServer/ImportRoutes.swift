import Foldbook
import HTTPServer
import LedgerRender

/// Bank files from the browser: the same parse as `foldbook import`, for preview and commit.
enum ImportRoutes {
  /// More rows of a file are counted but not listed.
  static let rowLimit = 500

  private static let fields = [
    "account", "currency", "profile", "dateOrder", "decimalMark", "encoding", "invertSign", "skipInvalid",
    "restoreDeleted", "saveProfile",
  ]

  /// What a form asks for.
  private struct Order {
    var inputs: [Importer.Input] = []
    var options = ImportOptions()
    var skipsInvalid = false
    var restoresDeleted = false
    /// The name under which what was decided is kept for the next file of its kind.
    var profileName: String?

    init(_ request: HTTPRequest, profiles: PersonalProfiles?) throws {
      let form: MultipartForm
      do throws(MultipartForm.Problem) {
        form = try MultipartForm(
          parsing: request.body, contentType: request.head.headers.single("content-type") ?? "")
      } catch {
        throw ServerError.badRequest(error.reason)
      }
      var values: [String: String] = [:]
      for part in form.parts {
        if part.name == "file", let name = part.fileName {
          inputs.append(Importer.Input(path: name, bytes: Array(part.bytes)))
          continue
        }
        guard ImportRoutes.fields.contains(part.name), part.fileName == nil, let text = part.text else {
          throw ServerError.badRequest("'\(part.name)' is not a field of this form")
        }
        guard values.updateValue(text, forKey: part.name) == nil else {
          throw ServerError.badRequest("'\(part.name)' stands twice")
        }
      }
      guard !inputs.isEmpty else { throw ServerError.badRequest("which file? The form has no part 'file'") }
      try take(values.filter { !$0.value.isEmpty }, profiles)
    }

    private mutating func take(_ values: [String: String], _ profiles: PersonalProfiles?) throws {
      func parsed<Value>(_ name: String, _ expected: String, _ read: (String) -> Value?) throws -> Value? {
        guard let text = values[name] else { return nil }
        guard let value = read(text) else { throw ServerError.refused("\(name): '\(text)' is not \(expected)") }
        return value
      }
      options.account = try parsed("account", "a name of 1 to \(TextLimit.nameBytes) bytes") { text in
        text.allSatisfy(\.isWhitespace) || text.utf8.count > TextLimit.nameBytes ? nil : text
      }
      options.currency = try parsed("currency", "an ISO 4217 currency code like EUR") { Currency($0) }
      if let name = values["profile"] {
        guard let profile = try profiles?.named(name) ?? BundledProfiles.named(name) else {
          throw ServerError.refused("profile: there is no profile '\(name)'")
        }
        options.profile = profile
      }
      profileName = try parsed("saveProfile", "a name of letters, digits, - and _") { name in
        PersonalProfiles.isName(name) ? name : nil
      }
      if profileName != nil {
        guard profiles != nil else { throw ServerError.refused("saveProfile: there is no place for profiles") }
        guard inputs.count == 1 else {
          throw ServerError.refused("saveProfile keeps what was decided about one file; choose one")
        }
      }
      options.dateOrder = try parsed("dateOrder", "dmy, mdy or ymd") { DateOrder(rawValue: $0) }
      options.decimalMark = try parsed("decimalMark", "',' or '.'") { text in
        DecimalMark.allCases.first { $0.text == text }
      }
      options.encoding = values["encoding"]
      func flag(_ name: String) throws -> Bool { try parsed(name, "true or false") { Bool($0) } ?? false }
      options.invertsSign = try flag("invertSign")
      skipsInvalid = try flag("skipInvalid")
      restoresDeleted = try flag("restoreDeleted")
    }

    /// The command that would have done the same.
    var words: [String] {
      var words = ["import"] + inputs.map(\.path)
      func add(_ name: String, _ value: String?) { if let value { words += [name, value] } }
      add("--account", options.account)
      add("--currency", options.currency?.code)
      add("--profile", options.profile?.name)
      add("--date-order", options.dateOrder?.rawValue)
      add("--decimal-mark", options.decimalMark?.text)
      add("--encoding", options.encoding)
      if options.invertsSign { words.append("--invert-sign") }
      if skipsInvalid { words.append("--skip-invalid") }
      if restoresDeleted { words.append("--restore-deleted") }
      add("--save-profile", profileName)
      return words
    }
  }

  static func preview(_ call: Call) throws -> HTTPResponse {
    let order = try Order(call.request, profiles: call.server.options.profiles)
    let report = try call.read { view in
      let (importer, sources) = read(order, view)
      guard importer.accepts(sources) else { return importer.report(sources, plan: nil, isDryRun: true) }
      let plan = try importer.plan(sources, on: view)
      return importer.report(sources, plan: plan, isDryRun: true)
    }
    return .json(JSONRenderer.render(report, rowLimit: rowLimit))
  }

  static func commit(_ call: Call) throws -> HTTPResponse {
    let order = try Order(call.request, profiles: call.server.options.profiles)
    let ledger = try call.server.access.ledger()
    // The files are read before the writer's lock is taken, so that others can write meanwhile.
    let (importer, sources) = try ledger.read { read(order, $0) }
    guard importer.accepts(sources) else {
      let report = importer.report(sources, plan: nil, isDryRun: false)
      return .json(JSONRenderer.render(report, rowLimit: rowLimit), status: .unprocessable)
    }
    let now = call.server.clock.now
    var report = try ledger.write(as: Ledger.Writer(command: "serve", start: now)) { transaction in
      try importer.commit(sources, in: transaction, recordedAt: now, command: ShellText.line(order.words))
    }
    if let name = order.profileName, let profile = sources.first?.file.decidedProfile {
      do {
        let path = try call.server.options.profiles?.keep(profile, as: name) ?? ""
        report.notes.append("kept as \(path)")
      } catch {
        report.notes.append("imported, but the profile was not kept: \(error)")
      }
    }
    return .json(JSONRenderer.render(report, rowLimit: rowLimit))
  }

  private static func read(_ order: Order, _ view: LedgerView) -> (Importer, [ImportSource]) {
    var options = order.options
    options.fallbackCurrency = view.directory.baseCurrency
    var importer = Importer(options: options)
    importer.skipsInvalid = order.skipsInvalid
    importer.restoresDeleted = order.restoresDeleted
    return (importer, importer.read(order.inputs))
  }
}
