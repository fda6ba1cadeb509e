import BenchmarkData
import LedgerDomain

/// A place where the household spends.
private struct Shop {
  var payee: String
  var category: String
  /// What a purchase costs, in minor units.
  var cents: ClosedRange<Int>
  /// The bank prints the branch's number behind the name.
  var hasBranches = false
}

private enum Shops {
  static let food = [
    Shop(payee: "Fresh Market", category: "Groceries", cents: 1_450...8_900, hasBranches: true),
    Shop(payee: "Fresh Market", category: "Groceries", cents: 2_450...9_900, hasBranches: true),
    Shop(payee: "Green Basket", category: "Groceries", cents: 900...5_200),
    Shop(payee: "Corner Shop", category: "Groceries", cents: 240...1_850),
    Shop(payee: "Saturday Farmers' Market", category: "Groceries", cents: 1_100...4_200),
  ]
  static let tables = [
    Shop(payee: "Corner Coffee", category: "Eating out", cents: 290...780),
    Shop(payee: "Corner Coffee", category: "Eating out", cents: 290...780),
    Shop(payee: "Noodle House", category: "Eating out", cents: 1_090...3_100),
    Shop(payee: "Pizzeria Roma", category: "Eating out", cents: 1_650...5_800),
    Shop(payee: "Café Zoë", category: "Eating out", cents: 540...1_950),
  ]
  static let ways = [
    Shop(payee: "City Transit", category: "Transport", cents: 280...560),
    Shop(payee: "City Transit", category: "Transport", cents: 280...560),
    Shop(payee: "Blue Taxi", category: "Transport", cents: 850...2_900),
    Shop(payee: "Fuel Point", category: "Transport", cents: 4_200...7_600, hasBranches: true),
  ]
  static let things = [
    Shop(payee: "Online Bazaar", category: "Shopping", cents: 890...12_900),
    Shop(payee: "Online Bazaar", category: "Shopping", cents: 890...6_900),
    Shop(payee: "Bookworm", category: "Shopping", cents: 790...3_990),
    Shop(payee: "Hardware Barn", category: "Shopping", cents: 450...9_400, hasBranches: true),
    Shop(payee: "Thread & Needle", category: "Shopping", cents: 1_990...8_990),
  ]
  static let rest = [
    Shop(payee: "Pharmacy at the Bridge", category: "Health", cents: 380...3_400),
    Shop(payee: "Dr. O'Neill, Dental Care", category: "Health", cents: 3_500...9_000),
    Shop(payee: "Paws & Co", category: "Pets", cents: 1_200...5_600),
    Shop(payee: "Cinema Lumière", category: "Entertainment", cents: 1_050...3_800),
    Shop(payee: "Toy Chest", category: "Children", cents: 690...4_500),
    Shop(payee: "Flower Stand", category: "Gifts", cents: 950...3_200),
  ]
  static let journey = [
    Shop(payee: "Hotel Seeblick", category: "Travel", cents: 9_800...14_500),
    Shop(payee: "Coast Railway", category: "Travel", cents: 1_900...8_800),
    Shop(payee: "Museum of the Sea", category: "Travel", cents: 1_200...3_600),
    Shop(payee: "Harbour Grill", category: "Eating out", cents: 2_400...7_800),
  ]
}

extension Household {
  /// Books what a day brings: food, ways, meals, and now and then something larger.
  mutating func bookEverydayLife(_ day: CalendarDay) {
    let isAway = day.components.month == 8 && (8...17).contains(day.components.day)
    if isAway {
      for _ in 0..<sequence.within(1...3) { buy(Shops.journey, on: day) }
      return
    }
    if day.weekday <= 5, sequence.happens(percent: 55) {
      checking.book(day, "Canteen West", "Eating out", -Int64(sequence.within(480...890)))
    }
    if sequence.happens(percent: 45) {
      checking.book(day, "Bakery Lane", "Groceries", -Int64(sequence.within(180...960)))
    }
    if day.weekday == 6, sequence.happens(percent: 50) {
      checking.book(day, "Cash machine", "Cash", -Int64(sequence.within(2...8) * 1_000))
    }
    if sequence.happens(percent: day.weekday >= 5 ? 85 : 50) { buy(Shops.food, on: day) }
    if sequence.happens(percent: day.weekday >= 5 ? 80 : 45) { buy(Shops.tables, on: day) }
    if sequence.happens(percent: 38) { buy(Shops.ways, on: day) }
    if sequence.happens(percent: 16), let cents = buy(Shops.things, on: day) { maybeReturn(cents, from: day) }
    if sequence.happens(percent: 18) { buy(Shops.rest, on: day) }
  }

  /// Pays one purchase by card; answers its amount where a return is possible.
  @discardableResult
  private mutating func buy(_ shops: [Shop], on day: CalendarDay) -> Int64? {
    let shop = sequence.pick(shops)
    let cents = Int64(sequence.within(shop.cents))
    let branch = shop.hasBranches ? " #\(1_000 + sequence.below(4) * 137)" : ""
    card.book(day, shop.payee + branch, shop.category, -cents)
    return shop.payee == "Online Bazaar" ? cents : nil
  }

  /// Sends a purchase back now and then: wholly, or half of it.
  private mutating func maybeReturn(_ cents: Int64, from day: CalendarDay) {
    guard sequence.happens(percent: 45) else { return }
    let refundDay = day.advanced(byDays: sequence.within(3...12))
    let refund = sequence.happens(percent: 60) ? cents : cents / 2
    if refundDay <= lastDay { card.book(refundDay, "Online Bazaar", "Shopping", refund) }
  }
}
