import Foldbook
import ProgramRunning

extension HistoryRun {
  /// Gives a row parts, other parts or one category again; now and then something that is refused.
  mutating func split() throws {
    guard let row = model.state.liveRows.randomElement(using: &numbers) else { return }
    let names = Names.categories.filter { model.state.categories[$0] != nil }.shuffled(using: &numbers)
    if model.state.links.contains(row.id) {
      return try refuses("split \(row.id.position)", .splitTransfer(row.id)) { view, _ in
        try Decision.split(row.id, into: [AskedPart(category: names[0], amount: row.amount)], state: view)
      }
    }
    if !row.parts.isEmpty, numbers.happens(percent: 40) {
      let commit = ModelLedger.Commit(changes: [.setCategory(row.id, names[0], order: order, endsSplit: true)])
      return try apply("split \(row.id.position) --remove --to \(names[0])", commit) { view, _ in
        try Decision.removeSplit(row.id, to: names[0], state: view)
      }
    }
    var parts: [ModelPart] = []
    var rest = row.amount
    for name in names.prefix(Int.random(in: 1...3, using: &numbers)) {
      let amount = randomAmount()
      parts.append(ModelPart(category: name, amount: amount))
      rest -= amount
    }
    if rest == .zero { return }
    if numbers.happens(percent: 10) {
      parts.append(ModelPart(category: names[parts.count], amount: rest + Money(minorUnits: 1_000_000)))
      let digits = model.state.currency(of: row).minorUnitDigits
      let sum = row.amount + Money(minorUnits: 1_000_000)
      return try refuses(
        "split \(row.id.position) \(parts)", .splitSum(row.id, whole: row.amount, sum: sum, minorUnitDigits: digits)
      ) { view, _ in try Decision.split(row.id, into: HistoryRun.asked(parts), state: view) }
    }
    parts.append(ModelPart(category: names[parts.count], amount: rest))
    var commit = ModelLedger.Commit()
    if row.parts != parts { commit.changes = [.split(row.id, parts, order: order)] }
    try apply("split \(row.id.position) \(parts)", commit) { view, _ in
      try Decision.split(row.id, into: HistoryRun.asked(parts), state: view)
    }
  }

  private static func asked(_ parts: [ModelPart]) -> [AskedPart] {
    parts.map { AskedPart(category: $0.category, amount: $0.amount) }
  }
}
