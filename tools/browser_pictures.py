"""Draws the pictures of the web client in docs/pictures, with a server and a browser of its own.

The battles shown are played with fixed seeds, so that a picture changes only when the client does.
Each picture is written with a palette of its own, which keeps it small and still shows it well.
"""

from __future__ import annotations

import base64
import re
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.live import LiveServer
from tests.server.unlimited import UNLIMITED
from tests.web import clashes
from tests.web.chairs import ANY_SEAT, Chair
from tests.web.houses import COMPUTER, FRIEND, ME, OPEN, House, battle, where
from tests.web.measured import Field
from tests.web.people import DESKTOP, PHONE, Person, chromium
from walstatt.games.idg.troops import FOLDER as IDG
from walstatt.kernel.prompts import Prompt
from walstatt.kernel.save import to_bytes

FOLDER = Path("docs/pictures")
ZAMA = IDG / "armies" / "zama_romans.yaml"
COLOURS = 128
MOST_BYTES = 420_000
BOARDLESS = ("rules", "armies")
"""Pictures without a painted board, for which nobody has to wait."""
EARLY = 60
"""The entry of a battle after which moments are looked for."""
CAN = re.compile("can be chosen$|kann gewählt werden$")
GROUP = re.compile("^(What can be chosen on the board|Was auf dem Plan gewählt werden kann)$")


class Look(Struct, frozen=True):
    """How a picture is taken: on a desk or a phone, in which colours, in which language."""

    phone: bool = False
    theme: str = "light"
    language: str = "en"


class Studio:
    """A server with some tables, and a browser to look at them."""

    def __init__(self, server: LiveServer, browser: Browser) -> None:
        self.house = House(server)
        self.browser = browser

    @contextmanager
    def visitor(self, look: Look, kept: dict[str, Any] | None = None) -> Iterator[Person]:
        """Open a browser window."""
        context = self.browser.new_context(
            viewport=PHONE if look.phone else DESKTOP,
            locale=look.language,
            color_scheme=look.theme,
            device_scale_factor=2 if look.phone else 1,
            reduced_motion="reduce",
            has_touch=look.phone,
            is_mobile=look.phone,
        )
        settings = {"speed": "off", "name": "Anna"}
        yield Person(
            context, self.house.server.url, {"walstatt.settings": settings, **(kept or {})}
        )
        context.close()

    def battle(self, moment: bytes) -> dict[str, Any]:
        """Lay a table against the computer at a moment of a battle."""
        return self.house.goes_on(moment, {"allied": ME, "french": COMPUTER})


def advance() -> bytes:
    """Find a battle where the light infantry may move."""
    return where("choose_move", "allied", 8, EARLY, fits=lambda asked: _is_asked(asked, "-lt-"))


def charge() -> bytes:
    """Find a battle where the heavy cavalry may attack a line of infantry."""
    return where(
        "choose_combat", "allied", 1, EARLY, fits=lambda asked: _is_asked(asked, "-hc-", "-ln-")
    )


def _is_asked(asked: Prompt, unit: str, target: str = "") -> bool:
    """Can a unit of a kind be taken in hand, and be sent against one of another?"""
    return any(
        choice.of and unit in choice.of.id and target in choice.target.id
        for choice in asked.choices
    )


# -- the pictures --------------------------------------------------------------------------------


@contextmanager
def lobby(studio: Studio, look: Look) -> Iterator[Page]:
    """Show the lobby of somebody with some games."""
    house = studio.house
    mine = [studio.battle(charge()), house.brings(to_bytes(battle(3)))]
    mine.append(house.lays({"allied": FRIEND, "french": ME}, scenario="vimiero"))
    house.lays({"allied": ME, "french": OPEN}, name="Bert", listed=True, scenario="corunna")
    house.goes_on(advance(), {"allied": ME, "french": ME}, name="Clara")
    keys = [
        {"table": made["table"], "token": made["token"], "seat": "allied", "at": 3 - n}
        for n, made in enumerate(mine)
    ]
    with studio.visitor(look, {"walstatt.keys": keys}) as visitor:
        page = visitor.opens()
        expect(page.get_by_role("link", name="Play Corunna")).to_be_visible()
        expect(page.get_by_role("link", name="Continue")).to_be_visible()
        yield page


@contextmanager
def table(studio: Studio, look: Look) -> Iterator[Page]:
    """Show where a unit in hand can go."""
    with _at_the_table(studio, look, advance()) as chair:
        _takes(chair, re.compile("light infantry|[Ll]eichte Infanterie"))
        yield chair.page


@contextmanager
def preview(studio: Studio, look: Look) -> Iterator[Page]:
    """Show what a charge would mean."""
    with _at_the_table(studio, look, charge()) as chair:
        _takes(chair, re.compile("heavy cavalry|Schwere Kavallerie"))
        target = _choices(chair).get_by_role(
            "button", name=re.compile("line infantry.* target$|Linieninfanterie.* Ziel$")
        )
        expect(target.first).to_be_attached()
        if look.phone:
            chair.page.touchscreen.tap(*chair.spot(target.first))
        else:
            chair.hovers(target.first)
        expect(chair.page.locator("section.card .ledger").first).to_be_visible()
        yield chair.page


@contextmanager
def replay(studio: Studio, look: Look) -> Iterator[Page]:
    """Show a battle again."""
    made = studio.house.brings(to_bytes(battle(2)))
    with studio.visitor(look) as visitor:
        page = visitor.opens(f"#/replay/{made['table']}/{made['token']}/187")
        expect(page.get_by_role("list", name="Pieces on the board")).to_be_attached()
        yield page


@contextmanager
def rules(studio: Studio, look: Look) -> Iterator[Page]:
    """Show a rule in its chapter."""
    with studio.visitor(look) as visitor:
        page = visitor.opens("#/rules/ccn/CCN-8.4.1")
        expect(page.locator("article.current")).to_be_in_viewport()
        yield page


@contextmanager
def measured(studio: Studio, look: Look) -> Iterator[Page]:
    """Show a unit that is carried farther than it may go."""
    made = studio.house.brings(clashes.at("choose_move"))
    with studio.visitor(look) as visitor:
        visitor.opens(f"#/t/{made['table']}/{made['token']}")
        visitor.button(ANY_SEAT).click()
        field = Field(visitor)
        expect(field.sentence).to_contain_text("Where do Red riders go")
        x, y = field.held()
        field.drags((x, y), (x + 60, y - 200))
        expect(visitor.button("Move here instead")).to_be_visible()
        yield visitor.page


@contextmanager
def builder(studio: Studio, look: Look) -> Iterator[Page]:
    """Show an army that is being made."""
    with studio.visitor(look) as visitor:
        page = visitor.opens("#/armies")
        page.get_by_label("Open a file").set_input_files(ZAMA)
        expect(page.locator("article.unit")).to_have_count(9)
        yield page


@contextmanager
def _at_the_table(studio: Studio, look: Look, moment: bytes) -> Iterator[Chair]:
    made = studio.battle(moment)
    with studio.visitor(look) as visitor:
        visitor.opens(f"#/t/{made['table']}/{made['token']}")
        chair = Chair(visitor)
        expect(_choices(chair).get_by_role("button").first).to_be_attached()
        yield chair


def _choices(chair: Chair) -> Any:  # noqa: ANN401 - a locator
    return chair.page.get_by_role("group", name=GROUP)


def _takes(chair: Chair, what: re.Pattern[str]) -> None:
    """Take a piece in hand."""
    choosable = _choices(chair).get_by_role("button", name=CAN)
    piece = choosable.and_(_choices(chair).get_by_role("button", name=what)).first
    chair.page.mouse.click(*chair.spot(piece))
    expect(piece).to_have_count(0)


PICTURES: dict[str, tuple[Callable[..., Any], Look]] = {
    "lobby": (lobby, Look()),
    "table": (table, Look()),
    "preview": (preview, Look()),
    "replay": (replay, Look()),
    "phone": (preview, Look(phone=True)),
    "table-dark": (preview, Look(theme="dark")),
    "table-de": (table, Look(language="de")),
    "rules": (rules, Look()),
    "measured": (measured, Look()),
    "armies": (builder, Look()),
}


# -- taking them ---------------------------------------------------------------------------------

PAINTED = """
() => new Promise((done) => {
  const inView = (one) => one.getBoundingClientRect().top < innerHeight;
  const isPainted = (one) => one.width > 1 && !(one.width === 300 && one.height === 150);
  const look = () => {
    const boards = [...document.querySelectorAll("canvas")].filter(inView);
    const frames = [...document.querySelectorAll(".picture")].filter(inView);
    const full = frames.every((one) => one.querySelector("canvas"));
    if (boards.length && full && boards.every(isPainted)) setTimeout(done, 2500);
    else setTimeout(look, 50);
  };
  look();
})
"""
"""Waits until every board in view is painted, and then for its finer strokes.

The page's own policy forbids Playwright to wait by itself. An empty canvas is 300 x 150.
"""

PALETTE = """
async ([source, most]) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const data = context.getImageData(0, 0, width, height).data;
  const BITS = 6, SHIFT = 8 - BITS, SIZE = 1 << (3 * BITS);
  const binOf = (i) =>
    ((data[i] >> SHIFT) << (2 * BITS)) | ((data[i + 1] >> SHIFT) << BITS) | (data[i + 2] >> SHIFT);
  const count = new Uint32Array(SIZE);
  const sums = [0, 1, 2].map(() => new Float64Array(SIZE));
  for (let i = 0; i < data.length; i += 4) {
    const bin = binOf(i);
    count[bin] += 1;
    for (let c = 0; c < 3; c += 1) sums[c][bin] += data[i + c];
  }
  const used = [];
  for (let bin = 0; bin < SIZE; bin += 1)
    if (count[bin]) used.push({ bin, n: count[bin], at: sums.map((sum) => sum[bin] / count[bin]) });
  const box = (colours) => {
    const n = colours.reduce((all, one) => all + one.n, 0);
    const mean = [0, 1, 2].map((c) => colours.reduce((all, one) => all + one.n * one.at[c], 0) / n);
    const off = (one, c) => one.n * (one.at[c] - mean[c]) ** 2;
    const spread = [0, 1, 2].map((c) => colours.reduce((all, one) => all + off(one, c), 0));
    const axis = spread.indexOf(Math.max(...spread));
    return { colours, mean, axis, worth: colours.length > 1 ? spread[axis] ** 0.5 * n ** 0.1 : 0 };
  };
  const boxes = [box(used)];
  while (boxes.length < most) {
    const next = boxes.reduce((best, one) => (one.worth > best.worth ? one : best));
    if (!next.worth) break;
    const isHigh = (one) => one.at[next.axis] > next.mean[next.axis];
    const half = (high) => next.colours.filter((one) => isHigh(one) === high);
    boxes.splice(boxes.indexOf(next), 1, box(half(false)), box(half(true)));
  }
  const palette = boxes.map((one) => one.mean.map(Math.round));
  const nearest = new Uint8Array(SIZE);
  for (const { bin, at } of used) {
    let [best, least] = [0, Infinity];
    palette.forEach((one, index) => {
      const far = 3 * (one[0] - at[0]) ** 2 + 6 * (one[1] - at[1]) ** 2 + (one[2] - at[2]) ** 2;
      if (far < least) [best, least] = [index, far];
    });
    nearest[bin] = best;
  }
  const pixels = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = nearest[binOf(4 * i)];
  let text = "";
  for (let i = 0; i < pixels.length; i += 32768)
    text += String.fromCharCode(...pixels.subarray(i, i + 32768));
  return { width, height, palette: palette.flat(), pixels: btoa(text) };
}
"""


def taken(studio: Studio, name: str) -> bytes:
    """Take one picture."""
    show, look = PICTURES[name]
    with show(studio, look) as page:
        if name not in BOARDLESS:
            page.evaluate(PAINTED)
        page.wait_for_load_state("networkidle")
        shot = page.screenshot(animations="disabled", caret="hide")
        return reduced(studio.browser, shot)


def reduced(browser: Browser, shot: bytes) -> bytes:
    """Write a picture with few colours."""
    page = browser.new_page()
    source = "data:image/png;base64," + base64.b64encode(shot).decode()
    found = page.evaluate(PALETTE, [source, COLOURS])
    page.close()
    pixels = base64.b64decode(found["pixels"])
    width = found["width"]
    rows = b"".join(b"\0" + pixels[i : i + width] for i in range(0, len(pixels), width))
    head = struct.pack(">IIBBBBB", width, found["height"], 8, 3, 0, 0, 0)
    parts = (b"IHDR", head), (b"PLTE", bytes(found["palette"])), (b"IDAT", zlib.compress(rows, 9))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in (*parts, (b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)


def main(wanted: list[str]) -> int:
    """Take the pictures that are wanted, or all; one that is too large is a mistake."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    large = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        LiveServer(Path(folder) / "walstatt.db", environment=UNLIMITED) as server,
        sync_playwright() as playwright,
    ):
        studio = Studio(server, chromium(playwright))
        for name in wanted or PICTURES:
            content = taken(studio, name)
            path = FOLDER / f"{name}.png"
            path.write_bytes(content)
            print(f"{path} ({len(content) // 1000} kB)")
            large += len(content) > MOST_BYTES
        studio.browser.close()
    return 1 if large else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
