"""Bank files: dropped or chosen, looked at, taken in."""

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
    sheet.get_by_text("Leave out rows that can't be read").click()
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
