import Foundation
import HTTPServer
import ProgramRunning
import Testing

/// Real connections to a real server, well and badly behaved.
@Suite(.serialized) struct HTTPServerTests {
  private static let end = "Host: x\r\n\r\n"

  @Test func `requests are answered one after the other on one connection`() throws {
    let server = try EchoServer()
    let connection = try server.connect()
    for (method, body) in [("GET", ""), ("POST", "hello"), ("PATCH", "12"), ("DELETE", ""), ("GET", "")] {
      connection.send(
        "\(method) /a%20b HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\(HTTPServerTests.end)\(body)")
      let answer = try #require(try connection.answer())
      #expect(answer.status == 200)
      #expect(answer.text == "\(method) /a b \(body.utf8.count)\n")
    }
  }

  @Test func `every answer forbids what the page does not need`() throws {
    let server = try EchoServer()
    for line in ["GET / HTTP/1.1", "GET /refused HTTP/1.1", "GET /%00 HTTP/1.1", "PUT / HTTP/1.1", "HEAD / HTTP/1.1"] {
      let answer = try #require(try server.answer("\(line)\r\n\(HTTPServerTests.end)"))
      let policy = try #require(answer.header("content-security-policy"))
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; "))
      #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
      #expect(answer.header("x-content-type-options") == "nosniff")
      #expect(answer.header("cache-control") == "no-store")
      #expect(answer.header("referrer-policy") == "no-referrer")
      #expect(answer.header("x-frame-options") == "DENY")
      #expect(answer.header("access-control-allow-origin") == nil)
      #expect(answer.headers.count { $0.name == "content-security-policy" } == 1)
    }
  }

  @Test(
    arguments: [
      ("GET /%00 HTTP/1.1\r\n", 400), ("GET /../a HTTP/1.1\r\n", 400), ("GET //a HTTP/1.1\r\n", 400),
      ("GET http://127.0.0.1/ HTTP/1.1\r\n", 400), ("PUT / HTTP/1.1\r\n", 405), ("OPTIONS / HTTP/1.1\r\n", 405),
      ("TRACE / HTTP/1.1\r\n", 405), ("get / HTTP/1.1\r\n", 405), ("GET /refused HTTP/1.1\r\n", 403),
      ("GET / HTTP/1.1\r\nX: \u{1}\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n", 400),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 100001\r\n", 413), ("POST / HTTP/1.1\r\nContent-Length: -1\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: +1\r\n", 400), ("POST / HTTP/1.1\r\nContent-Length: 1,1\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n", 413),
    ])
  func `a request that is wrong is refused`(head: String, status: Int) throws {
    let server = try EchoServer()
    let answer = try #require(try server.answer(head + HTTPServerTests.end))
    #expect(answer.status == status)
  }

  @Test func `a target and header fields beyond the limits are refused`() throws {
    let server = try EchoServer()
    let long = String(repeating: "a", count: 9_000)
    #expect(try server.answer("GET /\(long) HTTP/1.1\r\n\(HTTPServerTests.end)")?.status == 414)
    let huge = String(repeating: "X-Field: \(long)\r\n", count: 8)
    let status = try server.answer("GET / HTTP/1.1\r\n\(huge)\(HTTPServerTests.end)")?.status
    #expect(status == 431 || status == 413)
  }

  @Test func `a body that goes on beyond the limit ends the connection`() throws {
    let server = try EchoServer()
    let connection = try server.connect()
    connection.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\(HTTPServerTests.end)")
    let chunk = "2000\r\n" + String(repeating: "x", count: 8_192) + "\r\n"
    var sent = 0
    while sent < 1_000, connection.send(chunk) { sent += 1 }
    #expect(sent < 1_000)
    // What was served before goes on to be.
    #expect(try server.answer("GET / HTTP/1.1\r\n\(HTTPServerTests.end)")?.status == 200)
  }

  @Test func `a body in chunks within the limit is read`() throws {
    let server = try EchoServer()
    let answer = try server.answer(
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\(HTTPServerTests.end)3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
    #expect(answer?.text == "POST / 5\n")
  }

  @Test(arguments: ["POST", "PATCH", "DELETE"])
  func `a refused body is read to its end where it is small`(method: String) throws {
    let server = try EchoServer()
    let connection = try server.connect()
    connection.send("\(method) /refused HTTP/1.1\r\nContent-Length: 5\r\n\(HTTPServerTests.end)hello")
    #expect(try connection.answer()?.status == 403)
    let large = try server.connect()
    large.send("\(method) /refused HTTP/1.1\r\nContent-Length: 90000\r\n\(HTTPServerTests.end)")
    #expect(try large.answer()?.status == 403)
    #expect(try large.readToEnd().isEmpty)
  }

  @Test func `a client that sends a byte at a time is cut off`() throws {
    let server = try EchoServer(limits: HTTPLimits(idleSeconds: 2, receiveSeconds: 1))
    let slow = try server.connect()
    var bytes = Array("GET / HTTP/1.1\r\nX: ".utf8)[...]
    var sent = 0
    // It never stops to send, so it is never idle.
    while sent < 500, !slow.isEnded(withinMilliseconds: 20) {
      server.enforceDeadlines()
      guard slow.send([bytes.popFirst() ?? 0x61]) else { break }
      sent += 1
    }
    #expect(sent < 500)
    let idle = try server.connect()
    idle.send("GET / HTTP/1.1\r\n")
    _ = try idle.readToEnd()
  }

  @Test func `a client that does not read its answer is cut off`() throws {
    let server = try EchoServer(limits: HTTPLimits(idleSeconds: 60, sendSeconds: 1))
    let lazy = try server.connect()
    lazy.send("GET /large HTTP/1.1\r\n\(HTTPServerTests.end)")
    try lazy.wait(for: "\r\n\r\n")
    var rounds = 0
    while rounds < 200, !lazy.isEnded(withinMilliseconds: 50) {
      server.enforceDeadlines()
      rounds += 1
    }
    #expect(try lazy.readToEnd().count < 20_000_000)
  }

  @Test func `fifty clients at once are served`() async throws {
    let server = try EchoServer()
    let port = server.port
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for client in 0..<50 {
        group.addTask {
          let connection = try RawConnection(port: port)
          var served = 0
          for number in 0..<20 {
            connection.send("GET /\(client)/\(number) HTTP/1.1\r\n\(HTTPServerTests.end)")
            if try connection.answer()?.text == "GET /\(client)/\(number) 0\n" { served += 1 }
          }
          return served
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 20, count: 50))
  }

  @Test func `connections beyond the limit wait for others to end`() throws {
    let server = try EchoServer(limits: HTTPLimits(connectionCount: 4))
    var open = try (0..<4).map { _ in try server.connect() }
    for connection in open {
      connection.send("GET / HTTP/1.1\r\n\(HTTPServerTests.end)")
      #expect(try connection.answer()?.status == 200)
    }
    let waiting = try server.connect()
    waiting.send("GET / HTTP/1.1\r\n\(HTTPServerTests.end)")
    open.removeAll()
    let answer = try waiting.answer()
    #expect(answer == nil || answer?.status == 200)
    // The server learns a moment later that the others have gone.
    let deadline = ContinuousClock.now + .seconds(10)
    var next = try server.answer("GET / HTTP/1.1\r\n\(HTTPServerTests.end)")
    while next == nil, ContinuousClock.now < deadline {
      next = try server.answer("GET / HTTP/1.1\r\n\(HTTPServerTests.end)")
    }
    #expect(next?.status == 200)
  }

  @Test func `a stream says what it has at once, and stopping ends it`() throws {
    let server = try EchoServer()
    let connection = try server.connect()
    connection.send("GET /stream HTTP/1.1\r\n\(HTTPServerTests.end)")
    try connection.wait(for: "data: first\n\n")
    server.stop()
    _ = try connection.readToEnd()
    #expect(throws: RawConnection.Failure.self) { try RawConnection(port: server.port) }
  }

  @Test func `a client that leaves a stream frees its place`() throws {
    let server = try EchoServer(limits: HTTPLimits(connectionCount: 2))
    let deadline = ContinuousClock.now + .seconds(20)
    for _ in 0..<6 {
      // A server that is full closes at once, until it has noticed who left.
      while true {
        do {
          let connection = try server.connect()
          connection.send("GET /stream HTTP/1.1\r\n\(HTTPServerTests.end)")
          try connection.wait(for: "data: first\n\n")
          break
        } catch {
          guard ContinuousClock.now < deadline else { throw error }
        }
      }
    }
  }

  @Test func `only the loopback address listens, and a taken port is said so`() throws {
    let server = try EchoServer()
    #expect(throws: HTTPServerError.portTaken(server.port)) { try ListeningSocket(port: server.port).cancel() }
    // 127.0.0.2 is this machine too; a server on every address would answer there.
    #expect(throws: RawConnection.Failure.self) { try RawConnection(port: server.port, address: 0x7F00_0002) }
  }
}
