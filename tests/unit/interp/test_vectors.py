"""The ops of `vector` in the interpreter, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from support.programs import module_of, run, run_one

F32 = np.float32
V = np.arange(1, 9, dtype=F32)
M = np.arange(32, dtype=F32).reshape(4, 8)


def apply(signature: str, line: str, result: str, *args: Any, **options: Any) -> Any:
    """The value that `%r = line` gives."""
    return run_one(
        f"func.func @main({signature}) -> {result} {{\n%r = {line}\nreturn %r : {result}\n}}", *args, **options
    )


def same(actual: Any, expected: Any) -> None:
    np.testing.assert_array_equal(np.asarray(actual), np.asarray(expected))


MATRIX = "%m: vector<4x8xf32>"


@pytest.mark.parametrize(
    ("line", "result", "expected"),
    [
        ("vector.extract %m[1] : vector<8xf32> from vector<4x8xf32>", "vector<8xf32>", M[1]),
        ("vector.extract %m[1, 2] : f32 from vector<4x8xf32>", "f32", 10.0),
        ("vector.transpose %m, [1, 0] : vector<4x8xf32> to vector<8x4xf32>", "vector<8x4xf32>", M.T),
        ("vector.shape_cast %m : vector<4x8xf32> to vector<2x16xf32>", "vector<2x16xf32>", M.reshape(2, 16)),
        ("vector.broadcast %m : vector<4x8xf32> to vector<2x4x8xf32>", "vector<2x4x8xf32>", np.stack([M, M])),
        (
            """vector.extract_strided_slice %m {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]}
            : vector<4x8xf32> to vector<2x3xf32>""",
            "vector<2x3xf32>",
            M[1:3, 2:5],
        ),
        ("vector.interleave %m, %m : vector<4x8xf32> -> vector<4x16xf32>", "vector<4x16xf32>", np.repeat(M, 2, axis=1)),
        ("vector.shuffle %m, %m [3, 4] : vector<4x8xf32>, vector<4x8xf32>", "vector<2x8xf32>", M[[3, 0]]),
    ],
)
def test_elements_are_moved(line: str, result: str, expected: Any) -> None:
    same(apply(MATRIX, line, result, M), expected)


def test_insert() -> None:
    expected = M.copy()
    expected[2, 3] = 99.0
    line = "vector.insert %x, %m [2, %i] : f32 into vector<4x8xf32>"
    same(apply(f"{MATRIX}, %x: f32, %i: index", line, "vector<4x8xf32>", M, 99.0, 3), expected)


def test_inserting_a_block() -> None:
    expected = M.copy()
    expected[1:3, 4:6] = 0
    line = (
        "vector.insert_strided_slice %b, %m {offsets = [1, 4], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>"
    )
    same(apply(f"{MATRIX}, %b: vector<2x2xf32>", line, "vector<4x8xf32>", M, np.zeros((2, 2), F32)), expected)


def test_what_is_not_there_is_poison() -> None:
    line = "vector.extract %v[%i] : f32 from vector<8xf32>"
    assert apply("%v: vector<8xf32>, %i: index", line, "f32", V, 7) == 8.0
    assert repr(apply("%v: vector<8xf32>, %i: index", line, "f32", V, 8)) == "poison"
    text = """
    func.func @main(%v: vector<2xf32>) -> (f32, f32) {
      %s = vector.shuffle %v, %v [3, -1] : vector<2xf32>, vector<2xf32>
      %a, %b = vector.to_elements %s : vector<2xf32>
      return %a, %b : f32, f32
    }"""
    elements = run(text, V[:2])
    assert elements[0] == 2.0
    assert repr(elements[1]) == "poison"


def test_bitcast_cuts_bits_anew() -> None:
    line = "vector.bitcast %v : vector<8xf32> to vector<16xi16>"
    same(apply("%v: vector<8xf32>", line, "vector<16xi16>", V), V.view(np.int16))


@pytest.mark.parametrize(("kind", "expected"), [("add", 36.0), ("mul", 40320.0), ("maximumf", 8.0), ("minnumf", 1.0)])
def test_reduction(kind: str, expected: float) -> None:
    assert apply("%v: vector<8xf32>", f"vector.reduction <{kind}>, %v : vector<8xf32> into f32", "f32", V) == expected


def test_integer_reductions() -> None:
    array = np.array([-3, 5, 7, 2], np.int8)
    for kind, expected in (
        ("minsi", -3),
        ("minui", 2),
        ("maxui", -3),
        ("and", 0),
        ("xor", -3 ^ 5 ^ 7 ^ 2),
        ("add", 11),
    ):
        line = f"vector.reduction <{kind}>, %v : vector<4xi8> into i8"
        assert apply("%v: vector<4xi8>", line, "i8", array) == expected


def test_multi_reduction_and_contract() -> None:
    line = "vector.multi_reduction <add>, %m, %a [1] : vector<4x8xf32> to vector<4xf32>"
    same(apply(f"{MATRIX}, %a: vector<4xf32>", line, "vector<4xf32>", M, np.ones(4, F32)), M.sum(axis=1) + 1)
    listed = ", ".join(f"affine_map<(i, j, k) -> ({used})>" for used in ("i, k", "k, j", "i, j"))
    maps = f"indexing_maps = [{listed}]"
    line = (
        f'vector.contract {{{maps}, iterator_types = ["parallel", "parallel", "reduction"]}} %m, %n, %a'
        " : vector<4x8xf32>, vector<8x2xf32> into vector<4x2xf32>"
    )
    n, a = np.arange(16, dtype=F32).reshape(8, 2), np.ones((4, 2), F32)
    same(apply(f"{MATRIX}, %n: vector<8x2xf32>, %a: vector<4x2xf32>", line, "vector<4x2xf32>", M, n, a), M @ n + a)


def test_fma_rounds_once() -> None:
    a, b = F32(1 + 2**-12), F32(1 - 2**-12)
    line = "vector.fma %v, %w, %u : vector<1xf32>"
    signature = "%v: vector<1xf32>, %w: vector<1xf32>, %u: vector<1xf32>"
    sums = apply(signature, line, "vector<1xf32>", [a], [b], [F32(-1)])
    assert sums[0] == F32(-(2.0**-24))


def test_loads_and_stores() -> None:
    text = """
    func.func @main(%m: memref<4x8xf32>, %i: index) {
      %c0 = arith.constant 0 : index
      %v = vector.load %m[%i, %i] : memref<4x8xf32>, vector<4xf32>
      vector.store %v, %m[%c0, %c0] : memref<4x8xf32>, vector<4xf32>
      return
    }"""
    array = M.copy()
    run(text, array, 2)
    same(array[0, :4], M[2, 2:6])
    with pytest.raises(InterpreterError, match="out of bounds: \\[3, 8\\]"):
        run(text.replace("vector<4xf32>", "vector<6xf32>"), M.copy(), 3)


def test_masked_loads_touch_only_what_the_mask_has() -> None:
    text = """
    func.func @main(%m: memref<?xf32>, %n: index, %w: vector<8xf32>) -> vector<8xf32> {
      %c0 = arith.constant 0 : index
      %k = vector.create_mask %n : vector<8xi1>
      %v = vector.maskedload %m[%c0], %k, %w : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
      vector.maskedstore %m[%c0], %k, %w : memref<?xf32>, vector<8xi1>, vector<8xf32>
      return %v : vector<8xf32>
    }"""
    memory = np.full(3, 7, F32)
    same(run_one(text, memory, 3, V), [7, 7, 7, 4, 5, 6, 7, 8])
    same(memory, [1, 2, 3])
    with pytest.raises(InterpreterError, match="out of bounds"):
        run(text, memory, 4, V)


def test_gather_scatter_expand_compress() -> None:
    text = """
    func.func @main(%m: memref<8xf32>, %i: vector<4xi32>, %k: vector<4xi1>, %w: vector<4xf32>)
        -> (vector<4xf32>, vector<4xf32>) {
      %c0 = arith.constant 0 : index
      %g = vector.gather %m[%c0] [%i], %k, %w
        : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      %e = vector.expandload %m[%c0], %k, %w : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      vector.scatter %m[%c0] [%i], %k, %w : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
      return %g, %e : vector<4xf32>, vector<4xf32>
    }"""
    memory = V.copy()
    gathered, expanded = run(text, memory, [7, 0, 5, 5], [True, False, True, True], [-1, -2, -3, -4])
    same(gathered, [8, -2, 6, 6])
    same(expanded, [1, -2, 2, 3])
    same(memory, [1, 2, 3, 4, 5, -4, 7, -1])


TRANSFER = """
func.func @main(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<3x4xf32> {
  %v = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<3x4xf32>
  return %v : vector<3x4xf32>
}
func.func @transposed(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<3x4xf32> {
  %v = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
    : memref<?x?xf32>, vector<3x4xf32>
  return %v : vector<3x4xf32>
}
func.func @promised(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<3x4xf32> {
  %v = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<3x4xf32>
  return %v : vector<3x4xf32>
}
func.func @write(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<3x4xf32>) {
  vector.transfer_write %v, %m[%i, %j] : vector<3x4xf32>, memref<?x?xf32>
  return
}"""


def test_transfers_pad_at_the_border() -> None:
    interpreter = Interpreter(module_of(TRANSFER))
    padded = np.full((8, 14), -1, F32)
    padded[:4, :8] = M
    for i, j in ((0, 0), (2, 6), (3, 7), (4, 8)):
        same(interpreter.run("main", M.copy(), i, j, -1.0)[0], padded[i : i + 3, j : j + 4])
        same(interpreter.run("transposed", M.copy(), i, j, -1.0)[0], padded[i : i + 4, j : j + 3].T)
    same(interpreter.run("promised", M.copy(), 1, 4, -1.0)[0], M[1:4, 4:8])
    with pytest.raises(InterpreterError, match="promised to be inside"):
        interpreter.run("promised", M.copy(), 2, 4, -1.0)


def test_writes_stop_at_the_border() -> None:
    memory, value = np.zeros((4, 8), F32), np.ones((3, 4), F32)
    Interpreter(module_of(TRANSFER)).run("write", memory, 2, 6, value)
    expected = np.zeros((4, 8), F32)
    expected[2:, 6:] = 1
    same(memory, expected)


@pytest.mark.parametrize(
    ("kind", "neutral"), [("add", 0), ("mul", 1), ("minui", -1), ("minsi", 2**31 - 1), ("maxsi", -(2**31)), ("and", -1)]
)
def test_a_reduction_of_nothing_is_neutral(kind: str, neutral: int) -> None:
    module = module_of(f"""
      func.func @main(%v: vector<4xi32>, %k: vector<4xi1>) -> i32 {{
        %r = vector.mask %k {{ vector.reduction <{kind}>, %v : vector<4xi32> into i32 }} : vector<4xi1> -> i32
        return %r : i32
      }}""")
    [got] = Interpreter(module).run("main", np.arange(5, 9, dtype=np.int32), np.zeros(4, bool))
    assert int(got) == neutral


def test_masks_around_ops() -> None:
    text = """
    func.func @main(%v: vector<8xf32>, %n: index, %x: f32) -> f32 {
      %k = vector.create_mask %n : vector<8xi1>
      %s = vector.mask %k { vector.reduction <add>, %v, %x : vector<8xf32> into f32 } : vector<8xi1> -> f32
      return %s : f32
    }"""
    assert run_one(text, V, 3, 0.5) == 6.5
    assert run_one(text, V, 0, 0.5) == 0.5


def test_scalable_vectors() -> None:
    text = """
    func.func @main(%m: memref<?xi32>, %n: index) -> (vector<[4]xi1>, vector<[4]xi32>, index) {
      %c0 = arith.constant 0 : index
      %c0_i32 = arith.constant 0 : i32
      %k = vector.create_mask %n : vector<[4]xi1>
      %v = vector.transfer_read %m[%c0], %c0_i32, %k : memref<?xi32>, vector<[4]xi32>
      %s = vector.vscale
      return %k, %v, %s : vector<[4]xi1>, vector<[4]xi32>, index
    }"""
    mask, values, scale = run(text, np.arange(1, 7, dtype=np.int32), 5, vscale=2)
    assert scale == 2
    assert mask.tolist() == [True] * 5 + [False] * 3
    assert values.tolist() == [1, 2, 3, 4, 5, 0, 0, 0]


def test_scan_and_outer_product() -> None:
    text = """
    func.func @main(%v: vector<4xf32>, %i: vector<f32>) -> (vector<4xf32>, vector<4x4xf32>) {
      %d, %a = vector.scan <add>, %v, %i {inclusive = true, reduction_dim = 0 : i64} : vector<4xf32>, vector<f32>
      %o = vector.outerproduct %v, %v : vector<4xf32>, vector<4xf32>
      return %d, %o : vector<4xf32>, vector<4x4xf32>
    }"""
    sums, products = run(text, V[:4], np.zeros((), F32))
    same(sums, np.cumsum(V[:4]))
    same(products, np.outer(V[:4], V[:4]))


def test_printing_is_collected() -> None:
    module = module_of("func.func @main(%v: vector<2x2xf32>) {\nvector.print %v : vector<2x2xf32>\nreturn\n}")
    interpreter = Interpreter(module)
    interpreter.run("main", [[1, 2], [0.5, 4]])
    assert "".join(interpreter.output) == "( ( 1, 2 ), ( 0.5, 4 ) )\n"
