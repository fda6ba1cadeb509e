"""The page as a test sees it: poses, frames, folds."""

import base64
import json
from pathlib import Path

CLOSED = (402, 874)
OPEN = (884, 900)
TALL = (800, 940)
FOLD = {"orientation": "vertical", "offset": 430, "maskLength": 24}
FOLD_ACROSS = {"orientation": "horizontal", "offset": 460, "maskLength": 20}

# What a point of the mask may show: the page's ground and the panes' frames, never a thing that is read or touched.
GROUND = """
([x, y]) => {
  const found = document.elementFromPoint(x, y);
  return !found || found.matches("html, body, .app, .pane, .toasts, dialog.none") ? null : `${found.tagName}.${found.getAttribute("class")} at ${x},${y}`;
}
"""


class Dashboard:
    def __init__(self, page, server, size):
        self.page = page
        self.server = server
        self.size = size
        self.session = page.context.new_cdp_session(page)
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: message.type in ("error", "warning") and self.problems.append(message.text))

    def open(self, place: str = "", waits_for: str = ".row, .empty"):
        self.page.goto(self.server.address + place)
        self.page.wait_for_selector(waits_for, state="attached")
        self.settle()
        return self

    def settle(self):
        """Waits for fonts, the frame after the next, and every animation that ends."""
        self.page.evaluate("""async () => {
          await document.fonts.ready;
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
        }""")

    # Poses

    def pose(self, size, feature=None):
        self.size = size
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        if feature:
            metrics["displayFeature"] = feature
        self.session.send("Emulation.setDeviceMetricsOverride", metrics)
        self.page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=list(size))
        if feature:
            name = "horizontal" if feature["orientation"] == "vertical" else "vertical"
            self.page.wait_for_function(f"() => matchMedia('({name}-viewport-segments: 2)').matches")
        self.settle()

    def layout(self) -> str:
        return self.page.evaluate("document.querySelector('.app').dataset.layout")

    def frame(self, selector: str) -> dict:
        return self.page.eval_on_selector(selector, """(found) => {
          const frame = found.getBoundingClientRect();
          return { left: frame.left, right: frame.right, top: frame.top, bottom: frame.bottom, width: frame.width, height: frame.height };
        }""")

    def overflow(self) -> float:
        """How far anything reaches beyond the screen's sides."""
        return self.page.evaluate("""() => Math.max(document.documentElement.scrollWidth - innerWidth,
          ...[...document.querySelectorAll(".app, .pane, .block, .sheet-body")].map((each) => each.scrollWidth - each.clientWidth))""")

    def in_mask(self, feature) -> list[str]:
        """What lies in the fold's mask, looked for on a grid of points."""
        start, length = feature["offset"], feature["maskLength"]
        along = self.size[1] if feature["orientation"] == "vertical" else self.size[0]
        across = [start + 1, start + length / 2, start + length - 1]
        points = [(a, b) if feature["orientation"] == "vertical" else (b, a) for a in across for b in range(2, along, 6)]
        found = self.page.evaluate(f"(points) => points.map({GROUND.strip()})", [list(point) for point in points])
        return sorted({each for each in found if each})

    # What is on it

    @property
    def place(self) -> str:
        return self.page.evaluate("location.hash")

    def rows(self) -> list[str]:
        return self.page.eval_on_selector_all(".row .merchant", "(all) => all.map((each) => each.textContent)")

    def pick(self, index: int = 0):
        self.page.locator(".row").nth(index).click()
        self.page.wait_for_selector(".detail:not([hidden]) .facts")
        self.settle()

    def toast(self, text: str):
        return self.page.locator(".toast", has_text=text)

    def focused(self) -> str:
        """The focused element's words."""
        return self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")

    def wait_for_balance(self, text: str):
        self.page.wait_for_function("(text) => document.querySelector('.balance bdi').textContent.includes(text)", arg=text)

    def picture(self, path: Path):
        """A picture by the protocol itself: other ways would lay the page out without its fold."""
        self.settle()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.session.send("Page.captureScreenshot", {"format": "png"})["data"]))
        return json.dumps(self.size)
