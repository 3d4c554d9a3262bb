"""Networks in TOSA give what the specification says, in the interpreter and as machine code of every level."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.interpreter import Interpreter
from support.tosa_networks import Network, classifier, encoder

LEVELS = (0, 1, 2)


def interpreted(network: Network) -> Any:
    module = dlc.parse(network.text)
    dlc.run_pipeline(module, "tosa-to-graph")
    [result] = Interpreter(module).run("main", network.source)
    return result


def test_classifier_of_integers_interpreted() -> None:
    for seed in range(3):
        network = classifier(seed)
        assert np.array_equal(interpreted(network), network.wanted)


def test_encoder_of_floats_interpreted() -> None:
    network = encoder()
    assert np.allclose(interpreted(network), network.wanted, atol=1e-5)


@pytest.mark.parametrize("level", LEVELS)
def test_classifier_of_integers_compiled(level: int, tmp_path: Path) -> None:
    network = classifier()
    path = tmp_path / "classifier.mlir"
    path.write_text(network.text, encoding="utf-8")
    compiled = dlc.compile(path, level=level, threads=1, cache=False)
    assert np.array_equal(compiled(network.source), network.wanted)


@pytest.mark.parametrize("level", LEVELS)
def test_encoder_of_floats_compiled(level: int) -> None:
    network = encoder()
    compiled = dlc.compile(dlc.parse(network.text), level=level, threads=1, cache=False)
    assert np.allclose(compiled(network.source), network.wanted, atol=1e-5)
