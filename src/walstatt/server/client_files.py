"""What never changes while the server runs: the built client, words, rules, scenes.

Each is kept in memory once as it is and once compressed, with a tag by which a browser can ask
whether it still has the right one.
"""

import gzip
import mimetypes
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response
from msgspec import Struct

FOLDER: Final = Path(__file__).parent / "client"
PACKED: Final = {"packed": True}
"""Tells the application that a route sees to compression itself."""
ASK_AGAIN: Final = "no-cache"
FOREVER: Final = "public, max-age=31536000, immutable"
JSON: Final = "application/json"
WORTH_PACKING: Final = 600
"""Smaller things are sent as they are."""
_PACKED_ALREADY: Final = frozenset(
    {".avif", ".gz", ".jpg", ".mp3", ".ogg", ".png", ".webp", ".woff2"}
)
_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": JSON,
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class Still(Struct, frozen=True):
    """Something that stays as it is."""

    body: bytes
    packed: bytes
    """Empty if packing is not worth it."""
    tag: str
    media_type: str
    caching: str


def still(
    body: bytes, media_type: str = JSON, caching: str = ASK_AGAIN, *, pack: bool = True
) -> Still:
    """Prepare something that stays as it is."""
    packed = gzip.compress(body, 9, mtime=0) if pack and len(body) >= WORTH_PACKING else b""
    tag = blake2b(body, digest_size=12).hexdigest()
    return Still(body, packed, f'"{tag}"', media_type, caching)


def show(request: Request[Any, Any, Any], what: Still) -> Response[bytes]:
    """Send it, or say that the browser has it already."""
    headers = {"ETag": what.tag, "Cache-Control": what.caching, "Vary": "Accept-Encoding"}
    if what.tag in _tags(request.headers.get("if-none-match", "")):
        return Response(b"", status_code=304, headers=headers, media_type=what.media_type)
    if what.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(what.packed, headers=headers, media_type=what.media_type)
    return Response(what.body, headers=headers, media_type=what.media_type)


def client_files(folder: Path = FOLDER) -> Mapping[str, Still]:
    """Read the built client by path, if it was built; hidden files are no part of it."""
    return dict(_found(folder)) if (folder / "index.html").is_file() else {}


def _found(folder: Path) -> Iterator[tuple[str, Still]]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts):
            yield f"/{inside.as_posix()}", _read(path, hashed=inside.parts[0] == "assets")


def _read(path: Path, *, hashed: bool) -> Still:
    """Read a file; the names under assets/ hold a hash, so what they name never changes."""
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    caching = FOREVER if hashed else ASK_AGAIN
    pack = path.suffix not in _PACKED_ALREADY
    return still(path.read_bytes(), kind or "application/octet-stream", caching, pack=pack)


def _tags(header: str) -> frozenset[str]:
    return frozenset(one.strip().removeprefix("W/") for one in header.split(","))
