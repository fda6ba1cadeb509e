/// A reproducible sequence of numbers: the same seed gives the same files with every toolchain.
///
/// The step is SplitMix64. The standard library's `random(in:using:)` is not used, since its mapping may change.
public struct SeededSequence: Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from zero up to, and without, the bound.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "a bound is above zero")
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  public mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Whether something happens that happens so many times in a hundred.
  public mutating func happens(percent: Int) -> Bool {
    below(100) < percent
  }

  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
