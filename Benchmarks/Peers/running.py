"""Runs programs in turn (A B A B …) and takes medians of what each cost."""
import contextlib
import fcntl
import json
import os
import statistics
import subprocess
import tempfile
from dataclasses import dataclass, field


@dataclass
class Cost:
    """The medians of a program's runs, and what its last run printed."""
    seconds: float
    processor_seconds: float
    peak_bytes: int
    output: str
    rounds: int
    # What the program said of itself, where it prints JSON: its own seconds leave out its start.
    own_seconds: float = 0.0
    spread: tuple = (0.0, 0.0)


@dataclass
class Runner:
    """Where the launcher is, and the file that is locked while something is measured."""
    launcher: str
    lock: str = ""
    log: list = field(default_factory=list)

    @contextlib.contextmanager
    def quiet(self):
        """Holds the lock, so that whoever honours it does nothing meanwhile."""
        if not self.lock:
            yield
            return
        with open(self.lock, "a", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def once(self, command, environment=None):
        with tempfile.TemporaryDirectory() as folder:
            figures, output = os.path.join(folder, "figures"), os.path.join(folder, "output")
            with open(output, "wb") as file:
                done = subprocess.run(
                    [self.launcher, figures, *command], stdout=file, stderr=subprocess.PIPE, check=False,
                    env={**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC", **(environment or {})})
            if done.returncode != 0:
                raise SystemExit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.decode()[-2000:]}")
            with open(figures, encoding="utf-8") as file:
                cost = json.load(file)
            with open(output, encoding="utf-8") as file:
                cost["output"] = file.read()
            return cost

    def in_turn(self, commands, rounds, before=None):
        """Runs every command once a round; `before` names what to do, unmeasured, before a command's run."""
        runs = {name: [] for name in commands}
        for _ in range(rounds):
            with self.quiet():
                for name, command in commands.items():
                    if before and name in before:
                        before[name]()
                    runs[name].append(self.once(command))
        return {name: self.median(found) for name, found in runs.items()}

    @staticmethod
    def median(found):
        own = [Runner.own_seconds(run["output"]) for run in found]
        seconds = [run["seconds"] for run in found]
        return Cost(
            seconds=statistics.median(seconds),
            processor_seconds=statistics.median(run["processorSeconds"] for run in found),
            peak_bytes=max(run["peakMemoryBytes"] for run in found), output=found[-1]["output"], rounds=len(found),
            own_seconds=statistics.median(own), spread=(min(seconds), max(seconds)))

    @staticmethod
    def own_seconds(output):
        if not output.startswith("{") or "\n{" in output.strip():
            return 0.0
        try:
            return float(json.loads(output).get("seconds", 0.0))
        except json.JSONDecodeError:
            return 0.0


def same(what, **answers):
    """Ends the program unless every answer is the same, to the cent."""
    names = list(answers)
    for name in names[1:]:
        left, right = answers[names[0]], answers[name]
        if left == right:
            continue
        shown = ""
        if isinstance(left, dict) and isinstance(right, dict):
            keys = sorted(key for key in left.keys() | right.keys() if left.get(key) != right.get(key))[:5]
            shown = "; ".join(f"{key}: {left.get(key)} and {right.get(key)}" for key in keys)
        raise SystemExit(f"{what}: {names[0]} and {name} differ: {shown or (left, right)}")
    if not answers or not next(iter(answers.values())):
        raise SystemExit(f"{what}: there is nothing to compare")
