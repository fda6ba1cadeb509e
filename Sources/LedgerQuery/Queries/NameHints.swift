import LedgerDomain
import LedgerProjection

/// Says the nearest names where a name is not known.
public enum NameHints {
  /// What the body makes of the view.
  ///
  /// - Throws: `NameError` in place of a refusal for an unknown category or account, else what the body throws.
  public static func hinting<Result>(_ view: LedgerView, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch Refusal.unknownCategory(let name) {
      throw NameError.unknown(kind: "category", name: name, nearest: NearestNames.of(name, among: categories(view)))
    } catch Refusal.unknownAccount(let name) {
      throw NameError.unknown(kind: "account", name: name, nearest: NearestNames.of(name, among: accounts(view)))
    }
  }

  /// What one may have meant: names of what is there, not of what was removed.
  static func categories(_ view: LedgerView) -> [String] {
    view.directory.categories.filter { !$0.isRemoved }.map(\.name)
  }

  static func accounts(_ view: LedgerView) -> [String] {
    view.directory.accounts.filter { !$0.isRemoved }.map(\.name)
  }
}
