"""The comparisons, one function each: what is run in turn, what must agree, and which row of the table it gives."""
import json
import os
import sys
from dataclasses import dataclass

import answers
from data import TODAY, remove, remove_ledger
from running import same

YEAR = "2025"


@dataclass
class Row:
    """One line of the result."""
    what: str
    ours: str
    other: str
    value: float
    # At most so much; or, where `at_least`, at least so much; None where there is no target.
    target: float = None
    at_least: bool = False
    unit: str = "×"

    @property
    def holds(self):
        if self.target is None:
            return None
        return self.value >= self.target if self.at_least else self.value <= self.target


def shown(seconds):
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 1e-3:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e6:.0f} µs"


def megabytes(count):
    return f"{count / 1e6:.0f} MB"


class Measures:
    def __init__(self, runner, programs, sizes, data, rounds):
        self.runner = runner
        self.programs = programs
        self.large, self.middle, self.small = sizes
        self.data = data
        self.rounds = rounds
        self.worker = os.path.join(os.path.dirname(os.path.abspath(__file__)), "duckdb_worker.py")

    def foldbook(self, ledger, *words):
        return [self.programs.foldbook, *words, "--file", ledger, "--now", TODAY]

    def duckdb(self, *words):
        return [sys.executable, self.worker, *(str(word) for word in words)]

    def bench(self, name, size, *words):
        return [self.programs.bench, name, "--events", str(size), "--folder", self.data(size).folder, "--json", *words]

    def baseline(self, name, *words):
        return [os.path.join(self.programs.baseline, name), *words]

    # The fold

    def fold(self):
        ledger = self.data(self.large).ledger
        for verifies in (False, True):
            words = ["--verify"] if verifies else []
            costs = self.runner.in_turn({
                "ours": self.bench("fold", self.large, *words),
                "C": self.baseline("fold", ledger, "1", *(["verify"] if verifies else [])),
                "scan": self.baseline("scan", ledger),
            }, self.rounds * 2 + 1)
            reports = {name: json.loads(cost.output) for name, cost in costs.items()}
            same("the fold", ours={"digest": reports["ours"]["digest"]}, C={"digest": reports["C"]["digest"]})
            events = reports["ours"]["count"]

            def each(name):
                return f"{costs[name].own_seconds * 1e9 / events:.1f} ns"
            yield Row(
                f"fold of {events:,} events{', checksums too' if verifies else ''}, fresh process, one thread / the same in C",
                each("ours"), f"{each('C')} (scan alone {each('scan')})", costs["ours"].own_seconds / costs["C"].own_seconds,
                None if verifies else 1.3)

    def threads(self):
        costs = self.runner.in_turn({
            "one": self.bench("fold", self.large), "two": self.bench("fold", self.large, "--threads", "2"),
            "C one": self.baseline("fold", self.data(self.large).ledger, "1"),
            "C two": self.baseline("fold", self.data(self.large).ledger, "2"),
        }, self.rounds * 2 + 1)
        one, two = json.loads(costs["one"].output), json.loads(costs["two"].output)
        same("the fold on two threads", one={"digest": one["digest"]}, two={"digest": two["digest"]})
        yield Row(
            "the same on two threads / on one", shown(costs["two"].own_seconds),
            shown(costs["one"].own_seconds), costs["two"].own_seconds / costs["one"].own_seconds, 0.8)
        yield Row(
            "the C fold on two threads / on one", shown(costs["C two"].own_seconds), shown(costs["C one"].own_seconds),
            costs["C two"].own_seconds / costs["C one"].own_seconds)

    # Replay

    def replay(self):
        data = self.data(self.large)
        database = os.path.join(data.folder, "events.duckdb")
        if not os.path.exists(database):
            remove(database)
            self.runner.once(self.duckdb("load-events", data.events, database))
        commands = {"ours": self.foldbook(data.copy, "replay", "--json")}
        for threads in (1, 2):
            for form in ("current", "self-contained"):
                commands[f"{form} {threads}"] = self.duckdb("replay", database, threads, form)
        costs = self.runner.in_turn(commands, self.rounds)
        ours = answers.foldbook_replay(*(
            self.runner.once(self.foldbook(data.copy, question, "--json"))["output"]
            for question in ("months", "merchants", "days", "accounts")))
        same("replay", ours=ours, **{name: answers.duckdb_replay(costs[name].output) for name in commands if name != "ours"})
        for form, what, target in (
            ("current", "an event table", 0.15), ("self-contained", "a table of self-contained rows", None)):
            best = min((costs[f"{form} {threads}"] for threads in (1, 2)), key=lambda cost: cost.own_seconds)
            yield Row(
                f"whole `replay` of {self.large:,} events, snapshot written and synced / DuckDB's four aggregates from {what}",
                shown(costs["ours"].seconds), shown(best.own_seconds), costs["ours"].seconds / best.own_seconds, target)
        yield Row(
            f"peak memory of `replay` at {self.large:,}", megabytes(costs["ours"].peak_bytes), "", costs["ours"].peak_bytes / 1e6,
            400, unit="MB")

    # Import

    def import_table(self):
        data = self.data(self.middle)
        path, database = os.path.join(data.folder, "new.foldbook"), os.path.join(data.folder, "new.duckdb")
        commands = {"ours": data.import_command(path)}
        before = {"ours": lambda: remove_ledger(path)}
        for threads in (1, 2):
            commands[f"DuckDB {threads}"] = self.duckdb("copy", data.table, database, threads)
            before[f"DuckDB {threads}"] = lambda: remove(database)
        costs = self.runner.in_turn(commands, self.rounds, before)
        accounts = json.loads(self.runner.once(self.foldbook(path, "accounts", "--json"))["output"])["accounts"]
        total = [sum(entry["count"] for entry in accounts), sum(entry["balanceMinor"] for entry in accounts)]
        same("import", ours=total, **{name: answers.duckdb_answer(costs[name].output) for name in commands if name != "ours"})
        best = min((costs["DuckDB 1"], costs["DuckDB 2"]), key=lambda cost: cost.own_seconds)
        yield Row(
            f"`import` of {self.middle:,} CSV rows, durable, hashed, deduplicated, with views / DuckDB `COPY` and checkpoint",
            shown(costs["ours"].seconds), shown(best.own_seconds), costs["ours"].seconds / best.own_seconds, 0.5)
        stats = json.loads(self.runner.once(self.foldbook(path, "stats", "--json"))["output"])
        text = data.text_bytes
        size = os.path.getsize(path)
        yield Row(
            f"ledger file at {self.middle:,} imported rows, views included, text apart: bytes an event",
            f"{size / 1e6:.1f} MB, text {text / 1e6:.1f} MB", f"DuckDB {os.path.getsize(database) / 1e6:.1f} MB",
            (size - text) / stats["events"], 48, unit="bytes")
        remove_ledger(path)
        remove(database)

    def growth(self):
        small, large = self.data(self.middle), self.data(self.large)
        new = {data.size: os.path.join(data.folder, "new.foldbook") for data in (small, large)}
        # Both tables are in memory before: reading the large one from the disk would be a measure of the disk.
        for data in (small, large):
            with open(data.table, "rb") as table:
                while table.read(1 << 20):
                    pass
        costs = self.runner.in_turn({
            "replay small": self.foldbook(small.copy, "replay"), "replay large": self.foldbook(large.copy, "replay"),
            "import small": small.import_command(new[small.size]), "import large": large.import_command(new[large.size]),
        }, max(1, self.rounds // 2), {
            "import small": lambda: remove_ledger(new[small.size]), "import large": lambda: remove_ledger(new[large.size])})
        for path in new.values():
            remove_ledger(path)
        for what in ("replay", "import"):
            each = {
                size: costs[f"{what} {name}"].seconds / count
                for size, name, count in (("small", "small", small.size), ("large", "large", large.size))}
            yield Row(
                f"growth of `{what}` from {small.size:,} to {large.size:,}, time an event", f"{each['large'] * 1e9:.0f} ns",
                f"{each['small'] * 1e9:.0f} ns", each["large"] / each["small"], 1.25)
        peak = costs["import large"].peak_bytes
        yield Row(f"peak memory of `import` at {large.size:,}", megabytes(peak), "", peak / 1e6, 1200, unit="MB")

    # Questions

    def questions_at_sizes(self):
        name = next(iter(self.data(self.small).rows()))["Merchant"]
        for question in (["dashboard"], ["merchant", name]):
            costs = self.runner.in_turn({
                size: self.foldbook(self.data(size).ledger, *question, "--json") for size in (self.large, self.small)
            }, self.rounds * 10 + 1)
            yield Row(
                f"`{question[0]}` as a whole process at {self.large:,} / at {self.small:,} transactions, average tail",
                shown(costs[self.large].seconds), shown(costs[self.small].seconds),
                costs[self.large].seconds / costs[self.small].seconds, 1.2)

    def dashboard(self):
        data = self.data(self.large)
        month = TODAY[:7]
        sql = f"""
            SELECT 'account', account, cents FROM account_balance;
            SELECT CASE kind WHEN 'income' THEN 'in' WHEN 'expense' THEN 'out' ELSE 'transfers' END, '',
              CASE kind WHEN 'expense' THEN -sum(cents) ELSE sum(cents) END FROM month_category WHERE month = '{month}'
              GROUP BY kind;
            SELECT 'category', category, -cents FROM month_category WHERE month = '{month}' AND kind = 'expense';
            SELECT 'day', day, cents FROM day_spent WHERE day BETWEEN '{month}-01' AND '{TODAY}';"""
        costs = self.runner.in_turn({
            "ours": self.foldbook(data.ledger, "dashboard", "--json"),
            "SQLite": ["sqlite3", "-readonly", data.sqlite_aggregates, sql],
        }, self.rounds * 10 + 1)
        same(
            "dashboard", ours=answers.foldbook_dashboard(costs["ours"].output),
            SQLite=answers.sqlite_dashboard(costs["SQLite"].output))
        yield Row(
            f"`dashboard` as a whole process at {self.large:,} / sqlite3 reading hand-kept aggregates",
            shown(costs["ours"].seconds), shown(costs["SQLite"].seconds), costs["ours"].seconds / costs["SQLite"].seconds, 1.2)

    # Appending

    def append(self):
        costs = self.runner.in_turn({"ours": self.bench("append-one", self.middle)}, self.rounds)
        found = json.loads(costs["ours"].output)
        yield Row(
            "one durable `add` inside a running process / a bare LMDB commit of the same bytes, interleaved",
            shown(found["medianSecondsPerCommit"]), shown(found["bareMedianSecondsPerCommit"]), found["ratioToBare"], 1.3)
        commits, batch = 200, 1_000
        database = os.path.join(self.data(self.middle).folder, "append.sqlite")
        worker = os.path.join(os.path.dirname(self.worker), "sqlite_worker.py")
        costs = self.runner.in_turn({
            "ours": self.bench("append-1000", self.middle),
            "SQLite": [sys.executable, worker, database, str(commits), str(batch)],
        }, self.rounds, {"SQLite": lambda: remove(database)})
        remove(database)
        found = json.loads(costs["ours"].output)
        ours = found["count"] / costs["ours"].own_seconds
        other = commits * batch / costs["SQLite"].own_seconds
        yield Row(
            "1,000 events a commit, aggregates current / SQLite WAL FULL with trigger aggregates", f"{ours:,.0f} events/s",
            f"{other:,.0f} events/s", ours / other, 10, at_least=True)
        bare = batch / found["bareMedianSecondsPerCommit"]
        yield Row(
            "bare LMDB commits of the same blocks, nothing encoded, hashed or summed / the same SQLite", f"{bare:,.0f} events/s",
            f"{other:,.0f} events/s", bare / other)
