"""Measure the web client: what opening a table loads, and how soon the first board is on screen.

    python tools/bench_client.py [--json]

A server is started on loopback with a fresh file. A board is on screen when its ground is painted
and its pieces stand; every opening begins with an empty cache.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from pathlib import Path
from shutil import which
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import httpx2
from playwright.sync_api import Browser, Response, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.live import LiveServer

CLIENT = Path("src/walstatt/server/client")
OPENINGS = 7
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
MOST_KILOBYTES = 250
MOST_SECONDS = 1.5
ON_SCREEN = """() =>
  document.querySelector("canvas.board.ready") !== null &&
  document.querySelectorAll(".pieces *").length > 100
"""


def kilobytes() -> dict[str, float]:
    """Weigh the files of the client, compressed as they are sent."""
    files = [path for path in CLIENT.rglob("*") if path.suffix in (".js", ".css", ".html")]
    return {path.name: round(len(gzip.compress(path.read_bytes())) / 1000, 1) for path in files}


def new_table(server: str) -> str:
    """Start a battle and give the address of its table."""
    seats = {"allied": {"occupant": "me"}, "french": {"occupant": "computer", "level": "recruit"}}
    wish = {"game": "ccn", "scenario": "rolica_1", "seats": seats, "name": "Bench"}
    made = httpx2.post(f"{server}/api/tables", json=wish).raise_for_status().json()
    return f"{server}/#/t/{made['table']}/{made['token']}"


def loaded_for(browser: Browser, address: str) -> set[str]:
    """Open a table in a fresh browser and list the files that come for it."""
    loaded: set[str] = set()

    def note(response: Response) -> None:
        loaded.add(Path(urlsplit(response.url).path).name or "index.html")

    context = browser.new_context(viewport={"width": 1600, "height": 1000})
    page = context.new_page()
    page.on("response", note)
    page.goto(address)
    page.wait_for_function(ON_SCREEN)
    page.wait_for_load_state("networkidle")
    context.close()
    return loaded


def seconds_to_board(browser: Browser, address: str) -> float:
    """Open a table in a fresh browser and wait until its board is on screen."""
    context = browser.new_context(viewport={"width": 1600, "height": 1000})
    page = context.new_page()
    start = perf_counter()
    page.goto(address, wait_until="commit")
    while not page.evaluate(ON_SCREEN):
        page.wait_for_timeout(10)
    taken = perf_counter() - start
    context.close()
    return taken


def measure() -> dict[str, Any]:
    """Measure everything."""
    weights = kilobytes()
    with tempfile.TemporaryDirectory() as folder, LiveServer(Path(folder) / "bench.db") as server:
        address = new_table(server.url)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=which("chromium"), args=[*QUIET])
            seconds = [seconds_to_board(browser, address) for _ in range(OPENINGS)]
            loaded = loaded_for(browser, address)
            browser.close()
    opening = {name: weight for name, weight in weights.items() if name in loaded}
    return {
        "opening_kilobytes": round(sum(opening.values()), 1),
        "all_kilobytes": round(sum(weights.values()), 1),
        "largest": dict(sorted(opening.items(), key=lambda one: -one[1])[:5]),
        "first_board_seconds": round(median(seconds), 2),
        "openings": [round(one, 2) for one in seconds],
    }


def main() -> None:
    """Measure and print."""
    found = measure()
    if "--json" in sys.argv:
        print(json.dumps(found))
        return
    weight, seconds = found["opening_kilobytes"], found["first_board_seconds"]
    print(f"opening a table loads {weight} kB compressed (at most {MOST_KILOBYTES})")
    print(f"all pages together weigh {found['all_kilobytes']} kB")
    print(f"first board on screen after {seconds} s, median of {OPENINGS} (at most {MOST_SECONDS})")


if __name__ == "__main__":
    main()
