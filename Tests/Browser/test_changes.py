"""Adding, correcting, deleting, undoing."""

import ledgers
import pytest
from dashboard import CLOSED, OPEN


def open_form(page):
    page.page.get_by_role("button", name="Add a transaction").click()
    page.page.wait_for_selector("dialog[open] [name=amount]")
    return page.page.locator("dialog[open]")


def newest(server, limit=1):
    return server.ask(f"transactions?limit={limit}")["transactions"]


@pytest.mark.parametrize("locale,typed,minor", [("de-DE", "12,50", -1250), ("en-US", "1,234.56", -123456), ("ar-EG", "١٢٫٥٠", -1250)])
def test_an_amount_is_read_as_the_locale_writes_it(show, household, locale, typed, minor):
    page = show(household, OPEN, locale=locale)
    form = open_form(page)
    form.locator("[name=amount]").fill(typed)
    form.locator("[name=merchant]").fill("Eckladen")
    form.get_by_role("button", name="Save").click()
    page.page.wait_for_selector("dialog", state="detached")
    added = newest(household)[0]
    assert (added["merchant"], added["amountMinor"], added["date"]) == ("Eckladen", minor, "2026-10-20")


@pytest.mark.parametrize("locale,valid", [
    ("de-DE", {"12,5": 1250, "1.234,56": 123456, "12": 1200}), ("fr-FR", {"1 234,56": 123456}), ("de-CH", {"1’234.56": 123456, "1'234.5": 123450}),
    ("en-IN", {"12,34,567.89": 123456789}), ("sv-SE", {"0,01": 1, "1 234": 123400}), ("en-US", {"10000000000000.00": 10**15, " 7 ": 700}),
])
def test_many_ways_of_writing_are_read_exactly(show, shared_server, locale, valid):
    page = show(shared_server, OPEN, locale=locale)
    for typed, minor in valid.items():
        read = page.page.evaluate("async (typed) => (await import('/amount-parser.js')).parseAmount(typed, 'EUR', 2)", typed)
        assert read == {"minor": minor}, typed


@pytest.mark.parametrize("locale,typed", [
    ("de-DE", ["12.50", "1.234", "1.2345,00"]),
    ("en-US", ["12,50", ".50", "12.", "1,23,456", "1,2345", "12.505", "abc", "0", "-5", "+5", "1e3", "12 50", "0x10", "Infinity", "9" * 20, ""]),
])
def test_nothing_is_read_leniently(show, shared_server, locale, typed):
    page = show(shared_server, OPEN, locale=locale)
    form = open_form(page)
    form.locator("[name=merchant]").fill("Corner Shop")
    for text in typed:
        form.locator("[name=amount]").fill(text)
        form.locator("[name=note]").focus()
        assert form.get_by_role("button", name="Save").is_disabled(), text
        problem = form.locator(".field:has([name=amount]) .problem")
        assert problem.is_visible() and problem.text_content(), text
        assert form.locator("[name=amount]").get_attribute("aria-invalid") == "true"
        assert problem.get_attribute("id") in form.locator("[name=amount]").get_attribute("aria-describedby").split()


def test_save_is_disabled_until_the_draft_is_valid(show, household):
    page = show(household, CLOSED, locale="de-DE")
    form = open_form(page)
    save = form.get_by_role("button", name="Save")
    assert save.is_disabled()
    form.locator("[name=amount]").fill("12,50")
    assert save.is_disabled()
    form.locator("[name=merchant]").fill("   ")
    assert save.is_disabled()
    form.locator("[name=merchant]").fill("Bäckerei")
    assert save.is_enabled()
    form.locator("[name=date]").fill("2026-10-21")
    assert save.is_disabled()
    form.locator("[name=note]").focus()
    assert "future" in form.locator(".field:has([name=date]) .problem").text_content()
    form.locator("[name=date]").fill("2026-10-19")
    form.locator("[name=category]").select_option("Groceries")
    form.locator("[name=account]").select_option("Card")
    form.get_by_text("Money in").click()
    save.click()
    page.page.wait_for_selector("dialog", state="detached")
    added = next(each for each in newest(household, 6) if each["merchant"] == "Bäckerei")
    assert (added["amountMinor"], added["category"], added["account"], added["date"]) == (1250, "Groceries", "Card", "2026-10-19")
    page.wait_for_balance("18.760,56")


def test_cancel_throws_the_draft_away(show, household):
    page = show(household, OPEN)
    before = household.ask("session")["position"]
    form = open_form(page)
    form.locator("[name=amount]").fill("99.00")
    form.locator("[name=merchant]").fill("Never")
    form.get_by_role("button", name="Cancel").click()
    page.page.wait_for_selector("dialog", state="detached")
    assert page.focused() == "Add a transaction"
    form = open_form(page)
    assert form.locator("[name=amount]").input_value() == "" and form.locator("[name=merchant]").input_value() == ""
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("dialog", state="detached")
    assert household.ask("session")["position"] == before


@pytest.mark.parametrize("size", [OPEN, CLOSED])
def test_recategorising_is_one_change_that_can_be_undone(show, household, size):
    page = show(household, size)
    commits = len(household.ask("log")["commits"])
    page.pick(0)
    picker = page.page.get_by_role("combobox", name="Category").and_(page.page.locator(".detail *"))
    assert picker.input_value() == "Eating out"
    picker.focus()
    picker.select_option("Gifts")
    toast = page.toast("is now in Gifts")
    toast.wait_for()
    assert newest(household)[0]["category"] == "Gifts" and len(household.ask("log")["commits"]) == commits + 1
    assert page.page.locator(".timeline li").first.text_content().startswith("From Eating out to Gifts by hand")
    assert page.page.evaluate("document.activeElement.dataset.part") == "category"
    toast.get_by_role("button", name="Undo").click()
    page.toast("Undone").wait_for()
    assert newest(household)[0]["category"] == "Eating out"
    assert picker.input_value() == "Eating out"
    page.toast("Undone").get_by_role("button", name="Redo").click()
    page.toast("Redone").wait_for()
    assert newest(household)[0]["category"] == "Gifts"


def test_deleting_asks_nothing_and_offers_undo(show, household):
    page = show(household, OPEN)
    page.pick(0)
    page.page.get_by_role("button", name="Delete").click()
    page.toast("Noodle House is deleted").wait_for()
    page.page.wait_for_selector(".detail", state="hidden")
    page.wait_for_balance("18,769.09")
    assert page.rows()[0] == "Canteen West"
    page.toast("is deleted").get_by_role("button", name="Undo").click()
    page.wait_for_balance("18,748.06")
    assert page.rows()[0] == "Noodle House"


def test_a_note_is_kept(show, household):
    page = show(household, OPEN)
    page.pick(0)
    page.page.get_by_role("textbox", name="Note").fill("team lunch")
    page.page.keyboard.press("Enter")
    page.toast("note is kept").wait_for()
    assert newest(household)[0]["note"] == "team lunch"


@pytest.mark.parametrize("size", [OPEN, CLOSED])
def test_editing_writes_what_was_changed_and_nothing_else(show, household, size):
    page = show(household, size, locale="de-DE")
    commits = len(household.ask("log")["commits"])
    newest_id = newest(household)[0]["id"]
    page.pick(0)
    page.page.get_by_role("button", name="Edit", exact=True).click()
    form = page.page.locator("dialog[open]")
    fields = {name: form.locator(f"[name={name}]") for name in ("amount", "merchant", "date", "account", "note")}
    assert {name: each.input_value() for name, each in fields.items()} == {
        "amount": "21,03", "merchant": "Noodle House", "date": "2026-10-20", "account": "Card", "note": ""}
    form.get_by_role("button", name="Save").click()
    page.page.wait_for_selector("dialog", state="detached")
    assert len(household.ask("log")["commits"]) == commits, "nothing was changed, so nothing is written"
    page.page.get_by_role("button", name="Edit", exact=True).click()
    fields["merchant"].fill("  ")
    fields["note"].focus()
    assert form.get_by_role("button", name="Save").is_disabled() and form.locator(".problem:not([hidden])").count() == 1
    fields["merchant"].fill("Noodle Palace")
    fields["amount"].fill("1.021,30")
    fields["date"].fill("2026-10-18")
    form.get_by_role("button", name="Save").click()
    page.toast("Noodle Palace is changed").wait_for()
    shown = household.ask(f"transactions/{newest_id}")
    assert [shown[name] for name in ("merchant", "amountMinor", "date", "account", "note")] == [
        "Noodle Palace", -102130, "2026-10-18", "Card", None]
    assert shown["rawText"] == "Noodle House", "what the bank wrote stays"
    command = household.ask("log?limit=1")["commits"][0]["command"]
    assert command.startswith(f"edit {newest_id} ") and "--account" not in command and "--note" not in command
    assert page.page.locator(".detail h2").text_content() == "Noodle Palace"
    assert "merchant: “Noodle House” → “Noodle Palace”" in page.page.locator(".timeline").text_content()
    page.toast("is changed").get_by_role("button", name="Undo").click()
    page.toast("Undone").wait_for()
    assert household.ask(f"transactions/{newest_id}")["amountMinor"] == -2103


def test_covered_amounts_stay_covered_while_something_else_is_edited(show, serve, household_ledger):
    server = serve(household_ledger, "--hide-amounts")
    page = show(server, OPEN)
    page.pick(0)
    page.page.get_by_role("button", name="Edit", exact=True).click()
    form = page.page.locator("dialog[open]")
    assert form.locator("[name=amount]").count() == 0 and form.locator("[name=direction]").count() == 0
    form.locator("[name=note]").fill("with friends")
    form.get_by_role("button", name="Save").click()
    page.toast("is changed").wait_for()
    assert (newest(server)[0]["note"], newest(server)[0]["amountMinor"]) == ("with friends", -2103)


def test_two_sides_of_a_transfer_are_linked_and_unlinked_in_the_detail(
    show, serve, household_ledger, foldbook_program, tmp_path
):
    # An import links what is sure by itself; what a person adds is only suggested.
    ledger = ledgers.copy(household_ledger, tmp_path / "own")
    foldbook = ledgers.Foldbook(foldbook_program, ledger)
    foldbook.run("add", "61.25", "Own Money Out", "--account", "Checking")
    foldbook.run("add", "+61.25", "Own Money In", "--account", "Card")
    household = serve(ledger)
    rows = household.ask("transactions?merchant=Own%20Money&limit=10")["transactions"]
    out = next(each for each in rows if each["amountMinor"] < 0)
    into = next(each for each in rows if each["amountMinor"] == -out["amountMinor"] and each["date"] == out["date"])
    page = show(household, OPEN, f"#transaction={out['id']}")
    card = page.page.get_by_role("region", name="Transfer", exact=True)
    card.wait_for()
    assert "May be one transfer with" in card.text_content() and into["merchant"] in card.text_content()
    card.get_by_role("button", name="Link", exact=True).first.click()
    page.toast("The two are one transfer").wait_for()
    assert "One transfer with" in card.text_content()
    pair = household.ask(f"transfers?transaction={out['id']}")["linked"]
    assert [(each["outgoing"]["id"], each["incoming"]["id"]) for each in pair] == [(out["id"], into["id"])]
    card.get_by_role("link", name=into["merchant"]).click()
    page.page.wait_for_function("(name) => document.querySelector('.detail h2').textContent === name", arg=into["merchant"])
    card.get_by_role("button", name="Unlink").click()
    page.toast("no transfer any more").wait_for()
    assert household.ask(f"transfers?transaction={out['id']}")["linked"] == []


def test_the_history_says_what_each_commit_did_and_undoes_any(show, household):
    page = show(household, OPEN)
    page.page.get_by_role("button", name="History, undo and redo").click()
    sheet = page.page.locator("dialog[open]")
    commits = household.ask("log")["commits"]
    sheet.locator(".commit").nth(len(commits) - 1).wait_for()
    assert sheet.locator(".commit").count() == len(commits)
    assert "28 recategorised" in sheet.locator(".commit", has_text="recategorise --where").text_content()
    assert sheet.get_by_role("button", name="Undo commit 1:").count() == 0
    sheet.get_by_role("button", name="Undo commit 8:").click()
    sheet.locator(".commit", has_text="Change undone").wait_for()
    assert household.ask("log")["commits"][1]["undone"] is False
    undone = next(each for each in household.ask("log")["commits"] if each["commit"] == 8)
    assert undone["undone"] is True
    sheet.locator(".sheet-actions").get_by_role("button", name="Redo").click()
    sheet.locator(".commit", has_text="Change redone").wait_for()
    undone = next(each for each in household.ask("log")["commits"] if each["commit"] == 8)
    assert undone["undone"] is False


def test_undoing_what_later_changes_depend_on_offers_to_undo_those_too(show, household):
    page = show(household, OPEN, expects=("409",))
    page.pick(0)
    picker = page.page.locator(".detail [data-part=category]")
    for category in ("Gifts", "Travel"):
        picker.select_option(category)
        page.toast(f"is now in {category}").wait_for()
    page.toast("is now in Gifts").get_by_role("button", name="Undo").click()
    offer = page.page.get_by_role("button", name="Undo commit 11 too")
    offer.click()
    page.toast("Undone").wait_for()
    assert newest(household)[0]["category"] == "Eating out"


def test_the_offer_to_undo_later_changes_too_is_reached_from_the_history(show, household):
    page = show(household, OPEN, expects=("409",))
    page.pick(0)
    picker = page.page.locator(".detail [data-part=category]")
    for category in ("Gifts", "Travel"):
        picker.select_option(category)
        page.toast(f"is now in {category}").wait_for()
    page.page.get_by_role("button", name="History, undo and redo").click()
    page.page.get_by_role("button", name="Undo commit 10:").click()
    page.page.get_by_role("button", name="Undo commit 11 too").click()
    page.toast("Undone").wait_for()
    assert newest(household)[0]["category"] == "Eating out"
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("dialog", state="detached")
    page.toast("Undone").get_by_role("button", name="Redo").click()
    page.toast("Redone").wait_for()
    assert newest(household)[0]["category"] == "Travel"


def test_the_keyboard_undoes_and_redoes(show, household):
    page = show(household, OPEN)
    page.page.locator(".row").first.focus()
    page.page.keyboard.press("Delete")
    page.toast("is deleted").wait_for()
    page.page.keyboard.press("Control+z")
    page.toast("Undone").wait_for()
    assert newest(household)[0]["merchant"] == "Noodle House"
    page.page.keyboard.press("Control+Shift+z")
    page.toast("Redone").wait_for()
    assert newest(household)[0]["merchant"] == "Canteen West"


def test_a_budget_is_set_where_there_is_none(show, serve, foldbook_program, tmp_path):
    import ledgers
    server = serve(ledgers.empty(foldbook_program, tmp_path / "source"))
    page = show(server, OPEN)
    page.page.get_by_role("button", name="Set a budget").click()
    form = page.page.locator("dialog[open]")
    form.get_by_role("textbox", name="Amount a month").fill("1500")
    form.get_by_role("button", name="Save").click()
    page.toast("budget is set").wait_for()
    assert server.ask("dashboard")["budget"]["amountMinor"] == 150000


def test_parts_of_a_split_are_shown_in_list_and_detail_and_a_category_finds_them(show, household, foldbook_program):
    import ledgers
    ledger = household.process.args[2]
    newest_id = newest(household)[0]["id"]
    ledgers.Foldbook(foldbook_program, ledger).run("split", str(newest_id), "Groceries=12.03", "Gifts=9.00")
    page = show(household, OPEN, f"#transaction={newest_id}")
    page.page.wait_for_selector(".detail .parts")
    assert page.page.locator(".row .where").first.text_content() == "Groceries, Gifts · Card"
    assert page.page.locator(".row").first.get_attribute("aria-label") == "Noodle House, minus 21 euros 3 cents, Groceries, Gifts, 20 October, Card"
    parts = page.page.locator(".detail .parts > li")
    assert [each.replace("\u2212", "-") for each in parts.locator("bdi[aria-hidden]").all_text_contents()] == ["-12.03", "-9.00"]
    assert "Groceries" in parts.nth(0).text_content() and "minus 9 euros" in parts.nth(1).text_content()
    assert page.page.locator(".detail select").count() == 0, "a split has no one category to pick"
    assert "Split into Groceries, Gifts by hand" in page.page.locator(".timeline li").first.text_content()
    page.page.get_by_role("button", name="Close").click()
    page.page.locator(".category", has_text="Groceries").click()
    page.page.wait_for_function("() => document.querySelector('.transactions-card h2').textContent === 'Matching transactions'")
    assert "Noodle House" in page.rows()
    page.page.keyboard.press("Control+z")
    page.toast("Undone").wait_for()
    assert household.ask(f"transactions/{newest_id}")["category"] == "Eating out"


def test_a_budget_is_changed_and_the_present_one_stands_in_its_field(show, household):
    page = show(household, OPEN)
    page.page.get_by_role("button", name="Change the budget").click()
    form = page.page.locator("dialog[open]")
    amount = form.get_by_role("textbox", name="Amount a month")
    assert amount.get_attribute("placeholder") == "4,200.00"
    amount.fill("3,900")
    form.get_by_role("button", name="Save").click()
    page.toast("budget is set").wait_for()
    assert household.ask("dashboard")["budget"]["amountMinor"] == 390000
    assert "€3,900.00" in page.page.locator(".spending-card .figure").text_content()


def test_a_change_from_a_terminal_appears_by_itself(show, household, foldbook_program):
    import ledgers
    page = show(household, OPEN)
    ledger = household.process.args[2]
    ledgers.Foldbook(foldbook_program, ledger).run("add", "100", "Terminal Shop", "--account", "Card")
    page.wait_for_balance("18,648.06")
    assert page.rows()[0] == "Terminal Shop"


def test_a_read_only_ledger_offers_no_change(show, serve, household_ledger):
    page = show(serve(household_ledger, "--read-only"), OPEN)
    assert page.page.locator(".notice").text_content() == "This ledger is shown read-only."
    for name in ("Add a transaction", "Import bank files"):
        assert page.page.get_by_role("button", name=name).count() == 0
    page.pick(0)
    assert page.page.get_by_role("button", name="Delete").count() == 0
    assert page.page.locator(".detail select").count() == 0
