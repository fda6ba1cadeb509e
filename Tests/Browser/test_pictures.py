"""Pictures of every pose and state, kept as artefacts for whoever changes the page to look at."""

import pytest
from dashboard import CLOSED, FOLD, FOLD_ACROSS, OPEN, TALL

POSES = {
    "closed": (CLOSED, None, ""), "open": (OPEN, None, ""), "open-detail": (OPEN, None, "#transaction=729"),
    "closed-detail": (CLOSED, None, "#transaction=729"), "folded": (OPEN, FOLD, ""), "folded-detail": (OPEN, FOLD, "#transaction=729"),
    "across": (TALL, FOLD_ACROSS, ""), "desktop": ((1440, 900), None, "#range=1Y"), "past": (OPEN, None, "#day=2026-08-31"),
}


@pytest.mark.parametrize("name", POSES)
def test_picture(show, shared_server, pictures, name):
    size, feature, place = POSES[name]
    page = show(shared_server, size, place)
    if feature:
        page.pose(size, feature)
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        path = pictures / f"{name}-{scheme}.png"
        page.picture(path)
        assert path.stat().st_size > 20_000


def test_pictures_of_sheets(show, shared_server, household_ledger, pictures):
    page = show(shared_server, OPEN, locale="de-DE")
    page.page.get_by_role("button", name="Add a transaction").click()
    page.page.locator("dialog [name=amount]").fill("12,5x")
    page.page.locator("dialog [name=merchant]").fill("Eckladen")
    page.page.locator("dialog [name=note]").focus()
    page.picture(pictures / "add.png")
    page.page.keyboard.press("Escape")
    page.page.get_by_role("button", name="History, undo and redo").click()
    page.page.locator("dialog .commit").first.wait_for()
    page.picture(pictures / "history.png")
    page.page.keyboard.press("Escape")
    page.page.get_by_role("button", name="Import bank files").click()
    lines = (household_ledger.parent / "card.csv").read_text().splitlines()
    rows = [each.replace("Canteen West", "Canteen East") for each in lines[-3:]]
    (pictures / "card-november.csv").write_text("\n".join([*lines[:-1], *rows]) + "\n")
    page.page.locator("dialog input[type=file]").set_input_files(pictures / "card-november.csv")
    page.page.locator("dialog .card.file").wait_for()
    page.picture(pictures / "import.png")


def test_pictures_of_the_largest_text_and_of_right_to_left(show, shared_server, pictures, large_text_browser):
    show(shared_server, CLOSED, using=large_text_browser).picture(pictures / "largest-text.png")
    show(shared_server, OPEN, locale="ar-EG").picture(pictures / "right-to-left.png")
