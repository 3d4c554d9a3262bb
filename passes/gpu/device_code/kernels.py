"""Device functions: their parameters, and their buffers.

A memref is passed as the pointer to its first element, followed by an integer for each of offset, sizes and strides
that is dynamic in its type, in this order. Buffers that the threads of a block share become globals in workgroup
memory; those of a thread are on its stack. If the device has a limit for such globals, and the buffers of a kernel need
more, they are parts of one array of unknown size, which the launch gives: the name of the array ends with the number of
bytes (`DYNAMIC_BUFFER`), so that whoever launches a kernel of a PTX text knows it. Maps of memory that tiles are copied
from are further parameters (`tile_maps`).

The pointers of a kernel are generic ones: LLVM knows that they point to global memory, and would forget their alignment
if another address space were cast to the generic one.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import gpu, llvm, nvgpu
from dlc.dialects.gpu import BUFFER_ALIGNMENT
from dlc.ir import Attribute, Block, BlockArgument, Type, Value
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, TypeAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, bit_width, i8, i32, i64
from dlc.ir.patterns import Match
from dlc.ir.strided_layout import has_identity_layout
from dlc.ir.symbol_table import SymbolTable
from dlc.passes.llvm.lowering.calling_convention import result_type, single_type
from dlc.passes.llvm.lowering.index_math import INDEX, IndexMath
from dlc.passes.llvm.lowering.memref_parts import layout_of
from dlc.passes.llvm.lowering.type_converter import converter_of, element_in_memory
from dlc.passes.llvm.memref_to_llvm.globals import nested_array
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from .address_spaces import WORKGROUP
from .device import device_of, text_attributes
from .tile_maps import describe, map_attributes, tile_maps

ALIGN = "llvm.align"
DYNAMIC_BUFFER = "_dynamic_"
"""The part of the name of an array of workgroup memory between the name of its kernel and its number of bytes."""


def parameter_types(rw: ConversionRewriter, type: Type) -> list[Type]:
    """Return the types of the parameters of an argument."""
    if not isinstance(type, MemRefType):
        return [single_type(converter_of(rw), type)]
    space = type.memory_space
    number = space.value if isinstance(space, IntegerAttr) else 0
    offset, strides = layout_of(type)
    unknown = (offset, *type.shape, *strides).count(DYNAMIC)
    return [llvm.PointerType(number), *[INDEX] * unknown]


@conversion(gpu.GPUFuncOp)
def lower_function(op: gpu.GPUFuncOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.func @f(%m: memref<4x?xf32>) kernel  ->  llvm.func ptx_kernelcc @f(%m: !llvm.ptr, %size1: i64)"""
    converter, count = converter_of(rw), len(op.type.inputs)
    alignment = _alignment(op)
    needed, most = sum(_bytes(each, alignment) for each in op.workgroup_buffers), device_of(rw).largest_bytes
    if needed > most:
        return rw.no_match(
            f"it needs {needed} bytes of workgroup memory, but a block has at most {most} on the GPU that the module "
            "is for; 'gpu-describe-machine' says which one that is"
        )
    groups = [parameter_types(rw, type) for type in op.type.inputs]
    own = [each for group in groups for each in group]
    firsts = [sum(map(len, groups[:number])) for number in range(count)]
    maps = tile_maps(op, firsts)
    inputs = (*own, *[llvm.PTR] * len(maps))
    type = llvm.LLVMFunctionType(result_type(converter, op.type.results), inputs)
    convention = llvm.CConvAttr(device_of(rw).kernel_convention if op.is_kernel else "ccc")
    function = llvm.FuncOp(
        op.sym_name, TypeAttr(type), llvm.LinkageAttr("external" if op.is_kernel else "internal"), convention
    )
    function.arg_attrs = _pointer_attributes(op, groups, len(maps))
    if op.is_kernel and op.known_block_size is not None:
        function.passthrough = text_attributes(device_of(rw).bounds(op.known_block_size.elements))
    if op.is_kernel:
        function.attributes[gpu.KERNEL] = UNIT
    rw.insert_before(op, function)
    shared, private = list(op.workgroup_buffers), list(op.private_buffers)
    function.body.take_blocks(op.body)
    entry, *others = function.body.blocks
    arguments = list(entry.args)
    if needed > device_of(rw).static_bytes:
        _place_in_dynamic(rw, op, function, shared, alignment)
    else:
        for buffer in shared:
            _place_shared(rw, op, function, buffer, alignment)
    for buffer in private:
        _place_private(rw, function, buffer)
    for argument, group in zip(arguments[:count], groups, strict=True):
        _pass_in(rw, entry, argument, group)
    for _ in maps:
        entry.add_argument(llvm.PTR, op.location)
    describe(rw, function, op.sym_name.value, maps, len(own))
    for block in others:
        rw.convert_arguments(block)
    return rw.erase(op)


def _alignment(op: gpu.GPUFuncOp) -> int:
    """Return the number of bytes at multiples of which buffers of the block begin."""
    return max((each.alignment for each in op.walk() if isinstance(each, nvgpu.TileCopyOp)), default=BUFFER_ALIGNMENT)


def _pointer_attributes(op: gpu.GPUFuncOp, groups: Sequence[Sequence[Type]], maps: int) -> ArrayAttr | None:
    """Return the attributes of the parameters: those of a memref belong to the pointer to its buffer. Maps are last.

    Buffers that kernels receive begin at multiples of 16 bytes.
    """
    if op.arg_attrs is None and not op.is_kernel:
        return None
    given = op.arg_attrs if op.arg_attrs is not None else [None] * len(groups)
    kept: list[DictionaryAttr] = []
    for attrs, group in zip(given, groups, strict=True):
        entries = attrs.entries if isinstance(attrs, DictionaryAttr) else ()
        own: dict[str, Attribute] = {name: value for name, value in entries if name.startswith("llvm.")}
        if op.is_kernel and isinstance(group[0], llvm.PointerType):
            own = {ALIGN: IntegerAttr(BUFFER_ALIGNMENT, i64), **own}
        kept += [DictionaryAttr.of(own), *[DictionaryAttr(())] * (len(group) - 1)]
    return ArrayAttr((*kept, *[map_attributes()] * maps))


def _pass_in(rw: ConversionRewriter, entry: Block, argument: BlockArgument, group: Sequence[Type]) -> None:
    """Insert the parameters of an argument into the entry block."""
    type = argument.type
    if not isinstance(type, MemRefType):
        if list(group) != [type]:
            fresh = entry.insert_argument(argument.index + 1, group[0], argument.location)
            rw.replace_argument(argument, [fresh])
        return
    fresh = [entry.insert_argument(argument.index + 1 + at, each, argument.location) for at, each in enumerate(group)]
    fresh[0].name_hint = argument.name_hint
    rw.replace_argument(argument, [fresh[0], fresh[0], *fresh[1:]])


def pointer_of(type: MemRefType) -> llvm.PointerType:
    """Return the pointer to the elements of a memref whose memory space is an integer."""
    space = type.memory_space
    return llvm.PointerType(space.value if isinstance(space, IntegerAttr) else 0)


def _place_shared(
    rw: ConversionRewriter, op: gpu.GPUFuncOp, function: llvm.FuncOp, buffer: BlockArgument, alignment: int
) -> None:
    """Replace a buffer of the block by an uninitialized global in workgroup memory."""
    type = _static(buffer)
    element = element_in_memory(type.element_type)
    assert element is not None
    name = f"{op.sym_name.value}_{buffer.name_hint or 'shared'}"
    kind = nested_array(type.shape, element)
    variable = llvm.GlobalOp(StringAttr(name), TypeAttr(kind), llvm.LinkageAttr("internal"))
    variable.addr_space = IntegerAttr(WORKGROUP, i32)
    variable.alignment = IntegerAttr(alignment, i64)
    nothing = llvm.UndefOp(kind)
    variable.regions[0].append(Block(ops=[nothing, llvm.ReturnOp(nothing.res)]))
    variable.location = op.location
    around = function.parent_op
    assert around is not None
    name = SymbolTable(around).unique_name(name)
    variable.sym_name = StringAttr(name)
    rw.insert_before(function, variable)
    first = function.entry.first
    assert first is not None, "a function has a terminator"
    place: Value = rw.insert_before(first, llvm.AddressOfOp.of(name, WORKGROUP)).res
    wanted = pointer_of(type)
    if place.type is not wanted:
        place = rw.insert_before(first, llvm.AddrSpaceCastOp(place, wanted)).res
    rw.replace_argument(buffer, [place, place])


def _place_in_dynamic(
    rw: ConversionRewriter,
    op: gpu.GPUFuncOp,
    function: llvm.FuncOp,
    buffers: Sequence[BlockArgument],
    alignment: int,
) -> None:
    """Replace the buffers of the block by parts of an array whose size the launch gives."""
    name = f"{op.sym_name.value}{DYNAMIC_BUFFER}{sum(_bytes(each, alignment) for each in buffers)}"
    kind = llvm.ArrayType(0, i8)
    array = llvm.GlobalOp(StringAttr(name), TypeAttr(kind), llvm.LinkageAttr("external"))
    array.addr_space = IntegerAttr(WORKGROUP, i32)
    array.alignment = IntegerAttr(alignment, i64)
    array.location = op.location
    rw.insert_before(function, array)
    first = function.entry.first
    assert first is not None, "a function has a terminator"
    start = rw.insert_before(first, llvm.AddressOfOp.of(name, WORKGROUP)).res
    offset = 0
    for buffer in buffers:
        part = llvm.GetElementPtrOp.of(start, [offset], i8, result=llvm.PointerType(WORKGROUP))
        place: Value = rw.insert_before(first, part).results[0]
        wanted = pointer_of(_static(buffer))
        if place.type is not wanted:
            place = rw.insert_before(first, llvm.AddrSpaceCastOp(place, wanted)).res
        rw.replace_argument(buffer, [place, place])
        offset += _bytes(buffer, alignment)


def _bytes(buffer: BlockArgument, alignment: int) -> int:
    """Return the number of bytes of a buffer, filled up so that another one can follow."""
    type = _static(buffer)
    size = type.num_elements * -(-(bit_width(type.element_type) or 0) // 8)
    return -(-size // alignment) * alignment


def _place_private(rw: ConversionRewriter, function: llvm.FuncOp, buffer: BlockArgument) -> None:
    """Replace a buffer of a thread by stack memory."""
    type = _static(buffer)
    element = element_in_memory(type.element_type)
    first = function.entry.first
    assert element is not None
    assert first is not None, "a function has a terminator"
    count = IndexMath(rw, first).value(type.num_elements)
    place: Value = rw.insert_before(first, llvm.AllocaOp.of(element, count, BUFFER_ALIGNMENT, device_of(rw).stack)).res
    wanted = pointer_of(type)
    if place.type is not wanted:
        place = rw.insert_before(first, llvm.AddrSpaceCastOp(place, wanted)).res
    rw.replace_argument(buffer, [place, place])


def _static(buffer: BlockArgument) -> MemRefType:
    type = buffer.type
    if not isinstance(type, MemRefType) or not type.has_static_shape or not has_identity_layout(type):
        raise CannotLower(f"a buffer has known sizes and lies row by row, but got '{type}'")
    if element_in_memory(type.element_type) is None:
        raise CannotLower(f"element type '{type.element_type}' cannot be converted")
    return type


@conversion(gpu.ReturnOp)
def lower_return(op: gpu.ReturnOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.return %x  ->  llvm.return %x"""
    values = [rw.converted_to_one(value) for value in op.operands]
    if len(values) < 2:
        return rw.replace(op, llvm.ReturnOp(values[0] if values else None))
    structure: Value = rw.insert_before(op, llvm.PoisonOp(llvm.StructType(tuple(v.type for v in values)))).res
    for number, value in enumerate(values):
        structure = rw.insert_before(op, llvm.InsertValueOp.of(value, structure, number)).res
    return rw.replace(op, llvm.ReturnOp(structure))


PATTERNS = (lower_function, lower_return)
