"""The generators of random bits give the words that their authors publish, and go on where they stopped."""

from __future__ import annotations

import numpy as np
import pytest

import dlc
from dlc.api import InvalidProgram, parse, run_pipeline
from dlc.interp.interpreter import interpret


def program(algorithm: str, state: str, output: str) -> str:
    return (
        f"func.func @main(%s: tensor<{state}>) -> (tensor<{state}>, tensor<{output}>) {{\n"
        f"  %t, %r = stablehlo.rng_bit_generator %s, algorithm = {algorithm}"
        f" : (tensor<{state}>) -> (tensor<{state}>, tensor<{output}>)\n"
        f"  return %t, %r : tensor<{state}>, tensor<{output}>\n}}"
    )


def drawn(algorithm: str, state: list[int], output: str = "4xui32", kind: str = "ui64") -> list[np.ndarray]:
    given = np.array(state, dtype=f"u{'int' + kind[2:]}")
    executable = dlc.compile(program(algorithm, f"{len(state)}x{kind}", output), cache=False)
    return [np.asarray(each) for each in executable(given)]


ONES = 0xFFFFFFFFFFFFFFFF
"""A number of 64 bits, all of which are set."""


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ([0, 0, 0], [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
        ([ONES, ONES, ONES], [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
        (
            [0x299F31D0A4093822, 0x85A308D3243F6A88, 0x0370734413198A2E],
            [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
        ),
    ],
)
def test_philox_gives_the_published_words(state: list[int], expected: list[int]) -> None:
    after, bits = drawn("PHILOX", state)
    assert bits.tolist() == expected
    number = state[1] + (state[2] << 64) + 1
    assert after.tolist() == [state[0], number & ONES, number >> 64 & ONES]
    _, doubles = drawn("PHILOX", state, "2xui64")
    assert doubles.tolist() == [expected[0] | expected[1] << 32, expected[2] | expected[3] << 32]
    assert drawn("DEFAULT", state)[1].tolist() == expected


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ([0, 0], [0x6B200159, 0x99BA4EFE]),
        ([ONES, ONES], [0x1CB996FC, 0xBB002BE7]),
        ([0x03707344_13198A2E, 0x85A308D3_243F6A88], [0xC4923A9C, 0x483DF7A0]),
    ],
)
def test_threefry_gives_the_published_words(state: list[int], expected: list[int]) -> None:
    after, bits = drawn("THREE_FRY", state, "2xui32")
    assert bits.tolist() == expected
    assert after.tolist() == [state[0], (state[1] + 1) & ONES]
    assert drawn("THREE_FRY", state, "1xui64")[1].tolist() == [expected[0] | expected[1] << 32]
    assert drawn("THREE_FRY", state, "ui32")[1].tolist() == expected[0]
    assert drawn("THREE_FRY", state, "2xi8")[1].tolist() == [np.uint8(each & 255).astype(np.int8) for each in expected]


@pytest.mark.parametrize(("algorithm", "count"), [("PHILOX", 8), ("THREE_FRY", 8)])
def test_the_next_state_goes_on(algorithm: str, count: int) -> None:
    state = [5, ONES - 1, 3] if algorithm == "PHILOX" else [5, ONES - 1]
    _, whole = drawn(algorithm, state, f"{2 * count}xui64")
    after, first = drawn(algorithm, state, f"{count}xui64")
    _, second = drawn(algorithm, after.tolist(), f"{count}xui64")
    assert [*first, *second] == whole.tolist()


def test_a_state_of_words_is_one_of_doubles() -> None:
    state = [0x13198A2E, 0x03707344, 0x243F6A88, 0x85A308D3]
    after, bits = drawn("THREE_FRY", state, "2xui32", "ui32")
    assert bits.tolist() == [0xC4923A9C, 0x483DF7A0]
    assert after.tolist() == [*state[:2], state[2] + 1, state[3]]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("output", ["6xui32", "3x5xui32", "5x4xui16", "7xui64", "1x1xui32"])
@pytest.mark.parametrize("algorithm", ["PHILOX", "THREE_FRY"])
def test_machine_code_gives_the_same_as_the_interpreter(algorithm: str, output: str) -> None:
    state = np.array([123, ONES - 2], dtype=np.uint64)
    text = program(algorithm, "2xui64", output)
    compiled = dlc.compile(text, cache=False)(state)
    module = parse(text)
    run_pipeline(module, "stablehlo-to-graph")
    for actual, wanted in zip(compiled, interpret(module, "main", state), strict=True):
        np.testing.assert_array_equal(actual, wanted)


@pytest.mark.parametrize(
    ("algorithm", "state", "output", "message"),
    [
        ("THREE_FRY", "3xui64", "4xui32", "must have a state of 2 words of 64 bits"),
        ("PHILOX", "4xui64", "4xui32", "must have a state of 2 or 3 words of 64 bits"),
        ("PHILOX", "2xui64", "4xf32", "is only supported for integers of 8 to 64 bits, but got 'f32'"),
        ("PHILOX", "2xf64", "4xui32", "is only supported with a state of integers of 32 or 64 bits"),
    ],
)
def test_what_has_no_meaning_is_an_error(algorithm: str, state: str, output: str, message: str) -> None:
    with pytest.raises(InvalidProgram, match=message):
        dlc.compile(program(algorithm, state, output), cache=False)
