"""Copies of single ops of dlc in xDSL, for its methods to look at: when printing, verifying, or asking for effects.

`alone` copies an op with its operands as stand-ins, and empty regions; `with_contents` what is inside as well. In a
`Surroundings` copies stand where their originals do, so that a method finds parents, symbols, definitions and users.
"""

from __future__ import annotations

from typing import Any

from xdsl.ir import Block as XBlock, Operation as XOperation, SSAValue

from ...ir import Operation, Value
from ...ir.symbol_table import symbol_name
from ...ir.traits import IsolatedFromAbove, SymbolTableTrait
from .exporting import Exporter, StandIn


def alone(op: Operation) -> XOperation:
    """An op whose regions are there, and empty."""
    return Exporter().op(op)


def with_contents(op: Operation) -> XOperation:
    """An op with all that is in it."""
    return Exporter().convert(op)


class _Exporter(Exporter):
    """Remembers the way back."""

    def __init__(self) -> None:
        super().__init__()
        self.originals: dict[SSAValue[Any], Value] = {}

    def define(self, value: Value, x_value: SSAValue[Any]) -> None:
        super().define(value, x_value)
        self.originals[x_value] = value


class Surroundings:
    """Copies that belong together, made as they are asked for; good as long as nothing is changed.

    What an isolated op holds is copied as a whole, once. Above it each op stands alone in its block, but for the
    symbols of a symbol table, which are all there, without their contents.
    """

    def __init__(self) -> None:
        self._exporter = _Exporter()
        self._shells: dict[Operation, XOperation] = {}
        """Copies of ops around, of whose contents only what matters is there."""
        self._symbols: dict[Operation, XOperation] = {}
        """Copies of symbols without their contents."""

    def copy(self, op: Operation) -> XOperation:
        """Return the copy of an op."""
        x_op = self._exporter.ops.get(op)
        if x_op is None:
            scope = _scope_of(op)
            if scope in self._shells:  # it holds what was copied before: begin again with all of it
                self.__init__()
            self._surround(scope, self._exporter.convert(scope))
            x_op = self._exporter.ops[op]
        return x_op

    def original(self, value: SSAValue[Any]) -> Value | None:
        """The value that one in a copy stands for."""
        return value.value if isinstance(value, StandIn) else self._exporter.originals.get(value)

    def _surround(self, inner: Operation, x_inner: XOperation) -> None:
        """Put copies of the ops around `inner` around its copy, up to those that are there already."""
        while (parent := inner.parent_op) is not None:
            known = self._shells.get(parent)
            shell = self._shell(parent) if known is None else known
            placeholder = self._symbols.pop(inner, None)
            if placeholder is None:
                _block_for(inner, parent, shell).add_op(x_inner)
            else:
                assert placeholder.parent is not None
                placeholder.parent.insert_op_before(x_inner, placeholder)
                placeholder.detach()
            if known is not None:
                return
            inner, x_inner = parent, shell

    def _shell(self, op: Operation) -> XOperation:
        shell = self._shells[op] = alone(op)
        if SymbolTableTrait in op.traits:
            for region in op.regions:
                for inner in (inner for block in region.blocks for inner in block.ops):
                    if symbol_name(inner) is not None:
                        symbol = self._symbols[inner] = alone(inner)
                        _block_for(inner, op, shell).add_op(symbol)
        return shell


def _block_for(op: Operation, parent: Operation, shell: XOperation) -> XBlock:
    """Return the block for the copy of an op in the copy of its parent, whose regions have one block at most."""
    index = next(index for index, region in enumerate(parent.regions) if region is op.parent_region)
    x_region = shell.regions[index]
    if x_region.blocks.first is None:
        x_region.add_block(XBlock())
    return x_region.blocks[0]


def _scope_of(op: Operation) -> Operation:
    """The nearest isolated op around `op`, or else the outermost: nothing in it uses a value from outside."""
    scope = op
    while IsolatedFromAbove not in scope.traits:
        parent = scope.parent_op
        if parent is None:
            break
        scope = parent
    return scope
