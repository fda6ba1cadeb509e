"""Runs `foldbook-server` on a ledger, and asks its API the way that the page does."""

import http.client
import json
import os
import subprocess
import urllib.parse
from pathlib import Path

from ledgers import NOW


class Server:
    def __init__(self, program: Path, ledger: Path, *options: str, environment: dict[str, str] | None = None):
        command = [program, "--file", ledger, "--port", "0", "--no-browser", "--now", NOW, *options]
        variables = {**os.environ, **(environment or {})}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=variables)
        self.first_address = self.process.stdout.readline().strip()
        parts = urllib.parse.urlsplit(self.first_address)
        assert parts.netloc, "the server printed no address"
        self.host = parts.netloc
        self.address = f"http://{self.host}/"
        self._query = parts.query
        self._cookie = None

    def cookie(self) -> list[dict]:
        """Trades the one-time token for the session's cookie, for every browser context of the tests."""
        if self._cookie is None:
            connection = http.client.HTTPConnection(self.host)
            connection.request("GET", f"/?{self._query}")
            answer = connection.getresponse()
            answer.read()
            self._cookie = (answer.getheader("set-cookie") or "").split(";")[0]
        if not self._cookie:
            return []
        name, value = self._cookie.split("=", 1)
        return [{"name": name, "value": value, "url": self.address, "httpOnly": True, "sameSite": "Strict"}]

    def ask(self, path: str) -> dict:
        self.cookie()
        connection = http.client.HTTPConnection(self.host)
        connection.request("GET", f"/api/v1/{path}", headers={"Cookie": self._cookie})
        answer = connection.getresponse()
        body = json.loads(answer.read())
        assert answer.status == 200, body
        return body

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)
        self.process.stdout.close()
