#!/usr/bin/env python3
"""Runs Foldbook and its peers side by side on the same data, checks that all agree to the cent, and writes the table.

usage: peers.py --foldbook PROGRAM --bench PROGRAM --baseline FOLDER --folder FOLDER [--large N] [--middle N] [--small N]
                [--rounds N] [--only NAME,…] [--lock FILE] [--write DOCUMENT]

`make bench-peers` builds what is needed and runs this with its defaults. Every comparison is run in turn (A B A B …) as
whole processes; the figures are medians. DuckDB's seconds are its own, from connecting to closing: the start of Python
is left out, in its favour.
"""
import argparse
import datetime
import importlib.metadata
import os
import platform
import re
import sqlite3
import subprocess
import sys
from dataclasses import dataclass

import reports
from data import Data
from measures import Measures, Row, megabytes, shown
from running import Runner

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


@dataclass
class Programs:
    foldbook: str
    bench: str
    baseline: str
    python: str = sys.executable


def versions():
    def first(command, pattern):
        text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True).stdout
        return re.search(pattern, text)[0]
    return {
        "hledger": first(["hledger", "--version"], r"[0-9][0-9.]*"), "ledger": first(["ledger", "--version"], r"[0-9][0-9.]*"),
        "beancount": importlib.metadata.version("beancount"), "beanquery": importlib.metadata.version("beanquery"),
        "sqlite3": first(["sqlite3", "--version"], r"[0-9][0-9.]*"), "SQLite in Python": sqlite3.sqlite_version,
        "DuckDB": importlib.metadata.version("duckdb")}


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        found = re.search(r"model name\s*: (.*)", file.read())
    return f"{found[1] if found else platform.machine()}, {os.cpu_count()} cores"


def targets_table(rows):
    lines = ["| what | Foldbook | against | ratio or figure | target | |", "|---|--:|--:|--:|--:|---|"]
    for row in rows:
        value = f"{row.value:.4f}" if row.value < 0.01 else f"{row.value:.3g}" if row.value < 1000 else f"{row.value:,.0f}"
        sign = "≥" if row.at_least else "≤"
        target = "" if row.target is None else f"{sign} {row.target:g}"
        verdict = {True: "holds", False: "**missed**", None: ""}[row.holds]
        unit = "" if row.unit == "×" else f" {row.unit}"
        lines.append(f"| {row.what} | {row.ours} | {row.other} | {value}{unit} | {target} | {verdict} |")
    return lines


def questions_table(title, costs):
    lines = ["", title, "", "| program | time | processor time | peak memory | times Foldbook |", "|---|--:|--:|--:|--:|"]
    ours = costs["foldbook"].seconds
    for name, cost in costs.items():
        seconds = cost.own_seconds if name == "DuckDB" else cost.seconds
        lines.append(
            f"| {name} | {shown(seconds)} | {shown(cost.processor_seconds)} | {megabytes(cost.peak_bytes)} |"
            f" {seconds / ours:,.1f} |")
    return lines


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("foldbook", "bench", "baseline", "folder"):
        parser.add_argument(f"--{name}", required=True)
    for name, size in (("large", 10_000_000), ("middle", 1_000_000), ("small", 10_000)):
        parser.add_argument(f"--{name}", type=int, default=size)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    parser.add_argument("--lock", default="")
    parser.add_argument("--write", default="")
    return parser.parse_args()


def main():
    options = parse()
    load = os.getloadavg()[0]
    programs = Programs(*(os.path.abspath(path) for path in (options.foldbook, options.bench, options.baseline)))
    runner = Runner(os.path.join(programs.baseline, "run"), options.lock)
    made = {}

    def data(size):
        if size not in made:
            made[size] = Data(size, os.path.abspath(options.folder), programs)
        return made[size]

    measures = Measures(runner, programs, (options.large, options.middle, options.small), data, options.rounds)
    chosen = set(filter(None, options.only.split(",")))

    def wanted(name):
        return not chosen or name in chosen

    rows, tables = [], []
    for name in ("fold", "threads", "replay", "import_table", "questions_at_sizes", "dashboard", "append", "growth"):
        if not wanted(name):
            continue
        for row in getattr(measures, name)():
            rows.append(row)
            print(f"{name}: {row.what}: {row.ours}, {row.other}: {row.value:.4g}", flush=True)
    everyone = ["foldbook", "sqlite3", "DuckDB", "ledger", "hledger", "beancount"]
    if wanted("months"):
        small = reports.months(measures, options.middle // 10, everyone, options.rounds)
        tables += questions_table(f"One year by month and category, {options.middle // 10:,} transactions, whole process:", small)
        # The plain-text programs take minutes at this size: one round of them is enough to see four orders of magnitude.
        large = reports.months(measures, options.middle, everyone, 1)
        strong = reports.months(measures, options.middle, everyone[:3], options.rounds * 5)
        for name in everyone[:3]:
            large[name] = strong[name]
        tables += questions_table(f"The same at {options.middle:,}:", large)
        for name, target in (("ledger", 1 / 1_000), ("hledger", 1 / 10_000)):
            rows.append(Row(
                f"month × category report at {options.middle:,} / {name}", shown(large["foldbook"].seconds),
                shown(large[name].seconds), large["foldbook"].seconds / large[name].seconds, target))
    if wanted("merchant"):
        costs = reports.merchant(measures, options.middle, options.rounds * 5)
        tables += questions_table(f"A merchant's history by month, {options.middle:,} transactions, whole process:", costs)
    lines = [f"Measured {datetime.date.today()} on {processor()}, load {load:.1f} before; {options.rounds} rounds or more of each, in turn;"
             " medians.", ""]
    lines += targets_table(rows) + tables + ["", "Versions: " + ", ".join(f"{k} {v}" for k, v in versions().items()) + "."]
    text = "\n".join(lines) + "\n"
    print(text)
    if options.write:
        with open(options.write, encoding="utf-8") as file:
            before = file.read()
        head, _, rest = before.partition(BEGIN)
        _, _, tail = rest.partition(END)
        with open(options.write, "w", encoding="utf-8") as file:
            file.write(f"{head}{BEGIN}\n{text}{END}{tail}")


main()
