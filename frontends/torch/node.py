"""One node of an FX graph, as importers see it: the emitter of its ops, and the results that torch traced for it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from dlc.ir.sizes import Dim, Shape, Size, spell

from ...dialects import graph
from ...dialects.graph.tensors import shape_of
from ...ir import Type, Value
from ...ir.builtin_types import IntegerType, i1, i64
from ..emitter import Emitter, dtype_of
from ..positions import checked, from_the_end
from ..problems import CannotImport
from .complex_values import Complex, is_complex
from .element_types import part_type
from .installed import fx, torch
from .registry import name_of
from .symbolic import Sizes, is_negative, may_be_below, several

elementwise_dtypes = torch._prims_common.elementwise_dtypes
PROMOTION = torch._prims_common.ELEMENTWISE_TYPE_PROMOTION_KIND


Call = Callable[[Any, "Sequence[Any]", Emitter], "list[Value]"]
"""Emits what a graph that an op takes computes of some values; returns its results."""


class Node(Emitter):
    """A node, and the emitter of the ops that replace it."""

    def __init__(
        self, fx_node: Any, emitter: Emitter, sizes: Sizes, call: Call, *, is_beside_torch: bool = True
    ) -> None:
        self.__dict__.update(emitter.__dict__)  # shares the block, the names of sizes and what is known
        self.call = call
        self.is_beside_torch = is_beside_torch
        """Whether what is refused runs in eager PyTorch."""
        self.fx_node = fx_node
        self.symbols = sizes
        self.op = name_of(fx_node.target)
        self.traced: Sequence[Any] = several(fx_node.meta.get("val"))
        """The results as torch has traced them: tensors without elements."""

    # -- Results -------------------------------------------------------------------------------------------------------

    @property
    def result_shape(self) -> Shape:
        """The shape of the first result."""
        return self.symbols.shape(self.traced[0])

    @property
    def result_element(self) -> Type:
        """The element type of the first result or, of a complex one, of its parts."""
        return part_type(self.traced[0].dtype)

    def traced_shape(self, number: int) -> Shape:
        """Return the shape of a result."""
        return self.symbols.shape(self.traced[number])

    def element_of_result(self, number: int) -> Type:
        """Return the element type of a result."""
        return part_type(self.traced[number].dtype)

    def wants(self, number: int) -> bool:
        """Return whether one of several results is used."""
        users = self.fx_node.users
        return any(user.target is not operator.getitem or user.args[1] == number for user in users)

    def finished(self, value: Value | Complex, number: int) -> Value | Complex:
        """Return a result as torch has traced it; raise an error if it has another shape."""
        traced = self.traced[number]
        if is_complex(traced) != isinstance(value, Complex):
            raise CannotImport(f"result {number} must have elements of type {traced.dtype}")
        return (
            self._finished(value, number)
            if isinstance(value, Value)
            else value.map(partial(self._finished, number=number))
        )

    def _finished(self, value: Value, number: int) -> Value:
        traced = self.traced[number]
        value = self.cast(value, part_type(traced.dtype))
        expected = self.symbols.shape(traced)
        if shape_of(value) == expected:
            return value
        if len(expected) != len(shape_of(value)) or any(
            isinstance(size, int) and isinstance(own, int) and size != own
            for size, own in zip(expected, shape_of(value), strict=True)
        ):
            raise CannotImport(f"result {number} must have the shape {list(expected)}, but got {list(shape_of(value))}")
        return graph.with_shape(self.without_names(value), expected)

    def counts_from_the_end(self, number: int) -> bool:
        """Return whether an argument is a symbolic position that is negative whenever the program is called."""
        given: Any = self.fx_node.args[number] if number < len(self.fx_node.args) else None
        return isinstance(given, fx.Node) and is_negative(given.meta.get("val"))

    def may_be_empty(self, number: int, dim: int) -> bool:
        """Return whether a symbolic size of an argument may be 0, as far as torch knows."""
        argument: Any = self.fx_node.args[number]
        size = argument.meta["val"].shape[dim]
        return isinstance(size, torch.SymInt) and may_be_below(size, 1)

    # -- Operands ------------------------------------------------------------------------------------------------------

    def number(self, given: Value | Size | float, element: Type) -> Value:
        """Return a value, a size or a number as a value with elements of a type."""
        if isinstance(given, Size):
            given = self.size_value(given)
        if isinstance(given, Value):
            return self.cast(given, element)
        if isinstance(element, IntegerType) and element is not i1:
            wrapped = np.asarray(int(given)).astype(dtype_of(element))  # type: ignore[arg-type]
            return self.constant(wrapped, element)
        return self.constant(given, element)  # type: ignore[arg-type]

    def promoted(self, count: int = 2, *, to_float: bool = False) -> Type:
        """Return the element type in which torch combines the first operands, numbers among them.

        Of complex ones, it is the type of their parts.
        """
        operands = [each.meta["val"] if isinstance(each, fx.Node) else each for each in self.fx_node.args[:count]]
        kind = PROMOTION.INT_TO_FLOAT if to_float else PROMOTION.DEFAULT
        return part_type(elementwise_dtypes(*operands, type_promotion_kind=kind)[1])

    def operands(self, *given: Value | Size | float, element: Type | None = None) -> list[Value]:
        """Return operands with elements of one type, the promoted one, broadcast to the shape of the result."""
        element = element or self.promoted(len(given))
        return [self.spread(self.number(each, element), self.result_shape) for each in given]

    def spread(self, value: Value, shape: Sequence[Dim], like: Value | None = None) -> Value:
        """Return a value broadcast as numpy does it. Sizes may differ as expressions if torch has found them equal."""
        own = shape_of(value)
        given = tuple(shape)[len(shape) - len(own) :]
        equal = tuple(
            size if mine != 1 and (isinstance(size, Size) or isinstance(mine, Size)) else mine
            for mine, size in zip(own, given, strict=True)
        )
        if equal != own:
            value = graph.with_shape(self.without_names(value), equal)
        return super().spread(value, shape, like)

    def dim_in(self, dim: int, rank: int) -> int:
        """Return a dimension that may be counted from the end."""
        limit = max(rank, 1)
        if not -limit <= dim < limit:
            raise CannotImport(f"dimension must be in {-limit}..{limit - 1}, but got {dim}")
        return dim % limit

    def dims_in(self, dims: Sequence[int] | int | None, rank: int) -> list[int]:
        """Return dimensions in ascending order, all if there are none; a scalar has none."""
        if dims is None or dims == []:
            return list(range(rank))
        given = [dims] if isinstance(dims, int) else dims
        return sorted({self.dim_in(dim, rank) for dim in given}) if rank else []

    def places_in(self, value: Value, places: Value, dim: int, *, signed: bool = False) -> Value:
        """Return positions along a dimension as i64, which are checked; of signed ones, some count from its end.

        Ops that PyTorch itself emits for positions that are in range, `_unsafe_index` among them, need no check.
        """
        places = self.cast(places, i64)
        places = from_the_end(self, places, value, dim) if signed else places
        return places if "._unsafe" in self.op else checked(self, places, value, dim, self.subject)

    @property
    def subject(self) -> str:
        """The name of the node and its op, as the beginning of messages."""
        return f"node '{self.fx_node.name}' ({self.op})"

    def static_sizes(self, value: Value, purpose: str) -> list[int]:
        """Return the sizes of a value that must be numbers."""
        sizes = [size for size in shape_of(value) if isinstance(size, int)]
        if len(sizes) != len(shape_of(value)):
            raise self.refusal(
                f"all sizes must be known when compiling, for {purpose}, but got {spell(shape_of(value))}"
            )
        return sizes

    def refusal(self, reason: str) -> CannotImport:
        """Return the error that the node cannot be imported."""
        return CannotImport(reason)
