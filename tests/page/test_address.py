"""The address of the page: any bad link leads to exactly one notice. Tests of its parsing are in tests/js."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

MANY = "&".join(f"name{number}=1" for number in range(20_000))


@pytest.mark.parametrize("address", [MANY, f"game=tank&tab=play&{MANY[:7000]}", "&" * 1_000_000])
def test_one_notice_answers_an_address_with_many_names(early: Page, site: Any, address: str) -> None:
    early.goto(f"{site.url}#{address}")
    expect(early.locator("html")).to_have_attribute("data-view", "play" if "tank" in address else "front")
    expect(early.locator(".views a")).to_have_count(4)
    expect(early.locator(".notice")).to_have_count(1)
    # Another one while the page is open.
    early.evaluate("address => { location.hash = address; }", f"game=planes&{address[:9000]}{quote('é' * 3000)}")
    expect(early.locator(".notice")).to_have_count(2)
