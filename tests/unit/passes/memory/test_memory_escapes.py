"""A result is memory of its own if the function allocates it, and no other object shares it."""

from __future__ import annotations

import pytest

from dlc.dialects.func import CallOp
from dlc.passes.memory.aliases import may_share_memory, origin_of
from dlc.passes.memory.escapes import is_fresh_result
from support.programs import module_of

TYPE = "memref<4xf32>"
ALLOCATES = f"%a = memref.alloc() : {TYPE}\n %b = memref.alloc() : {TYPE}"
KEEP = f"func.func private @keep(%m: {TYPE}, %s: memref<{TYPE}>)"
STORES = f"""func.func private @stores(%m: {TYPE}, %s: memref<{TYPE}>) {{
  memref.store %m, %s[] : memref<{TYPE}>
  return
}}"""
READS = f"""func.func private @reads(%m: {TYPE}, %s: memref<{TYPE}>) {{
  %c0 = arith.constant 0 : index
  %v = memref.cast %m : {TYPE} to memref<?xf32>
  %x = memref.load %v[%c0] : memref<?xf32>
  return
}}"""


def called(body: str, others: str = "") -> list[CallOp]:
    """The calls of `@f` in a function that hands it memory."""
    module = module_of(f"""
      {others}
      func.func private @f(%p: {TYPE}, %s: memref<{TYPE}>) -> ({TYPE}, {TYPE}) {{
        {body}
      }}
      func.func @main(%p: {TYPE}, %s: memref<{TYPE}>) {{
        %0:2 = call @f(%p, %s) : ({TYPE}, memref<{TYPE}>) -> ({TYPE}, {TYPE})
        %1:2 = call @f(%0#0, %s) : ({TYPE}, memref<{TYPE}>) -> ({TYPE}, {TYPE})
        return
      }}""")
    return [op for op in module.walk() if isinstance(op, CallOp) and op.callee.root == "f"]


def both_fresh(body: str, others: str = "") -> list[bool]:
    return [is_fresh_result(result) for result in called(body, others)[0].results]


def test_what_a_function_allocates_is_fresh_through_views() -> None:
    body = f"""{ALLOCATES}
      %c = memref.cast %a : {TYPE} to memref<?xf32>
      %d = memref.cast %c : memref<?xf32> to {TYPE}
      return %d, %b : {TYPE}, {TYPE}"""
    assert both_fresh(body) == [True, True]
    first, second = called(body)
    values = [first.results[0], first.results[1], second.results[0], first.operands[0]]
    for position, value in enumerate(values):
        for other in values[position + 1 :]:
            assert not may_share_memory(origin_of(value), origin_of(other))


def test_an_argument_that_is_given_back_is_not() -> None:
    assert both_fresh(f"{ALLOCATES}\n return %p, %b : {TYPE}, {TYPE}") == [False, True]


def test_one_memory_given_twice_is_not() -> None:
    assert both_fresh(f"{ALLOCATES}\n return %a, %a : {TYPE}, {TYPE}") == [False, False]


def test_what_is_stored_somewhere_is_not() -> None:
    body = f"{ALLOCATES}\n memref.store %a, %s[] : memref<{TYPE}>\n return %a, %b : {TYPE}, {TYPE}"
    assert both_fresh(body) == [False, True]


@pytest.mark.parametrize(
    ("name", "function", "expected"), [("keep", KEEP, False), ("stores", STORES, False), ("reads", READS, True)]
)
def test_what_another_function_is_given_is_fresh_if_that_does_not_keep_it(
    name: str, function: str, expected: bool
) -> None:
    call = f"call @{name}(%a, %s) : ({TYPE}, memref<{TYPE}>) -> ()"
    assert both_fresh(f"{ALLOCATES}\n {call}\n return %a, %b : {TYPE}, {TYPE}", function) == [expected, True]


def test_functions_that_call_themselves_are_followed_so_far() -> None:
    body = f"""%0:2 = call @f(%p, %s) : ({TYPE}, memref<{TYPE}>) -> ({TYPE}, {TYPE})
      return %0#0, %0#1 : {TYPE}, {TYPE}"""
    assert both_fresh(body) == [False, False]


def test_views_of_different_bytes_share_none_unless_a_cast_leaves_them() -> None:
    module = module_of("""func.func @main(%i: index) {
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : index
      %arena = memref.alloc() : memref<32xi8>
      %a = memref.view %arena[%c0][] : memref<32xi8> to memref<4xf32>
      %b = memref.view %arena[%c16][] : memref<32xi8> to memref<4xf32>
      %part = memref.subview %a[%i] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
      %more = memref.reinterpret_cast %a to offset: [0], sizes: [8], strides: [1] : memref<4xf32> to memref<8xf32>
      return
    }""")
    a, b, part, more = (origin_of(op.results[0]) for op in list(module.walk())[-5:-1])
    assert not may_share_memory(a, b)
    assert not may_share_memory(part, b)
    assert may_share_memory(more, b)
