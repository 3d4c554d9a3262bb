"""Addresses of blocks, and branches to them; functions that stand for others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Location, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.branches import read_target, target_text
from dlc.ir.builtin_attributes import (
    DenseArrayAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
    i32_array,
)
from dlc.ir.builtin_constraints import flat_symbol_ref, i32_dense_array, symbol_name, type_attr, typed_int, unit_attr
from dlc.ir.builtin_types import i32
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    VariadicSuccessor,
    attr,
    op,
    operand,
    optional_attr,
    result,
    variadic_operand,
    variadic_successor,
)
from dlc.ir.interfaces import Branch, Effect, MemoryEffects, Symbol, SymbolUser
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import IsolatedFromAbove, Pure, Terminator

from .attributes import EXTERNAL, BlockAddressAttr, BlockTagAttr, LinkageAttr, unnamed_addr_kind, visibility_kind
from .constants import Lookup
from .constraints import any_llvm, pointer
from .functions import DEFAULT_KIND, FuncOp, read_symbol_kinds, write_symbol_kinds
from .module_ops import NO_SPACE, read_linkage
from .types import PointerType

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("llvm.blocktag", interfaces=(MemoryEffects,))
class BlockTagOp(Op):
    """Give this block a number, by which `llvm.blockaddress` refers to it.

    Example: llvm.blocktag <id = 1>
    """

    tag: Attr[BlockTagAttr] = attr(BlockTagAttr)
    syntax = "$tag attr-dict"

    def effects(self) -> Sequence[Effect]:
        return (Effect("write", resource="block tags"),)


@op("llvm.blockaddress", traits=(Pure,), interfaces=(SymbolUser,))
class BlockAddressOp(Op):
    """The address of the block with a tag.

    Rules: (blockaddress_c1) the function is one of LLVM, and has a body.
    Example: %p = llvm.blockaddress <function = @f, tag = <id = 1>> : !llvm.ptr
    """

    block_addr: Attr[BlockAddressAttr] = attr(BlockAddressAttr)
    res: Result = result(pointer)
    syntax = "$block_addr attr-dict `:` qualified(type($res))"

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        function = lookup(self.block_addr.function)
        if not isinstance(function, FuncOp) or function.is_declaration():
            name = self.block_addr.function
            report.error("blockaddress_c1", f"'{name}' does not reference a valid LLVM function with a body")


@op("llvm.dso_local_equivalent", traits=(Pure,), interfaces=(SymbolUser,))
class DSOLocalEquivalentOp(Op):
    """The address of a function that does the same as one that may lie in another library.

    Rules: (dso_local_equivalent_c1) there is such a function.
    Example: %p = llvm.dso_local_equivalent @f : !llvm.ptr
    """

    function_name: Attr[SymbolRefAttr] = attr(flat_symbol_ref)
    res: Result = result(pointer)
    syntax = "$function_name attr-dict `:` qualified(type($res))"

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        function = lookup(self.function_name)
        if function is None or function.name not in ("llvm.func", "llvm.mlir.alias"):
            name = self.function_name
            report.error("dso_local_equivalent_c1", f"'{name}' does not reference a valid LLVM function or alias")


@op("llvm.indirectbr", traits=(Pure, Terminator), interfaces=(Branch,))
class IndirectBrOp(Op):
    """Go on in the block at the address, which is one of these.

    Rules: (indirectbr_c1) the segments divide the operands among the blocks.
    Example: llvm.indirectbr %p : !llvm.ptr, [^one(%a : i32), ^two]
    """

    addr: Operand = operand(pointer)
    succOperands: VariadicOperand = variadic_operand(any_llvm)  # noqa: N815 (MLIR's name)
    destinations: VariadicSuccessor = variadic_successor()
    indbr_operand_segments: Attr[DenseArrayAttr] = attr(i32_dense_array)
    syntax = HAND_WRITTEN

    def verify(self, report: Report) -> None:
        segments, count = self.indbr_operand_segments, len(self.destinations)
        if len(segments) != count or sum(segments) != len(self.succOperands):
            report.error(
                "indirectbr_c1",
                f"'indbr_operand_segments' should divide the {len(self.succOperands)} operands among {count} blocks, "
                f"but got {list(segments)}",
            )

    def successor_operand_start(self, index: int) -> int:
        return 1 + sum(self.indbr_operand_segments.elements[:index])

    def successor_operands(self, index: int) -> Sequence[Value]:
        start = self.successor_operand_start(index)
        return self._operands[start : start + self.indbr_operand_segments.elements[index]]

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        passed = [list(self.successor_operands(number)) for number in range(len(self._successors))]
        passed[index] = list(values)
        self.succOperands = [value for operands in passed for value in operands]
        self.indbr_operand_segments = i32_array(map(len, passed))

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> IndirectBrOp:
        offset = p.pos
        name = p.value_name()
        p.expect(":")
        address = p.resolve(name, offset, p.type())
        p.expect(",")
        p.expect("[")
        targets = [] if p.at("]") else [read_target(p)]
        while p.accept(","):
            targets.append(read_target(p))
        p.expect("]")
        passed = [value for _, operands in targets for value in operands]
        segments = i32_array(len(operands) for _, operands in targets)
        properties: dict[str, Attribute] = {"indbr_operand_segments": segments}
        blocks = [block for block, _ in targets]
        return cls.create([address, *passed], (), properties, p.attr_dict(), successors=blocks, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.addr)} : {p.type(self.addr.type)}, [")
        for index, block in enumerate(self.destinations):
            p.write("," if index else "")
            p.newline()
            p.write(target_text(p, (block, self.successor_operands(index))))
        if self.destinations:
            p.newline()
        p.write("]")
        p.attr_dict(self, ("indbr_operand_segments",))


@op("llvm.mlir.ifunc", traits=(IsolatedFromAbove,), interfaces=(Symbol, SymbolUser))
class IFuncOp(Op):
    """A function that is chosen when the program is loaded, by a function that returns its address.

    Rules: (ifunc_c1) that function is defined here. (ifunc_c2) it returns a pointer.
    Example: llvm.mlir.ifunc external @f : !llvm.func<void ()>, !llvm.ptr @choose
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    i_func_type: Attr[TypeAttr] = attr(type_attr)
    resolver: Attr[SymbolRefAttr] = attr(flat_symbol_ref)
    resolver_type: Attr[TypeAttr] = attr(type_attr)
    linkage: Attr[LinkageAttr] = attr(LinkageAttr, default=EXTERNAL)
    dso_local: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    address_space: Attr[IntegerAttr] = attr(typed_int(i32), default=NO_SPACE)
    unnamed_addr: Attr[IntegerAttr] = attr(unnamed_addr_kind, default=DEFAULT_KIND)
    visibility: Attr[IntegerAttr] = attr(visibility_kind, default=DEFAULT_KIND, property_name="visibility_")
    syntax = HAND_WRITTEN

    def can_discard(self) -> bool:
        return self.linkage.value in ("internal", "private")

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        function = lookup(self.resolver)
        if not isinstance(function, FuncOp) or function.is_declaration():
            report.error("ifunc_c1", f"resolver '{self.resolver}' does not reference a valid LLVM function with a body")
        elif not isinstance(function.type.result, PointerType):
            report.error("ifunc_c2", f"resolver must return a pointer, but got '{function.type.result}'")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> IFuncOp:
        properties = read_linkage(p)
        properties["address_space"] = NO_SPACE
        read_symbol_kinds(p, properties)
        properties["sym_name"] = StringAttr(p.symbol_name())
        p.expect(":")
        properties["i_func_type"] = TypeAttr(p.type())
        p.expect(",")
        properties["resolver_type"] = TypeAttr(p.type())
        properties["resolver"] = SymbolRefAttr(p.symbol_name())
        attributes = p.attr_dict()
        properties |= {name: attributes.pop(name) for name in list(attributes) if name in cls.definition.attrs}
        return cls.create((), (), properties, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {self.linkage.value}")
        write_symbol_kinds(p, self.visibility, self.unnamed_addr)
        p.write(f" {p.symbol(self.sym_name.value)} : {p.type(self.i_func_type.type)}, ")
        p.write(f"{p.type(self.resolver_type.type)} {p.symbol(self.resolver.root)}")
        written = ("sym_name", "i_func_type", "resolver", "resolver_type", "linkage", "unnamed_addr", "visibility_")
        p.attr_dict(self, (*written, "address_space") if self.address_space is NO_SPACE else written)
