import HTTPServer
import Testing

/// Who is let in.
struct LocalAccessTests {
  private let gate = LocalAccess(port: 4321)
  private static let host = HTTPHeaders.Field("Host", "127.0.0.1:4321")

  private func head(
    _ method: HTTPMethod = .get, _ target: String = "/", _ fields: [HTTPHeaders.Field]
  ) throws -> HTTPRequestHead {
    HTTPRequestHead(method: method, target: try RequestTarget(parsing: target), headers: HTTPHeaders(fields))
  }

  private func status(_ answer: LocalAccess.Answer) -> HTTPStatus? {
    if case .refused(let status, _) = answer { status } else { nil }
  }

  /// The cookie that the token is exchanged for.
  private func cookie() throws -> HTTPHeaders.Field {
    let answer = gate.answer(to: try head(.get, "/?token=\(gate.token)", [LocalAccessTests.host]))
    guard case .welcome(let cookie) = answer else {
      Issue.record("the token was refused: \(answer)")
      return HTTPHeaders.Field("Cookie", "")
    }
    #expect(cookie.hasPrefix("foldbook-4321="))
    #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
    return HTTPHeaders.Field("Cookie", String(cookie.prefix { $0 != ";" }))
  }

  @Test func `the token works once, for a GET only`() throws {
    let address = "/?token=\(gate.token)"
    #expect(status(gate.answer(to: try head(.head, address, [LocalAccessTests.host]))) == .forbidden)
    _ = try cookie()
    #expect(status(gate.answer(to: try head(.get, address, [LocalAccessTests.host]))) == .forbidden)
  }

  @Test func `a wrong token is refused and does not spend the right one`() throws {
    for token in ["", "0", String(gate.token.dropLast()), gate.token + "0", gate.token.uppercased() + "x"] {
      #expect(status(gate.answer(to: try head(.get, "/?token=\(token)", [LocalAccessTests.host]))) == .forbidden)
    }
    _ = try cookie()
  }

  @Test(
    arguments: [
      ["127.0.0.1"], ["127.0.0.1:4322"], ["127.0.0.1:04321"], ["localhost:80"], ["evil.example:4321"], [""],
      ["127.0.0.1:4321.evil.example"], ["LOCALHOST:4321"], ["127.0.0.1:4321", "127.0.0.1:4321"],
      ["127.0.0.1:4321", "evil.example"], [], ["127.0.0.1:4321, evil.example"], ["[::1]:4321"], ["0.0.0.0:4321"],
    ])
  func `another host is misdirected`(hosts: [String]) throws {
    let cookie = try cookie()
    let answer = gate.answer(to: try head(.get, "/", hosts.map { HTTPHeaders.Field("Host", $0) } + [cookie]))
    #expect(status(answer) == .misdirected)
  }

  @Test func `with the cookie a GET is admitted under both names`() throws {
    let cookie = try cookie()
    for host in ["127.0.0.1:4321", "localhost:4321"] {
      #expect(gate.answer(to: try head(.get, "/x", [HTTPHeaders.Field("Host", host), cookie])) == .admitted)
    }
  }

  @Test func `without the cookie, with another's or with two there is no session`() throws {
    let cookie = try cookie()
    let secret = cookie.value.split(separator: "=")[1]
    for value in [
      nil, "", "foldbook-4321=", "foldbook-4322=\(secret)", "foldbook=\(secret)", "foldbook-4321=\(secret)0",
      "\(cookie.value); \(cookie.value)", "foldbook-4321=0; \(cookie.value)", "FOLDBOOK-4321=\(secret)",
    ] {
      let fields = [LocalAccessTests.host] + (value.map { [HTTPHeaders.Field("Cookie", $0)] } ?? [])
      #expect(status(gate.answer(to: try head(.get, "/", fields))) == .unauthorized, "\(value ?? "none")")
    }
    let other = HTTPHeaders.Field("Cookie", "theme=dark; \(cookie.value)")
    #expect(gate.answer(to: try head(.get, "/", [LocalAccessTests.host, other])) == .admitted)
  }

  @Test(arguments: [HTTPMethod.post, .patch, .delete])
  func `a change needs the cookie, the exact origin and the header`(method: HTTPMethod) throws {
    let cookie = try cookie()
    let origin = HTTPHeaders.Field("Origin", "http://127.0.0.1:4321")
    let proof = HTTPHeaders.Field(LocalAccess.proofHeader, gate.proof)
    let all = [LocalAccessTests.host, cookie, origin, proof]
    #expect(gate.answer(to: try head(method, "/x", all)) == .admitted)
    #expect(status(gate.answer(to: try head(method, "/x", [LocalAccessTests.host, origin, proof]))) == .unauthorized)
    #expect(status(gate.answer(to: try head(method, "/x", [LocalAccessTests.host, cookie, proof]))) == .forbidden)
    #expect(status(gate.answer(to: try head(method, "/x", [LocalAccessTests.host, cookie, origin]))) == .forbidden)
    #expect(status(gate.answer(to: try head(method, "/x", all + [proof]))) == .forbidden)
    #expect(status(gate.answer(to: try head(method, "/x", all + [origin]))) == .forbidden)
    for other in [
      "null", "http://localhost:4321", "https://127.0.0.1:4321", "http://127.0.0.1:4322", "http://127.0.0.1:4321/",
      "http://127.0.0.1:4321.evil.example", "http://evil.example", "",
    ] {
      let fields = [LocalAccessTests.host, cookie, HTTPHeaders.Field("Origin", other), proof]
      #expect(status(gate.answer(to: try head(method, "/x", fields))) == .forbidden, "\(other)")
    }
  }

  @Test(arguments: ["cross-site", "same-site", "", "same-origin, cross-site"])
  func `what a browser says comes from another site is refused`(site: String) throws {
    let field = HTTPHeaders.Field("Sec-Fetch-Site", site)
    #expect(status(gate.answer(to: try head(.get, "/", [LocalAccessTests.host, try cookie(), field]))) == .forbidden)
  }

  @Test func `secrets differ from each other and from those of another start`() {
    let other = LocalAccess(port: 4321)
    #expect(Set([gate.token, gate.proof, other.token, other.proof]).count == 4)
    #expect(gate.token.count == 64)
  }

  @Test func `at port 80 a browser leaves the port out`() throws {
    let gate = LocalAccess(port: 80)
    let answer = gate.answer(to: try head(.get, "/", [HTTPHeaders.Field("Host", "localhost")]))
    #expect(status(answer) == .unauthorized)
  }
}
