#!/bin/sh
# Says in plain words what this machine lacks for Walstatt; says nothing when all is well.
#
#   tools/doctor.sh           check everything; exit status 1 if something needed is missing
#   tools/doctor.sh python    print the Python interpreter to use
#   tools/doctor.sh node      check what the web client is built with
set -u

say() { printf 'walstatt: %s\n' "$*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }
is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
has_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

# The first Python that is new enough and can make a virtual environment.
usable_python() {
    for candidate in python3.11 python3 python3.12 python3.13; do
        if is_new_enough "$candidate" && has_venv "$candidate"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

# Why there is no usable Python: none at all, or one without venv?
explain_python() {
    for candidate in python3.11 python3 python3.12 python3.13; do
        if is_new_enough "$candidate"; then
            say "$candidate cannot make a virtual environment. On Debian: apt-get install python3-venv"
            return
        fi
    done
    say "Python 3.11 or newer is needed. On Debian 12 or newer: apt-get install python3 python3-venv"
}

is_node_20() {
    major=$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')
    [ "${major:-0}" -ge 20 ]
}

if [ "${1:-}" = python ]; then
    usable_python || { explain_python; exit 1; }
    exit 0
fi

if [ "${1:-}" = node ]; then
    is_node_20 && have npm && exit 0
    say "Node 20 or newer with npm is needed to build the web client. On Debian 13 or newer: apt-get install nodejs npm"
    exit 1
fi

missing=0
usable_python >/dev/null || { explain_python; missing=1; }
have git || { say "git is needed. On Debian: apt-get install git"; missing=1; }

have cc || have gcc || have clang ||
    say "note: no C compiler, so a library without a ready-made build cannot be installed. On Debian: apt-get install build-essential"
is_node_20 ||
    say "note: Node 20 or newer is needed to build the web client. On Debian 13 or newer: apt-get install nodejs npm"

exit "$missing"
