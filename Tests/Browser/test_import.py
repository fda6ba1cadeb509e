"""Bank files: dropped or chosen, looked at, taken in."""

import pytest
from dashboard import CLOSED, OPEN

STATEMENT = "Date,Payee,Category,Amount\n2026-10-18,Book Corner,Gifts,-18.90\n2026-10-19,Corner Coffee,Eating out,-4.20\n2026-10-20,Refund Ltd,,12.00\n"


def choose(page, name, text):
    page.page.get_by_role("button", name="Import bank files").click()
    sheet = page.page.locator("dialog[open]")
    sheet.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": text.encode()})
    sheet.locator(".card.file").first.wait_for()
    return sheet


def test_a_chosen_file_is_previewed_then_imported_then_a_duplicate(show, household):
    page = show(household, OPEN)
    position = household.ask("session")["position"]
    sheet = choose(page, "extra.csv", STATEMENT)
    assert "3 new" in sheet.locator(".counts").text_content()
    assert sheet.locator("tbody tr").count() == 3 and "Book Corner" in sheet.locator("tbody").text_content()
    assert "decisions and why" in sheet.locator("summary", has_text="decisions").text_content()
    assert household.ask("session")["position"] == position
    sheet.get_by_role("button", name="Import 3 rows").click()
    page.toast("3 transactions are imported").wait_for()
    page.wait_for_balance("18,736.96")
    sheet = choose(page, "extra.csv", STATEMENT)
    assert "3 duplicates" in sheet.locator(".counts").text_content()
    assert sheet.get_by_role("button", name="Import", exact=True).is_disabled()
    sheet.get_by_role("button", name="Cancel").click()
    page.toast("imported").get_by_role("button", name="Undo").click()
    page.wait_for_balance("18,748.06")


def test_files_dropped_anywhere_are_previewed(show, household):
    page = show(household, OPEN)
    page.page.evaluate("""(text) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], "dropped.csv", { type: "text/csv" }));
      for (const name of ["dragover", "drop"]) {
        document.querySelector(".balance-card").dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: carried }));
      }
    }""", STATEMENT)
    page.page.locator("dialog[open] .card.file").wait_for()
    assert "dropped.csv" in page.page.locator("dialog[open] .card.file h3").text_content()
    page.page.get_by_role("button", name="Import 3 rows").click()
    page.toast("3 transactions are imported").wait_for()


def test_rows_that_cannot_be_read_refuse_the_import_until_they_are_left_out(show, household):
    page = show(household, CLOSED, expects=("422",))
    sheet = choose(page, "broken.csv", STATEMENT + "2026-02-31,Nowhere,,-1.00\n")
    assert "1 row can't be read" in sheet.locator("p[role=status]").text_content()
    assert sheet.locator("li.problem").count() == 1 and "Line 5" in sheet.locator("li.problem").text_content()
    assert sheet.get_by_role("button", name="Import", exact=True).or_(sheet.get_by_role("button", name="Import 3 rows")).is_disabled()
    sheet.get_by_label("Leave out rows that can't be read").click()
    sheet.get_by_role("button", name="Import 3 rows").click()
    page.toast("3 transactions are imported").wait_for()


def test_options_change_the_preview(show, household):
    page = show(household, OPEN)
    sheet = choose(page, "extra.csv", STATEMENT)
    assert "\u221218.90" in sheet.locator("tbody tr").first.text_content()
    sheet.locator("summary", has_text="What the evidence leaves open").click()
    sheet.get_by_text("Flip the sign of every amount").click()
    page.page.wait_for_function("() => !document.querySelector('dialog tbody tr').textContent.includes('\u2212')")
    sheet.get_by_role("combobox", name="Account").or_(sheet.get_by_role("textbox", name="Account")).fill("Card")
    page.page.keyboard.press("Tab")
    page.page.wait_for_function("() => document.querySelector('dialog .card.file .meta').textContent.includes('Card')")


def test_a_file_without_transactions_is_refused_in_words(show, household):
    page = show(household, OPEN, expects=("422", "400"))
    page.page.get_by_role("button", name="Import bank files").click()
    sheet = page.page.locator("dialog[open]")
    sheet.locator("input[type=file]").set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"hello there\n"})
    page.page.wait_for_function("() => !/^(Reading…|)$/.test(document.querySelector('dialog [role=status]').textContent)")
    assert sheet.get_by_role("button", name="Import", exact=True).is_disabled()


# Neither the order of the dates nor the mark of the amounts can be told from these rows.
OPEN_QUESTIONS = "Date;Text;Amount\n03/04/2026;Shop A;-1.234\n05/06/2026;Shop B;-2.500\n07/08/2026;Shop C;-3.100\n"


def problem_of(sheet, name):
    return sheet.locator(".field", has=sheet.page.get_by_label(name, exact=True)).locator(".problem")


@pytest.mark.parametrize("size", [OPEN, CLOSED])
def test_what_the_evidence_leaves_open_is_asked_beside_its_field_and_settled_there(show, household, size):
    page = show(household, size, expects=("422",))
    sheet = choose(page, "questions.csv", OPEN_QUESTIONS)
    commit = sheet.locator(".sheet-actions button[type=submit]")
    dates = sheet.get_by_label("Order of dates", exact=True)
    assert "more than one way" in sheet.locator("p[role=status]").text_content()
    assert problem_of(sheet, "Order of dates").text_content() == (
        "The dates in column 'Date' could have the day or the month first: nothing in the file settles it.")
    assert dates.is_visible() and dates.get_attribute("aria-invalid") == "true" and commit.is_disabled()
    assert "--" not in sheet.text_content()
    dates.select_option("dmy")
    mark = sheet.get_by_label("Decimal mark", exact=True)
    problem_of(sheet, "Decimal mark").wait_for()
    assert dates.get_attribute("aria-invalid") is None and dates.is_visible() and commit.is_disabled()
    mark.select_option(",")
    sheet.get_by_role("button", name="Import 3 rows").wait_for()
    assert sheet.locator("tbody td.numeric").first.text_content().startswith("\u22121,234.00")
    commit.click()
    page.toast("3 transactions are imported").wait_for()
    found = household.ask("transactions?text=Shop%20A")["transactions"][0]
    assert (found["date"], found["amountMinor"]) == ("2026-04-03", -123400)


def test_choices_are_kept_as_a_profile_that_reads_the_next_file(show, household, tmp_path):
    page = show(household, OPEN, expects=("422",))
    sheet = choose(page, "questions.csv", OPEN_QUESTIONS)
    sheet.get_by_label("Order of dates", exact=True).select_option("dmy")
    problem_of(sheet, "Decimal mark").wait_for()
    sheet.get_by_label("Decimal mark", exact=True).select_option(",")
    sheet.get_by_role("button", name="Import 3 rows").wait_for()
    sheet.locator("summary", has_text="What the evidence leaves open").click()
    keep = sheet.get_by_label("Keep these choices as a profile named")
    keep.fill("../evil")
    sheet.get_by_role("button", name="Import 3 rows").click()
    assert "Letters, digits" in problem_of(sheet, "Keep these choices as a profile named").text_content()
    keep.fill("corner-bank")
    sheet.get_by_role("button", name="Import 3 rows").click()
    page.toast("Kept as").wait_for()
    assert (tmp_path / "kept" / "foldbook" / "profiles" / "corner-bank.json").is_file()
    sheet = choose(page, "next.csv", OPEN_QUESTIONS.replace("Shop", "Store").replace("07/08", "09/08"))
    problem_of(sheet, "Order of dates").wait_for()
    sheet.locator("summary", has_text="What the evidence leaves open").click()
    profile = sheet.get_by_label("Profile", exact=True)
    assert profile.locator("optgroup[label=Yours] option").all_text_contents() == ["corner-bank"]
    assert profile.locator("optgroup[label=Bundled] option").count() > 3
    profile.select_option("corner-bank")
    sheet.get_by_role("button", name="Import 3 rows").wait_for()
    assert sheet.get_by_label("Order of dates", exact=True).get_attribute("aria-invalid") is None
    assert "profile corner-bank" in sheet.locator(".card.file > .meta").text_content()


def test_files_beyond_the_limit_are_refused_before_they_are_sent(show, household):
    page = show(household, OPEN)
    sent = []
    page.page.on("request", lambda request: sent.append(request.url))
    page.page.evaluate("""() => {
      const carried = new DataTransfer();
      carried.items.add(new File([new Uint8Array(70 * 1024 * 1024)], "long.csv", { type: "text/csv" }));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: carried }));
    }""")
    said = page.page.locator("dialog[open] p[role=status]")
    said.wait_for()
    assert said.text_content() == (
        "That is 70 MB; at most 64 MB can be taken at once here. Choose fewer files, or use the command foldbook import, "
        "which has no such limit.")
    assert not any("import" in url.split("/")[-1] or "import/preview" in url for url in sent if not url.endswith(".js"))
    assert page.page.get_by_role("button", name="Import", exact=True).is_disabled()


def test_a_long_file_shows_that_it_is_being_read_and_how_much_is_listed(show, household):
    page = show(household, OPEN)
    rows = "".join(f"2026-{1 + day // 28:02},{day},-{day}.50\n".replace(",", f"-{1 + day % 28:02},Shop ", 1) for day in range(250))
    page.page.route("**/api/v1/import/preview", lambda route: (page.page.wait_for_selector("dialog .working:not([hidden])"), route.continue_()))
    sheet = choose(page, "long.csv", "Date,Payee,Amount\n" + rows)
    sheet.get_by_role("button", name="Import 250 rows").wait_for()
    assert not sheet.locator(".working").is_visible()
    assert "The first 200 of 250 rows." in sheet.text_content()
