#!/usr/bin/env python3
"""coverage.py FILE: how many lines of each target in Sources the tests ran, from the JSON that llvm-cov exports.

Ends with 1 where one of the targets that must be covered lies below 90 %.
"""
import collections
import json
import sys

REQUIRED = {"LedgerDomain", "LedgerJournal", "LedgerProjection", "LedgerImport"}
LIMIT = 90.0

files = json.load(open(sys.argv[1]))["data"][0]["files"]
lines = collections.defaultdict(lambda: [0, 0])
for file in files:
    if "/Sources/" not in file["filename"] or "/.build/" in file["filename"]:
        continue
    target = file["filename"].split("/Sources/", 1)[1].split("/", 1)[0]
    summary = file["summary"]["lines"]
    lines[target][0] += summary["covered"]
    lines[target][1] += summary["count"]

failed = False
for target, (covered, count) in sorted(lines.items()):
    percent = 100.0 * covered / max(count, 1)
    is_low = target in REQUIRED and percent < LIMIT
    failed |= is_low
    print(f"{target:18} {covered:6} of {count:6} lines  {percent:5.1f} %{'  too few' if is_low else ''}")
sys.exit(1 if failed else 0)
