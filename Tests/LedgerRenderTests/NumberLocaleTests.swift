import LedgerDomain
import LedgerRender
import Testing

/// Numbers as a person's locale writes them.
struct NumberLocaleTests {
  @Test(arguments: [
    ("en_US.UTF-8", "1,234,567.89"), ("de_DE.UTF-8", "1.234.567,89"), ("de_DE@euro", "1.234.567,89"),
    ("de_CH", "1’234’567.89"), ("fr_CH.UTF-8", "1’234’567.89"), ("de_AT", "1\u{A0}234\u{A0}567,89"),
    ("fr_FR", "1\u{202F}234\u{202F}567,89"), ("sv_SE", "1\u{A0}234\u{A0}567,89"), ("en_IN", "12,34,567.89"),
    ("hi_IN", "12,34,567.89"), ("es_ES", "1.234.567,89"), ("es_MX", "1,234,567.89"), ("pt_BR", "1.234.567,89"),
    ("pt_PT", "1\u{A0}234\u{A0}567,89"), ("C", "1,234,567.89"), ("C.UTF-8", "1,234,567.89"), ("POSIX", "1,234,567.89"),
    ("", "1,234,567.89"), ("xx_YY", "1,234,567.89"), ("de", "1.234.567,89"),
  ])
  func `numbers are written as the locale does`(locale: String, expected: String) {
    #expect(NumberLocale(posixName: locale).magnitude(1_234_567.89, digits: 2) == expected)
  }

  @Test(arguments: [
    (0, 2, "0.00"), (5, 2, "+0.05"), (-5, 2, "−0.05"), (-123_456, 0, "−123,456"), (1_234, 3, "+1.234"),
    (999, 2, "+9.99"), (99_999, 2, "+999.99"), (100_000, 2, "+1,000.00"), (Int64.max, 2, "+92,233,720,368,547,758.07"),
    (Int64.min, 4, "−922,337,203,685,477.5808"),
  ])
  func `a signed amount has its currency's decimals and a sign but for zero`(units: Int64, digits: Int, text: String) {
    #expect(NumberLocale.plain.signed(Money(minorUnits: units), digits: digits) == text)
  }

  @Test(arguments: [(123_456_789, "12,34,567.89"), (10_000_000_000, "10,00,00,000.00"), (99_999, "999.99")])
  func `India groups by two above the thousands`(units: Int64, text: String) {
    #expect(NumberLocale(posixName: "en_IN").magnitude(Money(minorUnits: units), digits: 2) == text)
  }
}
