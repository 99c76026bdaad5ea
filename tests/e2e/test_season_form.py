"""The form of a season in browsers of three zones."""

import re

import pytest
from playwright.sync_api import Browser

from tests.realservices import Embedded

ZONES = ["UTC", "Asia/Shanghai", "America/New_York"]  # +0, +8, −5


@pytest.mark.browser
def test_saving_thrice_moves_no_date(chromium: Browser, site: Embedded) -> None:
    """A browser that read the league's times as its own would move every date by hours at each save."""
    address, seen = "", []
    for zone in ZONES:
        context = chromium.new_context(timezone_id=zone, locale="zh-CN")
        page = context.new_page()
        page.goto(f"{site.url}/accounts/login/")
        page.fill("[name=login]", "admin@example.com")
        page.fill("[name=password]", site.demo["passwords"]["admin"])
        page.click("main button[type=submit]")
        page.wait_for_url(re.compile("/team/"))
        if not address:
            page.goto(f"{site.url}/l/demo/manage/seasons/new/")
            page.fill("[name=name]", "三个时区")
            page.fill("[name=first_opens_at]", "2027-03-08T20:00")
            page.fill("[name=registration_closes_at]", "2027-03-08T19:30")
            page.click("button[value=draft]")
            page.wait_for_url(re.compile("/manage/seasons/(?!new)"))
            address = page.url
            assert "2027年3月8日 20:00 北京时间（UTC+8）" in page.content()
        for _ in range(3):
            page.goto(f"{address}edit/")
            seen.append([one.input_value() for one in page.locator("input[type=datetime-local]").all()])
            page.click("button[value=save]")
            page.wait_for_url(address)
            assert "没有改动" in page.content()
        context.close()
    assert len(seen) == 9
    assert all(each == seen[0] for each in seen)
    assert "2027-03-08T20:00" in seen[0]
