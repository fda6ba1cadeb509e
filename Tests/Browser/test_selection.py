"""One selection, through folding, unfolding, reloading and Back."""

from dashboard import CLOSED, FOLD, OPEN


def test_picking_a_row_opens_it_beside_the_list_with_the_focus_on_its_title(show, shared_server):
    page = show(shared_server, OPEN)
    name = page.rows()[0]
    page.pick(0)
    assert page.focused() == name
    assert page.page.locator(".detail h2").text_content() == name
    assert not page.page.locator(".trailing").is_visible()
    assert page.page.locator(".row[aria-current=true] .merchant").text_content() == name
    close = page.frame(".detail .bar [aria-label=Close]")
    assert close["width"] >= 44 and close["height"] >= 44
    page.page.get_by_role("button", name="Close").click()
    page.page.wait_for_selector(".detail", state="hidden")
    assert page.place == "" and page.focused().startswith(name)


def test_the_selection_survives_fold_reload_unfold_and_back(show, shared_server):
    page = show(shared_server, OPEN)
    page.pick(4)
    picked = page.page.locator(".detail h2").text_content()
    place = page.place
    page.pose(OPEN, FOLD)
    assert page.page.locator(".detail h2").text_content() == picked
    page.pose(CLOSED)
    assert page.layout() == "column" and page.place == place
    assert page.frame(".detail")["width"] == CLOSED[0]
    page.page.reload()
    page.page.wait_for_selector(".detail .facts")
    assert page.page.locator(".detail h2").text_content() == picked
    page.pose(OPEN)
    assert page.frame(".detail")["left"] > OPEN[0] / 2 and page.place == place
    page.page.go_back()
    page.page.wait_for_selector(".detail", state="hidden")
    page.page.go_forward()
    page.page.wait_for_selector(".detail .facts")
    assert page.page.locator(".detail h2").text_content() == picked


def test_in_one_column_the_detail_is_pushed_and_back_returns(show, shared_server):
    page = show(shared_server, CLOSED)
    page.page.locator(".row").nth(3).scroll_into_view_if_needed()
    before = page.page.evaluate("document.querySelector('.app').scrollTop")
    page.pick(3)
    assert page.frame(".detail")["left"] == 0 and page.page.locator(".leading").evaluate("(each) => each.inert")
    back = page.frame(".detail [aria-label=Back]")
    assert back["width"] >= 44 and back["height"] >= 44
    page.page.get_by_role("button", name="Back").click()
    page.page.wait_for_selector(".detail", state="hidden")
    assert page.page.evaluate("document.querySelector('.app').scrollTop") == before
    assert "row" in page.page.evaluate("document.activeElement.className")


def test_the_list_keeps_its_place_when_the_screen_unfolds_and_folds(show, shared_server):
    page = show(shared_server, OPEN)
    page.page.eval_on_selector(".leading", "(each) => { each.scrollTop = 1500; }")
    page.settle()
    top = "() => [...document.querySelectorAll('.row')].find((row) => row.getBoundingClientRect().top >= 0).dataset.id"
    first = page.page.evaluate(top)
    page.pose(OPEN, FOLD)
    assert page.page.evaluate(top) == first
    page.pose(OPEN)
    assert page.page.evaluate(top) == first


def test_a_row_far_down_is_still_there_after_folding_and_going_back(show, shared_server):
    page = show(shared_server, OPEN)
    page.page.locator(".row").nth(30).scroll_into_view_if_needed()
    page.pick(30)
    picked = page.page.locator(".row[aria-current=true]").get_attribute("data-id")
    page.pose(CLOSED)
    page.page.get_by_role("button", name="Back").click()
    page.page.wait_for_selector(".detail", state="hidden")
    assert page.page.evaluate("document.activeElement.dataset.id") == picked


def test_the_detail_says_what_is_known_and_what_the_merchant_cost(show, shared_server):
    page = show(shared_server, OPEN)
    page.pick(0)
    facts = page.page.locator(".detail .facts").text_content()
    for word in ("Day", "Account", "Category", "Bank's text", "card.csv, line", "Recorded"):
        assert word in facts
    assert page.page.locator(".detail .timeline li").count() == 1
    history = shared_server.ask("merchant?name=Noodle%20House")
    assert page.page.locator(".month-bar").count() == len(history["months"])
    chart = page.page.get_by_role("slider", name="Cost by month")
    chart.focus()
    page.page.keyboard.press("Home")
    assert "May 2026" in chart.get_attribute("aria-valuetext") and "euro" in chart.get_attribute("aria-valuetext")


def test_an_unknown_transaction_is_said_to_be_unknown(show, shared_server):
    page = show(shared_server, OPEN, "#transaction=999999", expects=("404",))
    assert page.page.locator(".detail h2").text_content() == "Not here"
