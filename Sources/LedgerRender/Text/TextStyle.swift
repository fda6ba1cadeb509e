/// How text is drawn: width, colour, and how numbers are written.
public struct TextStyle: Sendable {
  /// Columns, at least 40.
  public var columns: Int
  public var usesColor: Bool
  public var numbers: NumberLocale

  public init(columns: Int = 80, usesColor: Bool = false, numbers: NumberLocale = .plain) {
    self.columns = max(40, columns)
    self.usesColor = usesColor
    self.numbers = numbers
  }
}
