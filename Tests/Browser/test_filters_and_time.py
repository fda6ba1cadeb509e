"""Filters and the past: both live in the address."""

from dashboard import CLOSED, OPEN


def settled_rows(page, count):
    page.page.wait_for_function("(count) => document.querySelector('.transactions-card .card-head .meta').textContent.startsWith(count)", arg=count)
    return page.rows()


def test_a_category_filters_list_and_chart_and_is_in_the_address(show, shared_server):
    page = show(shared_server, OPEN)
    page.page.locator(".category", has_text="Groceries").click()
    assert "category=Groceries" in page.place
    count = shared_server.ask("transactions?category=Groceries&limit=1")["count"]
    settled_rows(page, f"{count} transactions")
    assert page.page.locator(".spending-card h2").text_content() == "Spending on Groceries"
    assert all("Groceries" in each for each in page.page.locator(".row .where").all_text_contents())
    page.page.reload()
    page.page.wait_for_selector(".row")
    settled_rows(page, f"{count} transactions")
    assert page.page.locator(".category[aria-pressed=true]").count() == 1
    page.page.locator(".category[aria-pressed=true]").click()
    settled_rows(page, "654 transactions")
    page.page.go_back()
    settled_rows(page, f"{count} transactions")


def test_text_and_merchant_filter_and_are_cleared(show, shared_server):
    page = show(shared_server, CLOSED)
    page.page.get_by_role("searchbox", name="Search transactions").fill("noodle")
    settled_rows(page, "17 transactions")
    assert set(page.rows()) == {"Noodle House"} and "text=noodle" in page.place
    page.page.get_by_role("button", name="More filters").click()
    page.page.get_by_role("combobox", name="Merchant").or_(page.page.get_by_role("searchbox", name="Merchant")).fill("Fuel Point")
    page.page.get_by_text("Nothing matches").wait_for()
    page.page.locator(".empty").get_by_role("button", name="Clear the filters").click()
    settled_rows(page, "654 transactions")
    assert page.place == ""


def test_a_detail_leads_to_everything_of_its_merchant(show, shared_server):
    page = show(shared_server, CLOSED)
    page.pick(0)
    page.page.get_by_role("button", name="All of this merchant").click()
    assert set(settled_rows(page, "17 transactions")) == {"Noodle House"}


def test_more_rows_come_as_the_list_is_scrolled(show, shared_server):
    page = show(shared_server, OPEN)
    assert len(page.rows()) < 200
    while (before := len(page.rows())) < 654:
        page.page.eval_on_selector(".leading", "(each) => each.scrollTo(0, each.scrollHeight)")
        page.page.wait_for_function("(before) => document.querySelectorAll('.row').length > before", arg=before)
    ids = page.page.eval_on_selector_all(".row", "(all) => all.map((each) => each.dataset.id)")
    assert len(set(ids)) == 654 and page.page.get_by_role("button", name="Show more").count() == 0


def test_the_balance_history_has_ranges_and_a_readable_value(show, shared_server):
    page = show(shared_server, OPEN)
    chart = page.page.get_by_role("slider", name="Balance history")
    assert chart.get_attribute("aria-valuemax") == "31"
    for name, value in (("One week", "1W"), ("One year", "1Y"), ("Five years", "5Y"), ("From the beginning", "all")):
        page.page.get_by_role("radio", name=name).check()
        points = len(shared_server.ask(f"balance?range={value}")["points"])
        page.page.wait_for_function("(count) => document.querySelector('.balance-card .chart').getAttribute('aria-valuemax') === count", arg=str(points))
        assert f"range={value}" in page.place
    chart.focus()
    page.page.keyboard.press("Home")
    first = shared_server.ask("balance?range=all")["points"][0]
    assert f"{first['balanceMinor'] / 100:,.2f}" in page.page.locator(".balance-card .chart-readout").text_content()


def test_spending_is_read_by_pointer_and_keyboard(show, shared_server):
    page = show(shared_server, OPEN)
    days = shared_server.ask("dashboard")["dailySpending"]
    chart = page.page.get_by_role("slider", name="Spending by day")
    frame = page.frame(".spending-card .chart")
    readout = page.page.locator(".spending-card .chart-readout")
    page.page.mouse.move(frame["left"] + frame["width"] * 10 / 31, frame["top"] + 80)
    assert f"{days[9]['cumulativeMinor'] / 100:,.2f}" in readout.text_content()
    chart.focus()
    page.page.keyboard.press("ArrowLeft")
    assert f"{days[8]['cumulativeMinor'] / 100:,.2f}" in readout.text_content()
    page.page.keyboard.press("Home")
    assert f"{days[0]['cumulativeMinor'] / 100:,.2f}" in readout.text_content()
    assert chart.get_attribute("aria-valuetext").startswith("1 October: 1355 euros 83 cents spent so far")


def travel(page, day, then=False):
    page.page.get_by_role("button", name="Look at a past day").click()
    sheet = page.page.locator("dialog[open]")
    sheet.get_by_role("textbox", name="Day").fill(day)
    if then:
        sheet.get_by_text("As recorded then").click()
    sheet.get_by_role("button", name="Show").click()
    page.page.wait_for_selector("dialog", state="detached")
    page.page.locator(".notice[data-kind=past]").wait_for()


def test_a_past_day_is_shown_clearly_marked_and_unchangeable(show, shared_server):
    page = show(shared_server, OPEN)
    travel(page, "2026-08-31")
    report = shared_server.ask("dashboard?today=2026-08-31")
    page.wait_for_balance(f"{report['balanceMinor'] / 100:,.2f}")
    assert "31 August 2026, as known today" in page.page.locator(".notice").text_content()
    assert "Balance on 31 August 2026" in page.page.locator(".balance-card h2").text_content()
    page.page.wait_for_function("() => document.querySelector('.trailing .title').textContent === 'August 2026'")
    settled = shared_server.ask("transactions?to=2026-08-31&limit=1")["count"]
    settled_rows(page, f"{settled} transactions")
    assert page.page.get_by_role("button", name="Add a transaction").count() == 0
    page.pick(0)
    assert page.page.get_by_role("button", name="Delete").count() == 0
    page.page.reload()
    page.page.locator(".notice[data-kind=past]").wait_for()
    page.page.get_by_role("button", name="Back to today").click()
    page.wait_for_balance("18,748.06")
    assert page.page.locator(".notice").count() == 0


def test_what_was_recorded_then_is_another_question(show, household, foldbook_program):
    import ledgers
    page = show(household, OPEN, expects=("404",))
    ledger = household.process.args[2]
    result = ledgers.Foldbook(foldbook_program, ledger)
    page.page.get_by_role("button", name="History, undo and redo").click()
    page.page.get_by_role("button", name="Look at the ledger after commit 5", exact=True).click()
    page.page.locator(".notice[data-kind=past]").wait_for()
    commit = next(each for each in household.ask("log")["commits"] if each["commit"] == 5)
    report = household.ask(f"dashboard?at={commit['lastPosition']}")
    page.wait_for_balance(f"{report['balanceMinor'] / 100:,.2f}")
    assert report["balanceMinor"] != household.ask("dashboard")["balanceMinor"]
    result.run("add", "1", "Later", "--account", "Card")
    page.page.get_by_role("button", name="Back to today").click()
    page.wait_for_balance("18,747.06")


def test_a_day_before_the_ledger_is_said_to_be_before_it(show, shared_server):
    page = show(shared_server, OPEN, "#day=2026-01-05&known=then", expects=("404",), )
    page.page.locator(".notice[data-kind=failure]").wait_for()
    assert "ledger begins" in page.page.locator(".notice[data-kind=failure]").text_content().lower()
    assert page.page.get_by_text("Nothing yet at that time").is_visible()
    assert page.rows() == [] and not page.page.locator(".balance-card").is_visible()
