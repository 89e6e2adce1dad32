"""Checks that the links and the make targets named in the project's Markdown files exist."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
SKIPPED = {"build", "dist", "mutants", "node_modules"}
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?) *#*$", re.MULTILINE)
NAMED_TARGET = re.compile(r"`make ([a-z][a-z-]*)")
TARGET = re.compile(r"^([a-z][a-z -]*):", re.MULTILINE)


def documents() -> Iterator[Path]:
    """All Markdown files, except those that others wrote."""
    for path in sorted(TOP.rglob("*.md")):
        folders = path.relative_to(TOP).parts[:-1]
        if not any(name in SKIPPED or name.startswith(".") for name in folders):
            yield path


def prose(path: Path) -> str:
    """The text of a document without its code blocks and comments."""
    return COMMENT.sub("", FENCE.sub("", path.read_text(encoding="utf-8")))


def anchors(path: Path) -> set[str]:
    """The anchors that the headings of a document make."""
    headings = HEADING.findall(prose(path))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path: Path) -> Iterator[str]:
    """The links of a document that lead to no file or no heading of the project."""
    for link in LINK.findall(prose(path)):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists():
            yield f"no such file: {link}"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"no such heading: {link}"


def unknown_targets(path: Path, known: set[str]) -> Iterator[str]:
    """The make targets that a document names and the Makefile lacks."""
    for target in NAMED_TARGET.findall(path.read_text(encoding="utf-8")):
        if target not in known:
            yield f"no such target: make {target}"


def main() -> int:
    """Print every fault with its file; 1 if there are any."""
    makefile = (TOP / "Makefile").read_text(encoding="utf-8")
    known = {name for line in TARGET.findall(makefile) for name in line.split()}
    faults = [
        f"{path.relative_to(TOP)}: {fault}"
        for path in documents()
        for fault in (*broken_links(path), *unknown_targets(path, known))
    ]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
