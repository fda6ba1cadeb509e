"""Makes the same data in every program's own form, once for a size."""
import csv
import json
import os
import shutil
import sqlite3
import subprocess

CATEGORIES = (
    "Groceries,Eating out,Housing,Utilities,Transport,Health,Shopping,Entertainment,Travel,Education,Children,Pets,"
    "Gifts,Insurance,Taxes,Fees,Cash,Other,Subscriptions,Garden,Salary,Interest,Other income,Transfers").split(",")
ACCOUNTS = ["Checking", "Card", "Savings", "Cash"]
INCOME = {"Salary", "Interest", "Other income"}
TODAY = "2026-10-20"


def kind(category):
    return "income" if category in INCOME else "transfer" if category == "Transfers" else "expense"


def cents(text):
    """The minor units of an amount such as -12.50 or 1,234."""
    text = text.replace(",", "").replace("EUR", "").strip()
    sign, text = (-1, text[1:]) if text.startswith("-") else (1, text)
    whole, _, part = text.partition(".")
    return sign * (int(whole or "0") * 100 + int((part + "00")[:2]))


class Data:
    """The files of one size in a folder; each is made when it is first asked for."""

    def __init__(self, size, folder, programs):
        self.size = size
        self.programs = programs
        self.folder = os.path.join(folder, str(size))
        os.makedirs(self.folder, exist_ok=True)
        made = subprocess.run(
            [programs.bench, "prepare", "--events", str(size), "--folder", self.folder, "--json"], check=True,
            stdout=subprocess.PIPE, text=True)
        paths = json.loads(made.stdout)
        # A ledger of events, nine of ten of them additions, with a tail of average length; and a table of rows.
        self.ledger, self.table = paths["ledger"], paths["table"]

    def _made(self, name, make):
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            make(path + ".draft")
            os.replace(path + ".draft", path)
        return path

    @property
    def events(self):
        return self._made(
            "events.csv", lambda path: subprocess.run([self.programs.bench, "events", str(self.size), path], check=True))

    @property
    def imported(self):
        """A ledger that imported the table."""
        path = os.path.join(self.folder, "imported.foldbook")
        if os.path.exists(path) and os.path.getmtime(path) < os.path.getmtime(self.programs.foldbook):
            remove_ledger(path)
        if not os.path.exists(path):
            subprocess.run(self.import_command(path), check=True, stdout=subprocess.DEVNULL)
        return path

    def import_command(self, path):
        return [
            self.programs.foldbook, "import", self.table, "--currency", "EUR", "--file", path, "--now", TODAY, "--quiet"]

    @property
    def copy(self):
        """A copy of the ledger of events that may be rebuilt."""
        path = os.path.join(self.folder, "copy.foldbook")
        if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(self.ledger):
            for suffix in ("", "-anchor"):
                shutil.copy(self.ledger + suffix, path + suffix)
        return path

    def rows(self):
        with open(self.table, encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file)

    @property
    def text_bytes(self):
        """The bytes of the table's words that a journal keeps of each row: merchant and category."""
        return sum(len(row["Merchant"].encode()) + len(row["Category"].encode()) for row in self.rows())

    @property
    def hledger_journal(self):
        def make(path):
            with open(path, "w", encoding="utf-8") as file:
                for row in self.rows():
                    file.write(
                        f"{row['Date']} {row['Merchant']}\n    assets:{row['Account']}  {row['Amount']} EUR\n"
                        f"    {kind(row['Category'])}:{row['Category']}\n\n")
        return self._made("journal.hledger", make)

    @property
    def beancount_journal(self):
        def make(path):
            def named(category):
                group = {"expense": "Expenses", "income": "Income", "transfer": "Equity"}[kind(category)]
                return f"{group}:{category.replace(' ', '-')}"
            with open(path, "w", encoding="utf-8") as file:
                for account in ACCOUNTS:
                    file.write(f"2016-01-01 open Assets:{account} EUR\n")
                for category in CATEGORIES:
                    file.write(f"2016-01-01 open {named(category)} EUR\n")
                for row in self.rows():
                    file.write(
                        f"{row['Date']} * \"{row['Merchant']}\" \"\"\n  Assets:{row['Account']}  {row['Amount']} EUR\n"
                        f"  {named(row['Category'])}\n")
        return self._made("journal.beancount", make)

    @property
    def sqlite_rows(self):
        """The table's rows in SQLite, with an index by merchant and one by day."""
        def make(path):
            remove(path)
            database = sqlite3.connect(path)
            database.execute(
                "CREATE TABLE entry(id INTEGER PRIMARY KEY, date TEXT, cents INTEGER, merchant TEXT, category TEXT,"
                " account TEXT)")
            database.executemany(
                "INSERT INTO entry(date, cents, merchant, category, account) VALUES(?,?,?,?,?)",
                ((row["Date"], cents(row["Amount"]), row["Merchant"], row["Category"], row["Account"])
                 for row in self.rows()))
            database.execute("CREATE INDEX by_merchant ON entry(merchant, date, cents)")
            database.execute("CREATE INDEX by_date ON entry(date, category, cents)")
            database.commit()
            database.execute("VACUUM")
            database.close()
        return self._made("rows.sqlite", make)

    @property
    def sqlite_aggregates(self):
        """What someone would keep by hand for the dashboard: months by category, days, accounts."""
        def make(path):
            remove(path)
            months, days, accounts = {}, {}, {}
            for day, category, account, amount, count in self.live_sums():
                month = months.setdefault((day[:7], category), [0, 0])
                month[0] += amount
                month[1] += count
                accounts[account] = accounts.get(account, 0) + amount
                if kind(category) == "expense":
                    days[day] = days.get(day, 0) - amount
            database = sqlite3.connect(path)
            database.executescript(
                "CREATE TABLE month_category(month TEXT, category TEXT, kind TEXT, cents INTEGER, count INTEGER,"
                " PRIMARY KEY(month, category)) WITHOUT ROWID;"
                "CREATE TABLE day_spent(day TEXT PRIMARY KEY, cents INTEGER) WITHOUT ROWID;"
                "CREATE TABLE account_balance(account TEXT PRIMARY KEY, cents INTEGER) WITHOUT ROWID;")
            database.executemany(
                "INSERT INTO month_category VALUES(?,?,?,?,?)",
                ((month, category, kind(category), *sums) for (month, category), sums in months.items()))
            database.executemany("INSERT INTO day_spent VALUES(?,?)", days.items())
            database.executemany("INSERT INTO account_balance VALUES(?,?)", accounts.items())
            database.commit()
            database.close()
        return self._made("aggregates.sqlite", make)

    def live_sums(self):
        """Day, category, account, cents and count of what the events leave, computed by DuckDB."""
        import duckdb
        found = duckdb.connect().execute(f"""
            WITH e AS (SELECT * FROM read_csv('{self.events}')),
            changed AS (
              SELECT date, category, account, amount_minor AS cents, 1 AS n FROM e WHERE kind IN (0, 1)
              UNION ALL SELECT date, previous_category, account, -amount_minor, -1 FROM e WHERE kind = 1
              UNION ALL SELECT date, category, account, -amount_minor, -1 FROM e WHERE kind = 2)
            SELECT CAST(date AS VARCHAR), category, account, sum(cents), sum(n) FROM changed GROUP BY 1, 2, 3""")
        for day, category, account, amount, count in found.fetchall():
            yield day, CATEGORIES[category], ACCOUNTS[account], int(amount), int(count)


def remove(path):
    for suffix in ("", "-wal", "-shm", "-journal", ".wal"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)


def remove_ledger(path):
    for suffix in ("", "-lock", "-anchor"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
