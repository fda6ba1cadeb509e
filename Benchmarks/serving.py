#!/usr/bin/env python3
"""Measures what `foldbook serve` takes for each question on a large ledger, with one client and with fifty at once.

Usage: serving.py FOLDBOOK GENERATOR [--rows N]

The ledger is made in a temporary folder that is removed at the end. The times are a client's on the same machine, the
connection kept open; the first figures are the issue's: the dashboard under 5 ms at the median, memory under 100 MB. Exits
with 1 where one of them is missed.
"""

import argparse
import http.client
import json
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

DASHBOARD_LIMIT_MS = 5.0
MEMORY_LIMIT_MB = 100.0
QUESTIONS = [
    ("session", 50), ("dashboard", 300), ("dashboard?category=Groceries", 30), ("dashboard?text=market", 10),
    ("balance?range=1W", 50), ("balance?range=1Y", 50), ("balance?range=all", 50), ("transactions", 50),
    ("transactions?category=Groceries", 10), ("transactions?text=market", 2), ("transactions/900000", 20),
    ("merchants?month=2026-10", 20), ("categories", 20), ("accounts", 50), ("days?month=2026-10", 50), ("log", 20),
]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("foldbook", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("generator", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--rows", type=int, default=1_000_000)
    return parser.parse_args()


class Server:
    def __init__(self, foldbook, ledger):
        self.process = subprocess.Popen(
            [foldbook, "serve", "--no-browser", "--file", ledger, "--now", "2026-10-20"],
            stdout=subprocess.PIPE, text=True)
        address = self.process.stdout.readline().strip()
        self.port = int(re.search(r":(\d+)/", address).group(1))
        connection = self.connect()
        connection.request("GET", "/" + address.split("/", 3)[3])
        answer = connection.getresponse()
        answer.read()
        self.cookie = answer.getheader("set-cookie").split(";")[0]

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port)

    def ask(self, connection, target):
        """Milliseconds and size of an answer."""
        begin = time.perf_counter()
        connection.request("GET", "/api/v1/" + target, headers={"Cookie": self.cookie})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{target}: {answer.status} {json.loads(body)['reason']}")
        return (time.perf_counter() - begin) * 1e3, len(body)

    def megabytes(self, field):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{field}:\s+(\d+) kB", status, re.MULTILINE).group(1)) / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait()


def crowd(server, count, each):
    """The answer times of so many clients at once."""
    times, failures = [], []

    def client():
        try:
            connection = server.connect()
            for _ in range(each):
                times.append(server.ask(connection, "dashboard")[0])
        except (OSError, SystemExit, http.client.HTTPException) as failure:
            failures.append(repr(failure))

    threads = [threading.Thread(target=client) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise SystemExit(f"{len(failures)} of {count} clients failed: {failures[0]}")
    return times


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        table, ledger = folder + "/table.csv", folder + "/ledger.foldbook"
        subprocess.run([options.generator, "csv", str(options.rows), table], check=True)
        subprocess.run(
            [options.foldbook, "import", table, "--currency", "EUR", "--file", ledger, "--now", "2026-10-20"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        server = Server(options.foldbook, ledger)
        connection = server.connect()
        medians = {}
        print(f"{options.rows} transactions; {server.megabytes('VmRSS'):.1f} MB after the start")
        print(f"{'question':34}{'median ms':>11}{'most ms':>11}{'bytes':>10}{'memory MB':>11}")
        for target, count in QUESTIONS:
            if target == "transactions/900000" and options.rows < 900_000:
                continue
            answers = [server.ask(connection, target) for _ in range(count)]
            times = [milliseconds for milliseconds, _ in answers]
            medians[target] = statistics.median(times)
            print(f"{target:34}{medians[target]:11.2f}{max(times):11.2f}{answers[0][1]:10}"
                  f"{server.megabytes('VmRSS'):11.1f}")
        begin = time.perf_counter()
        times = crowd(server, 50, 20)
        seconds = time.perf_counter() - begin
        most = server.megabytes("VmHWM")
        print(f"50 clients at once: {len(times)} dashboards in {seconds:.2f} s, median {statistics.median(times):.1f} ms")
        print(f"most memory: {most:.1f} MB")
        code = server.stop()
        if code != 0 or medians["dashboard"] >= DASHBOARD_LIMIT_MS or most >= MEMORY_LIMIT_MB:
            print(f"missed: a dashboard under {DASHBOARD_LIMIT_MS} ms, under {MEMORY_LIMIT_MB} MB, exit code 0 ({code})")
            sys.exit(1)


if __name__ == "__main__":
    main()
