"""Where things are: closed, open, folded, fold across."""

import pytest
from dashboard import CLOSED, FOLD, FOLD_ACROSS, OPEN, TALL


def test_a_closed_phone_shows_one_column_in_order(show, shared_server):
    page = show(shared_server, CLOSED)
    assert page.layout() == "column"
    order = [".balance-card", ".card.half", ".spending-card", ".transactions-card", ".category-card", ".activity-card"]
    tops = [page.frame(each)["top"] for each in order]
    assert tops == sorted(tops) and len(set(tops)) == len(tops)
    assert len(page.rows()) == 6
    assert page.overflow() <= 0
    for card in order[:1] + order[2:]:
        assert page.frame(card)["left"] == 16 and page.frame(card)["right"] == CLOSED[0] - 16


def test_show_all_is_pushed_and_back_returns_to_the_place(show, shared_server):
    page = show(shared_server, CLOSED)
    page.page.get_by_role("link", name="Show all", exact=True).scroll_into_view_if_needed()
    before = page.page.evaluate("document.querySelector('.app').scrollTop")
    assert before > 0
    page.page.get_by_role("link", name="Show all", exact=True).click()
    page.settle()
    assert "view=transactions" in page.place
    assert len(page.rows()) == 50 and not page.page.locator(".balance-card").is_visible()
    page.page.get_by_role("button", name="Back").click()
    page.page.wait_for_selector(".balance-card", state="visible")
    page.settle()
    assert page.place == ""
    assert page.page.evaluate("document.querySelector('.app').scrollTop") == before


@pytest.mark.parametrize("size", [OPEN, (600, 800), (1280, 800), (1920, 1000)])
def test_flat_and_open_the_gutter_is_the_middle(show, shared_server, size):
    page = show(shared_server, size)
    leading, trailing = page.frame(".leading"), page.frame(".trailing")
    assert trailing["left"] - leading["right"] == pytest.approx(16, abs=0.5)
    assert (trailing["left"] + leading["right"]) / 2 == pytest.approx(size[0] / 2, abs=1)
    assert leading["left"] == pytest.approx(size[0] - trailing["right"], abs=1) and leading["left"] >= 16
    assert page.overflow() <= 0


def test_cards_stand_on_an_even_grid_of_eight_columns(show, shared_server):
    page = show(shared_server, OPEN)
    column = (OPEN[0] - 2 * 16 - 7 * 16) / 8
    lines = [16 + index * (column + 16) for index in range(8)]
    money_in, money_out = page.frame("[aria-label='Money in']"), page.frame("[aria-label='Money out']")
    assert money_in["left"] == pytest.approx(lines[0], abs=0.6)
    assert money_in["right"] == pytest.approx(lines[1] + column, abs=0.6)
    assert money_out["left"] == pytest.approx(lines[2], abs=0.6)
    assert page.frame(".spending-card")["left"] == pytest.approx(lines[4], abs=0.6)
    assert page.frame(".spending-card")["right"] == pytest.approx(lines[7] + column, abs=0.6)


@pytest.mark.parametrize("offset,mask", [(430, 24), (442, 0), (430, 60), (400, 24)])
def test_folded_like_a_book_only_the_gap_grows(show, shared_server, offset, mask):
    page = show(shared_server, OPEN)
    page.pose(OPEN, {"orientation": "vertical", "offset": offset, "maskLength": mask})
    leading, trailing = page.frame(".leading"), page.frame(".trailing")
    gap = max(16, mask)
    middle = offset + mask / 2
    assert trailing["left"] - leading["right"] == pytest.approx(gap, abs=1)
    assert (trailing["left"] + leading["right"]) / 2 == pytest.approx(middle, abs=1)
    assert leading["left"] == pytest.approx(16, abs=0.5) and trailing["right"] == pytest.approx(OPEN[0] - 16, abs=0.5)
    assert page.overflow() <= 0
    if mask:
        assert page.in_mask({"orientation": "vertical", "offset": offset, "maskLength": mask}) == []


def test_folding_moves_inner_edges_by_half_and_nothing_else(show, shared_server):
    page = show(shared_server, OPEN)
    flat = {each: page.frame(each) for each in (".leading", ".trailing", ".balance-card", ".category-card")}
    page.pose(OPEN, FOLD)
    growth = FOLD["maskLength"] - 16
    folded = {each: page.frame(each) for each in flat}
    assert flat[".leading"]["right"] - folded[".leading"]["right"] == pytest.approx(growth / 2, abs=1)
    assert folded[".trailing"]["left"] - flat[".trailing"]["left"] == pytest.approx(growth / 2, abs=1)
    assert folded[".balance-card"]["top"] == flat[".balance-card"]["top"]
    assert folded[".category-card"]["right"] == pytest.approx(flat[".category-card"]["right"], abs=0.5)


@pytest.mark.parametrize("name", ["Add a transaction", "History, undo and redo", "Import bank files", "Look at a past day"])
def test_sheets_stay_out_of_the_mask(show, shared_server, name):
    page = show(shared_server, OPEN)
    page.pose(OPEN, FOLD)
    page.page.get_by_role("button", name=name).click()
    page.page.wait_for_selector("dialog[open]")
    page.settle()
    sheet = page.frame("dialog.sheet")
    assert sheet["left"] >= FOLD["offset"] + FOLD["maskLength"] - 0.5
    assert sheet["right"] <= OPEN[0] - 15.5 and sheet["bottom"] <= OPEN[1]
    assert page.overflow() <= 0


@pytest.mark.parametrize("size,feature", [(CLOSED, None), (OPEN, None), (OPEN, FOLD)])
def test_offers_to_undo_stand_at_the_bottom_of_the_trailing_pane(show, household, size, feature):
    page = show(household, size)
    if feature:
        page.pose(size, feature)
    page.page.locator(".row").first.focus()
    page.page.keyboard.press("Delete")
    page.toast("is deleted").wait_for()
    page.settle()
    toast = page.frame(".toast")
    assert toast["bottom"] == pytest.approx(size[1] - 16, abs=1)
    if size == OPEN:
        assert toast["left"] >= page.frame(".trailing")["left"]
        assert not feature or page.in_mask(feature) == []


@pytest.mark.parametrize("size", [OPEN, CLOSED])
def test_the_name_of_the_program_is_never_broken(show, shared_server, large_text_browser, size):
    page = show(shared_server, size, using=large_text_browser)
    lines = page.page.eval_on_selector("h1.name", "(each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)")
    assert lines == pytest.approx(1, abs=0.1) and page.overflow() <= 0


def test_cards_in_one_column_stand_evenly_apart(show, shared_server):
    for place in ("", "#/view=transactions"):
        page = show(shared_server, CLOSED, place)
        frames = page.page.evaluate("""() => [...document.querySelectorAll(".app > :is(.leading, .trailing) :is(.card, .bar)")]
          .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())
          .map(({ top, bottom }) => [top, bottom]).sort((left, right) => left[0] - right[0])""")
        gaps = {round(below[0] - above[1]) for above, below in zip(frames, frames[1:]) if below[0] >= above[1]}
        assert gaps <= {0, 16}, gaps


def test_a_detail_beside_the_list_stays_out_of_the_mask(show, shared_server):
    page = show(shared_server, OPEN)
    page.pose(OPEN, FOLD)
    page.pick(2)
    assert page.frame(".detail")["left"] == pytest.approx(FOLD["offset"] + FOLD["maskLength"], abs=1)
    assert page.in_mask(FOLD) == []


def test_a_fold_across_splits_the_width_evenly_and_nothing_lies_in_it(show, shared_server):
    page = show(shared_server, TALL)
    page.pose(TALL, FOLD_ACROSS)
    leading, trailing = page.frame(".leading"), page.frame(".trailing")
    assert leading["width"] == pytest.approx(trailing["width"], abs=1)
    assert page.in_mask(FOLD_ACROSS) == []
    page.page.eval_on_selector(".leading > .lower", "(each) => { each.scrollTop = 333; }")
    page.page.eval_on_selector(".leading > .upper", "(each) => { each.scrollTop = 55; }")
    page.settle()
    assert page.in_mask(FOLD_ACROSS) == []
    assert page.frame(".leading > .lower")["top"] == pytest.approx(480, abs=1)
    page.page.eval_on_selector(".leading > .lower", "(each) => { each.scrollTop = 0; }")
    page.pick(1)
    assert page.in_mask(FOLD_ACROSS) == []


def test_a_small_phone_folded_across_has_a_pane_on_each_side(show, shared_server):
    feature = {"orientation": "horizontal", "offset": 430, "maskLength": 16}
    page = show(shared_server, CLOSED)
    page.pose(CLOSED, feature)
    assert page.layout() == "stack"
    assert page.frame(".leading")["bottom"] == pytest.approx(430, abs=1)
    assert page.frame(".trailing")["top"] == pytest.approx(446, abs=1)
    assert page.in_mask(feature) == [] and page.overflow() <= 0
    page.page.locator(".leading").evaluate("(each) => { each.scrollTop = 700; }")
    assert page.in_mask(feature) == []


def test_largest_text_stacks_tiles_and_puts_amounts_under_names(show, shared_server, large_text_browser):
    page = show(shared_server, CLOSED, using=large_text_browser)
    assert page.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    money_in, money_out = page.frame("[aria-label='Money in']"), page.frame("[aria-label='Money out']")
    assert money_out["top"] > money_in["bottom"] and money_in["width"] == CLOSED[0] - 32
    assert page.frame(".row .amount")["top"] >= page.frame(".row .who")["bottom"] - 1
    assert page.overflow() <= 0
    wide = show(shared_server, OPEN, using=large_text_browser)
    assert wide.layout() == "panes" and wide.overflow() <= 0
    wide.pick(0)
    assert wide.overflow() <= 0
