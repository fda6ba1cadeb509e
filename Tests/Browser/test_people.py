"""Other locales, other directions, hostile names, covered amounts, an empty ledger."""

import pytest
import ledgers
from dashboard import CLOSED, FOLD, OPEN


def test_amounts_and_days_follow_the_locale(show, shared_server):
    page = show(shared_server, OPEN, locale="de-DE")
    assert page.page.locator(".balance-card .balance bdi").text_content().replace("\u00a0", " ") == "18.748,06 €"
    assert page.page.locator(".day time").first.text_content() == "Dienstag, 20. Oktober"
    assert page.page.locator(".row .amount bdi").first.text_content() == "\u221221,03"
    assert page.page.locator(".row").first.get_attribute("aria-label").startswith("Noodle House, minus 21 euros 3 cents")


def test_right_to_left_mirrors_panes_charts_and_keys(show, shared_server):
    page = show(shared_server, OPEN, locale="ar-EG")
    assert page.page.evaluate("document.documentElement.dir") == "rtl"
    assert page.frame(".leading")["left"] > page.frame(".trailing")["right"]
    assert page.frame(".leading")["left"] - page.frame(".trailing")["right"] == pytest.approx(16, abs=0.5)
    page.pose(OPEN, FOLD)
    assert page.frame(".trailing")["right"] == pytest.approx(FOLD["offset"], abs=1)
    assert page.frame(".leading")["left"] == pytest.approx(FOLD["offset"] + FOLD["maskLength"], abs=1)
    assert page.in_mask(FOLD) == [] and page.overflow() <= 0
    chart = page.page.get_by_role("slider", name="Spending by day")
    chart.focus()
    last = int(chart.get_attribute("aria-valuenow"))
    page.page.keyboard.press("ArrowRight")
    assert int(chart.get_attribute("aria-valuenow")) == last - 1
    page.page.get_by_role("button", name="Add a transaction").click()
    sheet = page.page.wait_for_selector("dialog[open]")
    page.settle()
    frame = page.frame("dialog.sheet")
    assert frame["right"] <= FOLD["offset"] + 0.5 and sheet.is_visible()


@pytest.mark.parametrize("locale,direction,amount,day", [
    ("de-DE", "ltr", "18.748,06 €", "Dienstag, 20. Oktober"), ("ar-EG", "rtl", "١٨٬٧٤٨٫٠٦", "الثلاثاء"),
    ("ja-JP", "ltr", "€18,748.06", "10月20日火曜日"), ("he-IL", "rtl", "18,748.06", "20 באוקטובר"),
])
def test_words_are_english_and_numbers_and_days_are_the_person_s(show, shared_server, locale, direction, amount, day):
    page = show(shared_server, OPEN, locale=locale)
    assert page.page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["en", direction]
    balance = page.page.locator(".balance-card .balance")
    assert amount in balance.locator("bdi").text_content().replace("\u00a0", " ").replace("\u2019", "٬")
    assert balance.locator(".unseen").text_content() == "18748 euros 6 cents", "what is heard is in the page's language"
    time = page.page.locator(".day time").first
    assert day in time.text_content() and time.get_attribute("lang") == locale, "and what is not says its own"
    assert page.page.locator(".row").first.get_attribute("aria-label") == "Noodle House, minus 21 euros 3 cents, Eating out, 20 October, Card"
    page.pick(0)
    assert page.page.locator(".detail time").first.get_attribute("lang") == locale
    chart = page.page.get_by_role("slider", name="Cost by month")
    assert "euros" in chart.get_attribute("aria-valuetext") and "2026" in chart.get_attribute("aria-valuetext")
    assert page.overflow() <= 0


def test_english_phrases_keep_their_order_in_a_page_that_runs_to_the_left(show, shared_server):
    page = show(shared_server, OPEN, locale="ar-EG")
    places = page.page.evaluate("""() => {
      const node = document.querySelector(".transactions-card .card-head .meta").firstChild;
      const place = (from, to) => {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        return range.getBoundingClientRect();
      };
      const space = node.data.indexOf(" ");
      return [node.data, place(0, space).right, place(space + 1, node.data.length).left];
    }""")
    assert places[0].endswith(" transactions") and places[1] <= places[2]
    frame = page.frame(".spending-card .figure")
    card = page.frame(".spending-card")
    assert card["right"] - frame["right"] < 20, "and stand at the side where lines begin"


@pytest.fixture(scope="module")
def hostile_ledger(foldbook_program, tmp_path_factory):
    return ledgers.hostile(foldbook_program, tmp_path_factory.mktemp("hostile"))


def test_hostile_names_are_only_text(show, serve, hostile_ledger):
    page = show(serve(hostile_ledger), CLOSED, expects=("400",))
    page.page.get_by_role("link", name="Show all", exact=True).click()
    page.page.wait_for_function("(count) => document.querySelectorAll('.row').length === count", arg=len(ledgers.HOSTILE_NAMES))
    shown = set(page.rows())
    assert ledgers.HOSTILE_NAMES[0] in shown and ledgers.HOSTILE_NAMES[1] in shown
    assert "\ufffdgnp.exe\ufffd override" in shown and "\ufffd[31mred\ufffd bell" in shown
    assert page.page.locator("img, .row script").count() == 0
    assert page.page.title() == "Foldbook"
    assert page.overflow() <= 0
    for index in (0, 5, 7):
        page.pick(index)
        assert page.overflow() <= 0
        page.page.get_by_role("button", name="Back").click()
        page.page.wait_for_selector(".detail", state="hidden")
    page.page.get_by_role("button", name="History, undo and redo").click()
    page.page.locator("dialog .commit").first.wait_for()
    assert page.page.locator("dialog img").count() == 0 and page.page.title() == "Foldbook"


def test_hostile_addresses_do_nothing(show, shared_server):
    place = "#transaction=%3Cscript%3E&category=%22%3E%3Cimg%20src=x%3E&range=__proto__&at=-1&day=2026-99-99x&text=%27%29--"
    page = show(shared_server, OPEN, place, expects=("404", "400"))
    page.page.get_by_text("Nothing matches").wait_for(state="attached")
    assert page.page.locator("img").count() == 0 and page.page.title() == "Foldbook"
    page.page.get_by_role("button", name="Clear the filters").click()
    page.page.wait_for_selector(".row")


def test_covered_amounts_are_uncovered_only_when_asked(show, serve, household_ledger):
    page = show(serve(household_ledger, "--hide-amounts"), OPEN)
    text = "() => [...document.querySelectorAll('.app bdi, .app .unseen, .app .axis-text, .row')].map((each) => each.textContent + (each.getAttribute('aria-label') ?? '')).join(' ')"
    assert "•••" in page.page.evaluate(text)
    for figure in ("18,748", "18748", "21.03", "21 euros", "2,928"):
        assert figure not in page.page.evaluate(text), figure
    page.page.get_by_role("button", name="Show amounts").click()
    page.wait_for_balance("18,748.06")
    page.page.get_by_role("button", name="Cover amounts").click()
    page.wait_for_balance("•••")


def test_several_currencies_are_looked_at_one_at_a_time(show, serve, foldbook_program, tmp_path):
    ledger = ledgers.empty(foldbook_program, tmp_path / "source")
    foldbook = ledgers.Foldbook(foldbook_program, ledger)
    foldbook.run("accounts", "add", "Giro", "--opening", "100")
    foldbook.run("accounts", "add", "Tokyo", "--currency", "JPY", "--opening", "5000")
    foldbook.run("add", "12.50", "Corner Shop", "--account", "Giro")
    foldbook.run("add", "1250", "Konbini", "--account", "Tokyo")
    page = show(serve(ledger), CLOSED)
    page.wait_for_balance("87.50")
    assert {each.strip() for each in page.page.locator(".row .amount bdi").all_text_contents()} == {"\u221212.50", "\u2212¥1,250"}
    page.page.get_by_role("combobox", name="Currency").select_option("JPY")
    page.wait_for_balance("3,750")
    assert "currency=JPY" in page.place


def test_an_empty_ledger_says_what_to_do_next(show, serve, foldbook_program, tmp_path):
    server = serve(ledgers.empty(foldbook_program, tmp_path / "source"))
    page = show(server, CLOSED)
    assert page.page.get_by_text("No transactions yet").is_visible()
    assert page.page.get_by_role("button", name="Import a bank file").is_visible()
    assert not page.page.locator(".chart").first.is_visible(), "there is nothing to draw yet"
    empty = page.frame(".empty")
    assert empty["bottom"] < CLOSED[1], "what to do is on the first screen"
    page.page.locator(".empty").get_by_role("button", name="Add a transaction").click()
    form = page.page.locator("dialog[open]")
    form.locator("[name=amount]").fill("12.50")
    form.locator("[name=merchant]").fill("First Shop")
    form.get_by_role("button", name="Save").click()
    page.page.wait_for_selector(".row")
    assert page.rows() == ["First Shop"] and page.page.locator(".empty").count() == 0
    assert server.ask("accounts")["accounts"][0]["name"] == "Cash"


def test_the_page_needs_nothing_from_elsewhere(show, shared_server):
    asked = []
    page = show(shared_server, OPEN)
    page.page.on("request", lambda request: asked.append(request.url))
    page.page.reload()
    page.page.wait_for_selector(".row")
    assert asked and all(url.startswith(shared_server.address) for url in asked)


def test_the_printed_address_opens_the_page_once(browser, serve, household_ledger):
    server = serve(household_ledger)
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.first_address)
    page.wait_for_selector(".row")
    assert "token" not in page.url
    context.close()
