"""Cases: rules questions with their answers, as files that anybody can write.

`load_cases` reads them, `run_case` tells whether one holds, `new_case` writes a template and
`case_from` writes a position out of a game that was played.
"""

from walstatt.workshop.case_format import Case, CaseError
from walstatt.workshop.case_playing import CaseResult, run_case
from walstatt.workshop.case_reading import load_cases, parse_cases
from walstatt.workshop.case_writing import case_from, new_case

__all__ = [
    "Case",
    "CaseError",
    "CaseResult",
    "case_from",
    "load_cases",
    "new_case",
    "parse_cases",
    "run_case",
]
