"""The page's files: each is compiled in, preloaded, within the rules of the page's policy."""

import http.client
import re

import pytest
from conftest import ROOT
from dashboard import OPEN

PAGE = ROOT / "Sources/LedgerServer/Page"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
FILES = sorted(path.name for path in PAGE.iterdir())


def test_every_file_is_served_as_it_is(shared_server):
    cookie = "; ".join(f"{each['name']}={each['value']}" for each in shared_server.cookie())
    for name in FILES:
        if name == "index.html":
            continue
        connection = http.client.HTTPConnection(shared_server.host)
        connection.request("GET", f"/{name}", headers={"Cookie": cookie})
        answer = connection.getresponse()
        assert answer.status == 200, f"{name}: add it to PageAssets.swift"
        assert answer.getheader("content-type").startswith(TYPES["." + name.rsplit(".")[-1]]), name
        assert answer.read() == (PAGE / name).read_bytes(), f"{name}: build again"


def needed(name: str, form: str, found: set[str]) -> set[str]:
    """A module and all that it imports in a form, directly or not."""
    if name not in found:
        found.add(name)
        for each in re.findall(form, (PAGE / name).read_text()):
            needed(each, form, found)
    return found


def test_every_module_is_used_and_sheets_wait_until_they_are_wanted():
    at_once = needed("main.js", r'from "\./([^"]+)"', set())
    sometime = needed("main.js", r'(?:from |import\()"\./([^"]+)"', set())
    assert sometime == {name for name in FILES if name.endswith(".js")}
    assert "add-sheet.js" in sometime - at_once


def test_the_first_picture_takes_two_requests_and_no_question(show, shared_server):
    asked = []
    page = show(shared_server, OPEN)
    page.page.on("request", lambda request: asked.append(request.url.removeprefix(shared_server.address)))
    page.page.reload()
    page.page.wait_for_selector(".row")
    page.settle()
    assert sorted(set(asked) - {"icon.svg", "chevron.svg"}) == ["", "api/v1/events", "page.js"]


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".js")])
def test_every_import_is_used_and_exported(name):
    text = (PAGE / name).read_text()
    for names, source in re.findall(r'import \{ ([^}]+) \} from "\./([^"]+)"', text):
        exported = (PAGE / source).read_text()
        for each in names.split(", "):
            theirs, ours = (each.split(" as ") * 2)[:2]
            assert len(re.findall(rf"\b{ours}\b", text)) > 1, f"{ours} is imported for nothing"
            assert re.search(rf"export (async )?(const|function|class) {theirs}\b", exported), f"{source} has no {theirs}"


def test_nothing_is_inline_and_no_markup_is_made_of_text():
    index = (PAGE / "index.html").read_text()
    assert not re.search(r"<style>(?!</style>)|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)(?! type=.application/json)", index)
    for name in FILES:
        if name.endswith(".js"):
            text = (PAGE / name).read_text()
            found = re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|setAttribute\(.style|https?://(?!www\.w3\.org)", text)
            assert found == [], name


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith((".js", ".css"))])
def test_files_are_short_and_say_what_they_are_for(name):
    lines = (PAGE / name).read_text().splitlines()
    assert len(lines) <= (300 if name.endswith(".js") else 420)
    assert lines[0].startswith("// " if name.endswith(".js") else "/* ")
    assert max(map(len, lines)) <= 140
