"""Appends to SQLite with aggregates kept by triggers: WAL, synchronous FULL, so many events a commit.

usage: sqlite_worker.py DATABASE COMMITS EVENTS_PER_COMMIT
"""
import json
import random
import sqlite3
import sys
import time

SCHEMA = """
CREATE TABLE event(id INTEGER PRIMARY KEY, date TEXT, month TEXT, cents INTEGER, merchant INTEGER, category INTEGER,
  account INTEGER);
CREATE TABLE month_category(month TEXT, category INTEGER, cents INTEGER, n INTEGER, PRIMARY KEY(month, category))
  WITHOUT ROWID;
CREATE TABLE merchant_month(merchant INTEGER, month TEXT, cents INTEGER, n INTEGER, PRIMARY KEY(merchant, month))
  WITHOUT ROWID;
CREATE TABLE day(date TEXT PRIMARY KEY, cents INTEGER, n INTEGER) WITHOUT ROWID;
CREATE TABLE account(account INTEGER PRIMARY KEY, cents INTEGER, n INTEGER);
CREATE TRIGGER added AFTER INSERT ON event BEGIN
  INSERT INTO month_category VALUES(new.month, new.category, new.cents, 1)
    ON CONFLICT DO UPDATE SET cents = cents + excluded.cents, n = n + 1;
  INSERT INTO merchant_month VALUES(new.merchant, new.month, new.cents, 1)
    ON CONFLICT DO UPDATE SET cents = cents + excluded.cents, n = n + 1;
  INSERT INTO day VALUES(new.date, new.cents, 1) ON CONFLICT DO UPDATE SET cents = cents + excluded.cents, n = n + 1;
  INSERT INTO account VALUES(new.account, new.cents, 1)
    ON CONFLICT DO UPDATE SET cents = cents + excluded.cents, n = n + 1;
END;
"""

path, commits, batch = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
database = sqlite3.connect(path, isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = FULL")
database.executescript(SCHEMA)
numbers = random.Random(7)
weights = [1 / rank for rank in range(1, 2001)]
rows = [
    ("2026-10-20", "2026-10", -numbers.randrange(1, 20000), merchant, numbers.randrange(24), numbers.randrange(4))
    for merchant in numbers.choices(range(2000), weights, k=commits * batch)]
start = time.perf_counter()
for first in range(0, len(rows), batch):
    database.execute("BEGIN IMMEDIATE")
    database.executemany(
        "INSERT INTO event(date, month, cents, merchant, category, account) VALUES(?,?,?,?,?,?)",
        rows[first:first + batch])
    database.execute("COMMIT")
seconds = time.perf_counter() - start
total = database.execute("SELECT sum(cents), sum(n) FROM merchant_month").fetchone()
if total != (sum(row[2] for row in rows), len(rows)):
    sys.exit("the triggers' sums are not the rows' sums")
print(json.dumps({"seconds": seconds, "events": len(rows), "version": sqlite3.sqlite_version}))
