"""The dialect `loop`: its forms are MLIR's, Python code builds it easily, and symbols are what MLIR says they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.corpus import MLIR_OPT, run_mlir_opt
from dlc.dialects import arith, func, loop
from dlc.ir.affine import AffineMap, IntegerSet, affine_dims, affine_symbols
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import MemRefType, f32, i1, index
from dlc.ir.effects import is_speculatable, memory_effects, would_be_trivially_dead
from dlc.ir.integer_range import IntegerRange
from dlc.ir.operations import Operation, UnregisteredOp
from dlc.ir.verifier import verify
from dlc.parser import PrintOptions, parse, print_ir
from support.programs import assert_valid, module_of, new_context

EXAMPLES = Path(__file__).parents[2] / "filecheck" / "dialects" / "loop" / "ops_forms.mlir"
OF_SCF = {"loop.while": "scf.while", "loop.condition": "scf.condition", "loop.when": "scf.if"}


def mlir_name(op: Operation) -> str:
    """Return MLIR's name of an op; that of a terminator depends on the enclosing op."""
    if op.name == "loop.yield":
        parent = op.parent_op
        assert parent is not None
        return "scf.yield" if parent.name in OF_SCF else "affine.yield"
    return OF_SCF.get(op.name, op.name.replace("loop.", "affine."))


def as_mlir(module: Operation) -> str:
    """The generic form of a module with MLIR's names."""
    renamed = {op: mlir_name(op) for op in module.walk() if op.dialect_name == "loop"}
    for op, name in renamed.items():
        replacement = UnregisteredOp.of(name, op.operands, op.result_types, op.properties, op.attributes)
        assert op.parent is not None
        op.parent.insert_before(replacement, op)
        for region in op.regions:
            replacement.add_region(type(region)()).take_blocks(region)
        op.replace_all_uses_with(replacement.results)
        op.erase()
    return print_ir(module, PrintOptions(generic=True, use_hints=False, local_scope=True))


def in_one_line(schedule: re.Match[str]) -> str:
    """Return a schedule as MLIR prints it: ours has one step in each line."""
    return re.sub(r"(?<=\[) | (?=\])", "", re.sub(r"\s+", " ", schedule[0]))


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")
def test_generic_forms_are_those_of_mlir() -> None:
    module = module_of(EXAMPLES.read_text())
    printed = run_mlir_opt(as_mlir(module), "--mlir-print-local-scope")
    assert printed.status == 0, printed.errors
    ours = print_ir(module_of(EXAMPLES.read_text()), PrintOptions(use_hints=False, local_scope=True))
    ours = re.sub(r'schedule = \[(?:"[^"]*"|[^"{}])*\]', in_one_line, ours)
    for name, mlir in OF_SCF.items():
        ours = ours.replace(f"{name} ", f"{mlir} ").replace(f"{name}(", f"{mlir}(")
    theirs = printed.output.replace("scf.yield", "loop.yield").replace("affine.", "loop.")
    assert ours.strip() == theirs.strip()


# -- Building ----------------------------------------------------------------------------------------------------------


def function(*types: object) -> func.FuncOp:
    return func.FuncOp.of("f", types)  # type: ignore[arg-type]


def test_loops_are_built_from_numbers_values_and_maps() -> None:
    f = function(index, MemRefType((8, 8), f32), f32)
    n, memref, x = f.entry.args
    d0, d1 = affine_dims(2)
    [s0] = affine_symbols(1)
    b = Builder.at_end(f.entry)
    outer = b.insert(loop.ForOp.over(0, n, 2, [x]))
    inner = loop.ForOp.over((AffineMap(1, 1, [d0, s0]), [outer.induction_variable, n]), 8)
    at = Builder.at_end(inner.body)
    read = at.insert(loop.LoadOp.of(memref, [outer.induction_variable, 3]))
    at.insert(loop.StoreOp.of(read.result, memref, [outer.induction_variable, inner.induction_variable]))
    shifted = AffineMap(2, 0, [d0 + d1, d0])
    operands = [outer.induction_variable, inner.induction_variable]
    read = at.insert(loop.LoadOp.mapped(memref, shifted, operands))
    at.insert(loop.StoreOp.mapped(read.result, memref, shifted, operands))
    inner.close()
    outer.body.append(inner)
    outer.close([outer.carried[0]])
    b.insert(func.ReturnOp(()))
    assert_valid(f)
    text = str(f)
    assert "loop.for %arg3 = 0 to #map1(%arg0) step 2 iter_args(%arg4 = %arg2)" in text
    assert "loop.for %arg5 = max #map(%arg3)[%arg0] to 8 {" in text
    assert "loop.load %arg1[%arg3, 3]" in text
    assert "loop.store %1, %arg1[%arg3, %arg5]" in text
    assert "loop.load %arg1[%arg3 + %arg5, %arg3]" in text
    assert outer.constant_trip_count() is None
    assert outer.lower_map.is_constant
    assert list(outer.upper_operands) == [n]
    assert list(outer.iter_inits) == [x]
    assert outer.step_value == 2
    assert list(outer.yielded) == list(outer.carried)


@pytest.mark.parametrize(
    ("lower", "upper", "step", "trips"),
    [(0, 8, 1, 8), (0, 8, 3, 3), (5, 5, 1, 0), (5, 2, 1, 0), (-4, 4, 2, 4)],
)
def test_trips_of_constant_bounds_are_known(lower: int, upper: int, step: int, trips: int) -> None:
    assert loop.ForOp.over(lower, upper, step).constant_trip_count() == trips


def test_trips_of_bounds_that_are_apart_by_a_constant_are_known() -> None:
    n = function(index).entry.args[0]
    [d0] = affine_dims(1)
    lower, upper = AffineMap(1, 0, [d0 + 2]), AffineMap(1, 0, [d0 + 9, d0 + 5])
    assert loop.ForOp.over((lower, [n]), (upper, [n]), 2).constant_trip_count() == 2


def test_bounds_can_be_changed() -> None:
    n = function(index).entry.args[0]
    for_op = loop.ForOp.over(0, n).close()
    for_op.set_lower_bound(4)
    for_op.set_upper_bound((AffineMap(0, 1, [affine_symbols(1)[0] + 1, 64]), [n]))
    assert for_op.constant_lower == 4
    assert for_op.constant_upper is None
    assert list(for_op.operands) == [n]
    for_op.set_upper_bound(8)
    assert not for_op.operands
    assert for_op.constant_trip_count() == 4


def test_parallel_loops_are_built() -> None:
    f = function(index, f32)
    n, x = f.entry.args
    b = Builder.at_end(f.entry)
    [s0] = affine_symbols(1)
    upper = AffineMap(0, 1, [s0 + 4, 64]), [n]
    parallel = b.insert(loop.ParallelOp.over([0, n], [upper, n], [1, 2], [f32], ["addf"]))
    parallel.close([x])
    b.insert(func.ReturnOp(()))
    assert_valid(f)
    bounds = '(0, %arg0) to (min(symbol(%arg0) + 4, 64), %arg0) step (1, 2) reduce ("addf") -> (f32)'
    assert f"loop.parallel (%arg2, %arg3) = {bounds}" in str(f)
    assert parallel.constant_trip_counts() == [None, None]


def test_conditionals_are_built() -> None:
    f = function(index, f32, i1)
    n, x, c = f.entry.args
    b = Builder.at_end(f.entry)
    inside = b.insert(loop.IfOp.on(IntegerSet(1, 0, [affine_dims(1)[0] - 4], [False]), [n], [f32]))
    when = b.insert(loop.WhenOp.on(c, [f32]))
    for conditional in (inside, when):
        assert conditional.else_block is not None
        conditional.then_block.append(loop.YieldOp([x]))
        conditional.else_block.append(loop.YieldOp([x]))
    alone = b.insert(loop.WhenOp.on(c))
    assert alone.else_block is None
    alone.then_block.append(loop.YieldOp())
    loop_ = b.insert(loop.WhileOp.over([x]))
    loop_.before_block.append(loop.ConditionOp(c, loop_.carried))
    loop_.after_block.append(loop.YieldOp(loop_.after_block.args))
    b.insert(loop.DelinearizeIndexOp.of(n, [4, n]))
    b.insert(loop.LinearizeIndexOp.of([n, n], [4], is_disjoint=True))
    b.insert(func.ReturnOp(()))
    assert_valid(f)


# -- Symbols -----------------------------------------------------------------------------------------------------------


def is_valid(body: str) -> bool:
    text = f"""func.func @f(%n: index, %m: memref<?xf32>, %of: memref<?xindex>, %c: i1) {{
      loop.for %i = 0 to %n {{
        {body}
      }}
      return
    }}"""
    context = new_context()
    module = parse(text, context)
    assert module is not None, context.diagnostics.diagnostics
    return verify(module, context.diagnostics)


VALID_SYMBOLS = (
    "%k = arith.constant 4 : index",
    "%k = loop.apply affine_map<()[s0] -> (s0 * 2)>()[%n]",
    "%k = arith.muli %n, %n : index",
    "%k = loop.max affine_map<()[s0] -> (s0, 4)>()[%n]",
    "%z = arith.constant 0 : index\n%k = memref.dim %m, %z : memref<?xf32>",
    "%z = arith.constant 0 : index\n%a = memref.alloc(%n) : memref<?xf32>\n%k = memref.dim %a, %z : memref<?xf32>",
    "%z = arith.constant 0 : index\n%a = memref.alloc() : memref<4xf32>\n%k = memref.dim %a, %z : memref<4xf32>",
)
ONLY_DIMENSIONS = (
    "%k = loop.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]",
    "%k, %l = loop.delinearize_index %i into (2, 4) : index, index",
    "%k = loop.linearize_index [%i, %n] by (4) : index",
)
NEITHER = (
    "%k = memref.load %of[%i] : memref<?xindex>",
    "%k = arith.muli %i, %n : index",
    "%k = loop.min affine_map<(d0) -> (d0, 3)>(%i)",
    "%k = loop.apply affine_map<(d0) -> (d0)>(%p)\n",
    "%z = arith.constant 0 : index\n%a = memref.alloc(%p) : memref<?xf32>\n%k = memref.dim %a, %z : memref<?xf32>",
)
LOADED = "%p = memref.load %of[%i] : memref<?xindex>\n"


@pytest.mark.parametrize("definition", VALID_SYMBOLS)
def test_symbols(definition: str) -> None:
    assert is_valid(f"{definition}\n%x = loop.load %m[symbol(%k)] : memref<?xf32>")
    assert is_valid(f"{definition}\n%x = loop.load %m[%k] : memref<?xf32>")


@pytest.mark.parametrize("definition", ONLY_DIMENSIONS)
def test_dimensions(definition: str) -> None:
    assert not is_valid(f"{definition}\n%x = loop.load %m[symbol(%k)] : memref<?xf32>")
    assert is_valid(f"{definition}\n%x = loop.load %m[%k] : memref<?xf32>")


@pytest.mark.parametrize("definition", NEITHER)
def test_values_that_are_neither(definition: str) -> None:
    assert not is_valid(f"{LOADED}{definition}\n%x = loop.load %m[symbol(%k)] : memref<?xf32>")
    assert not is_valid(f"{LOADED}{definition}\n%x = loop.load %m[%k] : memref<?xf32>")


@pytest.mark.parametrize("definition", [*VALID_SYMBOLS, *ONLY_DIMENSIONS, *NEITHER])
def test_any_index_at_the_top_of_a_conditional_is_a_symbol_inside(definition: str) -> None:
    use = "%x = loop.load %m[symbol(%k) + symbol(%i)] : memref<?xf32>"
    assert is_valid(f"{LOADED}loop.when %c {{\n{definition}\n{use}\n}}")


def test_a_long_chain_of_indices_is_looked_through() -> None:
    lines = ["%k0 = loop.apply affine_map<()[s0] -> (s0)>()[%n]"]
    lines += [f"%k{i + 1} = arith.addi %k{i}, %k{i} : index" for i in range(3000)]
    assert is_valid("\n".join([*lines, "%x = loop.load %m[symbol(%k3000)] : memref<?xf32>"]))


# -- Effects and ranges ------------------------------------------------------------------------------------------------


def only(module: Operation, kind: type[Operation]) -> Operation:
    [match] = [op for op in module.walk() if type(op) is kind]
    return match


def test_effects_are_those_of_the_body() -> None:
    module = module_of(
        """func.func @f(%m: memref<8xf32>) {
          loop.for %i = 0 to 8 {
            %x = loop.load %m[%i] : memref<8xf32>
            loop.store %x, %m[%i] : memref<8xf32>
          }
          return
        }"""
    )
    effects = memory_effects(only(module, loop.ForOp))
    assert effects is not None
    assert [effect.kind for effect in effects] == ["read", "write"]


@pytest.mark.parametrize(("divisor", "may"), [("4", True), ("s0", False), ("0", False)])
def test_divisions_by_what_may_not_be_positive_are_not_speculated(divisor: str, may: bool) -> None:
    affine_map = f"affine_map<()[s0] -> (s0 floordiv {divisor})>()[%n]"
    module = module_of(
        f"""func.func @f(%n: index) {{
          %k = loop.apply {affine_map}
          loop.for %i = 0 to {affine_map} {{
          }}
          return
        }}"""
    )
    assert is_speculatable(only(module, loop.ApplyOp)) is may
    assert is_speculatable(only(module, loop.ForOp)) is may
    assert would_be_trivially_dead(only(module, loop.ApplyOp))


def test_a_loop_that_may_not_end_stays() -> None:
    module = module_of(
        """func.func @f(%c: i1) {
          loop.while : () -> () {
            loop.condition(%c)
          } do {
            loop.yield
          }
          return
        }"""
    )
    assert not would_be_trivially_dead(only(module, loop.WhileOp))


def test_ranges_of_induction_variables() -> None:
    for_op = loop.ForOp.over(2, 12, 4)
    [range_] = for_op.infer_argument_ranges([for_op.induction_variable], [])
    assert range_ == IntegerRange.signed(64, 2, 10)
    box = loop.ParallelOp.over([0, 1], [4, 6])
    assert box.infer_argument_ranges(box.induction_variables, []) == [
        IntegerRange.signed(64, 0, 3),
        IntegerRange.signed(64, 1, 5),
    ]


def test_ranges_of_maps() -> None:
    n = function(index).entry.args[0]
    [d0] = affine_dims(1)
    operand = [IntegerRange.signed(64, 0, 10)]
    assert loop.ApplyOp.of(AffineMap(1, 0, [d0 * 2 + 1]), [n]).infer_ranges(operand) == [IntegerRange.signed(64, 1, 21)]
    both = AffineMap(1, 0, [d0, 4])
    assert loop.MinOp(loop.ApplyOp.of(both, [n]).map, [n]).infer_ranges(operand) == [IntegerRange.signed(64, 0, 4)]
    assert loop.MaxOp(loop.ApplyOp.of(both, [n]).map, [n]).infer_ranges(operand) == [IntegerRange.signed(64, 4, 10)]
    assert loop.MinOp(loop.ApplyOp.of(both, [n]).map, [n]).infer_ranges([None])[0] == IntegerRange.signed(
        64, -(2**63), 4
    )


def test_composition_puts_constants_into_the_map() -> None:
    f = function(index)
    b = Builder.at_end(f.entry)
    four = b.insert(arith.ConstantOp(int_attr(4, index))).result
    d0, d1 = affine_dims(2)
    inner = b.insert(loop.ApplyOp.of(AffineMap(2, 0, [d0 * 2 + d1]), [f.entry.args[0], four])).result
    outer = b.insert(loop.ApplyOp.of(AffineMap(2, 0, [d0 + d1]), [inner, f.entry.args[0]]))
    after = loop.simplified_map(outer.affine_map, outer.operands, outer)
    assert after is not None
    assert str(after.map) == "()[s0] -> (s0 * 3 + 4)"
    assert after.operands == [f.entry.args[0]]


def test_composition_stops_before_the_text_explodes() -> None:
    f = function(index)
    b = Builder.at_end(f.entry)
    value = f.entry.args[0]
    d0 = affine_dims(1)[0]
    for size in range(2, 40):
        value = b.insert(loop.ApplyOp.of(AffineMap(1, 0, [d0 + d0 // size]), [value])).result
    last = value.defining_op
    assert isinstance(last, loop.ApplyOp)
    after = loop.simplified_map(last.affine_map, last.operands, last)
    assert after is None or len(str(after.map)) < 20_000
