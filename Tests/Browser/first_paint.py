#!/usr/bin/env python3
"""Measures how fast the dashboard appears: first_paint.py SERVER LEDGER [LOADS] [--cold]

Prints the median of first contentful paint and of the whole first picture (balance and rows drawn), in milliseconds from the start of
the navigation, in Debian's chromium over loopback. --cold measures each load in a new browser context.
"""

import os
import shutil
import statistics
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from serving import Server

WHOLE = """() => new Promise((done) => {
  const look = () => document.querySelector(".row") && document.querySelector(".balance bdi")?.textContent
    ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
  look();
})"""
PAINT = """() => new Promise((done) => {
  const found = (entries) => entries.find((each) => each.name === "first-contentful-paint");
  const now = found(performance.getEntriesByType("paint"));
  if (now) return done(now.startTime);
  new PerformanceObserver((list) => found(list.getEntries()) && done(found(list.getEntries()).startTime)).observe({ type: "paint", buffered: true });
})"""


def main(program: Path, ledger: Path, loads: int, is_cold: bool):
    server = Server(program, ledger)
    paints, wholes = [], []
    with sync_playwright() as playwright:
        chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = None
        for _ in range(loads + 1):
            if context is None or is_cold:
                context = browser.new_context(viewport={"width": 884, "height": 900}, locale="en-IE")
                context.add_cookies(server.cookie())
            page = context.new_page()
            page.goto(server.address, wait_until="commit")
            wholes.append(page.evaluate(WHOLE))
            paints.append(page.evaluate(PAINT))
            page.close()
        browser.close()
    server.stop()
    # The first load starts the browser's processes; it is no load of the page alone.
    for name, values in (("first contentful paint", paints[1:]), ("whole first picture", wholes[1:])):
        print(f"{name}: median {statistics.median(values):.0f} ms, {min(values):.0f} to {max(values):.0f}, {loads} loads")


if __name__ == "__main__":
    words = [each for each in sys.argv[1:] if each != "--cold"]
    if len(words) not in (2, 3):
        sys.exit(__doc__)
    main(Path(words[0]), Path(words[1]), int(words[2]) if len(words) == 3 else 10, "--cold" in sys.argv)
