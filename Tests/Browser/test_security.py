"""Every rule about who may ask, tried from outside against the real program: bytes on a socket, no browser between.

The order is that of "Who may ask" in docs/internals/server.md; `Tests/HTTPServerTests` tries the same rules on their own.
"""

import json
import re
import socket
import time
import urllib.parse

import pytest
from serving import Server

END = "\r\n\r\n"
TOO_MUCH = 64 * 1024 * 1024 + 1


class Outsider:
    """Speaks to a server byte by byte."""

    def __init__(self, server: Server):
        self.server = server
        self.name, self.secret = server.cookie()[0]["name"], server.cookie()[0]["value"]
        self.port = int(server.host.rsplit(":")[-1])
        self.proof = server.ask("session")["csrf"]

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def filled(self, text: str) -> str:
        return (text.replace("HOST", f"127.0.0.1:{self.port}").replace("COOKIE", f"{self.name}={self.secret}")
                .replace("PROOF", self.proof).replace("NAME", self.name).replace("SECRET", self.secret).replace("PORT", str(self.port)))

    def ask(self, head: str, body: bytes = b"") -> tuple[int, str, bytes]:
        """The status, the head and the body of the answer; 0 where the connection ends without one."""
        with self.connect() as connection:
            try:
                connection.sendall(self.filled(head).encode("latin-1") + body)
            except OSError:
                pass  # It may have answered and closed before everything was sent.
            return answer_on(connection)


def answer_on(connection: socket.socket) -> tuple[int, str, bytes]:
    received = b""
    try:
        while b"\r\n\r\n" not in received:
            piece = connection.recv(65_536)
            if not piece:
                return 0, "", received
            received += piece
        head, _, body = received.partition(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", head.lower())[1])
        while len(body) < length:
            piece = connection.recv(65_536)
            if not piece:
                break
            body += piece
    except ConnectionResetError:
        return 0, "", received
    return int(head.split()[1]), head.decode("latin-1").lower(), body


@pytest.fixture(scope="module")
def outsider(shared_server) -> Outsider:
    return Outsider(shared_server)


GET = "GET /api/v1/dashboard HTTP/1.1\r\n"
POST = "POST /api/v1/undo HTTP/1.1\r\n"
WELCOME = "Host: HOST\r\nCookie: COOKIE\r\n"
OWN = WELCOME + "Origin: http://HOST\r\nX-Foldbook-CSRF: PROOF\r\nContent-Type: application/json\r\n"
EMPTY = "Content-Length: 2" + END + "{}"

RULES = {
    "the right host and cookie": (GET + WELCOME, 200), "localhost is the same": (GET + "Host: localhost:PORT\r\nCookie: COOKIE\r\n", 200),
    # Host
    "no host": (GET + "Cookie: COOKIE\r\n", 400), "another host": (GET + "Host: evil.example\r\nCookie: COOKIE\r\n", 421),
    "another port": (GET + "Host: 127.0.0.1:1\r\nCookie: COOKIE\r\n", 421), "no port": (GET + "Host: 127.0.0.1\r\nCookie: COOKIE\r\n", 421),
    "a host that begins alike": (GET + "Host: HOST.evil.example\r\nCookie: COOKIE\r\n", 421),
    "a host with a user": (GET + "Host: x@HOST\r\nCookie: COOKIE\r\n", 421), "the host as IPv6": (GET + "Host: [::1]:PORT\r\nCookie: COOKIE\r\n", 421),
    "two hosts": (GET + "Host: HOST\r\n" + WELCOME, 421), "two different hosts": (GET + "Host: evil.example\r\n" + WELCOME, 421),
    "a host in the target": ("GET http://evil.example/ HTTP/1.1\r\n" + WELCOME, 400), "an old request without a host": ("GET / HTTP/1.0\r\nCookie: COOKIE\r\n", 421),
    # Where a browser says the request comes from
    "another site": (GET + WELCOME + "Sec-Fetch-Site: cross-site\r\n", 403), "a sister site": (GET + WELCOME + "Sec-Fetch-Site: same-site\r\n", 403),
    "the page itself": (GET + WELCOME + "Sec-Fetch-Site: same-origin\r\n", 200), "typed by hand": (GET + WELCOME + "Sec-Fetch-Site: none\r\n", 200),
    # Token and cookie
    "no cookie": (GET + "Host: HOST\r\n", 401), "no cookie for the page": ("GET / HTTP/1.1\r\nHost: HOST\r\n", 401),
    "no cookie for the script": ("GET /page.js HTTP/1.1\r\nHost: HOST\r\n", 401),
    "a wrong cookie": (GET + "Host: HOST\r\nCookie: NAME=" + "0" * 64 + "\r\n", 401), "an empty cookie": (GET + "Host: HOST\r\nCookie: NAME=\r\n", 401),
    "a part of the cookie": (GET + "Host: HOST\r\nCookie: NAME=" + "a" * 8 + "\r\n", 401),
    "the name of another port": (GET + "Host: HOST\r\nCookie: foldbook-1=SECRET\r\n", 401),
    "two cookies of the name": (GET + "Host: HOST\r\nCookie: COOKIE; NAME=x\r\n", 401), "two fields of cookies": (GET + WELCOME + "Cookie: COOKIE\r\n", 401),
    "a wrong token": ("GET /?token=" + "0" * 64 + " HTTP/1.1\r\nHost: HOST\r\n", 403), "an empty token": ("GET /?token= HTTP/1.1\r\nHost: HOST\r\n", 403),
    # Changes
    "a change without an origin": (POST + WELCOME + "X-Foldbook-CSRF: PROOF\r\nContent-Type: application/json\r\n" + EMPTY, 403),
    "a change of another origin": (POST + WELCOME + "Origin: http://evil.example\r\nX-Foldbook-CSRF: PROOF\r\n" + EMPTY, 403),
    "a change of no origin": (POST + WELCOME + "Origin: null\r\nX-Foldbook-CSRF: PROOF\r\n" + EMPTY, 403),
    "a change of another scheme": (POST + WELCOME + "Origin: https://HOST\r\nX-Foldbook-CSRF: PROOF\r\n" + EMPTY, 403),
    "a change of the other name": (POST + WELCOME + "Origin: http://localhost:PORT\r\nX-Foldbook-CSRF: PROOF\r\n" + EMPTY, 403),
    "a change of two origins": (POST + OWN + "Origin: http://HOST\r\n" + EMPTY, 403),
    "a change without the proof": (POST + WELCOME + "Origin: http://HOST\r\nContent-Type: application/json\r\n" + EMPTY, 403),
    "a change with a wrong proof": (POST + WELCOME + "Origin: http://HOST\r\nX-Foldbook-CSRF: x\r\n" + EMPTY, 403),
    "a change with the cookie as proof": (POST + WELCOME + "Origin: http://HOST\r\nX-Foldbook-CSRF: SECRET\r\n" + EMPTY, 403),
    "a change with two proofs": (POST + OWN + "X-Foldbook-CSRF: PROOF\r\n" + EMPTY, 403),
    "a change by GET": ("GET /api/v1/undo HTTP/1.1\r\n" + OWN, 405), "a method in a field": ("GET /api/v1/undo HTTP/1.1\r\n" + OWN + "X-HTTP-Method-Override: POST\r\n", 405),
    "a change of the page": ("POST / HTTP/1.1\r\n" + OWN + EMPTY, 405), "a method nobody has": ("PUT /api/v1/undo HTTP/1.1\r\n" + OWN + EMPTY, 405),
    # Targets
    "NUL": ("GET /%00 HTTP/1.1\r\n" + WELCOME, 400), "NUL before a kind": ("GET /page.js%00.html HTTP/1.1\r\n" + WELCOME, 400),
    "NUL in a value": ("GET /api/v1/merchant?name=%00 HTTP/1.1\r\n" + WELCOME, 400),
    "up": ("GET /../../etc/passwd HTTP/1.1\r\n" + WELCOME, 400), "up in escapes": ("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + WELCOME, 400),
    "up in escapes of escapes": ("GET /%252e%252e/etc/passwd HTTP/1.1\r\n" + WELCOME, 404), "backslashes": ("GET /..\\..\\etc HTTP/1.1\r\n" + WELCOME, 400),
    "an escaped slash": ("GET /api%2fv1/log HTTP/1.1\r\n" + WELCOME, 400), "two slashes": ("GET //evil.example/ HTTP/1.1\r\n" + WELCOME, 400),
    "half an escape": ("GET /% HTTP/1.1\r\n" + WELCOME, 400), "no UTF-8": ("GET /%ff HTTP/1.1\r\n" + WELCOME, 400), "too long a UTF-8": ("GET /%c0%ae%c0%ae/ HTTP/1.1\r\n" + WELCOME, 400),
    "a line break": ("GET /%0d%0aSet-Cookie:x HTTP/1.1\r\n" + WELCOME, 400), "a file of the system": ("GET /etc/passwd HTTP/1.1\r\n" + WELCOME, 404),
    "a target without end": ("GET /" + "a" * 9_000 + " HTTP/1.1\r\n" + WELCOME, 414), "an unknown parameter": ("GET /api/v1/log?x=1 HTTP/1.1\r\n" + WELCOME, 400),
    "a parameter twice": ("GET /api/v1/log?limit=1&limit=2 HTTP/1.1\r\n" + WELCOME, 400),
    # Bodies and fields
    "a length and chunks": (POST + OWN + "Content-Length: 2\r\nTransfer-Encoding: chunked" + END + "2\r\n{}\r\n0\r\n\r\n", 400),
    "two lengths": (POST + OWN + "Content-Length: 2\r\nContent-Length: 2" + END + "{}", 400), "a length below zero": (POST + OWN + "Content-Length: -1" + END, 400),
    "a length with a sign": (POST + OWN + "Content-Length: +2" + END + "{}", 400), "another kind": (POST + OWN.replace("application/json", "text/plain") + EMPTY, 415),
    "a form where JSON is due": (POST + OWN.replace("application/json", "application/x-www-form-urlencoded") + EMPTY, 415),
    "a body too large for JSON": (POST + OWN + f"Content-Length: {256 * 1024 + 1}" + END, 413),
    "a body too large for files": ("POST /api/v1/import HTTP/1.1\r\n" + OWN.replace("application/json", "multipart/form-data; boundary=x") + f"Content-Length: {TOO_MUCH}" + END, 413),
    "a body for a question": (GET + WELCOME + "Content-Length: 5" + END + "hello", 413), "a control in a field": (GET + WELCOME + "X: a\x01b\r\n", 400),
    "a field twice in JSON": (POST.replace("undo", "budget") + OWN + "Content-Length: 37" + END + '{"amountMinor":100,"amountMinor":200} ', 400),
    "an unknown field in JSON": (POST + OWN + "Content-Length: 11" + END + '{"__proto_":', 400),
    "JSON without end": (POST + OWN + "Content-Length: 4000" + END + "[" * 4_000, 400),
}


# libmicrohttpd refuses these by itself, with a page of its own that is always the same.
BY_THE_LIBRARY = {"no host", "a length below zero", "a length with a sign"}


@pytest.mark.parametrize("rule", RULES)
def test_rule(outsider, rule):
    request, wanted = RULES[rule]
    status, head, body = outsider.ask(request if END in request else request + "\r\n")
    assert status == wanted, body[:200]
    # A refusal is as protected as an answer, and says nothing of what the ledger or the machine holds.
    for field in ("content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "cache-control: no-store", "referrer-policy: no-referrer"):
        assert field in head or rule in BY_THE_LIBRARY, field
    if wanted != 200:
        text = body.decode()
        assert outsider.secret not in text and outsider.proof not in text and "root:" not in text and "18748" not in text
        assert "set-cookie" not in head


def test_fields_beyond_the_limit_end_the_request(outsider):
    status, _, _ = outsider.ask(GET + WELCOME + "X: " + "a" * 40_000 + END)
    assert status in (0, 413, 431)


def test_the_token_is_worth_one_cookie_and_is_never_said_again(serve, household_ledger):
    server = serve(household_ledger)
    token = urllib.parse.parse_qs(urllib.parse.urlsplit(server.first_address).query)["token"][0]
    head = f"GET /?token={token} HTTP/1.1\r\nHost: {server.host}{END}".encode()
    found = []
    for _ in range(2):
        with socket.create_connection(("127.0.0.1", int(server.host.rsplit(":")[-1])), timeout=30) as connection:
            connection.sendall(head)
            found.append(answer_on(connection))
    (first, given, _), (second, refused, body) = found
    assert (first, second) == (303, 403) and "location: /\r\n" in given + "\r\n" and token not in given
    cookie = re.search(r"set-cookie: (.*)", given)[1]
    assert "httponly" in cookie and "samesite=strict" in cookie and f"-{server.host.rsplit(':')[-1]}=" in cookie
    assert "domain" not in cookie and "set-cookie" not in refused and token.encode() not in body


def test_the_cookie_of_another_server_is_worth_nothing(outsider, serve, household_ledger):
    other = Outsider(serve(household_ledger))
    for name in (other.name, outsider.name):
        assert outsider.ask(f"{GET}Host: HOST\r\nCookie: {name}={other.secret}{END}")[0] == 401


def test_only_the_loopback_address_listens(outsider):
    lines = [line.split() for path in ("/proc/net/tcp", "/proc/net/tcp6") for line in open(path).readlines()[1:]]
    places = {local for _, local, _, state, *_ in lines if state == "0A" and int(local.rsplit(":")[-1], 16) == outsider.port}
    assert places == {f"0100007F:{outsider.port:04X}"}


def test_read_only_refuses_every_change_whatever_else_is_right(serve, household_ledger):
    outsider = Outsider(serve(household_ledger, "--read-only"))
    changes = [
        "POST transactions", "PATCH transactions/729", "DELETE transactions/729", "POST delete", "POST recategorise", "POST undo", "POST redo",
        "POST budget", "POST categories", "POST accounts", "POST transfers/link", "POST transfers/unlink", "POST import",
    ]
    for change in changes:
        method, path = change.split()
        status, _, body = outsider.ask(f"{method} /api/v1/{path} HTTP/1.1\r\n{OWN}{EMPTY}")
        assert (status, json.loads(body)["code"]) == (403, "readOnly"), change
    assert outsider.server.ask("session")["readOnly"] is True


def test_slow_clients_take_no_place_from_others_and_are_cut_off(serve, household_ledger):
    outsider = Outsider(serve(household_ledger))
    slow = [outsider.connect() for _ in range(100)]
    for connection in slow:
        connection.sendall(b"GET / HTTP/1.1\r\nX: ")
    begin = time.monotonic()
    assert outsider.ask(GET + WELCOME + "\r\n")[0] == 200 and time.monotonic() - begin < 10
    # Nothing moves on them for 20 s; then they are closed, with or without a word.
    for connection in slow:
        connection.settimeout(60)
        try:
            while connection.recv(4_096):
                pass
        except ConnectionResetError:
            pass
        connection.close()
    assert 15 < time.monotonic() - begin < 60


def test_too_many_connections_wait_until_others_end(serve, household_ledger):
    outsider = Outsider(serve(household_ledger))
    held = [outsider.connect() for _ in range(140)]
    for connection in held[:100]:
        connection.close()
    deadline = time.monotonic() + 20
    while (status := outsider.ask(GET + WELCOME + "\r\n")[0]) != 200:
        assert time.monotonic() < deadline, status
    for connection in held[100:]:
        connection.close()
