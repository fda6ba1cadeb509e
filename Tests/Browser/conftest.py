"""What the tests share: ledgers, servers, one browser, and the page in a pose."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

import ledgers
from dashboard import OPEN, Dashboard
from serving import Server

ROOT = Path(__file__).resolve().parents[2]
PICTURES = Path(os.environ.get("FOLDBOOK_PICTURES", ROOT / ".build" / "browser" / "pictures"))


def program(variable: str, name: str) -> Path:
    path = Path(os.environ.get(variable, ROOT / ".build" / "release" / name))
    assert path.is_file(), f"{path} is missing: run 'make build', or say where it is in {variable}"
    return path


@pytest.fixture(scope="session")
def foldbook_program() -> Path:
    return program("FOLDBOOK_BIN", "foldbook")


@pytest.fixture(scope="session")
def server_program() -> Path:
    return program("FOLDBOOK_SERVER_BIN", "foldbook-server")


@pytest.fixture(scope="session")
def household_ledger(foldbook_program, tmp_path_factory) -> Path:
    generator = program("FOLDBOOK_GENERATOR", "foldbook-generate")
    return ledgers.household(foldbook_program, generator, tmp_path_factory.mktemp("household"))


@pytest.fixture(scope="session")
def browser():
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert chromium, "chromium is missing: install it, or say where it is in CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--hide-scrollbars"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def large_text_browser(browser):
    """A browser whose person reads at twice the usual size."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    arguments = ["--no-sandbox", "--hide-scrollbars", "--blink-settings=defaultFontSize=32"]
    large = browser.browser_type.launch(executable_path=chromium, args=arguments)
    yield large
    large.close()


@pytest.fixture(scope="session")
def shared_server(server_program, household_ledger, tmp_path_factory):
    """The household, for tests that change nothing."""
    server = Server(server_program, ledgers.copy(household_ledger, tmp_path_factory.mktemp("shared")))
    yield server
    server.stop()


@pytest.fixture
def serve(server_program, tmp_path):
    """Serves a copy of a ledger for one test."""
    servers = []

    def start(ledger: Path, *options: str) -> Server:
        # A place of the test's own for what a person keeps.
        kept = {"XDG_CONFIG_HOME": str(tmp_path / "kept")}
        copy = ledgers.copy(ledger, tmp_path / str(len(servers)))
        servers.append(Server(server_program, copy, *options, environment=kept))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def household(serve, household_ledger) -> Server:
    """A household of this test's own."""
    return serve(household_ledger)


@pytest.fixture
def show(browser, serve):  # after `serve`, so that a page is closed before its server
    """Opens the page: `show(server, size, place, locale=…, dark=…)`. What the page complains about fails
    the test. Motion is off unless a test is about it, so that nobody waits for it."""
    opened = []

    def open_page(server, size=OPEN, place="", *, locale="en-IE", dark=False, reduced=True, using=None, expects=(), **rest):
        context = (using or browser).new_context(
            viewport={"width": size[0], "height": size[1]}, locale=locale, color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if reduced else "no-preference", **rest)
        context.set_default_timeout(30_000)
        context.add_cookies(server.cookie())
        page = Dashboard(context.new_page(), server, size)
        page.expected_problems = expects
        opened.append((context, page))
        return page.open(place)

    yield open_page
    for context, page in opened:
        context.close()
        unexpected = [each for each in page.problems if not any(known in each for known in page.expected_problems)]
        assert not unexpected, unexpected


@pytest.fixture(scope="session")
def pictures() -> Path:
    PICTURES.mkdir(parents=True, exist_ok=True)
    return PICTURES
