"""The browser of tests: the system's Chromium, which they look for, and which playwright drives."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)


@contextmanager
def driven() -> Iterator[Browser]:
    """A browser; skips the test where there is none, or nothing that drives it."""
    if BROWSER is None:
        pytest.skip("there is no Chromium here")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@contextmanager
def quiet_tab(browser: Browser, origin: str, **options: object) -> Iterator[Page]:
    """A tab on whose console nothing is said, and which fetches nothing but what begins with `origin`."""
    context = browser.new_context(viewport={"width": 1200, "height": 900}, **options)  # type: ignore[arg-type]
    tab = context.new_page()
    said: list[str] = []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.on("request", lambda request: said.append(request.url) if not request.url.startswith(origin) else None)
    yield tab
    context.close()
    assert said == []
