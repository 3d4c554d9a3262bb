"""Code for the device: `gpu.module` and the functions in it.

The arguments of a function's body are those of its signature, then its buffers: those that the threads of a block
share, and those that each thread has for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from dlc.ir import Attribute, Block, BlockArgument, Location, Operation, Type
from dlc.ir.assembly import HAND_WRITTEN, Argument, AsmPrinter, AsmReader
from dlc.ir.attributes import types_in
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import (
    UNIT,
    ArrayAttr,
    DenseArrayAttr,
    IntegerAttr,
    OpaqueAttr,
    StringAttr,
    TypeAttr,
    int_attr,
)
from dlc.ir.builtin_constraints import function_type_attr, symbol_name
from dlc.ir.builtin_types import FunctionType, MemRefType, i64
from dlc.ir.constraints import any_attribute, any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Region,
    VariadicOperand,
    attr,
    op,
    optional_attr,
    region,
    variadic_operand,
)
from dlc.ir.interfaces import Callable, Symbol
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import attrs_or_none, check_signature_attrs, read_signature, write_signature
from dlc.ir.traits import (
    AffineScope,
    AutomaticAllocationScope,
    HasParent,
    IsolatedFromAbove,
    NoTerminator,
    Pure,
    ReturnLike,
    SingleBlock,
    SymbolTableTrait,
)

from .attributes import PRIVATE, WORKGROUP, space_of
from .constraints import dictionary_list, known_sizes, object_list, target_list
from .text import attribution_text, read_attribution, spelled

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

KERNEL = "gpu.kernel"
"""The attribute of a function that can be launched."""
CONTAINER_MODULE = "gpu.container_module"
"""The attribute of a module in which kernels are launched."""
NUM_WORKGROUP = "workgroup_attributions"
"""The attribute that says how many of a function's or launch's buffers the threads of a block share."""

_NOT_SHOWN = (
    *("sym_name", "function_type", "arg_attrs", "res_attrs", "workgroup_attrib_attrs", "private_attrib_attrs"),
    *(KERNEL, NUM_WORKGROUP),
)


@op(
    "gpu.module",
    traits=(IsolatedFromAbove, SymbolTableTrait, SingleBlock, NoTerminator),
    interfaces=(Symbol,),
)
class GPUModuleOp(Op):
    """Functions and globals that are compiled together for a device. What is launched is found by both names:
    `@kernels::@kernel`.

    It may be compiled for several targets, and an offloading handler decides what becomes of the binaries; both are
    attributes of other dialects.

    Rules: (gpu_module_c1) the block has no arguments.
    Example:
        gpu.module @kernels {
          gpu.func @nothing() kernel {
            gpu.return
          }
        }
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    targets: Attr[ArrayAttr | None] = optional_attr(target_list, default=None, kw_only=True)
    offloadingHandler: Attr[Attribute | None] = optional_attr(any_attribute, default=None, kw_only=True)  # noqa: N815
    bodyRegion: Region = region(default=None)  # noqa: N815 (MLIR's name)
    syntax = "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion"

    @classmethod
    def containing(cls, name: str, ops: Iterable[Operation] = ()) -> GPUModuleOp:
        """A module whose block has these ops."""
        return cls(StringAttr(name), IRRegion([Block(ops=ops)]))

    @property
    def block(self) -> Block:
        """The one block that holds everything."""
        return self.bodyRegion.single_block

    def verify(self, report: Report) -> None:
        first = self.bodyRegion.first
        if first is not None and first.args:
            report.error("gpu_module_c1", f"expects a block without arguments, but got {len(first.args)}")


def _read_handler(p: AsmReader) -> Attribute:
    """`<#gpu.select_object<1>>`; the handler that MLIR takes where none is written."""
    if not p.accept("<"):
        return SELECT_FIRST_OBJECT
    handler = p.attribute()
    p.expect(">")
    return handler


def _write_handler(p: AsmPrinter, op: Operation, handler: Attribute) -> None:
    del op
    p.write(f"<{p.attribute(handler)}>" if handler is not SELECT_FIRST_OBJECT else "")


SELECT_FIRST_OBJECT = OpaqueAttr("gpu", "select_object")


@op("gpu.binary", interfaces=(Symbol,))
class BinaryOp(Op):
    """A compiled `gpu.module`, for each of its targets.

    Example: gpu.binary @kernels [#gpu.object<#nvvm.target, "…">]
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    offloadingHandler: Attr[Attribute] = attr(any_attribute, default=SELECT_FIRST_OBJECT, kw_only=True)  # noqa: N815
    objects: Attr[ArrayAttr] = attr(object_list)
    directives: ClassVar = {"OffloadingHandler": (_read_handler, _write_handler)}
    syntax = "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects"


_KNOWN = ("known_block_size", "known_grid_size", "known_cluster_size")


@op(
    "gpu.func",
    traits=(AffineScope, AutomaticAllocationScope, IsolatedFromAbove, HasParent("gpu.module")),
    interfaces=(Symbol, Callable),
)
class GPUFuncOp(Op):
    """A function of the device. A `kernel` is launched from the host and run by each thread of a grid; others are
    called by it.

    Buffers behind `workgroup` are there once for each block, those behind `private` once for each thread. With
    `known_block_size`, `known_grid_size` and `known_cluster_size` (x, y, z) the function is promised to be launched
    with no other sizes.

    Rules: (gpu_func_c1) there is a body. (gpu_func_c2) its arguments are those of the signature, then the buffers.
    (gpu_func_c3) buffers are memrefs, in the memory that their keyword says. (gpu_func_c4) a kernel has no results.
    (gpu_func_c5) attributes of arguments and results belong to dialects, one dictionary for each. (gpu_func_c6) known
    sizes are positive. (gpu_func_c7) it has a name.
    Example:
        gpu.func @sum(%x: memref<32xf32>) workgroup(%w : memref<1xf32, #gpu.address_space<workgroup>>) kernel
            attributes {known_block_size = array<i32: 32, 1, 1>} {
          gpu.return
        }
    """

    function_type: Attr[TypeAttr] = attr(function_type_attr)
    arg_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    res_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    workgroup_attrib_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    private_attrib_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    known_block_size: Attr[DenseArrayAttr | None] = optional_attr(known_sizes, default=None)
    known_grid_size: Attr[DenseArrayAttr | None] = optional_attr(known_sizes, default=None)
    known_cluster_size: Attr[DenseArrayAttr | None] = optional_attr(known_sizes, default=None)
    body: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def of(
        cls,
        name: str,
        inputs: Iterable[Type],
        workgroup: Sequence[Type] = (),
        private: Sequence[Type] = (),
        *,
        is_kernel: bool = False,
    ) -> GPUFuncOp:
        """A function of no results with an empty entry block that has the arguments and buffers."""
        type = FunctionType(types_in(inputs), ())
        body = IRRegion([Block([*type.inputs, *workgroup, *private])])
        function = cls(TypeAttr(type), body=body)
        function.attributes["sym_name"] = StringAttr(name)
        function.attributes[NUM_WORKGROUP] = int_attr(len(workgroup), i64)
        if is_kernel:
            function.attributes[KERNEL] = UNIT
        return function

    # -- Parts -------------------------------------------------------------------------------------------------------

    @property
    def sym_name(self) -> StringAttr:
        """The name, which MLIR keeps among the attributes here."""
        return cast(StringAttr, self.attributes["sym_name"])

    @property
    def type(self) -> FunctionType:
        """The signature."""
        return cast(FunctionType, self.function_type.type)

    @property
    def entry(self) -> Block:
        return self.body.entry

    @property
    def is_kernel(self) -> bool:
        """Whether it can be launched."""
        return KERNEL in self.attributes

    @property
    def arguments(self) -> Sequence[BlockArgument]:
        """The block arguments that belong to the signature."""
        return self.entry.args[: len(self.type.inputs)]

    @property
    def workgroup_buffers(self) -> Sequence[BlockArgument]:
        """The buffers shared by the threads of a block."""
        first = len(self.type.inputs)
        return self.entry.args[first : first + num_workgroup(self)]

    @property
    def private_buffers(self) -> Sequence[BlockArgument]:
        """The private buffers of each thread."""
        return self.entry.args[len(self.type.inputs) + num_workgroup(self) :]

    def add_workgroup_buffer(self, type: MemRefType) -> BlockArgument:
        """Append a buffer shared by the threads of a block."""
        return add_workgroup_buffer(self, self.entry, len(self.type.inputs), type)

    def callable_region(self) -> IRRegion | None:
        return None if self.body.is_empty else self.body

    def callable_results(self) -> Sequence[Type]:
        return self.type.results

    # -- Verifying ---------------------------------------------------------------------------------------------------

    def verify(self, report: Report) -> None:
        type, name = self.type, self.attributes.get("sym_name")
        if not isinstance(name, StringAttr):
            report.error("gpu_func_c7", f"requires string attribute 'sym_name', but got '{name}'")
        if self.body.is_empty:
            report.error("gpu_func_c1", "expected body with at least one block, but got an empty one")
            return
        if self.is_kernel and type.results:
            got = spelled(type.results)
            report.error("gpu_func_c4", f"expected void return type for kernel function, but got {got}")
        check_signature_attrs(self, type, "gpu_func_c5", report)
        self._verify_arguments(type, report)
        for sizes in (self.known_block_size, self.known_grid_size, self.known_cluster_size):
            if sizes is not None and min(sizes.elements) <= 0:
                report.error("gpu_func_c6", f"known sizes must be positive, but got '{sizes}'")

    def _verify_arguments(self, type: FunctionType, report: Report) -> None:
        args, needed = self.entry.args, len(type.inputs) + num_workgroup(self)
        if len(args) < needed:
            report.error("gpu_func_c2", f"expected at least {needed} arguments to body region, but got {len(args)}")
            return
        for number, (argument, expected) in enumerate(zip(args, type.inputs, strict=False)):
            if argument.type is not expected:
                report.error(
                    "gpu_func_c2",
                    f"expected body region argument #{number} to be of type '{expected}', but got '{argument.type}'",
                )
        verify_buffers(self.workgroup_buffers, "workgroup", "gpu_func_c3", report)
        verify_buffers(self.private_buffers, "private", "gpu_func_c3", report)

    # -- Text --------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> GPUFuncOp:
        name = p.symbol_name()
        offset = p.pos
        signature = read_signature(p)
        if signature.type.inputs and not signature.arguments:
            p.fail("gpu.func requires named arguments", offset)
        shared, shared_attrs = read_attribution(p, "workgroup")
        private, private_attrs = read_attribution(p, "private")
        is_kernel = p.accept("kernel")
        attributes = p.attr_dict_with_keyword()
        arguments: list[Argument] = [*signature.arguments, *shared, *private]
        body = p.region(arguments, isolated=True)
        properties: dict[str, Attribute | None] = {
            "function_type": TypeAttr(signature.type),
            "arg_attrs": signature.arg_attrs,
            "res_attrs": signature.res_attrs,
            "workgroup_attrib_attrs": attrs_or_none(shared_attrs),
            "private_attrib_attrs": attrs_or_none(private_attrs),
            **{name: attributes.pop(name) for name in _KNOWN if name in attributes},
        }
        attributes |= {"sym_name": StringAttr(name), NUM_WORKGROUP: int_attr(len(shared), i64)}
        if is_kernel:
            attributes[KERNEL] = UNIT
        given = {name: value for name, value in properties.items() if value is not None}
        return cls.create((), (), given, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.symbol(self.sym_name.value)}")
        write_signature(p, self.type, self.body, self.arg_attrs, self.res_attrs)
        p.write(attribution_text(p, "workgroup", self.workgroup_buffers, self.workgroup_attrib_attrs))
        p.write(attribution_text(p, "private", self.private_buffers, self.private_attrib_attrs))
        p.write(" kernel" if self.is_kernel else "")
        p.attr_dict(self, _NOT_SHOWN, keyword=True)
        p.write(" ")
        p.region(self.body, entry_args=False)


def num_workgroup(op: Operation) -> int:
    """Return the number of workgroup buffers."""
    count = op.attributes.get(NUM_WORKGROUP)
    return max(count.value, 0) if isinstance(count, IntegerAttr) else 0


def add_workgroup_buffer(op: Operation, entry: Block, first: int, type: MemRefType) -> BlockArgument:
    """Append a workgroup buffer to those that a function or launch has from `first` on."""
    count = num_workgroup(op)
    op.attributes[NUM_WORKGROUP] = int_attr(count + 1, i64)
    return entry.insert_argument(first + count, type)


def verify_buffers(buffers: Sequence[BlockArgument], word: str, rule: str, report: Report) -> None:
    """Report buffers that are no memrefs, or in another memory than `word` says."""
    wanted = WORKGROUP if word == "workgroup" else PRIVATE
    for buffer in buffers:
        type = buffer.type
        if not isinstance(type, MemRefType):
            report.error(rule, f"expected memref type in attribution, but got '{type}'")
        elif type.memory_space is not None and space_of(type) not in (None, wanted.value):
            got = type.memory_space
            report.error(rule, f"expected memory space {word} in attribution, but got '{got}'")


@op("gpu.return", traits=(Pure, ReturnLike, HasParent("gpu.func")))
class ReturnOp(Op):
    """Ends a function of the device, with its results.

    Rules: (gpu_return_c1) the values have the types of the function's results.
    Example: gpu.return %x : f32
    """

    values: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "attr-dict ($values^ `:` type($values))?"

    def verify(self, report: Report) -> None:
        function = self.parent_op
        if not isinstance(function, GPUFuncOp) or not isinstance(function.properties.get("function_type"), TypeAttr):
            return
        expected = function.type.results
        if tuple(self.operand_types) != expected:
            error = report.error(
                "gpu_return_c1",
                f"expected {len(expected)} result operands of types {spelled(expected)}"
                f", but got {spelled(self.operand_types)}",
            )
            error.note(function.location, "return type declared here")
