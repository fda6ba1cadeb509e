import Foundation
import LMDB
import Testing

/// Damage that only a check of every page sees.
enum PageDamage {
  /// Gives a page another number, which LMDB does not look at; not one of those that every opening looks at.
  ///
  /// - Parameter growth: how many empty bytes the file gets at its end.
  static func renumberPage(of path: String, growingBy growth: Int = 0) throws {
    let url = URL(fileURLWithPath: path)
    let written = [UInt8](try Data(contentsOf: url))
    let whole = written + [UInt8](repeating: 0, count: growth)
    for page in 2..<written.count / 4_096 where whole[page * 4_096 + 10] == 2 {
      var bytes = whole
      bytes[page * 4_096 + 1] ^= 0x40
      try Data(bytes).write(to: url)
      do {
        try StructureCheck.cheap(path: path)
      } catch {
        continue
      }
      do {
        try StructureCheck.whole(path: path)
      } catch {
        return
      }
    }
    Issue.record("no page could be damaged")
  }
}
