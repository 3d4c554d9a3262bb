"""Functions that compute the gradients of other functions."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects.func import FuncOp, ReturnOp
from dlc.dialects.graph.op_functions import constant
from dlc.ir import Builder, Type
from dlc.ir.builtin_attributes import UNIT, DictionaryAttr, StringAttr, bool_attr, i64_array
from dlc.ir.builtin_types import TensorType
from dlc.ir.symbol_table import PRIVATE, SymbolTable, nearest_symbol_table

from .regions import results_and_gradients

GRADIENT_OF = "graph.gradient_of"
"""The attribute of a gradient function that says what it computes."""


def gradient_function(
    function: FuncOp,
    wrt: Sequence[int],
    seeded: Sequence[int] | None,
    *,
    with_results: bool = False,
    visibility: str = PRIVATE,
) -> FuncOp:
    """Return the function after another one that returns the gradients of its arguments `wrt`.

    Its arguments are those of the function, and the gradients of the results `seeded`; `None` if there is one result,
    whose gradient is 1. With `with_results`, it returns the results before the gradients. It is made when it is first
    needed.
    """
    table_op = nearest_symbol_table(function)
    assert table_op is not None
    table = SymbolTable(table_op)
    facts = DictionaryAttr.of(
        {
            "function": StringAttr(function.sym_name.value),
            "wrt": i64_array(wrt),
            "seeded": UNIT if seeded is None else i64_array(seeded),
            "with_results": bool_attr(with_results),
            "visibility": StringAttr(visibility),
        }
    )
    for symbol in table:
        if isinstance(symbol, FuncOp) and symbol.attributes.get(GRADIENT_OF) is facts:
            return symbol
    inputs, results = function.type.inputs, function.type.results
    outputs = [*(results if with_results else ()), *(inputs[number] for number in wrt)]
    name = table.unique_name(f"{function.sym_name.value}_grad")
    gradient = FuncOp.of(name, [*inputs, *(results[number] for number in seeded or ())], outputs, visibility)
    gradient.attributes[GRADIENT_OF] = facts
    gradient.location = function.location
    function.block.insert_after(gradient, function)  # before it has a body, which may call it
    with Builder.at_end(gradient.entry) as builder, builder.at(location=function.location):
        arguments, given = gradient.entry.args[: len(inputs)], iter(gradient.entry.args[len(inputs) :])
        seeds = [next(given) if number in (seeded or ()) else None for number in range(len(results))]
        seeds = [constant(1, _element(results[0]))] if seeded is None else seeds
        values, gradients = results_and_gradients(function.entry, arguments, seeds, [arguments[n] for n in wrt])
        builder.insert(ReturnOp([*(values if with_results else ()), *gradients]))
    return gradient


def _element(type: Type) -> Type:
    assert isinstance(type, TensorType)
    return type.element_type
