"""f16 and bf16 are rounded once, from the exact result, without functions of compiler libraries."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from dlc.codegen.libraries import compile_library
from dlc.ir.floats import BF16, F16, F64, FloatFormat
from dlc.passes.llvm.widen_half_floats import widen_half_floats
from support.programs import assert_valid, module_of, new_context

Array = Any
KINDS: dict[str, Any] = {
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "i8": np.dtype(np.int8),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
}
FORMATS: dict[str, FloatFormat] = {"f16": F16, "bf16": BF16}
halves = pytest.mark.parametrize("half", ["f16", "bf16"])
by_instructions = pytest.mark.parametrize("instructions", [True, False], ids=["instructions", "bits"])


def kernel(body: str, given: Sequence[str], result_type: str, *, instructions: bool) -> Any:
    """`%r` of `%x0`, `%x1` …, for each element of arrays."""
    parameters = ", ".join(f"%p{number}: !llvm.ptr" for number in range(len(given)))
    loads = "\n".join(
        f"""  %q{number} = llvm.getelementptr %p{number}[%i] : (!llvm.ptr, i64) -> !llvm.ptr, {type}
  %x{number} = llvm.load %q{number} : !llvm.ptr -> {type}"""
        for number, type in enumerate(given)
    )
    context = new_context()
    module = module_of(
        f"""
llvm.func @f({parameters}, %o: !llvm.ptr, %n: i64) {{
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^head(%zero : i64)
^head(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
{loads}
  {body}
  %at = llvm.getelementptr %o[%i] : (!llvm.ptr, i64) -> !llvm.ptr, {result_type}
  llvm.store %r, %at : {result_type}, !llvm.ptr
  %j = llvm.add %i, %one : i64
  llvm.br ^head(%j : i64)
^end:
  llvm.return
}}""",
        context,
    )
    assert widen_half_floats(module, f16_instructions=instructions) > 0 or instructions
    assert_valid(module, context)
    library = compile_library(module, context.diagnostics)
    assert library is not None
    function = library.function("f", None, *[ctypes.c_void_p] * (len(given) + 1), ctypes.c_int64)

    def run(*arrays: Array) -> Array:
        passed = [np.ascontiguousarray(array) for array in arrays]
        result = np.empty(passed[0].shape, KINDS[result_type])
        function(*(array.ctypes.data for array in passed), result.ctypes.data, result.size)
        return result

    return run


def everything(half: str) -> Array:
    """All numbers of a format."""
    return np.arange(65536, dtype=np.uint16).view(KINDS[half])


def assert_same(actual: Array, expected: Array) -> None:
    """Bit by bit, but for the bits of nan."""
    unsigned = np.dtype(f"u{actual.itemsize}")
    both_nan = np.isnan(actual) & np.isnan(expected)
    wrong = (actual.view(unsigned) != expected.view(unsigned)) & ~both_nan
    assert not wrong.any(), (actual[wrong][:4], expected[wrong][:4])


def rounded(half: str, value: Fraction | float) -> int:
    """The bits of the number next to an exact one."""
    form = FORMATS[half]
    if isinstance(value, float):
        if value != value or abs(value) == float("inf"):
            return F64.convert(F64.from_float(value), form)
        negative, value = np.signbit(value), Fraction(value)
        return form.nearest(bool(negative), *abs(value).as_integer_ratio())
    return form.nearest(value < 0, *abs(value).as_integer_ratio())


def near_ties(half: str) -> Array:
    """Return the midpoint between two numbers, and its neighbors."""
    numbers = everything(half)[: 0x7C00 if half == "f16" else 0x7F80].astype(np.float64)
    middle = (numbers[:-1] + numbers[1:]) / 2
    chosen = middle[:: 37 if half == "bf16" else 31]
    return np.concatenate([chosen, np.nextafter(chosen, np.inf), np.nextafter(chosen, 0), -chosen])


@halves
@by_instructions
def test_rounding_from_f32(half: str, instructions: bool) -> None:
    with np.errstate(all="ignore"):
        ties = near_ties(half).astype(np.float32)
        drawn = np.random.default_rng(1).integers(0, 1 << 32, 100_000, dtype=np.uint32).view(np.float32)
        values = np.concatenate(
            [drawn, ties, np.nextafter(ties, np.float32(np.inf)), np.nextafter(ties, np.float32(0))]
        )
        run = kernel(f"%r = llvm.fptrunc %x0 : f32 to {half}", ["f32"], half, instructions=instructions)
        assert_same(run(values), values.astype(KINDS[half]))


@halves
@by_instructions
def test_rounding_from_f64_is_rounding_once(half: str, instructions: bool) -> None:
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 65519.99, 65520.0, 1e300, -1e300, 5e-324, 2.0**-25])
    values = np.concatenate([special, near_ties(half)[::3]])
    run = kernel(f"%r = llvm.fptrunc %x0 : f64 to {half}", ["f64"], half, instructions=instructions)
    expected = np.array([rounded(half, float(value)) for value in values], dtype=np.uint16).view(KINDS[half])
    assert_same(run(values), expected)


@halves
@by_instructions
@pytest.mark.parametrize("wide", ["f32", "f64"])
def test_extending_is_exact(half: str, instructions: bool, wide: str) -> None:
    run = kernel(f"%r = llvm.fpext %x0 : {half} to {wide}", [half], wide, instructions=instructions)
    with np.errstate(all="ignore"):
        assert_same(run(everything(half)), everything(half).astype(KINDS[wide]))


@halves
@by_instructions
def test_arithmetic_rounds_once(half: str, instructions: bool) -> None:
    random = np.random.default_rng(2)
    x, y = (everything(half)[random.integers(0, 65536, 50_000)] for _ in range(2))
    ops = {"fadd": np.add, "fsub": np.subtract, "fmul": np.multiply, "fdiv": np.divide}
    with np.errstate(all="ignore"):
        for name, function in ops.items():
            run = kernel(f"%r = llvm.{name} %x0, %x1 : {half}", [half, half], half, instructions=instructions)
            assert_same(run(x, y), function(x.astype(np.float32), y.astype(np.float32)).astype(KINDS[half]))


@halves
def test_functions(half: str) -> None:
    functions: dict[str, Any] = {
        "sqrt": np.sqrt,
        "fabs": np.abs,
        "floor": np.floor,
        "ceil": np.ceil,
        "roundeven": np.rint,
    }
    with np.errstate(all="ignore"):
        for name, function in functions.items():
            run = kernel(f"%r = llvm.intr.{name}(%x0) : ({half}) -> {half}", [half], half, instructions=True)
            assert_same(run(everything(half)), function(everything(half).astype(np.float32)).astype(KINDS[half]))


@halves
def test_signs(half: str) -> None:
    numbers = everything(half)
    negated = kernel(f"%r = llvm.fneg %x0 : {half}", [half], half, instructions=True)(numbers)
    np.testing.assert_array_equal(negated.view(np.uint16), numbers.view(np.uint16) ^ 0x8000)
    body = f"%r = llvm.intr.copysign(%x0, %x1) : ({half}, {half}) -> {half}"
    copied = kernel(body, [half, half], half, instructions=True)(numbers, numbers[::-1])
    expected = (numbers.view(np.uint16) & 0x7FFF) | (numbers[::-1].view(np.uint16) & 0x8000)
    np.testing.assert_array_equal(copied.view(np.uint16), expected)


@halves
def test_multiply_add_rounds_once(half: str) -> None:
    random = np.random.default_rng(3)
    operands = [everything(half)[random.integers(0, 65536, 8000)] for _ in range(3)]
    body = f"%r = llvm.intr.fma(%x0, %x1, %x2) : ({half}, {half}, {half}) -> {half}"
    actual = kernel(body, [half] * 3, half, instructions=True)(*operands).view(np.uint16)
    for number, values in enumerate(zip(*operands, strict=True)):
        numbers = [float(value) for value in values]
        if not all(map(math.isfinite, numbers)):
            continue
        a, b, c = map(Fraction, numbers)
        if a * b + c:
            assert actual[number] == rounded(half, a * b + c), values


@halves
@pytest.mark.parametrize("integer", ["i8", "i32", "i64"])
@pytest.mark.parametrize("conversion", ["sitofp", "uitofp"])
def test_integers_are_rounded_once(half: str, integer: str, conversion: str) -> None:
    random = np.random.default_rng(4)
    drawn = random.integers(-(1 << 63), (1 << 63) - 1, 3000, dtype=np.int64) >> random.integers(0, 63, 3000)
    powers = np.int64(1) << np.arange(8, 62)
    ties = powers + (powers >> 8)
    values = np.concatenate([drawn, ties, ties + 1, ties - 1, -ties - 1]).astype(KINDS[integer])
    body = f"%r = llvm.{conversion} %x0 : {integer} to {half}"
    actual = kernel(body, [integer], half, instructions=True)(values).view(np.uint16)
    read = values if conversion == "sitofp" else values.view(f"u{values.itemsize}")
    expected = [rounded(half, Fraction(int(value))) for value in read]
    np.testing.assert_array_equal(actual, np.array(expected, dtype=np.uint16))


@halves
def test_reductions_round_at_each_step(half: str) -> None:
    body = f"""%v = llvm.mlir.constant(dense<[1.0, 0.001, 0.001, 0.001]> : vector<4x{half}>) : vector<4x{half}>
  %r = "llvm.intr.vector.reduce.fadd"(%x0, %v) : ({half}, vector<4x{half}>) -> {half}"""
    start = np.array([1.0, 300.0, 0.25], dtype=KINDS[half])
    expected = start.copy()
    for number in np.array([1.0, 0.001, 0.001, 0.001], dtype=KINDS[half]):
        expected = (expected.astype(np.float32) + np.float32(number)).astype(KINDS[half])
    assert_same(kernel(body, [half], half, instructions=True)(start), expected)


@halves
@pytest.mark.parametrize("level", [0, 2])
def test_vectors_are_moved_bit_by_bit(half: str, level: int) -> None:
    """LLVM cannot select a masked load of bf16 of which it finds out late that it is one of the first element."""
    type, mask, aligned = f"vector<8x{half}>", "vector<8xi1>", "{alignment = 2 : i32}"
    bodies = {
        "load": f"%r = llvm.intr.masked.load %p, %m, %w {aligned} : (!llvm.ptr, {mask}, {type}) -> {type}",
        "store": f"llvm.intr.masked.store %v, %o, %m {aligned} : {type}, {mask} into !llvm.ptr",
        "load_first": f"""%nine = llvm.mlir.constant(9 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.sub %nine, %eight : i64
  %least = llvm.intr.smax(%one, %zero) : (i64, i64) -> i64
  %most = llvm.intr.smin(%least, %eight) : (i64, i64) -> i64
  %count = llvm.trunc %most : i64 to i32
  %none = llvm.mlir.poison : vector<8xi32>
  %counted = llvm.insertelement %count, %none[%zero : i64] : vector<8xi32>
  %counts = llvm.shufflevector %counted, %none [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>
  %order = llvm.mlir.constant(dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>) : vector<8xi32>
  %first = llvm.icmp "slt" %order, %counts : vector<8xi32>
  %x = llvm.intr.masked.load %p, %first, %w {aligned} : (!llvm.ptr, {mask}, {type}) -> {type}
  %y = llvm.intr.masked.load %q, %first, %x {aligned} : (!llvm.ptr, {mask}, {type}) -> {type}
  llvm.intr.masked.store %y, %o, %first {aligned} : {type}, {mask} into !llvm.ptr""",
        "gather": f"""%r = llvm.intr.masked.gather %ps, %m, %w {aligned}
    : (vector<8x!llvm.ptr>, {mask}, {type}) -> {type}""",
        "scatter": f"llvm.intr.masked.scatter %v, %os, %m {aligned} : {type}, {mask} into vector<8x!llvm.ptr>",
        "expand": f'%r = "llvm.intr.masked.expandload"(%p, %m, %w) : (!llvm.ptr, {mask}, {type}) -> {type}',
        "compress": f'"llvm.intr.masked.compressstore"(%v, %o, %m) : ({type}, !llvm.ptr, {mask}) -> ()',
        "parts": f"""%a = llvm.intr.vector.extract %v[4] : vector<4x{half}> from {type}
  %b = llvm.intr.vector.extract %w[4] : vector<4x{half}> from {type}
  %c = "llvm.intr.vector.interleave2"(%a, %b) : (vector<4x{half}>, vector<4x{half}>) -> {type}
  %d = llvm.intr.vector.insert %a, %c[0] : vector<4x{half}> into {type}
  %r = llvm.freeze %d : {type}""",
    }
    store = f"llvm.store %r, %o {{alignment = 2 : i64}} : {type}, !llvm.ptr"
    bodies = {name: f"{body}\n  {store}" if "%r =" in body else body for name, body in bodies.items()}
    functions = "\n".join(
        f"""llvm.func @{name}(%p: !llvm.ptr, %q: !llvm.ptr, %o: !llvm.ptr, %bits: i8) {{
  %m = llvm.bitcast %bits : i8 to {mask}
  %places = llvm.mlir.constant(dense<[7, 5, 3, 1, 6, 4, 2, 0]> : vector<8xi64>) : vector<8xi64>
  %ps = llvm.getelementptr %p[%places] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, {half}
  %os = llvm.getelementptr %o[%places] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, {half}
  %v = llvm.load %p {{alignment = 2 : i64}} : !llvm.ptr -> {type}
  %w = llvm.load %q {{alignment = 2 : i64}} : !llvm.ptr -> {type}
  {body}
  llvm.return
}}"""
        for name, body in bodies.items()
    )
    context = new_context()
    module = module_of(functions, context)
    widen_half_floats(module)
    assert_valid(module, context)
    library = compile_library(module, context.diagnostics, level)
    assert library is not None
    v, w, before = np.arange(24, dtype=np.uint16).reshape(3, 8) + 0x7F70  # nan, with bits of its own, is not changed
    places = np.array([7, 5, 3, 1, 6, 4, 2, 0])
    is_set = np.array([True, False, True, True, False, False, True, False])
    at_places, expanded, compressed = before.copy(), w.copy(), before.copy()
    at_places[places[is_set]] = v[is_set]
    expanded[is_set] = v[:4]
    compressed[:4] = v[is_set]
    expected = {
        "load": np.where(is_set, v, w),
        "store": np.where(is_set, v, before),
        "load_first": np.array([w[0], *before[1:]]),
        "gather": np.where(is_set, v[places], w),
        "scatter": at_places,
        "expand": expanded,
        "compress": compressed,
        "parts": np.concatenate([v[4:], [v[6], w[6], v[7], w[7]]]),
    }
    for name, wanted in expected.items():
        result = before.copy()
        function = library.function(name, None, *[ctypes.c_void_p] * 3, ctypes.c_uint8)
        function(v.ctypes.data, w.ctypes.data, result.ctypes.data, int(np.packbits(is_set, bitorder="little")[0]))
        np.testing.assert_array_equal(result, wanted, err_msg=name)
