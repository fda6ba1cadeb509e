import Foundation

/// How much of the long tests is done: a part in `make test`, everything in `make soak`.
public enum Extent {
  public static let isSoak = ProcessInfo.processInfo.environment["FOLDBOOK_SOAK"] != nil

  /// The short or the long number of rounds; `FOLDBOOK_ROUNDS` overrides both.
  public static func count(short: Int, soak: Int) -> Int {
    if let text = ProcessInfo.processInfo.environment["FOLDBOOK_ROUNDS"], let count = Int(text) { return count }
    return isSoak ? soak : short
  }

  /// The seed that `FOLDBOOK_SEED` names, to repeat what a failed test printed.
  public static var repeatedSeed: UInt64? {
    ProcessInfo.processInfo.environment["FOLDBOOK_SEED"].flatMap { UInt64($0) }
  }

  /// Prints a figure that `make soak` collects.
  public static func report(_ text: String) { print("\(isSoak ? "soak" : "short"): \(text)") }
}
