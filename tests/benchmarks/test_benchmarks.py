"""The benchmarks run on small inputs."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("startup", 1),
        ("score_calls", 400),
        ("score_positions", 100),
        ("verify_games", 6),
        ("vectorised", 8_000),
        ("commands", 40),
    ],
)
def test_a_benchmark_prints_its_table(
    name: str, number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [name, str(number)])
    import_module(f"tests.benchmarks.{name}").main()
    assert capsys.readouterr().out.count("| ") > 10
