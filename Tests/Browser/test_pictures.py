"""Pictures of every pose and state, kept as artefacts for whoever changes the page to look at."""

import pytest
from dashboard import CLOSED, FOLD, FOLD_ACROSS, OPEN, TALL

POSES = {
    "closed": (CLOSED, None, ""), "open": (OPEN, None, ""), "open-detail": (OPEN, None, "#transaction=729"),
    "closed-detail": (CLOSED, None, "#transaction=729"), "folded": (OPEN, FOLD, ""), "folded-detail": (OPEN, FOLD, "#transaction=729"),
    "across": (TALL, FOLD_ACROSS, ""), "desktop": ((1440, 900), None, "#range=1Y"), "past": (OPEN, None, "#day=2026-08-31"),
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", POSES)
def test_picture(show, shared_server, pictures, name, dark):
    size, feature, place = POSES[name]
    page = show(shared_server, size, place, dark=dark)
    if feature:
        page.pose(size, feature)
    path = pictures / f"{name}-{'dark' if dark else 'light'}.png"
    page.picture(path)
    assert path.stat().st_size > 20_000


def test_pictures_of_the_largest_text_and_of_right_to_left(show, shared_server, pictures, large_text_browser):
    show(shared_server, CLOSED, using=large_text_browser).picture(pictures / "largest-text.png")
    show(shared_server, OPEN, locale="ar-EG").picture(pictures / "right-to-left.png")
