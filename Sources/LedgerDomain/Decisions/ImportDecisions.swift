extension Decision {
  /// The account that a file names and the ledger does not have: new, or one that an undo took away.
  public static func openImportedAccount<State: KnownState>(
    _ name: String, currency: Currency, events: inout [Event], state: State
  ) throws -> AccountID {
    try accountID(
      opening: name, currency: currency, opening: .zero, openingDay: nil, events: &events, state: state)
  }

  /// The category that a file names and the ledger does not have; its kind follows from its name unless one is said.
  public static func defineImportedCategory<State: KnownState>(
    _ name: String, kind: CategoryKind? = nil, events: inout [Event], state: State
  ) throws -> CategoryID {
    try categoryID(
      defining: name, kind: kind ?? Category.kindOfImported(name: name), events: &events, state: state)
  }
}
