"""Reads what each program printed into the same shapes: months by category, merchants by month, in minor units."""
import csv
import io
import json

from data import ACCOUNTS, CATEGORIES, cents


def foldbook_months(output):
    """(month, category) to cents, zeros apart."""
    found = {}
    for month in json.loads(output)["months"]:
        for entry in month["categories"]:
            if entry["sumMinor"]:
                found[month["month"], entry["category"]] = entry["sumMinor"]
    return found


def hledger_months(output):
    rows = csv.DictReader(io.StringIO(output))
    return nonzero({(row["period"], row["account"].split(":")[1]): -cents(row["value"]) for row in rows})


def ledger_months(output):
    found = {}
    for month, account, value in csv.reader(io.StringIO(output)):
        if account.startswith("<"):
            continue
        key = month, account.split(":")[1]
        found[key] = found.get(key, 0) - cents(value)
    return nonzero(found)


def beancount_months(output):
    names = {category.replace(" ", "-"): category for category in CATEGORIES}
    rows = list(csv.reader(io.StringIO(output)))[1:]
    return nonzero({
        (f"{row[0].strip()}-{int(row[1]):02}", names[row[2].strip().split(":")[1]]): -cents(row[3]) for row in rows})


def sqlite_pairs(output):
    return nonzero({(row[0], row[1]): int(row[2]) for row in csv.reader(io.StringIO(output), delimiter="|") if row})


def foldbook_merchant(output):
    return {(month["month"], month["count"]): month["sumMinor"] for month in json.loads(output)["months"] if month["count"]}


def sqlite_merchant(output):
    return {(row[0], int(row[2])): int(row[1]) for row in csv.reader(io.StringIO(output), delimiter="|") if row}


def duckdb_answer(output):
    return json.loads(output)["answer"]


def duckdb_replay(output):
    """The four aggregates of a replay: months by category, months, days and accounts, counts beside sums."""
    found = {"month": {}, "merchants": {}, "day": {}, "account": {}}
    for kind, period, number, total, count in duckdb_answer(output):
        if kind == "month":
            found["month"][period, CATEGORIES[number]] = (total, count)
        elif kind == "merchant":
            sums = found["merchants"].get(number, (0, 0))
            found["merchants"][number] = (sums[0] + total, sums[1] + count)
        elif kind == "day":
            found["day"][period] = (total, count)
        else:
            found["account"][ACCOUNTS[number]] = (total, count)
    # Merchants have numbers there and names here: their sums are compared as a whole.
    found["merchants"] = sorted(sums for sums in found["merchants"].values() if sums != (0, 0))
    return {kind: drop_zero(sums) if isinstance(sums, dict) else sums for kind, sums in found.items()}


def foldbook_replay(months, merchants, days, accounts):
    found = {"month": {}, "day": {}, "account": {}}
    for month in json.loads(months)["months"]:
        for entry in month["categories"]:
            found["month"][month["month"], entry["category"]] = (entry["sumMinor"], entry["count"])
    found["merchants"] = sorted(
        (entry["sumMinor"], entry["count"]) for entry in json.loads(merchants)["merchants"]
        if entry["sumMinor"] or entry["count"])
    for day in json.loads(days)["days"]:
        found["day"][day["date"]] = (day["netMinor"] + day["transfersMinor"], day["count"])
    for account in json.loads(accounts)["accounts"]:
        found["account"][account["name"]] = (account["balanceMinor"], account["count"])
    return {kind: drop_zero(sums) if isinstance(sums, dict) else sums for kind, sums in found.items()}


def foldbook_dashboard(output):
    """What the hand-kept aggregates say too: balances, the month's sums and categories, its days' spending."""
    report = json.loads(output)
    found = {("account", entry["name"]): entry["balanceMinor"] for entry in report["accounts"]}
    found["in"] = report["month"]["moneyInMinor"]
    found["out"] = report["month"]["moneyOutMinor"]
    found["transfers"] = report["month"]["transfersMinor"]
    found.update({("category", entry["category"]): entry["spentMinor"] for entry in report["categories"]})
    found.update({("day", entry["date"]): entry["spentMinor"] for entry in report["dailySpending"]})
    return nonzero(found)


def sqlite_dashboard(output):
    found = {}
    for what, name, value in csv.reader(io.StringIO(output), delimiter="|"):
        found[what if what in ("in", "out", "transfers") else (what, name)] = int(value)
    return nonzero(found)


def nonzero(sums):
    return {key: value for key, value in sums.items() if value}


def drop_zero(sums):
    return {key: value for key, value in sums.items() if value != (0, 0)}
