"""Pictures of the explorer, as a browser shows it. `python -m docs.screens` takes them anew if there is Chromium."""

import os
import shutil
import sys
from pathlib import Path
from threading import Thread
from typing import Any

from goldenwire import vectors
from goldenwire.explore.answers import Answers
from goldenwire.explore.server import Server

PAGES = Path(__file__).parent / "pages"
CASE = "daphne/dense/int32-2x3"
BASED = "daphne/header/version-2"


def take() -> None:
    """Write all pictures. Raises ImportError without playwright, and OSError without Chromium."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise OSError("no Chromium is installed")
    unboxed = ["--no-sandbox"] if os.getuid() == 0 else []
    with Server(0, Answers()) as server, sync_playwright() as playwright:
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=path, args=unboxed)
        page = browser.new_page(viewport={"width": 1200, "height": 900}, color_scheme="light")
        _decoder(page, server.url)
        _vector(page, server.url)
        browser.close()
        server.shutdown()


def _decoder(page: Any, url: str) -> None:
    data = vectors.find(CASE).data or b""
    page.goto(f"{url}#decode/daphne/auto/{data.hex()}")
    page.locator(".octets [data-at='49']").click()
    page.locator(".whatif").wait_for()
    page.locator(".value .on").wait_for()
    page.screenshot(path=PAGES / "explore-decode.png", full_page=True)


def _vector(page: Any, url: str) -> None:
    page.goto(f"{url}#vector/{BASED}")
    page.locator(".octets .removed").wait_for()
    page.locator("main").screenshot(path=PAGES / "explore-vector.png")


if __name__ == "__main__":
    try:
        take()
    except (ImportError, OSError) as error:
        print(f"the pictures of the explorer stay as they are: {error}", file=sys.stderr)  # noqa: T201
