"""Functions of ONNX models, in one module and step by step, and strings that move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc

onnx: Any = pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")

from onnx import parser as onnx_parser, reference as onnx_reference  # noqa: E402

from dlc.frontends.onnx import UnsupportedModel  # noqa: E402

FUNCTION = '<domain: "own", opset_import: ["" : 18]>\n'


def model_of(graph: str, opset: int = 18) -> Any:
    return onnx_parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}, "own" : 1]>\n{graph}')


def program_of(model: Any) -> Any:
    return dlc.compile(model, level=0, threads=1, remarks=False)


X = np.array([-2, 1, 3], np.float32)


# -- Functions ---------------------------------------------------------------------------------------------------------


def test_attributes_of_a_call_reach_the_branches_in_a_function() -> None:
    model = model_of(
        "g (float[3] x, bool c) => (float[3] y) { y = own.f <factor = 2.0> (x, c) }\n"
        + FUNCTION
        + """f <factor> (x, c) => (y) {
          y = If (c) <then_branch = t () => (a) {
                        k = Constant <value_float: float = @factor> ()
                        a = Mul(x, k)
                      }, else_branch = e () => (b) { b = Neg(x) }>
        }"""
    )
    program = program_of(model)
    np.testing.assert_array_equal(program(X, np.array(True)), 2 * X)
    np.testing.assert_array_equal(program(X, np.array(False)), -X)


def test_an_input_that_a_call_leaves_out_is_left_out_in_the_function() -> None:
    model = model_of(
        "g (float[3] x, float high) => (float[3] y) { y = own.f(x, , high) }\n"
        + FUNCTION
        + "f (x, low, high) => (y) { y = Clip(x, low, high) }"
    )
    np.testing.assert_array_equal(program_of(model)(X, np.array(2, np.float32)), [-2, 1, 2])


def test_sequences_in_a_function_run_step_by_step() -> None:
    model = model_of(
        "g (float[n] x) => (float[m] y) { z = Neg(x)  y = own.f <axis = 0> (z) }\n"
        + FUNCTION
        + """f <axis> (x) => (y) {
          s = SequenceConstruct(x, x)
          y = ConcatFromSequence <axis: int = @axis> (s)
        }"""
    )
    np.testing.assert_array_equal(program_of(model)(X), [*-X, *-X])


def test_branches_in_a_function_may_yield_other_ranks() -> None:
    model = model_of(
        "g (float[n] x) => (float y) { y = own.f(x) }\n"
        + FUNCTION
        + """f (x) => (y) {
          axis = Constant <value_ints = [0]> ()
          zero = Constant <value_float = 0.0> ()
          largest = ReduceMax <keepdims = 0> (x, axis)
          is_positive = Greater(largest, zero)
          z = If (is_positive) <then_branch = t () => (a) { a = Identity(x) },
                                else_branch = e () => (b) { b = Unsqueeze(x, axis) }>
          y = ReduceSum <keepdims = 0> (z)
        }"""
    )
    program = program_of(model)
    for size in (3, 20):
        x = np.arange(size, dtype=np.float32)
        assert program(x) == x.sum()
        assert program(-x - 1) == (-x - 1).sum()


def test_functions_that_call_themselves_are_refused() -> None:
    model = model_of(
        "g (float[n] x) => (float[n] y) { y = own.f(x) }\n"
        + FUNCTION
        + "f (x) => (y) { s = SequenceConstruct(x)  z = ConcatFromSequence <axis = 0> (s)  y = own.f(z) }"
    )
    with pytest.raises(UnsupportedModel, match="must not be nested deeper than 16"):
        program_of(model)(X)


def test_a_loop_in_python_that_does_not_run_stacks_nothing_of_the_declared_type() -> None:
    model = model_of("""
    g (float[n] x, int64 count) => (int64 length, int64[k, 2] numbers) <bool yes = {1}, int64 zero = {0}> {
      none = SequenceEmpty()
      s, numbers = Loop(count, yes, none) <body = b (int64 i, bool go, seq(float[p]) old)
        => (bool goes, seq(float[p]) new, int64[2] pair) {
          goes = Identity(go)
          new = SequenceInsert(old, x)
          axis = Constant <value_ints = [0]> ()
          one = Unsqueeze(i, axis)
          pair = Concat <axis = 0> (one, one)
      }>
      length = SequenceLength(s)
    }
    """)
    program = program_of(model)
    for count in (0, 2):
        length, numbers = program(X, np.array(count))
        assert (length, numbers.dtype, numbers.shape) == (count, np.int64, (count, 2))


def test_a_list_with_tensors_of_several_sizes_is_no_tensor() -> None:
    model = model_of(
        "g (float[n] x) => (float[n] y) { s = SequenceConstruct(x)  y = ConcatFromSequence <axis = 0> (s) }"
    )
    with pytest.raises(ValueError, match="argument 'x' must be a tensor"):
        program_of(model)([X, X[:1]])


# -- Strings -----------------------------------------------------------------------------------------------------------

WORDS = np.array([["b", "a", "c"], ["d", "", "a"]], dtype=object)

MOVES = {
    "transpose": "Transpose <perm = [1, 0]> (x)",
    "flatten": "Flatten <axis = 0> (x)",
    "gather": "Gather <axis = 1> (x, i)",
    "slice": "Slice(x, i, j)",
    "tile": "Tile(x, two)",
    "concat": "Concat <axis = 0> (x, x)",
    "pad": "Pad(x, pads)",
    "where": "Where(c, x, w)",
    "equal": "Equal(x, w)",
    "shape": "Shape(x)",
}


@pytest.mark.parametrize("call", MOVES.values(), ids=MOVES)
def test_ops_that_move_elements_move_strings(call: str) -> None:
    kind = {"Equal": "bool", "Shape": "int64"}.get(call.split("(", maxsplit=1)[0], "string")
    shape = "2" if kind == "int64" else "r, q"
    model = model_of(
        f"""g (string[2, 3] x, string[1] w, bool[3] c) => ({kind}[{shape}] y)
        <int64[1] i = {{1}}, int64[1] j = {{2}}, int64[2] two = {{1, 2}}, int64[4] pads = {{0, 1, 0, 0}}> {{
          y = {call}
        }}""",
        opset=19,
    )
    inputs = {"x": WORDS, "w": np.array(["a"], dtype=object), "c": np.array([True, False, True])}
    got = program_of(model)(**inputs)
    if call.startswith("Pad"):  # the reference pads with 0
        np.testing.assert_array_equal(got, [["", "b", "a", "c"], ["", "d", "", "a"]])
    else:
        reference: Any = onnx_reference.ReferenceEvaluator(model)
        assert got.tolist() == reference.run(None, inputs)[0].tolist()


def test_unique_strings_are_sorted() -> None:
    graph = "g (string[2, 3] x) => (string[n] y, int64[n] i, int64[6] j, int64[n] k) { y, i, j, k = Unique(x) }"
    y, first, inverse, counts = program_of(model_of(graph))(WORDS)
    assert y.tolist() == ["", "a", "b", "c", "d"]
    assert first.tolist() == [4, 1, 0, 2, 3]
    assert inverse.tolist() == [2, 1, 3, 4, 0, 1]
    assert counts.tolist() == [1, 2, 1, 1, 1]


def test_texts_are_divided_into_tokens() -> None:
    def tokens(attributes: str) -> Any:
        graph = f"g (string[2] x) => (string[2, n] y) {{ y = com.microsoft.Tokenizer <{attributes}> (x) }}"
        model = onnx_parser.parse_model(f'<ir_version: 8, opset_import: ["" : 18, "com.microsoft" : 1]>\n{graph}')
        return program_of(model)(np.array(["ab, c", "d"], dtype=object)).tolist()

    common = 'mark = 0, pad_value = "#", mincharnum = 1'
    assert tokens(f'{common}, tokenexp = "[a-z]+"') == [["ab", "c"], ["d", "#"]]
    assert tokens(f'{common}, separators = [",", " "]') == [["ab", "c"], ["d", "#"]]
    assert tokens(f'{common}, separators = [""]') == [["a", "b", ",", " ", "c"], ["d", "#", "#", "#", "#"]]
    marked = common.replace("mark = 0", "mark = 1").replace("mincharnum = 1", "mincharnum = 2")
    assert tokens(f'{marked}, separators = [" "]') == [["\x02", "ab,", "\x03"], ["\x02", "\x03", "#"]]
