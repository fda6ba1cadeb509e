"""Ledgers to look at: the demo household's, an empty one, one with hostile names; each is built once and copied for a test."""

import os
import shutil
import subprocess
from pathlib import Path

NOW = "2026-10-20"


class Foldbook:
    """The program on one ledger file."""

    def __init__(self, program: Path, ledger: Path):
        self.program = program
        self.ledger = ledger

    def run(self, *words: str, codes: tuple[int, ...] = (0,)) -> str:
        command = [self.program, *words, "--file", self.ledger, "--now", NOW]
        result = subprocess.run(command, capture_output=True, text=True, env={"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]})
        assert result.returncode in codes, f"{words}: {result.returncode}\n{result.stderr}"
        return result.stdout


def household(program: Path, generator: Path, folder: Path) -> Path:
    """What `make demo` makes: half a year of a household, three bank files, a budget."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([generator, "demo", "."], cwd=folder, check=True, capture_output=True)
    ledger = folder / "household.foldbook"
    foldbook = Foldbook(program, ledger)
    foldbook.run("init", "--currency", "EUR")
    for account, opening in (("Checking", "2418.37"), ("Savings", "13862.50"), ("Card", "-312.45")):
        foldbook.run("accounts", "add", account, "--opening", opening)
    for name, account in (("checking", "Checking"), ("tagesgeld", "Savings"), ("card", "Card")):
        foldbook.run("import", str(folder / f"{name}.csv"), "--account", account)
    foldbook.run("recategorise", "--where", "account:Savings merchant:Checking", "--to", "Transfers")
    foldbook.run("budget", "set", "4200")
    return ledger


def empty(program: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    ledger = folder / "empty.foldbook"
    Foldbook(program, ledger).run("init", "--currency", "EUR")
    return ledger


HOSTILE_NAMES = [
    "<img src=x onerror=\"document.title='owned'\">",
    "</script><script>document.title='owned'</script>",
    "\u202egnp.exe\u2066 override",
    "\u001b[31mred\u0007 bell",
    "javascript:alert(1)",
    "{{7*7}} ${7*7} %3Cb%3E",
    "שלום עולם",
    "W" * 300,
]


def hostile(program: Path, folder: Path) -> Path:
    """Names with markup, escapes, controls, other directions and no end."""
    folder.mkdir(parents=True, exist_ok=True)
    ledger = folder / "hostile.foldbook"
    foldbook = Foldbook(program, ledger)
    foldbook.run("init", "--currency", "EUR")
    foldbook.run("categories", "add", "<b>Bold</b> & \"quoted\"")
    for index, name in enumerate(HOSTILE_NAMES):
        foldbook.run("add", f"{index + 1}.50", name, "--category", "<b>Bold</b> & \"quoted\"", "--note", name)
    return ledger


def copy(ledger: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for companion in (ledger, ledger.with_name(ledger.name + "-anchor")):
        if companion.exists():
            shutil.copy(companion, folder / companion.name)
    return folder / ledger.name
