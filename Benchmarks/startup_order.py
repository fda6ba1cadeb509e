#!/usr/bin/env python3
"""Lists the functions and variables that short commands touch, for the linker to lay them together.

usage: startup_order.py FOLDBOOK BENCH ORDER.txt          runs the commands under valgrind and writes the list
       startup_order.py --check FOLDBOOK ORDER.txt        fails where the program has few of the listed names left

A short command pays most for pages of the program that it touches first. A list that is a little out of date does no harm:
the linker leaves out what is not there.
"""
import bisect
import json
import os
import subprocess
import sys
import tempfile

EVENTS = 10_000
NOW = "2026-10-20"
COMMANDS = [
    ["dashboard", "--json"], ["dashboard"], ["merchant", "Lupol Bakery"], ["list", "--limit", "20"], ["months"]]
# Code, and what is written while a program runs; constants lie together well enough.
SECTIONS = {".text", ".data", ".bss"}
# The program is linked without a position of its own, so that its addresses are low and those of memory are not.
PROGRAM_END = 1 << 30
LEAST_SHARE = 0.75


def symbols(program):
    """Address, size, section and name of whatever has a name, in order of address."""
    lines = subprocess.run(["nm", "--format=sysv", program], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    found = []
    for line in lines:
        name, address, _, _, size, _, section = ([part.strip() for part in line.split("|")] + [""] * 7)[:7]
        if address and size:
            found.append((int(address, 16), int(size, 16), section, name))
    return sorted(found)


def touched(command):
    """The addresses that a process reads, writes or runs."""
    reading, writing = os.pipe()
    trace = ["valgrind", "--tool=lackey", "--trace-mem=yes", f"--log-fd={writing}", "-q", *command]
    # Far fewer lines differ than there are.
    lines = set()
    with subprocess.Popen(trace, stdout=subprocess.DEVNULL, pass_fds=[writing]) as process, open(reading, "rb") as log:
        os.close(writing)
        for line in log:
            lines.add(line)
    accesses = (line for line in lines if line[:3] in (b"I  ", b" L ", b" S ", b" M "))
    found = {int(line[3:].split(b",")[0], 16) for line in accesses}
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return {address for address in found if address < PROGRAM_END}


def order(program, ledger):
    known = symbols(program)
    begins = [symbol[0] for symbol in known]
    names = {}
    for command in COMMANDS:
        for address in sorted(touched([program, *command, "--file", ledger, "--now", NOW])):
            place = bisect.bisect(begins, address) - 1
            # Several names may stand for one place.
            while place >= 0 and begins[place] <= address < begins[place] + known[place][1] and known[place][2] in SECTIONS:
                names.setdefault(known[place][3])
                if place == 0 or begins[place - 1] != begins[place]:
                    break
                place -= 1
    return list(names)


def check(program, path):
    with open(path, encoding="utf-8") as file:
        listed = set(file.read().split())
    there = {symbol[3] for symbol in symbols(program)}
    share = len(listed & there) / len(listed)
    if share < LEAST_SHARE:
        sys.exit(f"the program has {share:.0%} of the names in {path}; 'make startup-order' lists them anew")
    print(f"{len(listed):,} names of what short commands touch, {share:.0%} of them in the program")


def main(words):
    if len(words) == 3 and words[0] == "--check":
        return check(words[1], words[2])
    if len(words) != 3:
        sys.exit(__doc__)
    program, bench, path = (os.path.abspath(word) for word in words)
    with tempfile.TemporaryDirectory() as folder:
        prepared = subprocess.run(
            [bench, "prepare", "--events", str(EVENTS), "--folder", folder, "--json"], stdout=subprocess.PIPE, check=True)
        names = order(program, json.loads(prepared.stdout)["ledger"])
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(names) + "\n")
    print(f"{len(names):,} names")


main(sys.argv[1:])
