#!/usr/bin/env python3
"""Runs the commands of a document's tour and compares, or with --write replaces, the output that it shows.

usage: tour.py [--write] FOLDBOOK GENERATOR DOCUMENT

A block of the tour is fenced and begins with `$ foldbook`. Its commands are run in the order of the document, in a
folder with the demo's three files and on the demo's day. A last line `…` stands for the rest of a command's output.
"""
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile

NOW = ["--now", "2026-10-20"]
BLOCK = re.compile(r"```\n(\$ foldbook .*?\n)```", re.S)
COMMAND = re.compile(r"^\$ foldbook (.*)\n", re.M)
# What differs from run to run: how long it took.
TIMING = re.compile(r"in [0-9.]+ m?s \([0-9,]+ a second\)")


def run(program, line, folder):
    environment = {
        "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "FOLDBOOK_FILE": os.path.join(folder, "tour.foldbook")}
    done = subprocess.run(
        [program, *shlex.split(line), *NOW], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"'foldbook {line}' ended with {done.returncode}: {done.stdout}")
    return [text.rstrip() for text in done.stdout.replace(folder + "/", "").rstrip("\n").split("\n")]


def renewed(block, program, folder):
    """The block with the output of today's program; a line that differs in its timing alone stays."""
    parts = COMMAND.split(block)[1:]
    commands = []
    for line, text in zip(parts[::2], parts[1::2]):
        shown = text.rstrip("\n").split("\n")
        got = run(program, line, folder)
        if shown[-1] == "…":
            got = got[: len(shown) - 1] + ["…"]
        if len(got) == len(shown):
            got = [old if TIMING.sub("", old) == TIMING.sub("", new) else new for old, new in zip(shown, got)]
        commands.append(f"$ foldbook {line}\n" + "\n".join(got) + "\n")
    return "\n".join(commands)


def main(words):
    writes = "--write" in words
    words = [word for word in words if word != "--write"]
    if len(words) != 3:
        sys.exit(__doc__)
    program, generator, path = (os.path.abspath(word) for word in words)
    with open(path, encoding="utf-8") as file:
        before = file.read()
    if not BLOCK.search(before):
        sys.exit(f"{path}: no block begins with '$ foldbook'")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([generator, "demo", folder], check=True, stdout=subprocess.DEVNULL)
        after = BLOCK.sub(lambda match: "```\n" + renewed(match[1], program, folder) + "```", before)
    if after == before:
        return
    if writes:
        with open(path, "w", encoding="utf-8") as file:
            file.write(after)
        return
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), words[2], "as the program prints", lineterm="")
    sys.exit("\n".join(lines) + f"\n{words[2]} shows another output than the program: 'make tour' renews it")


main(sys.argv[1:])
