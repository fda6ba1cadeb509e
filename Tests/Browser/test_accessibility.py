"""What axe-core finds, contrast, words, keys, motion."""

import itertools
import re

import contrast
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT
from dashboard import CLOSED, OPEN

AXE = Axe()
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def violations(page) -> list[str]:
    results = AXE.run(page.page, options=RULES)
    assert len(results.response["passes"]) > 10
    return [f"{each['id']}: {node['html'][:160]} {node['failureSummary']}" for each in results.response["violations"] for node in each["nodes"]]


def state_dashboard(page):
    pass


def state_detail(page):
    page.pick(0)


def state_add(page):
    page.page.get_by_role("button", name="Add a transaction").click()
    page.page.locator("dialog [name=amount]").fill("x")
    page.page.locator("dialog [name=merchant]").focus()
    page.page.locator("dialog .problem").first.wait_for()


def state_split(page):
    page.pick(0)
    page.page.get_by_role("button", name="Split", exact=True).click()
    page.page.locator("dialog .split-parts input").first.fill("x")
    page.page.locator("dialog .split-parts input").last.focus()
    page.page.locator("dialog .problem:not([hidden])").first.wait_for()


def state_history(page):
    page.page.get_by_role("button", name="History, undo and redo").click()
    page.page.locator("dialog .commit").first.wait_for()


def state_time(page):
    page.page.get_by_role("button", name="Look at a past day").click()


def state_import(page):
    page.page.get_by_role("button", name="Import bank files").click()
    rows = b"Date,Payee,Amount\n2026-10-18,Book Corner,-18.90\n2026-10-19,Corner Coffee,-4.20\n2026-02-31,Nowhere,-1.00\n"
    page.page.locator("dialog input[type=file]").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": rows})
    page.page.locator("dialog .card.file").wait_for()
    page.page.eval_on_selector_all("dialog details", "(all) => all.forEach((each) => { each.open = true; })")


def state_filtered(page):
    page.page.locator(".category", has_text="Cash").click()
    page.page.wait_for_selector(".category[aria-pressed=true]")


def state_past(page):
    page.page.goto(page.server.address + "#day=2026-08-31")
    page.page.locator(".notice").wait_for()


STATES = {each.__name__.removeprefix("state_"): each for each in (
    state_dashboard, state_detail, state_add, state_split, state_history, state_time, state_import, state_filtered, state_past)}


@pytest.mark.parametrize("state", STATES)
def test_no_rule_of_axe_is_broken_and_every_text_has_contrast_in_both_schemes(show, shared_server, state):
    size = OPEN if list(STATES).index(state) % 2 else CLOSED
    page = show(shared_server, size, expects=("422",))
    STATES[state](page)
    page.settle()
    assert contrast.too_faint(page.page) == []
    page.page.emulate_media(color_scheme="dark")
    page.settle()
    assert contrast.too_faint(page.page) == []
    assert violations(page) == []


def test_axe_and_the_measure_of_contrast_can_fail(show, shared_server):
    page = show(shared_server, CLOSED)
    page.page.evaluate("""() => {
      const name = document.querySelector(".row .merchant");
      name.style.color = "#aab0ab";
      document.querySelector("[aria-label='Add a transaction']").removeAttribute("aria-label");
      document.querySelector("[title='Add a transaction']").removeAttribute("title");
    }""")
    assert any(each.startswith("button-name") for each in violations(page))
    assert any("Noodle House" in each for each in contrast.too_faint(page.page))


def palette() -> dict[str, tuple[str, str]]:
    text = (ROOT / "Sources/LedgerServer/Page/tokens.css").read_text()
    return {name: (light, dark) for name, light, dark in re.findall(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", text)}


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_text_colour_is_readable_on_every_surface(scheme):
    colours = palette()
    texts = ["text", "secondary", "tertiary", "accent", "gain", "loss", "warning", "info"]
    surfaces = ["canvas", "surface", "raised", "selected"]
    for text, surface in itertools.product(texts, surfaces):
        measured = contrast.ratio(contrast.hexadecimal(colours[text][scheme]), contrast.hexadecimal(colours[surface][scheme]))
        assert measured >= 4.5, f"{text} on {surface}: {measured:.2f}"
    on_accent = contrast.ratio(contrast.hexadecimal(colours["on-accent"][scheme]), contrast.hexadecimal(colours["accent"][scheme]))
    assert on_accent >= 4.5
    outline = contrast.ratio(contrast.hexadecimal(colours["outline"][scheme]), contrast.hexadecimal(colours["canvas"][scheme]))
    assert outline >= 3, "a field's edge has to be seen"


def test_amounts_are_heard_as_words(show, shared_server):
    page = show(shared_server, OPEN)
    first = page.page.locator(".row").first.get_attribute("aria-label")
    assert first == "Noodle House, minus 21 euros 3 cents, Eating out, 20 October, Card"
    assert page.page.locator(".balance-card .balance .unseen").text_content() == "18748 euros 6 cents"
    assert page.page.locator(".balance-card .change .unseen").first.text_content().startswith("down 1688 euros 1 cent, ")


WORDS = [
    (-1250, "USD", "minus 12 dollars 50 cents"), (1, "USD", "1 cent"), (100, "EUR", "1 euro"), (-101, "GBP", "minus 1 pound 1 penny"),
    (0, "EUR", "0 euros"), (1500, "JPY", "1500 yen"), (1234, "KWD", "1 dinar 234 fils"), (10**15, "EUR", "10000000000000 euros"),
    (250, "ISK", "250 Icelandic krónur"),
]


def test_words_of_amounts(show, shared_server):
    page = show(shared_server, OPEN)
    said = page.page.evaluate("""async (cases) => {
      const { amountWords } = await import("/amount-words.js");
      return cases.map(([minor, currency]) => amountWords(minor, currency));
    }""", [list(each[:2]) for each in WORDS])
    assert said == [each[2] for each in WORDS]


def test_changes_never_rest_on_colour_alone(show, shared_server):
    page = show(shared_server, OPEN)
    coloured = page.page.eval_on_selector_all(".gain, .loss", "(all) => all.map((each) => each.textContent)")
    assert len(coloured) > 3
    for text in coloured:
        assert re.search("[▲▼]", text) and re.search("[+\u2212]", text), text


def test_everything_is_reached_and_done_by_the_keyboard_alone(show, household):
    page = show(household, OPEN)
    keys = page.page.keyboard
    reached = []
    for _ in range(60):
        keys.press("Tab")
        reached.append(page.focused())
        if "Noodle House" in reached[-1]:
            break
    for name in ("Look at a past day", "History, undo and redo", "Import bank files", "Add a transaction", "Balance history", "One month", "Search transactions", "More filters"):
        assert name in reached, name
    outline = page.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    keys.press("ArrowDown")
    assert page.focused().startswith("Canteen West")
    keys.press("Enter")
    page.page.wait_for_selector(".detail .facts")
    assert page.focused() == "Canteen West"
    keys.press("Escape")
    page.page.wait_for_selector(".detail", state="hidden")
    assert page.focused().startswith("Canteen West")
    page.page.get_by_role("button", name="Add a transaction").focus()
    keys.press("Enter")
    page.page.wait_for_selector("dialog[open]")
    keys.type("12.50")
    keys.press("Tab")
    keys.type("Keyboard Shop")
    keys.press("Enter")
    page.page.wait_for_selector("dialog", state="detached")
    page.toast("Keyboard Shop is added").wait_for()
    assert page.rows()[0] == "Keyboard Shop"
    assert page.focused() == "Add a transaction"


def test_a_row_below_keeps_the_focus_when_one_is_deleted(show, household):
    page = show(household, OPEN)
    page.page.locator(".row").first.focus()
    page.page.keyboard.press("Delete")
    page.toast("is deleted").wait_for()
    assert page.focused().startswith("Canteen West")


def test_reduced_motion_moves_nothing(show, shared_server):
    page = show(shared_server, CLOSED)
    page.page.locator(".row").first.click()
    page.page.wait_for_selector(".detail:not([hidden])")
    moving = page.page.evaluate("() => document.getAnimations().filter((each) => each.effect.getComputedTiming().duration > 0).length")
    assert moving == 0
    tokens = page.page.evaluate("['--move', '--quick', '--fade'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))")
    assert all(each.startswith("0ms") for each in tokens)


def test_motion_is_there_otherwise(show, shared_server):
    page = show(shared_server, CLOSED, reduced=False)
    assert page.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--move')").startswith("280ms")


def test_the_dark_canvas_is_not_black_and_cards_have_an_edge(show, shared_server):
    page = show(shared_server, OPEN, dark=True)
    style = "(each) => [getComputedStyle(each).backgroundColor, getComputedStyle(each).borderTopColor, getComputedStyle(each).borderTopWidth]"
    assert page.page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(14, 20, 17)"
    assert page.page.eval_on_selector(".card", style) == ["rgb(22, 32, 27)", "rgb(38, 52, 43)", "1px"]


def test_targets_are_large_enough(show, shared_server):
    page = show(shared_server, CLOSED)
    small = page.page.evaluate("""() => [...document.querySelectorAll("button, a, select, .input, .choice label")]
      .filter((each) => each.checkVisibility()).map((each) => [each.getBoundingClientRect(), each])
      .filter(([frame]) => frame.width < 24 || frame.height < 24).map(([, each]) => each.outerHTML.slice(0, 80))""")
    assert small == []
