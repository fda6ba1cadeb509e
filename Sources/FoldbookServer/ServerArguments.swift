import Foldbook
import LedgerServer

/// The server's command line; `foldbook serve` writes it.
struct ServerArguments {
  struct Problem: Error {
    var reason: String
    var isUsage: Bool
  }

  var options = ServerOptions(path: "")
  var port: UInt16 = 0
  var opensBrowser = true

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw Problem(reason: "\(word) needs a value", isUsage: true) }
        return value
      }
      switch word {
      case "--file": options.path = try value()
      case "--port":
        let text = try value()
        guard let number = UInt16(text) else {
          throw Problem(reason: "--port: '\(text)' is not a port from 0 to 65535", isUsage: true)
        }
        port = number
      case "--now":
        let text = try value()
        guard let now = CalendarDay(text).map({ Instant.noon(of: $0) }) ?? Instant(text) else {
          throw Problem(reason: "--now: '\(text)' is not an instant or a date like 2026-10-20", isUsage: false)
        }
        options.now = now
      case "--program-version": options.version = try value()
      case "--read-only": options.isReadOnly = true
      case "--hide-amounts": options.hidesAmounts = true
      case "--no-browser": opensBrowser = false
      default:
        throw Problem(reason: "'\(word)' is not expected\n" + ServerProgram.usage, isUsage: true)
      }
    }
    if options.path.isEmpty { throw Problem(reason: ServerProgram.usage, isUsage: true) }
  }
}
