"""A quiet place for commands: an empty folder, English, no colours, a fixed width."""

import tempfile
from pathlib import Path

import pytest

from tests.cli.driving import Runner


@pytest.fixture
def walstatt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Runner:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("WALSTATT_LANG", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return Runner(monkeypatch, capsys)
