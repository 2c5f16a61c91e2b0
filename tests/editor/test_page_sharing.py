from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.editor.browser_page import Page
from tests.plays.shared_records import link_data

pytestmark = pytest.mark.browser


def test_a_result_is_handed_on_by_four_buttons(page: Page) -> None:
    page.tab.wait_for_selector(".share")
    assert page.tab.locator(".share > *").all_inner_texts() == ["BG Stats", "Play file", "Message", "Picture"]
    link = page.tab.get_attribute("text=BG Stats", "href")
    assert link_data(str(link))["players"][0]["score"] == 116
    with page.tab.expect_download() as downloaded:
        page.tab.click("text=Play file")
    assert downloaded.value.suggested_filename == "harmonies.bgsplay"
    assert json.loads(Path(downloaded.value.path()).read_bytes())["plays"][0]["playerScores"][0]["score"] == "116"
    with page.tab.expect_download() as downloaded:
        page.tab.click(".share-picture")
    assert downloaded.value.suggested_filename == "harmonies.png"
    assert Image.open(downloaded.value.path()).width > 500
