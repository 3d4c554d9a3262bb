"""Every op of `vector` gives as machine code what it means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.dialects import vector
from dlc.interp.interpreter import Interpreter
from support.compiled_programs import compiled
from support.programs import module_of

KINDS: dict[str, Any] = {
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "index": np.int64,
}
FLOAT_KINDS = ("add", "mul", "minnumf", "maxnumf", "minimumf", "maximumf")
INTEGER_KINDS = ("add", "mul", "and", "or", "xor", "minui", "minsi", "maxui", "maxsi")
COMBINED = [*(("f32", kind) for kind in FLOAT_KINDS), *(("i32", kind) for kind in INTEGER_KINDS)]


def sizes_and_element(type: str) -> tuple[tuple[int, ...], str]:
    """`2x3xf32` in parts."""
    match = re.fullmatch(r"((?:\d+x)*)(\w+)", type)
    assert match is not None
    return tuple(map(int, match[1].split("x")[:-1])), match[2]


def drawn(type: str, seed: int) -> Any:
    """An array for a memref: small numbers, so that sums do not overflow."""
    random = np.random.default_rng(seed)
    shape, element = sizes_and_element(type)
    if element.startswith("f"):
        return random.normal(size=shape).astype(KINDS[element])
    low, high = (0, 2) if element == "i1" else (-100, 100)
    return random.integers(low, high, size=shape).astype(KINDS[element])


def check(text: str, types: Mapping[str, str], *scalars: int) -> None:
    """Run a program on memrefs of these types, interpreted and compiled; what they hold afterwards must be the same."""
    expected = [drawn(type, seed) for seed, type in enumerate(types.values())]
    actual = [array.copy() for array in expected]
    Interpreter(module_of(text)).run("main", *expected, *scalars)
    compiled(text)("main", *actual, *scalars)
    for name, new, old in zip(types, actual, expected, strict=True):
        np.testing.assert_array_equal(new, old, err_msg=f"%{name} of {text}")


def check_ops(body: str, given: Mapping[str, str], results: Mapping[str, str]) -> None:
    """Ops on vectors that are read from memrefs, and whose results are written to others."""
    types = {**given, **results}
    lines = [f"func.func @main({', '.join(f'%m_{name}: memref<{type}>' for name, type in types.items())}) {{"]
    lines.append("  %c0 = arith.constant 0 : index")
    zeros = {name: ", ".join(["%c0"] * len(sizes_and_element(type)[0])) for name, type in types.items()}
    for name, type in given.items():
        lines.append(f"  %{name} = vector.load %m_{name}[{zeros[name]}] : memref<{type}>, vector<{type}>")
    lines.append(body)
    for name, type in results.items():
        lines.append(f"  vector.store %{name}, %m_{name}[{zeros[name]}] : memref<{type}>, vector<{type}>")
    check("\n".join([*lines, "  return", "}"]), types)


# -- Elements and shapes -----------------------------------------------------------------------------------------------

ELEMENTS = {
    "extract": (
        """%e = vector.extract %a[2, 1] : f32 from vector<3x4xf32>
           %p = vector.extract %a[1] : vector<4xf32> from vector<3x4xf32>
           %r = vector.insert %e, %p[3] : f32 into vector<4xf32>""",
        {"a": "3x4xf32"},
        {"r": "4xf32"},
    ),
    "insert": (
        "%r = vector.insert %b, %a[2] : vector<4xf32> into vector<3x4xf32>",
        {"a": "3x4xf32", "b": "4xf32"},
        {"r": "3x4xf32"},
    ),
    "dynamic positions": (
        """%n = vector.extract %i[0] : index from vector<2xindex>
           %c3 = arith.constant 3 : index
           %k = arith.remui %n, %c3 : index
           %e = vector.extract %a[%k, %k] : f32 from vector<3x4xf32>
           %p = vector.extract %a[%k] : vector<4xf32> from vector<3x4xf32>
           %q = vector.insert %e, %a[1, %k] : f32 into vector<3x4xf32>
           %s = vector.insert %e, %q[%k, 0] : f32 into vector<3x4xf32>
           %r = vector.insert %p, %s[%k] : vector<4xf32> into vector<3x4xf32>""",
        {"a": "3x4xf32", "i": "2xindex"},
        {"r": "3x4xf32"},
    ),
    "no dimensions": (
        """%e = vector.extract %a[1] : f32 from vector<4xf32>
           %z = vector.broadcast %e : f32 to vector<f32>
           %y = arith.addf %z, %z : vector<f32>
           %x = vector.extract %y[] : f32 from vector<f32>
           %w = vector.insert %x, %z[] : f32 into vector<f32>
           %r = vector.broadcast %w : vector<f32> to vector<4xf32>""",
        {"a": "4xf32"},
        {"r": "4xf32"},
    ),
    "shuffle": (
        """%r = vector.shuffle %a, %b [0, 6, 4, 3, 1] : vector<4xf32>, vector<3xf32>
           %s = vector.shuffle %c, %d [4, 0, 3] : vector<2x4xf32>, vector<3x4xf32>""",
        {"a": "4xf32", "b": "3xf32", "c": "2x4xf32", "d": "3x4xf32"},
        {"r": "5xf32", "s": "3x4xf32"},
    ),
    "from and to elements": (
        """%e:3 = vector.to_elements %a : vector<3xf32>
           %r = vector.from_elements %e#0, %e#1, %e#2, %e#2, %e#1, %e#0 : vector<2x3xf32>
           %s = vector.from_elements %e#1, %e#1, %e#1, %e#1 : vector<4xf32>""",
        {"a": "3xf32"},
        {"r": "2x3xf32", "s": "4xf32"},
    ),
    "broadcasts": (
        """%e = vector.extract %a[1] : f32 from vector<4xf32>
           %r = vector.broadcast %e : f32 to vector<2x3x4xf32>
           %s = vector.broadcast %a : vector<4xf32> to vector<3x4xf32>
           %t = vector.broadcast %b : vector<3x1xf32> to vector<2x3x4xf32>
           %u = vector.broadcast %c : vector<2x1x4xf32> to vector<2x3x4xf32>""",
        {"a": "4xf32", "b": "3x1xf32", "c": "2x1x4xf32"},
        {"r": "2x3x4xf32", "s": "3x4xf32", "t": "2x3x4xf32", "u": "2x3x4xf32"},
    ),
    "bitcast": (
        """%r = vector.bitcast %a : vector<2x4xi32> to vector<2x8xi16>
           %s = vector.bitcast %a : vector<2x4xi32> to vector<2x2xi64>""",
        {"a": "2x4xi32"},
        {"r": "2x8xi16", "s": "2x2xi64"},
    ),
    "slices": (
        """%r = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]}
             : vector<4x8xf32> to vector<2x8xf32>
           %s = vector.extract_strided_slice %a {offsets = [1, 4], sizes = [2, 3], strides = [1, 1]}
             : vector<4x8xf32> to vector<2x3xf32>
           %t = vector.insert_strided_slice %s, %a {offsets = [0, 2], strides = [1, 1]}
             : vector<2x3xf32> into vector<4x8xf32>
           %u = vector.insert_strided_slice %b, %a {offsets = [3, 0], strides = [1]}
             : vector<8xf32> into vector<4x8xf32>""",
        {"a": "4x8xf32", "b": "8xf32"},
        {"r": "2x8xf32", "s": "2x3xf32", "t": "4x8xf32", "u": "4x8xf32"},
    ),
    "by turns": (
        """%r = vector.interleave %a, %b : vector<2x4xf32> -> vector<2x8xf32>
           %s, %t = vector.deinterleave %r : vector<2x8xf32> -> vector<2x4xf32>""",
        {"a": "2x4xf32", "b": "2x4xf32"},
        {"r": "2x8xf32", "s": "2x4xf32", "t": "2x4xf32"},
    ),
    "multiply-add": (
        "%r = vector.fma %a, %b, %a : vector<2x4xf32>",
        {"a": "2x4xf32", "b": "2x4xf32"},
        {"r": "2x4xf32"},
    ),
    "masks": (
        """%n:2 = vector.to_elements %a : vector<2xindex>
           %c4 = arith.constant 4 : index
           %k = arith.remsi %n#0, %c4 : index
           %l = arith.remsi %n#1, %c4 : index
           %r = vector.create_mask %k, %l : vector<3x4xi1>
           %s = vector.constant_mask [2, 3] : vector<3x4xi1>
           %t = vector.create_mask %n#0 : vector<6xi1>
           %u = vector.step : vector<5xindex>""",
        {"a": "2xindex"},
        {"r": "3x4xi1", "s": "3x4xi1", "t": "6xi1", "u": "5xindex"},
    ),
    "outer product with a number": (
        """%e = vector.extract %b[0] : f32 from vector<4xf32>
           %r = vector.outerproduct %a, %e : vector<3xf32>, f32""",
        {"a": "3xf32", "b": "4xf32"},
        {"r": "3xf32"},
    ),
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_elements_and_shapes(name: str) -> None:
    check_ops(*ELEMENTS[name])


CASTS = [
    ("4x8", "32"),
    ("32", "4x8"),
    ("4x6", "8x3"),
    ("6x4", "3x8"),
    ("2x3x4", "4x3x2"),
    ("1x1x4", "4"),
    ("5x7", "7x5"),
]


@pytest.mark.parametrize(("source", "target"), CASTS)
def test_shape_casts(source: str, target: str) -> None:
    body = f"%r = vector.shape_cast %a : vector<{source}xi32> to vector<{target}xi32>"
    check_ops(body, {"a": f"{source}xi32"}, {"r": f"{target}xi32"})


TRANSPOSES = [
    *(("4x8", "1, 0", "8x4"), ("8x8", "1, 0", "8x8"), ("3x5", "1, 0", "5x3"), ("1x4", "1, 0", "4x1")),
    *(("2x3x4", "2, 0, 1", "4x2x3"), ("2x3x4", "0, 2, 1", "2x4x3"), ("2x3x4", "1, 0, 2", "3x2x4")),
    *(("2x3x4", "1, 2, 0", "3x4x2"), ("2x4x4x3", "3, 1, 0, 2", "3x4x2x4"), ("16x4", "1, 0", "4x16")),
]


@pytest.mark.parametrize(("source", "order", "target"), TRANSPOSES)
def test_transposes(source: str, order: str, target: str) -> None:
    body = f"%r = vector.transpose %a, [{order}] : vector<{source}xf32> to vector<{target}xf32>"
    check_ops(body, {"a": f"{source}xf32"}, {"r": f"{target}xf32"})


@pytest.mark.parametrize("element", ["i8", "i16", "f32", "f64"])
def test_transposes_of_rows_that_fill_registers(element: str) -> None:
    t, sizes = element, [(8, 8), (7, 8), (16, 8), (4, 32), (16, 16), (5, 16), (2, 24), (9, 12)]
    ops = [f"%r{i} = vector.transpose %a{i}, [1, 0] : vector<{m}x{n}x{t}> to vector<{n}x{m}x{t}>"
           for i, (m, n) in enumerate(sizes)]  # fmt: skip
    check_ops(
        "\n".join(ops),
        {f"a{i}": f"{m}x{n}x{t}" for i, (m, n) in enumerate(sizes)},
        {f"r{i}": f"{n}x{m}x{t}" for i, (m, n) in enumerate(sizes)},
    )


# -- Combining ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("element", "kind"), [*COMBINED, ("f16", "add"), ("f64", "mul")])
def test_reductions(element: str, kind: str) -> None:
    t = element
    check_ops(
        f"""%s = vector.reduction <{kind}>, %a : vector<7x{t}> into {t}
            %e = vector.extract %a[0] : {t} from vector<7x{t}>
            %q = vector.reduction <{kind}>, %a, %e : vector<7x{t}> into {t}
            %r = vector.from_elements %s, %q : vector<2x{t}>
            %u = vector.multi_reduction <{kind}>, %b, %c [1] : vector<3x4x5x{t}> to vector<3x5x{t}>
            %v = vector.multi_reduction <{kind}>, %b, %d [0, 2] : vector<3x4x5x{t}> to vector<4x{t}>
            %w = vector.multi_reduction <{kind}>, %b, %e [0, 1, 2] : vector<3x4x5x{t}> to {t}
            %x = vector.broadcast %w : {t} to vector<1x{t}>""",
        {"a": f"7x{t}", "b": f"3x4x5x{t}", "c": f"3x5x{t}", "d": f"4x{t}"},
        {"r": f"2x{t}", "u": f"3x5x{t}", "v": f"4x{t}", "x": f"1x{t}"},
    )


@pytest.mark.parametrize(("element", "kind"), COMBINED)
def test_outer_products_and_scans(element: str, kind: str) -> None:
    t = element
    check_ops(
        f"""%r = vector.outerproduct %a, %b, %c {{kind = #vector.kind<{kind}>}} : vector<3x{t}>, vector<4x{t}>
            %s, %u = vector.scan <{kind}>, %c, %b {{inclusive = true, reduction_dim = 0 : i64}}
              : vector<3x4x{t}>, vector<4x{t}>
            %v, %w = vector.scan <{kind}>, %c, %a {{inclusive = false, reduction_dim = 1 : i64}}
              : vector<3x4x{t}>, vector<3x{t}>""",
        {"a": f"3x{t}", "b": f"4x{t}", "c": f"3x4x{t}"},
        {"r": f"3x4x{t}", "s": f"3x4x{t}", "u": f"4x{t}", "v": f"3x4x{t}", "w": f"3x{t}"},
    )


def contraction(right: str, result: str = "(i, j)", loops: str = '"parallel", "parallel", "reduction"') -> str:
    maps = ["(i, k)", right, result]
    shown = ", ".join(f"affine_map<(i, j, k) -> {each}>" for each in maps)
    return f"{{indexing_maps = [{shown}], iterator_types = [{loops}], kind = #vector.kind<add>}}"


@pytest.mark.parametrize(("order", "sizes"), [("(k, j)", "4x5"), ("(j, k)", "5x4")])
@pytest.mark.parametrize(("narrow", "wide"), [("f32", "f32"), ("i8", "i32"), ("f16", "f32")])
def test_contractions(order: str, sizes: str, narrow: str, wide: str) -> None:
    check_ops(
        f"""%r = vector.contract {contraction(order)} %a, %b, %c
              : vector<3x4x{narrow}>, vector<{sizes}x{narrow}> into vector<3x5x{wide}>""",
        {"a": f"3x4x{narrow}", "b": f"{sizes}x{narrow}", "c": f"3x5x{wide}"},
        {"r": f"3x5x{wide}"},
    )


# -- Under masks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("element", "kind"), COMBINED)
def test_masked_reductions(element: str, kind: str) -> None:
    t = element
    check_ops(
        f"""%x = vector.extract %a[0] : {t} from vector<8x{t}>
            %s = vector.mask %m {{ vector.reduction <{kind}>, %a, %x : vector<8x{t}> into {t} }} : vector<8xi1> -> {t}
            %r = vector.broadcast %s : {t} to vector<1x{t}>""",
        {"a": f"8x{t}", "m": "8xi1"},
        {"r": f"1x{t}"},
    )


def test_masked_ops_of_several_dimensions() -> None:
    check_ops(
        f"""%r = vector.mask %m {{ vector.multi_reduction <add>, %a, %b [1] : vector<3x4xf32> to vector<3xf32> }}
              : vector<3x4xi1> -> vector<3xf32>
            %s = vector.mask %m {{ vector.outerproduct %b, %c, %a {{kind = #vector.kind<add>}}
              : vector<3xf32>, vector<4xf32> }} : vector<3x4xi1> -> vector<3x4xf32>
            %t = vector.mask %n {{ vector.contract {contraction("(k, j)")} %d, %e, %a
              : vector<3x2xf32>, vector<2x4xf32> into vector<3x4xf32> }} : vector<3x4x2xi1> -> vector<3x4xf32>""",
        {"a": "3x4xf32", "b": "3xf32", "c": "4xf32", "d": "3x2xf32", "e": "2x4xf32", "m": "3x4xi1", "n": "3x4x2xi1"},
        {"r": "3xf32", "s": "3x4xf32", "t": "3x4xf32"},
    )


# -- Memory ------------------------------------------------------------------------------------------------------------

SLICE = {"m": "8x10xf32", "v": "3x4xf32"}
PLACES = [(0, 0), (2, 3), (5, 7), (7, 3), (-2, 12), (6, -1)]


def on_slices(body: str, types: Mapping[str, str], *places: int) -> None:
    arguments = ", ".join(f"%{name}: memref<{type}>" for name, type in types.items())
    text = f"""
func.func @main({arguments}, %i: index, %j: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 7.0 : f32
{body}
  return
}}"""
    check(text, types, *places)


@pytest.mark.parametrize("order", ["(d0, d1)", "(d1, d0)"])
@pytest.mark.parametrize("place", PLACES, ids=str)
def test_transfers_that_may_lie_outside(place: tuple[int, int], order: str) -> None:
    on_slices(
        f"""
  %x = vector.transfer_read %m[%i, %j], %p {{permutation_map = affine_map<(d0, d1) -> {order}>}}
    : memref<8x10xf32>, vector<3x4xf32>
  %y = vector.load %v[%c0, %c0] : memref<3x4xf32>, vector<3x4xf32>
  vector.transfer_write %y, %m[%i, %j] {{permutation_map = affine_map<(d0, d1) -> {order}>}}
    : vector<3x4xf32>, memref<8x10xf32>
  vector.store %x, %v[%c0, %c0] : memref<3x4xf32>, vector<3x4xf32>""",
        SLICE,
        *place,
    )


@pytest.mark.parametrize("order", ["(d1, 0)", "(0, d1)"])
@pytest.mark.parametrize("place", [(0, 0), (2, 3), (7, 8)], ids=str)
def test_broadcasting_transfers(place: tuple[int, int], order: str) -> None:
    on_slices(
        f"""
  %x = vector.transfer_read %m[%i, %j], %p {{permutation_map = affine_map<(d0, d1) -> {order}>}}
    : memref<8x10xf32>, vector<3x4xf32>
  vector.store %x, %v[%c0, %c0] : memref<3x4xf32>, vector<3x4xf32>""",
        SLICE,
        *place,
    )


@pytest.mark.parametrize("bounds", ["", "{in_bounds = [true, true]}"])
def test_masked_transfers(bounds: str) -> None:
    on_slices(
        f"""
  %k = vector.load %n[%c0, %c0] : memref<3x4xi1>, vector<3x4xi1>
  %x = vector.transfer_read %m[%i, %j], %p, %k {bounds} : memref<8x10xf32>, vector<3x4xf32>
  vector.transfer_write %x, %m[%j, %i], %k {bounds} : vector<3x4xf32>, memref<8x10xf32>
  %y = vector.mask %k, %x {{ vector.transfer_read %m[%i, %j], %p {bounds} : memref<8x10xf32>, vector<3x4xf32> }}
    : vector<3x4xi1> -> vector<3x4xf32>
  vector.mask %k {{ vector.transfer_write %y, %m[%c0, %j] {bounds} : vector<3x4xf32>, memref<8x10xf32> }}
    : vector<3x4xi1>""",
        {**SLICE, "n": "3x4xi1"},
        2,
        3,
    )


def test_transfers_whose_mask_is_turned() -> None:
    turned = "{permutation_map = affine_map<(d0, d1) -> (d1, d0)>}"
    on_slices(
        f"""
  %k = vector.load %n[%c0, %c0] : memref<3x4xi1>, vector<3x4xi1>
  %x = vector.transfer_read %m[%i, %j], %p, %k {turned} : memref<8x10xf32>, vector<4x3xf32>
  vector.transfer_write %x, %m[%j, %i], %k {turned} : vector<4x3xf32>, memref<8x10xf32>""",
        {**SLICE, "n": "3x4xi1"},
        6,
        5,
    )


def test_memory_with_strides() -> None:
    strided = "memref<6x4xf32, strided<[10, 2], offset: 11>>"
    on_slices(
        f"""
  %s = memref.subview %m[1, 1] [6, 4] [1, 2] : memref<8x10xf32> to {strided}
  %x = vector.transfer_read %s[%i, %j], %p : {strided}, vector<3x4xf32>
  vector.store %x, %v[%c0, %c0] : memref<3x4xf32>, vector<3x4xf32>
  vector.transfer_write %x, %s[%j, %i] : vector<3x4xf32>, {strided}""",
        SLICE,
        4,
        1,
    )


@pytest.mark.parametrize("kind", ["i32", "i64", "index"])
def test_gathering_and_scattering(kind: str) -> None:
    on_slices(
        f"""
  %n = arith.constant dense<[[0, 3, -2, 1], [0, 4, 3, -4]]> : vector<2x4x{kind}>
  %k = vector.load %b[%c0, %c0] : memref<2x4xi1>, vector<2x4xi1>
  %w = vector.load %v[%c0, %c0] : memref<2x4xf32>, vector<2x4xf32>
  %x = vector.gather %m[%i, %j] [%n], %k, %w
    : memref<8x10xf32>, vector<2x4x{kind}>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  vector.scatter %m[%j, %j] [%n], %k, %x : memref<8x10xf32>, vector<2x4x{kind}>, vector<2x4xi1>, vector<2x4xf32>""",
        {"m": "8x10xf32", "v": "2x4xf32", "b": "2x4xi1"},
        2,
        4,
    )


def test_masked_expanded_and_compressed() -> None:
    types = "memref<8x10xf32>, vector<4xi1>, vector<4xf32>"
    on_slices(
        f"""
  %k = vector.load %b[%c0] : memref<4xi1>, vector<4xi1>
  %w = vector.load %v[%c0] : memref<4xf32>, vector<4xf32>
  %x = vector.maskedload %m[%i, %j], %k, %w : {types} into vector<4xf32>
  vector.maskedstore %m[%j, %i], %k, %w : {types}
  %y = vector.expandload %m[%i, %j], %k, %x : {types} into vector<4xf32>
  vector.compressstore %m[%c0, %c0], %k, %y : {types}
  vector.store %y, %v[%c0] : memref<4xf32>, vector<4xf32>""",
        {"m": "8x10xf32", "v": "4xf32", "b": "4xi1"},
        2,
        3,
    )


def test_elements_that_are_vectors() -> None:
    on_slices(
        """
  %c = vector.type_cast %v : memref<3x4xf32> to memref<vector<3x4xf32>>
  %x = vector.load %c[] : memref<vector<3x4xf32>>, vector<3x4xf32>
  %y = arith.addf %x, %x : vector<3x4xf32>
  vector.store %y, %c[] : memref<vector<3x4xf32>>, vector<3x4xf32>
  %rows = vector.type_cast %c : memref<vector<3x4xf32>> to memref<3xvector<4xf32>>
  %two = arith.constant 2 : index
  %row = memref.load %rows[%two] : memref<3xvector<4xf32>>
  memref.store %row, %rows[%c0] : memref<3xvector<4xf32>>
  %z = vector.transfer_read %m[%i, %j], %p : memref<8x10xf32>, vector<f32>
  vector.transfer_write %z, %m[%j, %i] : vector<f32>, memref<8x10xf32>""",
        SLICE,
        2,
        3,
    )


# -- Printing ----------------------------------------------------------------------------------------------------------

PRINTING = """func.func @main() {
  %v = arith.constant dense<[[[1.5, -2.0], [0.0, 3.25]], [[1.0e10, 3.0], [7.0, 1.0e-5]]]> : vector<2x2x2xf32>
  vector.print %v : vector<2x2x2xf32>
  %i = arith.constant -1 : index
  vector.print %i : index
  %w = arith.constant -5 : i8
  vector.print %w : i8
  %h = arith.constant dense<[1.5, 2.5, -0.0]> : vector<3xbf16>
  vector.print %h : vector<3xbf16> punctuation <comma>
  %b = arith.constant dense<[true, false]> : vector<2xi1>
  vector.print %b : vector<2xi1>
  %z = arith.constant dense<3> : vector<i32>
  vector.print %z : vector<i32>
  vector.print punctuation <open>
  vector.print punctuation <close>
  vector.print str "100% done %d\\0A"
  %many = arith.constant dense<7> : vector<3x50xi64>
  vector.print %many : vector<3x50xi64>
  %d = arith.constant 0.1 : f64
  vector.print %d : f64
  return
}"""
PRINTED = """( ( ( 1.5, -2 ), ( 0, 3.25 ) ), ( ( 1e+10, 3 ), ( 7, 1e-05 ) ) )
18446744073709551615
-5
( 1.5, 2.5, -0 ), ( 1, 0 )
( 3 )
(  )100% done %d
"""


def test_printing_writes_what_mlir_writes(capfd: pytest.CaptureFixture[str]) -> None:
    row = f"( {', '.join('7' * 50)} )"
    expected = f"{PRINTED}( {row}, {row}, {row} )\n0.1\n"
    interpreter = Interpreter(dlc.parse(PRINTING))
    interpreter.run("main")
    assert "".join(interpreter.output) == expected
    for level in (0, 2):
        dlc.compile(PRINTING, level=level, cache=False)()
        assert capfd.readouterr().out == expected


# -- All of them -------------------------------------------------------------------------------------------------------

NOT_LOWERED = {"vector.yield"}
NEEDS_SCALABLE_VECTORS = {"vector.scalable.insert", "vector.scalable.extract", "vector.vscale"}


def test_every_op_is_tried() -> None:
    with open(__file__, encoding="utf-8") as file:
        text = file.read()
    named = {name for name in vector.DIALECT.ops if f"{name} " in text or f"{name}," in text}
    assert set(vector.DIALECT.ops) - named - NOT_LOWERED - NEEDS_SCALABLE_VECTORS == set()
