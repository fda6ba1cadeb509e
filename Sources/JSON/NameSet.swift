/// The names of one object while it is read: compared one by one while they are few, which most objects stay.
struct NameSet {
  private static let fewCount = 16
  private var few: [ExactText] = []
  private var many: Set<ExactText> = []

  /// Takes a name in; false where it is there already.
  mutating func insert(_ name: String) -> Bool {
    let name = ExactText(name)
    guard many.isEmpty else { return many.insert(name).inserted }
    if few.contains(name) { return false }
    few.append(name)
    if few.count > NameSet.fewCount { many = Set(few) }
    return true
  }
}
