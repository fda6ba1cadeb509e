"""One piece of work in DuckDB, as a process of its own; prints its seconds, which leave out the start of Python.

usage: duckdb_worker.py copy TABLE.csv DATABASE THREADS
       duckdb_worker.py load-events EVENTS.csv DATABASE
       duckdb_worker.py replay DATABASE THREADS current|self-contained
       duckdb_worker.py months DATABASE YEAR
       duckdb_worker.py merchant DATABASE NAME
"""
import json
import sys
import time

import duckdb

AGGREGATES = """
SELECT 'month', strftime(date, '%Y-%m'), category, sum(cents), sum(n) FROM changed GROUP BY 2, 3
UNION ALL SELECT 'merchant', strftime(date, '%Y-%m'), merchant, sum(cents), sum(n) FROM changed GROUP BY 2, 3
UNION ALL SELECT 'day', CAST(date AS VARCHAR), 0, sum(cents), sum(n) FROM changed GROUP BY 2
UNION ALL SELECT 'account', '', account, sum(cents), sum(n) FROM changed GROUP BY 3"""

# As an event table is: a change names the transaction and what is new, so its state has to be found first.
CURRENT = """
CREATE TEMP TABLE changed AS
SELECT e.date, e.amount_minor AS cents, e.account, e.merchant, coalesce(r.category, e.category) AS category, 1 AS n
FROM events e
LEFT JOIN (SELECT target, arg_max(category, id) AS category FROM events WHERE kind = 1 GROUP BY target) r
  ON r.target = e.id
WHERE e.kind = 0 AND e.id NOT IN (SELECT target FROM events WHERE kind = 2)"""

# With rows that carry what they replace, as Foldbook's do: no state is needed.
SELF_CONTAINED = """
CREATE TEMP VIEW changed AS
SELECT date, amount_minor AS cents, account, merchant, category, 1 AS n FROM events WHERE kind IN (0, 1)
UNION ALL SELECT date, -amount_minor, account, merchant, previous_category, -1 FROM events WHERE kind = 1
UNION ALL SELECT date, -amount_minor, account, merchant, category, -1 FROM events WHERE kind = 2"""


def connect(path, threads=None, read_only=False):
    connection = duckdb.connect(path, read_only=read_only)
    if threads:
        connection.execute(f"SET threads = {int(threads)}")
    return connection


def copy(table, path, threads):
    connection = connect(path, threads)
    connection.execute(
        "CREATE TABLE entry(date DATE, amount DECIMAL(18, 2), merchant VARCHAR, category VARCHAR, account VARCHAR)")
    connection.execute(f"COPY entry FROM '{table}' (HEADER)")
    connection.execute("CHECKPOINT")
    found = connection.execute("SELECT count(*), CAST(sum(amount) * 100 AS BIGINT) FROM entry").fetchone()
    connection.close()
    return list(found)


def load_events(table, path):
    connection = connect(path)
    connection.execute(f"""CREATE TABLE events AS SELECT CAST(id AS INTEGER) AS id, CAST(kind AS UTINYINT) AS kind,
        CAST(target AS INTEGER) AS target, date, amount_minor, CAST(account AS UTINYINT) AS account,
        CAST(merchant AS USMALLINT) AS merchant, CAST(category AS UTINYINT) AS category,
        CAST(previous_category AS UTINYINT) AS previous_category FROM read_csv('{table}')""")
    connection.execute("CHECKPOINT")
    connection.close()


def replay(path, threads, form):
    connection = connect(path, threads, read_only=True)
    connection.execute(CURRENT if form == "current" else SELF_CONTAINED)
    rows = connection.execute(AGGREGATES).fetchall()
    connection.close()
    return rows


def months(path, year):
    connection = connect(path, read_only=True)
    return connection.execute(
        "SELECT strftime(date, '%Y-%m'), category, CAST(sum(amount) * 100 AS BIGINT) FROM entry"
        f" WHERE date >= '{year}-01-01' AND date < '{int(year) + 1}-01-01' GROUP BY 1, 2").fetchall()


def merchant(path, name):
    connection = connect(path, read_only=True)
    return connection.execute(
        "SELECT strftime(date, '%Y-%m'), CAST(sum(amount) * 100 AS BIGINT), count(*) FROM entry WHERE merchant = ?"
        " GROUP BY 1", [name]).fetchall()


WORK = {"copy": copy, "load-events": load_events, "replay": replay, "months": months, "merchant": merchant}
start = time.perf_counter()
answer = WORK[sys.argv[1]](*sys.argv[2:])
seconds = time.perf_counter() - start
if sys.argv[1] == "replay":
    # The live sums: rows whose count came back to zero say nothing.
    answer = [[*row[:3], int(row[3]), int(row[4])] for row in answer if row[4] or row[3]]
print(json.dumps({"seconds": seconds, "answer": answer}))
