"""Launches: a grid of blocks of threads that run a region, or a kernel of a `gpu.module`.

The region of `gpu.launch` takes twelve indices (block, thread, size of the grid, size of a block, each x, y, z), then
its buffers; of a launch with clusters, six more before the buffers (cluster, size of a cluster). Launches with clusters
and on streams are text only: neither the interpreter nor a pass runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dlc.dialects.arith import ConstantOp
from dlc.dialects.func import FuncOp
from dlc.ir import UNKNOWN_LOC, Attribute, Block, BlockArgument, Location, Operation, OpResult, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, Argument, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import DenseArrayAttr, IntegerAttr, SymbolRefAttr, int_attr
from dlc.ir.builtin_constraints import index_type, symbol_ref
from dlc.ir.builtin_types import FunctionType, IndexType, MemRefType, i32, i64, index
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    OptionalResult,
    Region,
    VariadicOperand,
    attr,
    op,
    operand,
    optional_attr,
    optional_operand,
    optional_result,
    region,
    variadic_operand,
)
from dlc.ir.integer_range import IntegerRange
from dlc.ir.interfaces import InferIntRange, SymbolUser
from dlc.ir.locations import PendingLocation
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.traits import AffineScope, AutomaticAllocationScope, HasParent, Pure, RecursiveMemoryEffects, Terminator

from .attributes import TOKEN
from .constraints import flat_symbol, launch_size, signless_i32, token
from .functions import (
    CONTAINER_MODULE,
    NUM_WORKGROUP,
    BinaryOp,
    GPUFuncOp,
    GPUModuleOp,
    add_workgroup_buffer,
    num_workgroup,
    verify_buffers,
)
from .indices import INDEX_WIDTH, LARGEST
from .text import attribution_text, dependencies_text, read_attribution, read_dependencies, read_tokens, spelled

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

Lookup = Callable[[SymbolRefAttr], "Operation | None"]

NUM_SIZES = 6
NUM_INDICES = 12
"""The number of region arguments of a launch before its buffers."""


def _segments(*sizes: int) -> DenseArrayAttr:
    return DenseArrayAttr(i32, sizes)


class Launch(Op):
    """A launch of a grid of blocks of threads."""

    asyncDependencies: VariadicOperand = variadic_operand(token)  # noqa: N815 (MLIR's names)
    gridSizeX: Operand = operand(launch_size)  # noqa: N815
    gridSizeY: Operand = operand(launch_size)  # noqa: N815
    gridSizeZ: Operand = operand(launch_size)  # noqa: N815
    blockSizeX: Operand = operand(launch_size)  # noqa: N815
    blockSizeY: Operand = operand(launch_size)  # noqa: N815
    blockSizeZ: Operand = operand(launch_size)  # noqa: N815
    clusterSizeX: OptionalOperand = optional_operand(launch_size, default=None, kw_only=True)  # noqa: N815
    clusterSizeY: OptionalOperand = optional_operand(launch_size, default=None, kw_only=True)  # noqa: N815
    clusterSizeZ: OptionalOperand = optional_operand(launch_size, default=None, kw_only=True)  # noqa: N815
    dynamicSharedMemorySize: OptionalOperand = optional_operand(signless_i32, default=None, kw_only=True)  # noqa: N815

    @property
    def grid_sizes(self) -> list[Value]:
        """The numbers of blocks."""
        return [self.gridSizeX, self.gridSizeY, self.gridSizeZ]

    @property
    def block_sizes(self) -> list[Value]:
        """The numbers of threads of a block."""
        return [self.blockSizeX, self.blockSizeY, self.blockSizeZ]

    @property
    def cluster_sizes(self) -> list[Value]:
        """The numbers of blocks of a cluster, or nothing."""
        return _given(self.clusterSizeX, self.clusterSizeY, self.clusterSizeZ)


@op(
    "gpu.launch",
    traits=(AffineScope, AutomaticAllocationScope, RecursiveMemoryEffects),
    interfaces=(InferIntRange,),
)
class LaunchOp(Launch):
    """Run the region once for each thread of a grid of blocks, and wait for the end; with `async`, do not wait but
    give a token. Threads run in any order and interleave in any way. A grid of no blocks runs nothing.

    Rules: (launch_c1) the region has a block that takes twelve indices and then buffers. (launch_c2) buffers are
    memrefs, in the memory that their keyword says. (launch_c3) the region ends in `gpu.terminator`. (launch_c4)
    clusters have three sizes.
    Example:
        gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
                   threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
          gpu.terminator
        }
    """

    gridSizeX: Operand = operand(index_type)  # noqa: N815
    gridSizeY: Operand = operand(index_type)  # noqa: N815
    gridSizeZ: Operand = operand(index_type)  # noqa: N815
    blockSizeX: Operand = operand(index_type)  # noqa: N815
    blockSizeY: Operand = operand(index_type)  # noqa: N815
    blockSizeZ: Operand = operand(index_type)  # noqa: N815
    clusterSizeX: OptionalOperand = optional_operand(index_type, default=None, kw_only=True)  # noqa: N815
    clusterSizeY: OptionalOperand = optional_operand(index_type, default=None, kw_only=True)  # noqa: N815
    clusterSizeZ: OptionalOperand = optional_operand(index_type, default=None, kw_only=True)  # noqa: N815
    asyncToken: OptionalResult = optional_result(token, default=None)  # noqa: N815
    module: Attr[SymbolRefAttr | None] = optional_attr(flat_symbol, default=None, kw_only=True)
    function: Attr[SymbolRefAttr | None] = optional_attr(flat_symbol, default=None, kw_only=True)
    body_region: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def over(
        cls,
        grid: Sequence[Value],
        block: Sequence[Value],
        workgroup: Sequence[MemRefType] = (),
        private: Sequence[MemRefType] = (),
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> LaunchOp:
        """A launch of these sizes with an open body."""
        body = IRRegion([Block([*[index] * NUM_INDICES, *workgroup, *private])])
        properties: dict[str, Attribute] = {"operandSegmentSizes": _segments(0, *[1] * NUM_SIZES, 0, 0, 0, 0)}
        attributes: dict[str, Attribute] = {NUM_WORKGROUP: int_attr(len(workgroup), i64)}
        return cls.create([*grid, *block], (), properties, attributes, [body], location=location)

    # -- Parts -------------------------------------------------------------------------------------------------------

    @property
    def num_indices(self) -> int:
        """The number of region arguments before the buffers."""
        return NUM_INDICES + 2 * len(self.cluster_sizes)

    @property
    def body(self) -> Block:
        """The first block of what each thread runs."""
        return self._regions[0].entry

    @property
    def block_ids(self) -> Sequence[BlockArgument]:
        return self.body.args[:3]

    @property
    def thread_ids(self) -> Sequence[BlockArgument]:
        return self.body.args[3:6]

    @property
    def workgroup_buffers(self) -> Sequence[BlockArgument]:
        """The buffers shared by the threads of a block."""
        return self.body.args[self.num_indices : self.num_indices + num_workgroup(self)]

    @property
    def private_buffers(self) -> Sequence[BlockArgument]:
        """The private buffers of each thread."""
        return self.body.args[self.num_indices + num_workgroup(self) :]

    def add_workgroup_buffer(self, type: MemRefType) -> BlockArgument:
        """Append a buffer shared by the threads of a block."""
        return add_workgroup_buffer(self, self.body, self.num_indices, type)

    def close(self) -> LaunchOp:
        """End the body."""
        self.body.append(TerminatorOp(location=self._location))
        return self

    # -- Interfaces --------------------------------------------------------------------------------------------------

    def infer_ranges(self, operands: Sequence[IntegerRange | None]) -> Sequence[IntegerRange | None]:
        return [None] * len(self.results)

    def infer_argument_ranges(
        self, arguments: Sequence[Value], operands: Sequence[IntegerRange | None]
    ) -> Sequence[IntegerRange | None]:
        """Indices are less than the sizes; sizes are those of the operands, and not 0 where the body runs."""
        first = len(self.asyncDependencies)
        most = [_most(operands[first + number]) for number in range(NUM_SIZES)]
        ranges: list[IntegerRange | None] = []
        for argument in arguments:
            place = argument.index if isinstance(argument, BlockArgument) else NUM_INDICES
            if place < NUM_SIZES:
                ranges.append(IntegerRange.unsigned(INDEX_WIDTH, 0, most[place] - 1))
            elif place < NUM_INDICES:
                ranges.append(IntegerRange.unsigned(INDEX_WIDTH, 1, most[place - NUM_SIZES]))
            else:
                ranges.append(None)
        return ranges

    # -- Verifying ---------------------------------------------------------------------------------------------------

    def verify(self, report: Report) -> None:
        _verify_clusters(self.cluster_sizes, "launch_c4", report)
        if self.body_region.is_empty:
            report.error("launch_c1", "expects a body, but got an empty region")
            return
        types = self.body.arg_types
        indices = self.num_indices
        if len(types) < indices + num_workgroup(self):
            report.error(
                "launch_c1", f"expects at least {indices + num_workgroup(self)} region arguments, but got {len(types)}"
            )
            return
        if any(type is not index for type in types[:indices]):
            report.error("launch_c1", f"expects {indices} indices, but got {spelled(types[:indices])}")
        verify_buffers(self.workgroup_buffers, "workgroup", "launch_c2", report)
        verify_buffers(self.private_buffers, "private", "launch_c2", report)
        for block in self.body_region.blocks:
            last = block.last
            if last is not None and not last.successors and not isinstance(last, TerminatorOp):
                report.error(
                    "launch_c3",
                    "expected 'gpu.terminator' or a terminator with successors at the end of the body"
                    f", but got '{last.name}'",
                )

    # -- Text --------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> LaunchOp:
        offset = p.pos
        result, tokens = read_dependencies(p)
        clusters, inner_clusters, cluster_sizes = _read_dimensions(p) if p.accept("clusters") else ([], [], [])
        p.expect("blocks")
        ids, inner, sizes = _read_dimensions(p)
        p.expect("threads")
        threads, inner_threads, block_sizes = _read_dimensions(p)
        operands = [*read_tokens(p, tokens, offset), *sizes, *block_sizes, *cluster_sizes]
        shared_size = _read_shared_size(p)
        properties: dict[str, Attribute] = {}
        for word in ("module", "function"):
            if p.accept(word):
                p.expect("(")
                properties[word] = SymbolRefAttr(p.symbol_name())
                p.expect(")")
        shared, _ = read_attribution(p, "workgroup")
        private, _ = read_attribution(p, "private")
        indices = [*ids, *threads, *inner, *inner_threads, *clusters, *inner_clusters]
        body = p.region([*indices, *shared, *private])
        attributes = p.attr_dict()
        attributes[NUM_WORKGROUP] = int_attr(len(shared), i64)
        given = [int(bool(cluster_sizes))] * 3
        properties["operandSegmentSizes"] = _segments(len(tokens), *[1] * NUM_SIZES, *given, len(shared_size))
        types = [result] if result is not None else []
        return cls.create([*operands, *shared_size], types, properties, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        dependencies = dependencies_text(p, bool(self.results), self.asyncDependencies)
        p.write(f" {dependencies}" if dependencies else "")
        args = self.body.args
        if self.cluster_sizes:
            p.write(f" clusters({p.names_of(args[12:15])}) in ({_named_sizes(p, args[15:18], self.cluster_sizes)})")
        p.write(f" blocks({p.names_of(args[:3])}) in ({_named_sizes(p, args[6:9], self.grid_sizes)})")
        p.write(f" threads({p.names_of(args[3:6])}) in ({_named_sizes(p, args[9:12], self.block_sizes)})")
        size = self.dynamicSharedMemorySize
        p.write(f" dynamic_shared_memory_size {p.name(size)}" if size is not None else "")
        for word, symbol in (("module", self.module), ("function", self.function)):
            p.write(f" {word}({p.symbol(symbol.root)})" if symbol is not None else "")
        p.write(attribution_text(p, "workgroup", self.workgroup_buffers, None))
        p.write(attribution_text(p, "private", self.private_buffers, None))
        p.write(" ")
        p.region(self.body_region, entry_args=False)
        p.attr_dict(self, ("operandSegmentSizes", "module", "function", NUM_WORKGROUP))


def _given(*sizes: Value | None) -> list[Value]:
    return [size for size in sizes if size is not None]


def _verify_clusters(sizes: Sequence[Value], rule: str, report: Report) -> None:
    if len(sizes) not in (0, 3):
        report.error(rule, f"clusters must have three sizes, but got {len(sizes)}")


def _most(range: IntegerRange | None) -> int:
    """Return the largest possible value of a size."""
    return max(min(range.smax, LARGEST), 1) if range is not None else LARGEST


def _read_dimensions(p: AsmReader) -> tuple[list[Argument], list[Argument], list[Value]]:
    """`(%x, %y, %z) in (%sx = %a, %sy = %b, %sz = %c)`: the ids, the sizes inside, and what they are."""
    p.expect("(")
    ids = [_index_argument(p, number) for number in range(3)]
    p.expect(")")
    p.expect("in")
    p.expect("(")
    inside: list[Argument] = []
    values: list[Value] = []
    for number in range(3):
        inside.append(_index_argument(p, number))
        p.expect("=")
        offset = p.pos
        values.append(p.resolve(p.value_name(), offset, index))
    p.expect(")")
    return ids, inside, values


def _index_argument(p: AsmReader, number: int) -> Argument:
    if number:
        p.expect(",")
    name = p.value_name()
    return name, index, None, p.pos - len(name)


def _read_shared_size(p: AsmReader) -> list[Value]:
    if not p.accept("dynamic_shared_memory_size"):
        return []
    offset = p.pos
    return [p.resolve(p.value_name(), offset, i32)]


def _named_sizes(p: AsmPrinter, inside: Sequence[Value], sizes: Sequence[Value]) -> str:
    pairs = zip(inside, sizes, strict=True)
    return ", ".join(f"{p.name(argument)} = {p.name(size)}" for argument, size in pairs)


@op("gpu.terminator", traits=(Pure, Terminator, HasParent("gpu.launch")))
class TerminatorOp(Op):
    """Ends what a thread of `gpu.launch` runs.

    Example: gpu.terminator
    """

    syntax = "attr-dict"


@op("gpu.launch_func", interfaces=(SymbolUser,))
class LaunchFuncOp(Launch):
    """Run a kernel by each thread of a grid of blocks, and wait for the end; with `async`, do not wait but give a
    token.

    Rules: (launch_func_c1) an enclosing module has the attribute `gpu.container_module`. (launch_func_c2) the symbol
    is a function in a `gpu.module`, or of a `gpu.binary`, which is not looked into. (launch_func_c3) it is a kernel.
    (launch_func_c4) the arguments have the types of its signature. (launch_func_c5) sizes have one type.
    (launch_func_c6) clusters have three sizes.
    Example:
        gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c32, %c1, %c1) args(%m : memref<?xf32>)
    """

    kernelOperands: VariadicOperand = variadic_operand(any_type, default=())  # noqa: N815
    asyncObject: OptionalOperand = optional_operand(any_type, default=None, kw_only=True)  # noqa: N815
    asyncToken: OptionalResult = optional_result(token, default=None)  # noqa: N815
    kernel: Attr[SymbolRefAttr] = attr(symbol_ref, kw_only=True)
    syntax = HAND_WRITTEN

    @classmethod
    def of(
        cls,
        kernel: SymbolRefAttr,
        grid: Sequence[Value],
        block: Sequence[Value],
        arguments: Sequence[Value],
        *,
        dependencies: Sequence[Value] = (),
        shared_size: Value | None = None,
        is_async: bool = False,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> LaunchFuncOp:
        """A launch of a kernel with these sizes (x, y, z) and arguments."""
        shared = [shared_size] if shared_size is not None else []
        sizes = _segments(len(dependencies), *[1] * NUM_SIZES, 0, 0, 0, len(shared), len(arguments), 0)
        properties: dict[str, Attribute] = {"kernel": kernel, "operandSegmentSizes": sizes}
        operands = [*dependencies, *grid, *block, *shared, *arguments]
        return cls.create(operands, [TOKEN] if is_async else [], properties, location=location)

    # -- Verifying ---------------------------------------------------------------------------------------------------

    def verify(self, report: Report) -> None:
        around = self.parent_op
        while around is not None and CONTAINER_MODULE not in around.attributes:
            around = around.parent_op
        if around is None and self.parent is not None:
            report.error(
                "launch_func_c1",
                f"expected the closest surrounding module to have the '{CONTAINER_MODULE}' attribute"
                ", but got none that has",
            )
        sizes = (*self.grid_sizes, *self.block_sizes, *self.cluster_sizes)
        types = list(dict.fromkeys(value.type for value in sizes))
        if len(types) > 1:
            report.error("launch_func_c5", f"sizes must have one type, but got {spelled(types)}")
        _verify_clusters(self.cluster_sizes, "launch_func_c6", report)

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        if any(isinstance(op, GPUModuleOp) for op in self.ancestors):
            return  # as in MLIR: a launch by device code names a kernel that its own module does not hold
        shown = "::".join(f"@{part}" for part in self.kernel.path)
        if isinstance(lookup(SymbolRefAttr(self.kernel.root)), BinaryOp):
            return  # its kernels are machine code
        kernel = lookup(self.kernel)
        if kernel is None or not isinstance(kernel.parent_op, GPUModuleOp):
            report.error("launch_func_c2", f"kernel function '{shown}' is undefined in a 'gpu.module'")
            return
        if not isinstance(kernel, (GPUFuncOp, FuncOp)) and kernel.get_attr("function_type") is None:
            error = report.error("launch_func_c2", f"referenced kernel '{shown}' is not a function")
            error.note(kernel.location, "see the kernel definition here")
            return
        if isinstance(kernel, GPUFuncOp) and isinstance(kernel.properties.get("function_type"), Attribute):
            self._verify_kernel(kernel, report)

    def _verify_kernel(self, kernel: GPUFuncOp, report: Report) -> None:
        if not kernel.is_kernel:
            report.error(
                "launch_func_c3",
                f"kernel function is missing the 'gpu.kernel' attribute, but got '@{kernel.sym_name.value}'",
            )
        type = kernel.function_type.type
        given = [value.type for value in self.kernelOperands]
        if isinstance(type, FunctionType) and tuple(given) != type.inputs:
            error = report.error("launch_func_c4", f"kernel takes {spelled(type.inputs)}, but got {spelled(given)}")
            error.note(kernel.location, "see the kernel definition here")

    # -- Text --------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> LaunchFuncOp:
        offset = p.pos
        result, tokens = read_dependencies(p)
        stream = _read_stream(p)
        kernel = _read_symbol(p)
        clusters = _read_sizes(p) if p.accept("clusters") else []
        p.expect("blocks")
        blocks = _read_sizes(p)
        p.expect("threads")
        places = [blocks, _read_sizes(p), clusters]
        type: Type = p.type() if p.accept(":") else index
        shared_size = _read_shared_size(p)
        names, types = _read_arguments(p)
        attributes = p.attr_dict()
        operands = read_tokens(p, tokens, offset)
        operands += [p.resolve(name, place, type) for sizes in places for name, place in sizes]
        operands += shared_size
        operands += [p.resolve(name, place, kind) for (name, place), kind in zip(names, types, strict=True)]
        operands += stream
        given = [int(bool(clusters))] * 3
        sizes = _segments(len(tokens), *[1] * NUM_SIZES, *given, len(shared_size), len(names), len(stream))
        properties: dict[str, Attribute] = {"kernel": kernel, "operandSegmentSizes": sizes}
        results = [result] if result is not None else []
        return cls.create(operands, results, properties, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {dependencies_text(p, bool(self.results), self.asyncDependencies)}")
        stream = self.asyncObject
        p.write(f"<{p.name(stream)} : {p.type(stream.type)}> " if stream is not None else " ")
        p.write(p.attribute(self.kernel))
        p.write(f" clusters in ({p.names_of(self.cluster_sizes)})" if self.cluster_sizes else "")
        p.write(f" blocks in ({p.names_of(self.grid_sizes)}) threads in ({p.names_of(self.block_sizes)}) ")
        type = self.gridSizeX.type
        p.write(f": {p.type(type)}" if not isinstance(type, IndexType) else "")
        size = self.dynamicSharedMemorySize
        p.write(f" dynamic_shared_memory_size {p.name(size)}" if size is not None else "")
        args = ", ".join(f"{p.name(value)} : {p.type(value.type)}" for value in self.kernelOperands)
        p.write(f" args({args})" if args else " ")
        p.attr_dict(self, ("kernel", "operandSegmentSizes"))


def _read_symbol(p: AsmReader) -> SymbolRefAttr:
    """`@kernels::@kernel`"""
    path = [p.symbol_name()]
    while p.accept("::"):
        path.append(p.symbol_name())
    return SymbolRefAttr(path[0], tuple(path[1:]))


def _read_stream(p: AsmReader) -> list[Value]:
    """`<%stream : !llvm.ptr>`, if it is there."""
    if not p.accept("<"):
        return []
    offset = p.pos
    name = p.value_name()
    p.expect(":")
    stream = p.resolve(name, offset, p.type())
    p.expect(">")
    return [stream]


def _read_sizes(p: AsmReader) -> list[tuple[str, int]]:
    """`in (%x, %y, %z)`"""
    p.expect("in")
    p.expect("(")
    names: list[tuple[str, int]] = []
    for number in range(3):
        if number:
            p.expect(",")
        offset = p.pos
        names.append((p.value_name(), offset))
    p.expect(")")
    return names


def _read_arguments(p: AsmReader) -> tuple[list[tuple[str, int]], list[Type]]:
    """`args(%x : f32, %m : memref<?xf32>)`, if it is there."""
    names: list[tuple[str, int]] = []
    types: list[Type] = []
    if not p.accept("args"):
        return names, types
    p.expect("(")
    while not p.at(")"):
        if names:
            p.expect(",")
        offset = p.pos
        names.append((p.value_name(), offset))
        p.expect(":")
        types.append(p.type())
    p.expect(")")
    return names, types


def _constant(value: Value) -> int | None:
    """The number that a size is, if that is known."""
    op: Any = value.defining_op if isinstance(value, OpResult) else None
    constant = op.constant_value() if op is not None else None
    return constant.value if isinstance(constant, IntegerAttr) else None


# -- Canonicalization ------------------------------------------------------------------------------------------------


@canonicalization(LaunchOp)
def only_place_is_zero(op: LaunchOp, rw: Rewriter) -> Match:
    """launch of size 1 along a dimension: the id along it -> 0.  Terminates: removes all uses of an argument."""
    if op.cluster_sizes:
        return rw.no_match("ids are those of a cluster")
    sizes = [*op.grid_sizes, *op.block_sizes]
    ids = [id for id, size in zip(op.body.args, sizes, strict=False) if _constant(size) == 1 and id.has_uses]
    if not ids:
        return rw.no_match("no id is used of which there is only one")
    first = op.body.first
    assert first is not None, "the block uses its arguments"
    zero = rw.insert_before(first, ConstantOp(int_attr(0, index)))
    for id in ids:
        rw.replace_all_uses(id, zero.result)
    return rw.modify(op)
