"""Splitting a transaction into parts, changing them, and making it one again."""

import ledgers
import pytest
from dashboard import CLOSED, OPEN


def newest(server):
    return server.ask("transactions?limit=1")["transactions"][0]


def open_sheet(page, name="Split"):
    page.page.get_by_role("button", name=name, exact=True).click()
    page.page.wait_for_selector("dialog[open] .split-parts")
    return page.page.locator("dialog[open]")


def fill(sheet, index, category, amount):
    sheet.get_by_role("combobox", name="Category").nth(index).select_option(category)
    sheet.get_by_role("textbox", name="Amount").nth(index).fill(amount)


def parts_of(server, number):
    return [(each["category"], each["amountMinor"]) for each in server.ask(f"transactions/{number}").get("parts", [])]


@pytest.mark.parametrize("size,locale,amounts,left", [
    (OPEN, "en-IE", ("12.03", "9.00"), "€9.00 left"), (CLOSED, "de-DE", ("12,03", "9,00"), "9,00 € left"),
])
def test_save_waits_until_the_parts_come_to_the_whole(show, household, size, locale, amounts, left):
    number = newest(household)["id"]
    page = show(household, size, f"#transaction={number}", locale=locale)
    sheet = open_sheet(page)
    save = sheet.get_by_role("button", name="Save")
    rest = sheet.locator(".split-rest")
    assert save.is_disabled() and sheet.get_by_role("combobox", name="Category").nth(0).input_value() == "Eating out"
    fill(sheet, 0, "Groceries", amounts[0])
    assert rest.text_content().replace("\u00a0", " ") == left
    sheet.get_by_role("button", name="Use the rest").click()
    assert sheet.get_by_role("textbox", name="Amount").nth(1).input_value() == amounts[1]
    assert rest.text_content() == "The parts come to the whole."
    assert save.is_disabled(), "a part has no category yet"
    sheet.get_by_role("combobox", name="Category").nth(1).select_option("Groceries")
    assert save.is_disabled(), "one category twice is no split"
    sheet.get_by_role("combobox", name="Category").nth(1).select_option("Gifts")
    assert save.is_enabled()
    sheet.get_by_role("textbox", name="Amount").nth(1).fill(amounts[1].replace("9", "8", 1))
    assert save.is_disabled() and "left" in rest.text_content()
    sheet.get_by_role("textbox", name="Amount").nth(1).fill(amounts[1].replace("9", "10", 1))
    assert save.is_disabled() and "too much" in rest.text_content()
    sheet.get_by_role("textbox", name="Amount").nth(1).fill(amounts[1])
    save.click()
    page.page.wait_for_selector("dialog", state="detached")
    page.toast("is split into 2 parts").wait_for()
    assert parts_of(household, number) == [("Groceries", -1203), ("Gifts", -900)]
    page.page.wait_for_selector(".detail .parts")
    page.page.keyboard.press("Control+z")
    page.toast("Undone").wait_for()
    assert household.ask(f"transactions/{number}")["category"] == "Eating out"


def test_parts_are_changed_added_and_removed(show, household, foldbook_program):
    number = newest(household)["id"]
    ledgers.Foldbook(foldbook_program, household.process.args[2]).run("split", str(number), "Groceries=12.03", "Gifts=9.00")
    page = show(household, OPEN, f"#transaction={number}")
    sheet = open_sheet(page, "Change parts")
    amounts = sheet.get_by_role("textbox", name="Amount")
    assert [amounts.nth(index).input_value() for index in range(2)] == ["12.03", "9.00"]
    assert sheet.get_by_role("button", name="Save").is_enabled()
    sheet.get_by_role("button", name="Add a part").click()
    assert page.page.evaluate("document.activeElement.ariaLabel") == "Category"
    sheet.get_by_role("button", name="Remove this part").nth(1).click()
    fill(sheet, 1, "Fees", "10.00")
    sheet.get_by_role("button", name="Add a part").click()
    fill(sheet, 2, "Other", "\u22121,00")
    sheet.get_by_role("textbox", name="Amount").nth(0).focus()
    assert "Write it like" in sheet.locator(".split-parts .problem").nth(2).text_content()
    assert amounts.nth(2).get_attribute("aria-invalid") == "true"
    fill(sheet, 2, "Other", "-1.00")
    sheet.get_by_role("textbox", name="Amount").nth(0).fill("12.03")
    sheet.get_by_role("button", name="Save").click()
    page.page.wait_for_selector("dialog", state="detached")
    assert parts_of(household, number) == [("Groceries", -1203), ("Fees", -1000), ("Other", 100)]


def test_a_split_becomes_one_again_in_its_largest_category(show, household, foldbook_program):
    number = newest(household)["id"]
    ledgers.Foldbook(foldbook_program, household.process.args[2]).run("split", str(number), "Groceries=12.03", "Gifts=9.00")
    page = show(household, CLOSED, f"#transaction={number}")
    sheet = open_sheet(page, "Change parts")
    sheet.get_by_role("button", name="One category again").click()
    page.page.wait_for_selector("dialog", state="detached")
    page.toast("is one again, in Groceries").wait_for()
    found = household.ask(f"transactions/{number}")
    assert found["category"] == "Groceries" and not found.get("parts")
    assert page.page.get_by_role("button", name="Split", exact=True).is_visible()


def test_cancel_keeps_what_was_and_a_refusal_is_said(show, household, foldbook_program):
    program = ledgers.Foldbook(foldbook_program, household.process.args[2])
    number = newest(household)["id"]
    page = show(household, OPEN, f"#transaction={number}", expects=("409 (Conflict)",))
    sheet = open_sheet(page)
    fill(sheet, 0, "Groceries", "12.03")
    fill(sheet, 1, "Gifts", "9.00")
    sheet.get_by_role("button", name="Cancel").click()
    page.page.wait_for_selector("dialog", state="detached")
    assert household.ask(f"transactions/{number}")["category"] == "Eating out"
    sheet = open_sheet(page)
    fill(sheet, 0, "Groceries", "12.03")
    fill(sheet, 1, "Gifts", "9.00")
    program.run("delete", str(number))
    sheet.get_by_role("button", name="Save").click()
    page.page.locator(".toast", has_text=str(number)).wait_for()
    assert page.page.locator("dialog[open]").count() == 1, "the draft stays"


def test_nothing_is_split_where_amounts_are_covered_or_nothing_may_change(show, serve, household_ledger, tmp_path):
    import shutil
    for name, option in (("covered", "--hide-amounts"), ("reading", "--read-only")):
        ledger = tmp_path / f"{name}.foldbook"
        shutil.copy(household_ledger, ledger)
        server = serve(ledger, option)
        page = show(server, OPEN, f"#transaction={newest(server)['id']}")
        page.page.wait_for_selector(".detail .facts")
        assert page.page.get_by_role("button", name="Split", exact=True).count() == 0
