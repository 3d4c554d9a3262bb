"""Products of matrices as people write them, in all orders of the loops: they become what the cost model recognizes."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.loops.analysis.contractions import recognized
from dlc.passes.loops.analysis.workloads import kernels_in
from dlc.passes.manager.pipeline_text import parse_pipeline
from dlc.passes.memory.constant_memory import ConstantMemory
from support.loop_programs import random_nest
from support.programs import assert_refines, assert_valid, module_of, new_context
from support.properties import examples

PASSES = "builtin.module(loop-reorder,loop-scalar-replacement{accumulators=true},loop-factor-sums)"
ROWS, COLUMNS, DEPTH = 5, 6, 7
A, B, C = (f"memref<{rows}x{columns}xf32>" for rows, columns in ((ROWS, DEPTH), (DEPTH, COLUMNS), (ROWS, COLUMNS)))
HEAD = f"""func.func @main(%a: {A} {{{{llvm.noalias}}}}, %b: {B} {{{{llvm.noalias}}}}, %c: {C} {{{{llvm.noalias}}}},
    %alpha: f32, %beta: f32) {{{{
  %zero = arith.constant 0.0 : f32
{{nest}}
  return
}}}}"""
SIZES = {"i": ROWS, "j": COLUMNS, "k": DEPTH}
LOAD_A = f"%x = loop.load %a[%i, %k] : {A}\n"
LOAD_B = f"%y = loop.load %b[%k, %j] : {B}\n"
LOAD_C = f"%z = loop.load %c[%i, %j] : {C}\n"
STORE_C = f"loop.store %{{}}, %c[%i, %j] : {C}\n"
FIRST = {
    "nothing": "",
    "zero": STORE_C.format("zero"),
    "factor": LOAD_C.replace("%z", "%z0") + "%z1 = arith.mulf %z0, %beta {flags} : f32\n" + STORE_C.format("z1"),
}
"""The ops on an element of the result before its sum."""
PRODUCTS = {
    "product": "%p = arith.mulf %x, %y {flags} : f32\n",
    "swapped": "%p = arith.mulf %y, %x {flags} : f32\n",
    "factor": "%s = arith.mulf %alpha, %x {flags} : f32\n%p = arith.mulf %s, %y {flags} : f32\n",
}
TOTALS = {
    "sum": "%t = arith.addf %z, %p {flags} : f32\n",
    "sum on the right": "%t = arith.addf %p, %z {flags} : f32\n",
    "difference": "%t = arith.subf %z, %p {flags} : f32\n",
}


def nested(order: str, body: str) -> str:
    for name in reversed(order):
        body = f"loop.for %{name} = 0 to {SIZES[name]} {{\n{body}}}\n"
    return body


def program(order: str, first: str, product: str, total: str, flags: str, *, is_hoisted: bool = False) -> str:
    """Return a product of matrices; an element of `a` is loaded outside the innermost loop if that is allowed."""
    body = LOAD_B + PRODUCTS[product] + LOAD_C + TOTALS[total] + STORE_C.format("t")
    inner = nested(order[2], body) if is_hoisted else nested(order[2], LOAD_A + body)
    before = LOAD_A if is_hoisted else ""
    if order[2] == "k":
        nest = nested(order[:2], FIRST[first] + before + inner)
    else:
        nest = nested("ij", FIRST[first]) + nested(order[:2], before + inner)
    return HEAD.format(nest=nest.replace("{flags}", flags))


def simplified(text: str) -> Operation:
    context = new_context()
    module = module_of(text, context)
    assert parse_pipeline(PASSES).run(module, context), context.diagnostics.diagnostics
    assert_valid(module, context)
    return module


def is_product(module: Operation) -> bool:
    """Return whether the last nest is a product to the cost model."""
    return recognized(kernels_in(module, ConstantMemory(module))[-1]) is not None


def assert_same(text: str, module: Operation) -> None:
    """Assert that the results are those of the text, exactly: numbers are small integers."""
    random = np.random.default_rng(0)
    shapes = ((ROWS, DEPTH), (DEPTH, COLUMNS), (ROWS, COLUMNS))
    arrays = [random.integers(-4, 5, shape).astype(np.float32) for shape in shapes]
    assert_refines(module_of(text), module, "main", *arrays, np.float32(3), np.float32(-2))


ORDERS = ["".join(order) for order in permutations("ijk")]
ORDERS_WITH_LOADS = [*((order, False) for order in ORDERS), ("ikj", True), ("kij", True)]
"""Orders of the loops, and whether an element of `a` is loaded outside the innermost one."""


@pytest.mark.parametrize(("order", "is_hoisted"), ORDERS_WITH_LOADS)
@pytest.mark.parametrize("flags", ["", "fastmath<fast>"])
def test_any_order_is_a_product(order: str, is_hoisted: bool, flags: str) -> None:
    text = program(order, "nothing", "product", "sum", flags, is_hoisted=is_hoisted)
    module = simplified(text)
    assert is_product(module)
    assert_same(text, module)


@pytest.mark.parametrize("order", ["ijk", "kji"])
@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("product", PRODUCTS)
@pytest.mark.parametrize("total", TOTALS)
def test_any_form_is_a_product(order: str, first: str, product: str, total: str) -> None:
    text = program(order, first, product, total, "fastmath<reassoc>")
    module = simplified(text)
    assert is_product(module)
    assert_same(text, module)


@pytest.mark.parametrize("first", FIRST)
def test_differences_without_flags_are_products_of_the_other_sign(first: str) -> None:
    text = program("ijk", first, "product", "difference", "")
    module = simplified(text)
    assert is_product(module)
    assert str(module).count("arith.negf") == 1
    assert_same(text, module)


def test_factors_without_flags_stay() -> None:
    text = program("ijk", "nothing", "factor", "sum", "")
    module = simplified(text)
    assert not is_product(module)
    assert_same(text, module)


def test_sums_beside_other_nests_are_set_apart() -> None:
    """The order of PolyBench's gemm: rows of `c` are scaled, then rows of `b` are added to them."""
    scaled = nested("j", FIRST["factor"])
    added = nested("kj", LOAD_A + LOAD_B + PRODUCTS["factor"] + LOAD_C + TOTALS["sum"] + STORE_C.format("t"))
    text = HEAD.format(nest=nested("i", scaled + added).replace("{flags}", "fastmath<fast>"))
    module = simplified(text)
    assert is_product(module)
    assert_same(text, module)


def test_nests_without_a_product_stay_together() -> None:
    nest = nested("i", nested("j", FIRST["factor"]) + nested("j", FIRST["zero"])).replace("{flags}", "")
    module = simplified(HEAD.format(nest=nest))
    assert len([op for op in module.walk() if isinstance(op, loop.ForOp)]) == 3


def test_columns_that_are_added_become_rows() -> None:
    text = """func.func @main(%a: memref<5x6xf32> {llvm.noalias}, %b: memref<5x6xf32> {llvm.noalias}) {
      loop.for %j = 0 to 6 {
        loop.for %i = 0 to 5 {
          %0 = loop.load %a[%i, %j] : memref<5x6xf32>
          loop.store %0, %b[%i, %j] : memref<5x6xf32>
        }
      }
      return
    }"""
    rows, columns = (op for op in simplified(text).walk() if isinstance(op, loop.ForOp))
    assert (rows.constant_upper, columns.constant_upper) == (5, 6)


@examples(60)
@given(seed=st.integers(0, 2**32))
def test_random_nests_compute_the_same(seed: int) -> None:
    text = random_nest(Random(seed))
    module = simplified(text)
    for size in (0, 1, 3, 6):
        random = np.random.default_rng(size)
        matrix, vector = (random.integers(0, 1000, shape, dtype=np.int32) for shape in ((24, 24), (24,)))
        assert_refines(module_of(text), module, "main", matrix, vector, size)


def test_random_nests_are_reordered_often_enough() -> None:
    counts = 0
    for seed in range(200):
        context = new_context()
        module = module_of(random_nest(Random(seed)), context)
        before = str(module)
        assert parse_pipeline("builtin.module(loop-reorder)").run(module, context)
        counts += str(module) != before
    assert counts >= 5
