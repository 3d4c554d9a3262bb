"""Reducing modules in process: seeded bugs in passes are reduced to a handful of ops, whatever the program."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from random import Random

import pytest

from dlc.dialects.arith import SubIOp
from dlc.interp.errors import Fault, InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from dlc.ir.verifier import verify
from dlc.parser import print_ir
from dlc.tools.reduce import Limits, NotInteresting, reduce_module
from dlc.tools.reduce.catalogue import MODULE_REDUCTIONS, UnknownReduction
from support.drawn_programs import ProgramMaker
from support.pass_testing import make_context, read
from support.project import ops as all_ops
from support.random_programs import random_program

ARGUMENTS = [(0, 0, False), (1, -1, True), (7, 3, False)]
MOST_STEPS = 2000


def reduced(text: str, is_interesting: Callable[[Operation], bool], *reductions: str) -> str:
    """Return a program after the reductions named, or all."""
    module, context = read(text)
    small = reduce_module(module, is_interesting, context=context, reductions=reductions or None)
    assert print_ir(module) == print_ir(read(text)[0]), "the input is not touched"
    assert verify(small)
    return print_ir(small)


def has(*names: str) -> Callable[[Operation], bool]:
    """Return whether a module has ops of all of these names."""
    return lambda module: set(names) <= {op.name for op in module.walk()}


def size(module: Operation) -> int:
    return sum(1 for _ in module.walk())


# -- Seeded bugs -----------------------------------------------------------------------------------------------------


def swap_operands_of_subtraction(module: Operation) -> None:
    """A miscompile: a - b becomes b - a."""
    for op in module.walk():
        if isinstance(op, SubIOp):
            op.set_operands(list(reversed(op.operands)))


def results(module: Operation) -> list[object]:
    outcomes: list[object] = []
    for arguments in ARGUMENTS:
        try:
            outcomes.append([int(value) for value in Interpreter(module, max_steps=MOST_STEPS).run("main", *arguments)])
        except (InterpreterError, Fault, TypeError):  # undefined, or poison
            outcomes.append(None)
    return outcomes


def is_miscompiled(module: Operation) -> bool:
    before = results(module)
    swap_operands_of_subtraction(module)
    return any(old is not None and old != new for old, new in zip(before, results(module), strict=True))


def program_of(seed: int, parts: int) -> str:
    """One module with the functions of several random programs, the first of which is `@main`."""
    texts = [random_program(Random(seed + index)) for index in range(parts)]
    renamed = [text.replace("@helper", f"@p{index}_helper") for index, text in enumerate(texts)]
    return "\n".join([renamed[0], *(text.replace("@main", f"@p{i}_main") for i, text in enumerate(renamed[1:], 1))])


def miscompiled_programs(count: int) -> list[str]:
    programs: list[str] = []
    seed = 0
    while len(programs) < count:
        text = program_of(seed, 4)
        if text.count("\n") > 300 and is_miscompiled(read(text)[0]):
            programs.append(text)
        seed += 10
    return programs


def test_a_miscompile_in_hundreds_of_ops_is_reduced_to_the_op_and_what_shows_it() -> None:
    for text in miscompiled_programs(3):
        module, context = read(text)
        small = reduce_module(module, is_miscompiled, context=context)
        assert verify(small)
        assert is_miscompiled(small.clone())
        assert size(small) <= 6, f"from {size(module)}:\n{small}"
        assert "arith.subi" in print_ir(small)


@pytest.mark.parametrize("seed", range(6))
def test_any_op_of_a_drawn_program_can_be_cut_out(seed: int) -> None:
    """The module, a function, a return, the op, and what makes its operands where those are no arguments."""
    random = Random(seed)
    kinds = [op for op in all_ops() if op.name.partition(".")[0] in ("arith", "math", "vector")]
    module = ProgramMaker(random, kinds).make(250)
    names = sorted({op.name for op in module.walk()} - {"builtin.module", "func.func", "func.return"})
    wanted = random.choice(names)
    small = reduce_module(module, has(wanted), context=make_context())
    assert verify(small)
    assert has(wanted)(small)
    assert size(small) <= 4 + 4, f"{wanted} from {size(module)}:\n{small}"


def test_a_chain_keeps_what_the_bug_needs() -> None:
    def shift_of_and(module: Operation) -> bool:
        return any(
            op.name == "arith.shli" and (mask := op.operands[0].defining_op) is not None and mask.name == "arith.andi"
            for op in module.walk()
        )

    texts = (random_program(Random(seed)) for seed in range(1000))
    candidates = (text for text in texts if len(text) > 3000 and "arith.shli" in text and "arith.andi" in text)
    text = next(text for text in candidates if shift_of_and(read(text)[0]))
    assert [line.split(" = ")[-1].split()[0] for line in reduced(text, shift_of_and).splitlines()[2:-2]] in (
        ["arith.constant", "arith.andi", "arith.shli", "return"],
        ["arith.andi", "arith.shli", "return"],
    )


def test_it_is_deterministic_and_tests_nothing_twice() -> None:
    text = program_of(3, 2)
    seen: list[list[str]] = []
    for _ in range(2):
        tried: list[str] = []

        def is_interesting(module: Operation, tried: list[str] = tried) -> bool:
            tried.append(print_ir(module))
            return has("memref.load", "arith.constant")(module)

        reduced(text, is_interesting)
        assert len(set(tried)) == len(tried)
        seen.append(tried)
    assert seen[0] == seen[1]


def test_the_number_of_tests_grows_slowly_with_the_input() -> None:
    body = "".join(f"  %v{i} = arith.addi %a, %a : i32\n" for i in range(2000))
    text = f"func.func @f(%a: i32) {{\n{body}  %m = arith.muli %v1777, %v3 : i32\n  return\n}}"
    tests = 0

    def is_interesting(module: Operation) -> bool:
        nonlocal tests
        tests += 1
        return has("arith.muli")(module)

    assert reduced(text, is_interesting).count("\n") <= 7
    assert tests < 120


# -- One reduction after the other -----------------------------------------------------------------------------------


def keeps(text: str) -> Callable[[Operation], bool]:
    """Return whether the printed module still has these words, in this order."""
    parts = text.split(" … ")

    def is_interesting(module: Operation) -> bool:
        printed, position = print_ir(module), 0
        for word in parts:
            position = printed.find(word, position)
            if position < 0:
                return False
        return True

    return is_interesting


CASES = [
    ("symbols", "func.func @f() { return } func.func @g() { call @f() : () -> () return }", "@g", "@g", "@f"),
    (
        "symbols",
        "memref.global @t : memref<2xi32> func.func @g() { %0 = memref.get_global @t : memref<2xi32> return }",
        "@g",
        "@g",
        "get_global",
    ),
    (
        "bodies",
        "func.func @f(%a: i32) -> i32 { %b = arith.addi %a, %a : i32 return %b : i32 }",
        "@f",
        "func.func private @f(i32) -> i32",
        "return",
    ),
    (
        "bodies",
        "func.func @f(%a: i32) -> i32 { %b = arith.addi %a, %a : i32 return %b : i32 }",
        "return",
        "return %a",
        "addi",
    ),
    (
        "clean-ups",
        "func.func @f(%a: i32) -> i32 { %b = arith.addi %a, %a : i32 return %a : i32 }",
        "return",
        "return %a",
        "addi",
    ),
    (
        "blocks",
        "func.func @f(%c: i1) { cf.cond_br %c, ^a, ^b ^a: \"test.x\"() : () -> () cf.br ^b ^b: return }",
        "test.x",
        "cf.cond_br %c, ^bb1, ^bb1 … test.x … return",
        "^bb2",
    ),
    (
        "branches",
        "func.func @f(%c: i1) { cf.cond_br %c, ^a, ^b ^a: \"test.x\"() : () -> () cf.br ^b ^b: return }",
        "test.x",
        "cf.br ^bb1 … test.x",
        "cond_br",
    ),
    (
        "block-chains",
        "func.func @f(%a: i32) { cf.br ^a(%a : i32) ^a(%b: i32): \"test.x\"(%b) : (i32) -> () return }",
        "test.x",
        "test.x\"(%a)",
        "cf.br",
    ),
    (
        "block-chains",
        "func.func @f(%a: i32) { return ^a(%b: i32): \"test.x\"(%b) : (i32) -> () return }",
        "test.x",
        "test.x\"(%a)",
        "^",
    ),
    (
        "regions",
        (
            "func.func @f(%a: i32) { %r = \"test.wrap\"(%a) ({ ^e(%b: i32): \"test.x\"(%b) : (i32) -> () "
            "\"test.end\"(%b) : (i32) -> () }) : (i32) -> i32 \"test.y\"(%r) : (i32) -> () return }"
        ),
        "test.x … test.y",
        "test.x\"(%a) … test.y\"(%a)",
        "test.wrap",
    ),
    (
        "ops",
        "func.func @f(%a: i32) -> i32 { %b = arith.addi %a, %a : i32 return %b : i32 }",
        "return",
        "return %a",
        "addi",
    ),
    ("ops", "%a = \"test.a\"() : () -> !x.y \"test.b\"(%a) : (!x.y) -> ()", "test.b", "ub.poison : !x.y", "test.a"),
    ("ops", "%a = \"test.a\"() : () -> f32 \"test.b\"(%a) : (f32) -> ()", "test.b", "0.000000e+00 : f32", "test.a"),
    (
        "calls",
        (
            "func.func @f(%a: i32) -> i32 { %b = arith.addi %a, %a : i32 return %b : i32 } "
            "func.func @g(%a: i32) -> i32 { %r = call @f(%a) : (i32) -> i32 return %r : i32 }"
        ),
        "@g",
        "@g … addi %a, %a … return %b",
        "call",
    ),
    (
        "results",
        (
            "func.func @f(%a: i32) -> (i32, i1) { %t = arith.constant true return %a, %t : i32, i1 } "
            "func.func @g(%a: i32) -> i32 { %r:2 = call @f(%a) : (i32) -> (i32, i1) return %r#0 : i32 }"
        ),
        "-> i32 … call … return %r",
        "-> i32 … call @f(%a) : (i32) -> i32 … return %r",
        "i1",
    ),
    (
        "arguments",
        (
            "func.func private @f(i32 {test.a}, i1 {test.b}) "
            "func.func @g(%a: i32, %c: i1) { call @f(%a, %c) : (i32, i1) -> () return }"
        ),
        "test.b … call @f(%",
        "@f(i1 {test.b}) … call @f(%",
        "(i32",
    ),
    (
        "block-arguments",
        "func.func @f(%a: i32, %b: i1) { cf.br ^l(%a, %b : i32, i1) ^l(%x: i32, %y: i1): cf.br ^l(%x, %y : i32, i1) }",
        "^bb1(% … : i1)",
        "cf.br ^bb1(%b : i1)",
        "%x: i32",
    ),
    (
        "variadic-results",
        (
            "func.func @f(%a: i32, %b: i1) { %r:2 = \"x.loop\"(%a, %b) ({ ^e(%x: i32, %y: i1): "
            "\"x.yield\"(%x, %y) : (i32, i1) -> () }) : (i32, i1) -> (i32, i1) \"x.y\"(%r#1) : (i1) -> () return }"
        ),
        "^bb0( … %y: i1): … %y … -> … i1 … x.y\"(%r",
        "\"x.loop\"(%b) … ^bb0(%y: i1): … \"x.yield\"(%y) … \"x.y\"(%r)",
        "(i32",
    ),
    (
        "variadic-operands",
        "func.func @f(%a: i32, %b: i1) { \"test.x\"(%a, %b) : (i32, i1) -> () return }",
        "%b)",
        "test.x\"(%b) : (i1) -> ()",
        "(i32, i1)",
    ),
    (
        "operands",
        "func.func @f(%a: i32) { %b = arith.addi %a, %a : i32 \"test.x\"(%b) : (i32) -> () return }",
        "test.x",
        "test.x\"(%a)",
        "x\"(%b)",
    ),
    (
        "shapes",
        (
            "func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x4xf32>) { %c = \"test.dot\"(%a, %b) {n = 6 : index} "
            ": (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32> return }"
        ),
        "test.dot",
        "n = 1 : index … (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>",
        "6 :",
    ),
    (
        "shapes",
        "\"test.x\"() {v = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>} : () -> ()",
        "tensor<2x",
        "dense<[[1], [4]]> : tensor<2x1xi32>",
        "x3",
    ),
    (
        "attributes",
        "func.func @f() attributes {no_inline, test.a = 1 : i32} { return }",
        "test.a", "test.a", "no_inline",
    ),
    (
        "attributes",
        "func.func @f(%a: i32) { %b = arith.addi %a, %a overflow<nsw> : i32 return }",
        "addi", "addi", "nsw",
    ),
    ("numbers", "%a = \"test.x\"() {a = 77 : i32, b = [3.5 : f32]} : () -> i32", "a = ", "a = 0 : i32", "3.5"),
    ("numbers", "\"test.x\"() {a = dense<[3, 4]> : tensor<2xi8>} : () -> ()", "dense", "dense<0> : tensor<2xi8>", "3"),
    ("strings", "\"test.x\"() {a = \"long\"} : () -> ()", "a = ", "a = \"\"", "long"),
    ("names", "func.func @long() { call @long() : () -> () return }", "call", "@a … call @a()", "long"),
]  # fmt: skip
"""A reduction, a text, what has to stay, and what there is, and is not, in the end."""


@pytest.mark.parametrize(("reduction", "before", "stays", "kept", "gone"), CASES)
def test_each_reduction(reduction: str, before: str, stays: str, kept: str, gone: str) -> None:
    assert keeps(gone)(read(before)[0])
    small = reduced(before, keeps(stays), reduction)
    assert keeps(kept)(read(small)[0]), small
    assert gone not in small, small


def test_every_reduction_is_tested_by_itself() -> None:
    tested = {case[0] for case in CASES}
    assert {kind.name for kind in MODULE_REDUCTIONS} - tested == {"locations"}
    assert all(kind.summary().endswith(".") for kind in MODULE_REDUCTIONS)


def shapes_of(module: Operation, name: str) -> list[tuple[int, ...]]:
    """The shapes of the operands and results of the op of a name; none, where there is not that op, or not all."""
    op = next((op for op in module.walk() if op.name == name), None)
    values = [*op.operands, *op.results] if op is not None else []
    return [value.shape for value in values] if len(values) == 2 else []


RESHAPE = """
func.func @f(%a: tensor<4x16xf32>) {
  %b = "test.reshape"(%a) : (tensor<4x16xf32>) -> tensor<64xf32>
  return
}"""


def test_sizes_are_shrunk_as_far_as_the_bug_allows() -> None:
    def needs_sixteen(module: Operation) -> bool:
        shapes = shapes_of(module, "test.reshape")
        return bool(shapes) and max(shapes[1]) >= 16

    small = reduced(RESHAPE, needs_sixteen)
    assert "(tensor<1x1xf32>) -> tensor<16xf32>" in small


def test_a_reshape_is_shrunk_on_both_sides() -> None:
    def agrees(module: Operation) -> bool:
        shapes = shapes_of(module, "test.reshape")
        return bool(shapes) and shapes[0][0] == 4 and prod(shapes[0]) == prod(shapes[1])

    assert "(tensor<4x4xf32>) -> tensor<16xf32>" in reduced(RESHAPE, agrees)


def test_nested_regions_of_unknown_ops_vanish() -> None:
    nest = '"test.x"() : () -> ()'
    for depth in range(300):
        nest = f'"test.n{depth}"() ({{ {nest} "test.y"() : () -> () }}) : () -> ()'
    assert reduced(nest, has("test.x")) == 'module {\n  "test.x"() : () -> ()\n}\n'


# -- The edges of the API --------------------------------------------------------------------------------------------


def test_what_is_not_interesting_is_refused() -> None:
    with pytest.raises(NotInteresting, match="not interesting"):
        reduced("func.func @f() { return }", has("test.x"))


def test_an_unknown_reduction_is_named() -> None:
    with pytest.raises(UnknownReduction, match="no reduction 'op', did you mean 'ops'"):
        reduced("func.func @f() { return }", has("func.func"), "op")


def test_what_the_function_raises_is_the_callers() -> None:
    def is_interesting(module: Operation) -> bool:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        reduced("func.func @f() { return }", is_interesting)


def test_limits_end_the_search_with_the_best_so_far() -> None:
    module, context = read(program_of(5, 2))
    tests = 0

    def is_interesting(candidate: Operation) -> bool:
        nonlocal tests
        tests += 1
        return has("arith.muli", "memref.load")(candidate)

    small = reduce_module(module, is_interesting, context=context, limits=Limits(tests=10))
    assert tests == 11  # and once whether there is anything to do
    assert has("arith.muli", "memref.load")(small)
    assert 4 < size(small) < size(module)
    assert size(reduce_module(module, is_interesting, context=context, limits=Limits(seconds=0.0))) == size(module)


def test_an_input_that_does_not_verify_is_reduced_too() -> None:
    context = make_context()
    module, _ = read("func.func @f(%a: i32) -> i32 { %b = arith.addi %a, %a : i32 return %b : i32 }", context)
    module.regions[0].entry.first.regions[0].entry.last.set_operands([])  # type: ignore[union-attr]
    assert not verify(module)
    small = reduce_module(module, lambda candidate: not verify(candidate) and has("func.return")(candidate))
    assert size(small) == 3


def test_a_callback_may_change_what_it_gets() -> None:
    def is_interesting(module: Operation) -> bool:
        has_product = has("arith.muli")(module)
        for op in list(module.regions[0].entry.ops):
            op.erase()
        return has_product

    assert "arith.muli" in reduced(program_of(5, 1), is_interesting)
