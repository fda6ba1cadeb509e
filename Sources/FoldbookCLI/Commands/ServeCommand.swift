// Safety: the words of the new program are copied by the C library and live until it has taken over.
import Foldbook
import Glibc

enum ServeCommand: Command {
  static let help = CommandHelp(
    name: "serve", usage: ["serve [OPTIONS]"],
    summary: "Open the dashboard in a browser; only this machine can reach it.",
    options: [
      OptionSpecification("port", "N", "the port on 127.0.0.1; any free one unless said"),
      OptionSpecification("read-only", nil, "refuse every change"),
      OptionSpecification("hide-amounts", nil, "cover amounts until they are asked for"),
      OptionSpecification("no-browser", nil, "print the address and open nothing"),
    ],
    examples: [
      ("serve", "prints an address that works once, and opens it where there is a screen"),
      ("serve --port 8080 --no-browser --read-only", "for a look only, at a port that stays the same"),
    ])

  /// The program that serves; it lies beside this one.
  private static let serverName = "foldbook-server"

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("serve")
    if let text = context.arguments["port"], UInt16(text) == nil {
      throw UsageError(reason: "--port: '\(text)' is not a port from 0 to 65535", command: "serve")
    }
    // What is wrong with the ledger is said here, with the words of every other command.
    _ = try context.openForReading()
    let server = try serverPath()
    var words = [server, "--file", context.path, "--program-version", Program.version]
    for option in ["port", "now"] {
      if let value = context.arguments[option] { words += ["--" + option, value] }
    }
    for flag in ["read-only", "hide-amounts", "no-browser"] where context.arguments.has(flag) {
      words.append("--" + flag)
    }
    var copies: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0)! }
    copies.append(nil)
    execv(server, &copies)
    throw CommandError(code: .notFound, reason: "\(server) can't be started: \(SystemError.text(errno))")
  }

  private static func serverPath() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
    let path = folder + "/" + serverName
    guard access(path, X_OK) == 0 else {
      throw CommandError(
        code: .notFound,
        reason: "\(serverName) is not installed beside foldbook (\(folder)); 'make build' makes both, and "
          + "'make install' installs both; it needs the library libmicrohttpd (Debian's libmicrohttpd12)")
    }
    return path
  }
}
