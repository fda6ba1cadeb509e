#!/usr/bin/env python3
"""Runs every benchmark at a small size and compares what does not depend on the machine with what is recorded.

usage: counts.py [--write] BENCH FOLDBOOK BASELINE-PROGRAMS RECORDED.json

Never a time: digests of results, bytes, pages written, and, where valgrind is there, instructions and allocations. A
count that grew beyond its margin fails; one that shrank beyond it is worth recording (`make bench-counts`).
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

EVENTS = 10_000
# What may not change at all: the journal's bytes and what a fold makes of them are fixed by the format.
EXACT = {"parse": ["digest"], "fold": ["digest"], "append-one": ["digest"], "append-1000": ["digest"]}
COUNTS = {
    "import": ["ledgerBytes", "bytesPerEventWithoutText"], "append-1000": ["pagesWrittenPerCommit"],
    "append-one": ["pagesWrittenPerCommit"], "rebuild": ["pagesWritten"]}
COUNTED = ["parse", "import", "fold", "replay", "rebuild", "dashboard", "merchant", "list", "export"]
MARGIN = 0.10
ALLOCATORS = re.compile(r"^(__libc_)?(malloc|calloc|realloc|memalign|posix_memalign|aligned_alloc)$")


def run(command):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC", "SWIFT_DETERMINISTIC_HASHING": "1"}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def callgrind(bench, name, folder):
    """Instructions and allocations of a benchmark's whole process."""
    path = os.path.join(folder, "callgrind.out")
    run([
        "valgrind", "--tool=callgrind", f"--callgrind-out-file={path}", bench, name, "--events", str(EVENTS), "--folder",
        folder, "--json"])
    names, allocations, callee, instructions = {}, 0, "", 0
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith(("fn=", "cfn=")):
                number, _, name_of = line.split("=", 1)[1].strip().partition(" ")
                if name_of:
                    names[number] = name_of
                if line.startswith("cfn="):
                    callee = names.get(number, "")
            elif line.startswith("calls=") and ALLOCATORS.match(callee.split("@")[0].split("'")[0]):
                allocations += int(line[6:].split()[0])
            elif line.startswith(("summary:", "totals:")):
                instructions = int(line.split()[1])
    return {"instructions": instructions, "allocations": allocations}


def measure(bench, foldbook, baseline):
    with tempfile.TemporaryDirectory() as folder:
        words = ["--events", str(EVENTS), "--folder", folder, "--json"]
        lines = run([bench, *words, "--program", foldbook]).splitlines()
        found = {report["benchmark"]: report for report in map(json.loads, lines)}
        again = {report["benchmark"]: report for report in map(json.loads, run(
            [bench, "fold", "replay", "dashboard", "list", "export", *words]).splitlines())}
        for name, report in again.items():
            if report["digest"] != found[name]["digest"]:
                sys.exit(f"{name} gives another result the second time")
        ledger = json.loads(run([bench, "prepare", *words]))["ledger"]
        in_c = json.loads(run([os.path.join(baseline, "fold"), ledger]))["digest"]
        in_two = json.loads(run([bench, "fold", "--threads", "2", "--verify", *words]))["digest"]
        for name, digest in (("the C fold", in_c), ("two threads", in_two), ("replay", found["replay"]["digest"])):
            if digest != found["fold"]["digest"]:
                sys.exit(f"{name} and the fold differ: {digest} and {found['fold']['digest']}")
        json.loads(run([os.path.join(baseline, "scan"), ledger]))
        result = {"events": EVENTS}
        for name, fields in EXACT.items():
            result.setdefault(name, {}).update({field: found[name][field] for field in fields})
        for name, fields in COUNTS.items():
            result.setdefault(name, {}).update({field: found[name][field] for field in fields})
        if shutil.which("valgrind"):
            for name in COUNTED:
                result.setdefault(name, {}).update(callgrind(bench, name, folder))
        else:
            print("there is no valgrind: instructions and allocations are not checked")
        return result


def compare(recorded, found):
    """The failures: what is not as recorded, within the margin."""
    failures = []
    for name, counts in recorded.items():
        if name == "events":
            continue
        for field, expected in counts.items():
            if field not in found.get(name, {}):
                if field not in ("instructions", "allocations"):
                    failures.append(f"{name} has no {field} any more")
                continue
            value = found[name][field]
            if isinstance(expected, str):
                if value != expected:
                    failures.append(f"{name}: {field} is {value}, not {expected}")
            elif value > expected * (1 + MARGIN) + 1:
                failures.append(f"{name}: {field} grew from {expected:,} to {value:,}")
            elif value < expected * (1 - MARGIN) - 1:
                print(f"{name}: {field} shrank from {expected:,} to {value:,}; 'make bench-counts' records it")
    return failures


def main(words):
    writes = "--write" in words
    words = [word for word in words if word != "--write"]
    if len(words) != 4:
        sys.exit(__doc__)
    bench, foldbook, baseline, path = words[:4]
    found = measure(os.path.abspath(bench), os.path.abspath(foldbook), os.path.abspath(baseline))
    if writes:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=2)
            file.write("\n")
        return
    with open(path, encoding="utf-8") as file:
        failures = compare(json.load(file), found)
    if failures:
        sys.exit("\n".join(failures) + f"\nwhat is recorded in {path} does not hold; 'make bench-counts' renews it")
    print(f"{len(found) - 1} benchmarks at {EVENTS:,} events: digests agree, no count grew")


main(sys.argv[1:])
