import LedgerDomain
import LedgerJournal

/// Renames, aliases, rules and assertions as the end of a snapshot's directory.
enum UpkeepCoding {
  static func encode(_ directory: LedgerDirectory, into writer: inout PayloadWriter) {
    writer.write(unsigned: UInt64(directory.merchantRenames.count))
    for (index, name) in directory.merchantRenames.sorted(by: { $0.key < $1.key }) {
      writer.write(unsigned: UInt64(index))
      writer.write(text: name)
    }
    writer.write(unsigned: UInt64(directory.merchantAliases.count))
    for (index, target) in directory.merchantAliases.sorted(by: { $0.key < $1.key }) {
      writer.write(unsigned: UInt64(index))
      writer.write(unsigned: UInt64(target))
    }
    writer.write(unsigned: UInt64(directory.nextRuleNumber))
    writer.write(unsigned: UInt64(directory.rules.count))
    for (number, rule) in directory.rules.sorted(by: { $0.key < $1.key }) {
      writer.write(unsigned: UInt64(number))
      writer.write(unsigned: UInt64(rule.version))
      writer.write(text: rule.terms.query)
      writer.write(unsigned: UInt64(rule.terms.category.index))
      writer.write(signed: Int64(rule.terms.priority))
    }
    encode(directory.transfers, into: &writer)
    writer.write(unsigned: UInt64(directory.categoryAliases.count))
    for (word, category) in directory.categoryAliases.sorted(by: { $0.key < $1.key }) {
      writer.write(text: word)
      writer.write(unsigned: UInt64(category.index))
    }
    writer.write(unsigned: UInt64(directory.assertions.count))
    for (account, days) in directory.assertions.sorted(by: { $0.key < $1.key }) {
      writer.write(unsigned: UInt64(account.index))
      writer.write(unsigned: UInt64(days.count))
      for (day, balance) in days.sorted(by: { $0.key < $1.key }) {
        writer.write(signed: Int64(day.daysSinceEpoch))
        writer.write(signed: balance.minorUnits)
      }
    }
  }

  private static func encode(_ transfers: [TransferPair: TransferState], into writer: inout PayloadWriter) {
    writer.write(unsigned: UInt64(transfers.count))
    for (pair, state) in transfers.sorted(by: { $0.key < $1.key }) {
      writer.write(unsigned: pair.outgoing.position)
      writer.write(unsigned: pair.incoming.position)
      writer.write(byte: state.rawValue)
    }
  }

  static func decode(_ reader: inout PayloadReader) throws -> LedgerDirectory.Upkeep {
    var upkeep = LedgerDirectory.Upkeep()
    for _ in 0..<(try reader.unsigned()) {
      let index = UInt32(truncatingIfNeeded: try reader.unsigned())
      upkeep.merchantRenames[index] = try reader.text()
    }
    for _ in 0..<(try reader.unsigned()) {
      let index = UInt32(truncatingIfNeeded: try reader.unsigned())
      upkeep.merchantAliases[index] = UInt32(truncatingIfNeeded: try reader.unsigned())
    }
    upkeep.nextRuleNumber = UInt32(truncatingIfNeeded: try reader.unsigned())
    for _ in 0..<(try reader.unsigned()) {
      let number = UInt32(truncatingIfNeeded: try reader.unsigned())
      let version = Int(truncatingIfNeeded: try reader.unsigned())
      let query = try reader.text()
      let category = CategoryID(UInt16(truncatingIfNeeded: try reader.unsigned()))
      let priority = Int32(truncatingIfNeeded: try reader.signed())
      upkeep.rules[number] = Rule(
        number: number, version: version, terms: RuleTerms(query: query, category: category, priority: priority))
    }
    for _ in 0..<(try reader.unsigned()) {
      let outgoing = TransactionID(try reader.unsigned())
      let pair = TransferPair(outgoing: outgoing, incoming: TransactionID(try reader.unsigned()))
      upkeep.transfers[pair] = TransferState(rawValue: try reader.byte())
    }
    for _ in 0..<(try reader.unsigned()) {
      let word = try reader.text()
      upkeep.categoryAliases[word] = CategoryID(UInt16(truncatingIfNeeded: try reader.unsigned()))
    }
    for _ in 0..<(try reader.unsigned()) {
      let account = AccountID(UInt16(truncatingIfNeeded: try reader.unsigned()))
      for _ in 0..<(try reader.unsigned()) {
        guard let day = CalendarDay(daysSinceEpoch: Int32(truncatingIfNeeded: try reader.signed())) else {
          throw ProjectionError.damagedView("an assertion has a day outside the calendar")
        }
        upkeep.assertions[account, default: [:]][day] = Money(minorUnits: try reader.signed())
      }
    }
    return upkeep
  }
}
