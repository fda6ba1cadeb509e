import LedgerDomain
import Testing

struct MoneyTests {
  @Test(arguments: [
    ("12.50", 1250), ("-8.40", -840), ("+2500", 250_000), ("0.05", 5), ("7.1", 710), ("1.500", 150),
    ("\u{2212}3", -300), ("10000000000000.00", 1_000_000_000_000_000),
  ])
  func `an amount with a point is read to the cent`(text: String, minorUnits: Int64) throws {
    #expect(try Money(parsing: text, minorUnitDigits: 2, decimalMark: .point) == Money(minorUnits: minorUnits))
  }

  @Test(arguments: [("12,50", 1250), ("12.5", 1250), ("-0,05", -5)])
  func `a locale with a comma takes both marks where that is clear`(text: String, minorUnits: Int64) throws {
    #expect(try Money(parsing: text, minorUnitDigits: 2, decimalMark: .comma) == Money(minorUnits: minorUnits))
  }

  @Test(arguments: [
    ("", MoneyError.empty), (".5", .notANumber), ("5.", .notANumber), ("-", .notANumber), ("1e3", .notANumber),
    ("1 000", .notANumber), ("--5", .notANumber), ("0x10", .notANumber), ("1,000", .ambiguousMark),
    ("1,50", .ambiguousMark), ("1.234", .tooManyDecimals(allowed: 2)), ("10000000000000.01", .outOfRange),
    ("99999999999999999999", .outOfRange), ("-0.0.66", .notANumber), ("٣", .notANumber),
  ])
  func `what is not an amount is refused with its reason`(text: String, reason: MoneyError) {
    #expect(throws: reason) { try Money(parsing: text, minorUnitDigits: 2, decimalMark: .point) }
  }

  @Test func `a point before three digits is refused where the comma is decimal`() {
    #expect(throws: MoneyError.ambiguousMark) {
      try Money(parsing: "1.234", minorUnitDigits: 2, decimalMark: .comma)
    }
  }

  @Test(arguments: [("JPY", "1234", 1234), ("KWD", "1.234", 1234), ("CLF", "1.2345", 12345)])
  func `the currency decides the digits`(code: String, text: String, minorUnits: Int64) throws {
    let currency = try #require(Currency(code))
    let money = try Money(parsing: text, minorUnitDigits: currency.minorUnitDigits, decimalMark: .point)
    #expect(money.minorUnits == minorUnits)
    #expect(money.plainText(minorUnitDigits: currency.minorUnitDigits) == text)
  }

  @Test func `literals are major units with two decimals`() {
    #expect((-8.40 as Money).minorUnits == -840)
    #expect((12 as Money).minorUnits == 1_200)
    #expect((0.29 as Money).minorUnits == 29)
    #expect((-9.95 as Money).minorUnits == -995)
  }

  @Test func `every amount with two decimals survives a literal's way through text`() throws {
    for minorUnits in stride(from: Int64(-100_000), through: 100_000, by: 7) {
      let text = Money(minorUnits: minorUnits).plainText(minorUnitDigits: 2)
      let double = try #require(Double(text))
      #expect(Money(floatLiteral: double).minorUnits == minorUnits)
    }
  }

  @Test func `a sum beyond 64 bits is an error and never wraps`() {
    #expect(throws: MoneyError.overflow) { try Money(minorUnits: .max).adding(Money(minorUnits: 1)) }
    #expect(throws: MoneyError.overflow) { try Money(minorUnits: .min).subtracting(Money(minorUnits: 1)) }
  }

  @Test func `a plus that overflows ends the program`() async {
    await #expect(processExitsWith: .failure) { print(Money(minorUnits: .max) + Money(minorUnits: 1)) }
  }
}

struct CurrencyTests {
  @Test(arguments: [("EUR", 2), ("jpy", 0), ("Kwd", 3), ("CLF", 4), ("ISK", 0), ("CHF", 2)])
  func `digits come from ISO 4217`(code: String, digits: Int) throws {
    #expect(try #require(Currency(code)).minorUnitDigits == digits)
  }

  @Test(arguments: ["", "EU", "EURO", "XXQ", "E1R", "€€€"])
  func `a code that the list does not have is nil`(code: String) {
    #expect(Currency(code) == nil)
  }

  @Test func `a currency's packed code gives it back`() throws {
    for code in Currency.allCodes {
      let currency = try #require(Currency(code))
      #expect(currency.code == code)
      #expect(Currency(packedCode: currency.packedCode) == currency)
    }
  }
}
