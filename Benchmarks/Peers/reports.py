"""One year by month and category, and a merchant's history, asked of every program that can bear the size."""
import os

import answers
from running import same

YEAR = "2025"


def month_commands(measures, data, names):
    """The question in each program's words."""
    end = str(int(YEAR) + 1)
    database = duckdb_rows(measures, data)
    commands = {
        "foldbook": measures.foldbook(data.imported, "months", "--from", f"{YEAR}-01-01", "--to", f"{YEAR}-12-31", "--json"),
        "sqlite3": [
            "sqlite3", "-readonly", data.sqlite_rows,
            "SELECT substr(date, 1, 7), category, sum(cents) FROM entry"
            f" WHERE date >= '{YEAR}-01-01' AND date < '{end}-01-01' GROUP BY 1, 2"],
        "DuckDB": measures.duckdb("months", database, YEAR),
        "ledger": [
            "ledger", "--args-only", "-f", data.hledger_journal, "register", "^expense", "^income", "^transfer", "-M", "-b",
            f"{YEAR}-01-01", "-e", f"{end}-01-01", "--register-format",
            '%(format_date(date, "%Y-%m")),%(account),%(quantity(amount))\n'],
        "hledger": [
            "hledger", "-f", data.hledger_journal, "balance", "-M", "-b", f"{YEAR}-01-01", "-e", f"{end}-01-01", "expense",
            "income", "transfer", "-O", "csv", "--layout", "tidy"],
        "beancount": [
            os.path.join(os.path.dirname(measures.programs.python), "bean-query"), "-f", "csv", data.beancount_journal,
            f"SELECT year, month, account, sum(number) WHERE year = {YEAR} AND account ~ '^(Expenses|Income|Equity)'"
            " GROUP BY year, month, account"],
    }
    return {name: commands[name] for name in names}


READERS = {
    "foldbook": answers.foldbook_months, "sqlite3": answers.sqlite_pairs, "ledger": answers.ledger_months,
    "hledger": answers.hledger_months, "beancount": answers.beancount_months,
    "DuckDB": lambda output: answers.nonzero({(row[0], row[1]): row[2] for row in answers.duckdb_answer(output)}),
}


def duckdb_rows(measures, data):
    path = os.path.join(data.folder, "rows.duckdb")
    if not os.path.exists(path):
        measures.runner.once(measures.duckdb("copy", data.table, path, 2))
    return path


def months(measures, size, names, rounds):
    """Each program's median cost; ends the program where two disagree by a cent."""
    data = measures.data(size)
    costs = measures.runner.in_turn(month_commands(measures, data, names), rounds)
    same(f"months by category at {size}", **{name: READERS[name](cost.output) for name, cost in costs.items()})
    return costs


def merchant(measures, size, rounds):
    data = measures.data(size)
    name = next(iter(data.rows()))["Merchant"]
    costs = measures.runner.in_turn({
        "foldbook": measures.foldbook(data.imported, "merchant", name, "--json"),
        "sqlite3": [
            "sqlite3", "-readonly", data.sqlite_rows,
            f"SELECT substr(date, 1, 7), sum(cents), count(*) FROM entry WHERE merchant = '{name}' GROUP BY 1"],
        "DuckDB": measures.duckdb("merchant", duckdb_rows(measures, data), name),
    }, rounds)
    same(
        f"a merchant's history at {size}", foldbook=answers.foldbook_merchant(costs["foldbook"].output),
        sqlite3=answers.sqlite_merchant(costs["sqlite3"].output),
        DuckDB={(row[0], row[2]): row[1] for row in answers.duckdb_answer(costs["DuckDB"].output)})
    return costs
