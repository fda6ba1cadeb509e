import Foundation
import JSON
import ProgramRunning
import Testing

/// `foldbook serve` as a person starts and stops it.
@Suite(.serialized) struct ServeTests {
  /// The program while it serves.
  ///
  /// A class, since the process ends with the last reference.
  private final class Serving {
    let process = Process()
    let port: UInt16
    let address: String
    let cookie: String

    init(_ program: FoldbookProcess, _ arguments: [String] = []) throws {
      process.executableURL = program.program
      process.arguments =
        ["serve", "--no-browser", "--file", program.ledgerPath, "--now", FoldbookProcess.now] + arguments
      process.environment = FoldbookProcess.environment(program.folder)
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      var line: [UInt8] = []
      while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
      address = String(decoding: line, as: UTF8.self)
      let parts = try #require(URLComponents(string: address), "'\(address)' is no address")
      #expect(parts.host == "127.0.0.1")
      port = UInt16(try #require(parts.port))
      let connection = try RawConnection(port: port)
      connection.send("GET /?\(parts.query ?? "") HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      let answer = try #require(try connection.answer())
      #expect(answer.status == 303)
      #expect(answer.header("location") == "/")
      cookie = String(try #require(answer.header("set-cookie")).prefix { $0 != ";" })
      #expect(cookie.hasPrefix("foldbook-\(port)="))
    }

    deinit { if process.isRunning { process.terminate() } }

    func request(_ line: String, _ fields: String = "", body: String = "") throws -> RawConnection.Answer {
      let connection = try RawConnection(port: port)
      connection.send(
        "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\n\(fields)"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return try #require(try connection.answer())
    }

    func ask(_ target: String) throws -> JSONValue {
      try JSONReader.parse(request("GET /api/v1/" + target).body)
    }

    func change(_ target: String, _ body: String) throws -> RawConnection.Answer {
      let proof = try ask("session")["csrf"]?.text ?? ""
      return try request(
        "POST /api/v1/" + target,

        "Origin: http://127.0.0.1:\(port)\r\nX-Foldbook-CSRF: \(proof)\r\nContent-Type: application/json\r\n",
        body: body)
    }

    func stop(_ signal: Int32) -> Int32 {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }
  }

  private func ledger() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    #expect(try program.run(["add", "12.50", "Corner Shop", "--currency", "EUR"]).exitCode == 0)
    return program
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `it serves until it is interrupted, and ends with 0`(signal: Int32) throws {
    let program = try ledger()
    let serving = try Serving(program)
    #expect(try serving.request("GET /").text.hasPrefix("<!doctype html>"))
    #expect(try serving.ask("dashboard")["balanceMinor"]?.integer == -1_250)
    // An open stream of events does not keep it from ending.
    let stream = try RawConnection(port: serving.port)
    stream.send("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(serving.port)\r\nCookie: \(serving.cookie)\r\n\r\n")
    try stream.wait(for: "event: ledger")
    #expect(serving.stop(signal) == 0)
    #expect(throws: RawConnection.Failure.self) { try RawConnection(port: serving.port) }
  }

  @Test func `what the page changes the commands see, and the other way round`() throws {
    let program = try ledger()
    let serving = try Serving(program)
    #expect(try serving.change("transactions", #"{"merchant":"Tram","amount":"3"}"#).status == 200)
    let list = try program.run(["list", "--json"]).json()
    #expect(list["count"]?.integer == 2)
    let stream = try RawConnection(port: serving.port)
    stream.send("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(serving.port)\r\nCookie: \(serving.cookie)\r\n\r\n")
    try stream.wait(for: "event: ledger")
    let position = try #require(try serving.ask("session")["position"]?.integer)
    #expect(try program.run(["add", "1", "Tram"]).exitCode == 0)
    try stream.wait(for: "id: \(position + 1)\n")
    #expect(try serving.ask("transactions")["count"]?.integer == 3)
    #expect(try program.run(["verify"]).exitCode == 0)
  }

  @Test func `another browser, another site and another port's cookie get nothing`() throws {
    let program = try ledger()
    let serving = try Serving(program)
    let other = try Serving(program)
    func status(_ head: String) throws -> Int? {
      let connection = try RawConnection(port: serving.port)
      connection.send(head + "\r\n\r\n")
      return try connection.answer()?.status
    }
    let host = "Host: 127.0.0.1:\(serving.port)"
    let target = "GET /api/v1/dashboard HTTP/1.1\r\n"
    #expect(try status(target + host) == 401)
    #expect(try status(target + host + "\r\nCookie: \(other.cookie)") == 401)
    let secret = other.cookie.split(separator: "=")[1]
    #expect(try status(target + host + "\r\nCookie: foldbook-\(serving.port)=\(secret)") == 401)
    #expect(try status(target + "Host: evil.example\r\nCookie: \(serving.cookie)") == 421)
    #expect(try status(target + host + "\r\nSec-Fetch-Site: cross-site\r\nCookie: \(serving.cookie)") == 403)
    #expect(try status("GET /?\(serving.address.split(separator: "?")[1]) HTTP/1.1\r\n" + host) == 403)
    #expect(try status(target + host + "\r\nCookie: \(serving.cookie)") == 200)
    let change = try serving.request(
      "POST /api/v1/undo", "Origin: http://127.0.0.1:\(serving.port)\r\nContent-Type: application/json\r\n", body: "{}")
    #expect(change.status == 403)
    #expect(try serving.ask("transactions")["count"]?.integer == 1)
  }

  @Test func `with --read-only every change is refused, and --hide-amounts reaches the page`() throws {
    let program = try ledger()
    let serving = try Serving(program, ["--read-only", "--hide-amounts"])
    #expect(try serving.change("undo", "{}").status == 403)
    #expect(try serving.ask("session")["hideAmounts"]?.flag == true)
    #expect(try serving.ask("transactions")["count"]?.integer == 1)
  }

  @Test func `a port that is taken is 69, a port that is none 64`() throws {
    let program = try ledger()
    let serving = try Serving(program)
    let taken = try program.run(["serve", "--no-browser", "--port", "\(serving.port)"])
    #expect(taken.exitCode == 69)
    #expect(taken.errorText.contains("the port \(serving.port) is taken"))
    for port in ["x", "70000", "-1"] {
      #expect(try program.run(["serve", "--no-browser", "--port=\(port)"]).exitCode == 64)
    }
  }

  @Test func `without a ledger, with a damaged one or a word too many it says so`() throws {
    let program = try FoldbookProcess()
    #expect(try program.run(["serve", "--no-browser"]).exitCode == 66)
    try program.write("this is no ledger", to: "broken.foldbook")
    #expect(try program.run(["serve", "--no-browser"], ledger: program.path("broken.foldbook")).exitCode == 76)
    #expect(try program.run(["serve", "now"]).exitCode == 64)
  }

  @Test func `without the other program beside it, it is 66 and says what to install`() throws {
    let program = try ledger()
    let alone = program.folder.appendingPathComponent("foldbook")
    try FileManager.default.copyItem(at: program.program, to: alone)
    let outcome = try FoldbookProcess.run(
      alone, ["serve", "--file", program.ledgerPath], in: program.folder,
      environment: FoldbookProcess.environment(program.folder))
    #expect(outcome.exitCode == 66)
    #expect(outcome.errorText.contains("foldbook-server is not installed beside foldbook"))
    #expect(outcome.errorText.contains("libmicrohttpd12"))
  }
}
