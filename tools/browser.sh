#!/bin/sh
# Runs a command that needs Chromium, after making sure that there is one:
#
#   tools/browser.sh COMMAND [ARGUMENT...]
#
# Without Chromium, root on Debian gets it installed. Otherwise the command is skipped with one
# line; with CI=true that is a failure, because there nobody reads the line.
set -u

say() { printf 'walstatt: %s\n' "$*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }

install_chromium() {
    [ "$(id -u)" -eq 0 ] && have apt-get || return 1
    say "installing Chromium for the browser tests"
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    output=$({ apt-get update && apt-get install -y --no-install-recommends chromium; } 2>&1) && return 0
    printf '%s\n' "$output" >&2
    return 1
}

if have chromium || { install_chromium && have chromium; }; then
    exec "$@"
fi

if [ "${CI:-}" = true ]; then
    say "the browser tests need Chromium, and it could not be installed"
    exit 1
fi
say "browser tests skipped: no Chromium. On Debian: apt-get install chromium"
