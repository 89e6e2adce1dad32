"""Short cases: a position in which red's unit a may march on, and attack, blue's unit b."""

from __future__ import annotations

from textwrap import indent

from walstatt.workshop.cases import CaseResult, parse_cases, run_case

FILE = "some.yaml"


def case_text(*, when: str = "", then: str = "", given: str = "", head: str = "") -> str:
    """Put a case together; the parts are YAML blocks."""
    parts = [
        "case: Something holds",
        "game: toy",
        head,
        "given:",
        indent(given or FIGHT, "  "),
        "when:" if when else "",
        indent(when, "  "),
        "then:" if then else "",
        indent(then, "  "),
    ]
    return "\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


FIGHT = """
phase: attack
unit: a
units:
  - {id: a, side: red, type: foot, at: "4,3"}
  - {id: b, side: blue, type: foot, at: "4,4"}
  - {id: c, side: red, type: captain, at: "1,1"}
hands: {red: [1, 2], blue: [3, 4], gold: []}
"""

MARCH = FIGHT.replace("phase: attack", "phase: activation")

PLANNING = """
units:
  - {id: a, side: red, type: foot, at: "1,1", strength: 1}
  - {id: b, side: blue, type: foot, at: "7,7", strength: 1}
hands: {red: [1, 4], blue: [3, 4], gold: []}
"""

TABLE = """
scenario: empty_table
phase: activation
unit: a
units:
  - {id: a, side: red, type: foot, at: [100, 100]}
  - {id: c, side: red, type: foot, at: [500, 500]}
"""


def ran(*, when: str = "", then: str = "", given: str = "", head: str = "") -> CaseResult:
    """Read and run a case."""
    (case,) = parse_cases(case_text(when=when, then=then, given=given, head=head), FILE)
    return run_case(case)


def failures(*, when: str = "", then: str = "", given: str = "", head: str = "") -> list[str]:
    """Run a case and give what fails, without the lines."""
    result = ran(when=when, then=then, given=given, head=head)
    assert result.ok is not bool(result.failures)
    return [one.partition(": ")[2] for one in result.failures]
