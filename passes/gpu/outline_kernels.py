"""The pass `gpu-outline-kernels`: the bodies of launches become kernels in a `gpu.module`, which are launched by name.

The arguments of a kernel are the captured values of its region, in the order of use; constants are copied. Constant
sizes of the launch become `known_block_size` and `known_grid_size`. A memref is marked `llvm.noalias` if it shares no
memory with other arguments, unless none of them is written.

All kernels of a module are in one `gpu.module` and named after the function that launches them, unless the launch has
`module(@m)` or `function(@f)`. Launches that run the same have one kernel: a network has the same layers over and over,
which are lowered and compiled once. So what a kernel comes from is said by the location of each launch.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import gpu, loop, memref
from dlc.dialects.builtin import ModuleOp
from dlc.ir import Builder, Operation, Value
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, DenseArrayAttr, IntegerAttr, SymbolRefAttr
from dlc.ir.builtin_types import i32
from dlc.ir.locations import fuse
from dlc.ir.symbol_table import SymbolTable, set_symbol_name, symbol_name
from dlc.ir.traits import ConstantLike
from dlc.ir.values import constant_of

from ..generic.captured_values import attributes_beside, outside_values
from ..generic.distinct_functions import Alike
from ..manager import Pass, PassRun, option, statistic
from .scalars import sink_computations

Known = dict[gpu.GPUModuleOp, Alike[str]]
"""The names of kernels in each module, by kernels without a name."""
INDEX_OPS: Sequence[type[gpu.DimensionOp]] = (gpu.BlockIdOp, gpu.ThreadIdOp, gpu.GridDimOp, gpu.BlockDimOp)
"""The ops that replace the twelve indices of a launch, three of each kind."""


class GPUOutlineKernels(Pass):
    """Turn what launches run into kernels in a module of their own

    Example: gpu-outline-kernels
        func.func @scale(%m: memref<64xf32>, %x: f32) {
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %c32 = arith.constant 32 : index
          gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
                     threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
            %first = arith.muli %bx, %sx : index
            %i = arith.addi %first, %tx : index
            memref.store %x, %m[%i] : memref<64xf32>
            gpu.terminator
          }
          return
        }
    """

    name = "gpu-outline-kernels"
    anchor = "builtin.module"
    module: str = option("What the module of kernels is called, where a launch does not say", default="kernels")
    outlined = statistic("num-outlined", "Number of launches whose bodies became kernels")

    def run(self, op: Operation, run: PassRun) -> None:
        assert isinstance(op, ModuleOp)
        launches = [inner for inner in op.walk() if isinstance(inner, gpu.LaunchOp)]
        known: Known = {}
        for launch in launches:
            if launch.cluster_sizes:
                run.error(launch, "has clusters of blocks, which no kernel is made for")
                return
            outline(launch, launch.parent_of_kind(ModuleOp) or op, self.module, known)
        run.count(self.outlined, len(launches))
        if not launches:
            run.mark_idle("there are no launches of regions")


def outline(launch: gpu.LaunchOp, module: ModuleOp, module_name: str, known: Known) -> None:
    """Outline the body of a launch as a kernel, in the `gpu.module` of that name in `module`, unless one is alike."""
    module.attributes[gpu.CONTAINER_MODULE] = UNIT
    sink_computations(launch)
    home = _module_for(launch, module, module_name)
    for op in [inner for inner in launch.walk() if isinstance(inner, memref.GetGlobalOp)]:
        op.move_before(launch)  # globals of the host are passed: the kernel's module has its own
    constants, captured = _captures(launch)
    shared, private = [list(buffers) for buffers in (launch.workgroup_buffers, launch.private_buffers)]
    kernel = gpu.GPUFuncOp.of(
        "",
        [value.type for value in captured],
        [buffer.type for buffer in shared],
        [buffer.type for buffer in private],
        is_kernel=True,
    )
    kernel.location = launch.location
    kernel.known_block_size = _known_sizes(launch.block_sizes)
    kernel.known_grid_size = _known_sizes(launch.grid_sizes)
    kernel.arg_attrs = _argument_attributes(captured, launch)
    launch.location = fuse([launch.location, *(inner.location for inner in launch.walk() if inner is not launch)])
    _fill(kernel, launch, constants, captured)
    alike: Alike[str] = Alike() if launch.function is not None else known.setdefault(home, Alike())
    name = alike.known_or_new(kernel, lambda: _named(kernel, _wanted_name(launch), home))
    _replace_launch(launch, SymbolRefAttr(symbol_name(home) or "", (name,)), captured)


def _named(kernel: gpu.GPUFuncOp, wanted: str, home: gpu.GPUModuleOp) -> str:
    """Insert a copy of a kernel into a module, and return its name, which is the wanted one or alike."""
    named = kernel.clone()
    set_symbol_name(named, wanted)
    return SymbolTable(home).insert(named)


def _module_for(launch: gpu.LaunchOp, module: ModuleOp, name: str) -> gpu.GPUModuleOp:
    """Return the module for a kernel; a new one is inserted at the beginning."""
    name = launch.module.root if launch.module is not None else name
    table = SymbolTable(module)
    symbol = table.lookup(name)
    if isinstance(symbol, gpu.GPUModuleOp):
        return symbol
    new_module = gpu.GPUModuleOp.containing(name)
    new_module.location = launch.location
    module.block.insert_before(new_module, module.block.first)
    if symbol is not None:
        new_module.detach()
        table.insert(new_module)
    return new_module


def _wanted_name(launch: gpu.LaunchOp) -> str:
    if launch.function is not None:
        return launch.function.root
    around = next(filter(None, map(symbol_name, launch.ancestors)), "main")
    return f"{around}_kernel"


def _captures(launch: gpu.LaunchOp) -> tuple[list[Value], list[Value]]:
    """Return the values that a launch uses from outside: constants, and the others."""
    values = outside_values(launch)
    constants = [value for value in values if _is_constant(value)]
    return constants, [value for value in values if not _is_constant(value)]


def _is_constant(value: Value) -> bool:
    op = value.defining_op
    return op is not None and ConstantLike in op.traits


def _known_sizes(sizes: Sequence[Value]) -> DenseArrayAttr | None:
    constants = [constant_of(size) for size in sizes]
    numbers = [each.value for each in constants if isinstance(each, IntegerAttr)]
    if len(numbers) < len(constants) or min(numbers) <= 0 or max(numbers) >= 1 << 31:
        return None
    return DenseArrayAttr(i32, tuple(numbers))


def _argument_attributes(captured: Sequence[Value], launch: gpu.LaunchOp) -> ArrayAttr | None:
    """Return `llvm.noalias` for memrefs that share no memory with the others, if one of them is written."""
    written = {value for value in captured if any(_may_write(user, launch) for user in value.users)}
    attributes = attributes_beside(captured, written)
    return ArrayAttr(tuple(attributes)) if any(each.entries for each in attributes) else None


def _may_write(user: Operation, launch: gpu.LaunchOp) -> bool:
    """Return whether a user of a memref is in the launch and is not a plain load."""
    return launch.is_ancestor_of(user) and not isinstance(user, (loop.LoadOp, memref.LoadOp))


def _fill(kernel: gpu.GPUFuncOp, launch: gpu.LaunchOp, constants: Sequence[Value], captured: Sequence[Value]) -> None:
    """Move the body into the kernel, and replace the indices by ops that query them."""
    entry = kernel.entry
    region = launch.body_region
    buffers = [*launch.workgroup_buffers, *launch.private_buffers]
    for old, new in zip(buffers, entry.args[len(captured) :], strict=True):
        old.hand_over_to(new)
    builder = Builder.at_end(entry, launch.location)
    for number, index in enumerate(launch.body.args[: gpu.NUM_INDICES]):
        if index.has_uses:
            asked = INDEX_OPS[number // 3](gpu.DimAttr(gpu.DIMENSIONS[number % 3]))
            index.replace_all_uses_with(builder.insert(asked).result)
    replacements: dict[Value, Value] = dict(zip(captured, entry.args, strict=False))
    for value in constants:
        definition = value.defining_op
        assert definition is not None
        replacements[value] = builder.insert(definition.clone()).results[0]
    for op in [inner for inner in launch.walk() if inner is not launch]:
        for number, value in enumerate(op.operands):
            if value in replacements:
                op.set_operand(number, replacements[value])
    for value, argument in zip(captured, entry.args, strict=False):
        argument.name_hint = value.name_hint
    for block in region.blocks:
        last = block.last
        if isinstance(last, gpu.TerminatorOp):
            block.insert_before(gpu.ReturnOp(location=last.location), last)
            last.erase()
    body = launch.body
    while body.args:
        body.erase_argument(len(body.args) - 1)
    entry.take_all_ops(body)
    for block in list(region.blocks)[1:]:
        block.detach()
        kernel.body.append(block)


def _replace_launch(launch: gpu.LaunchOp, name: SymbolRefAttr, captured: Sequence[Value]) -> None:
    launch_func = gpu.LaunchFuncOp.of(
        name,
        launch.grid_sizes,
        launch.block_sizes,
        captured,
        dependencies=launch.asyncDependencies,
        shared_size=launch.dynamicSharedMemorySize,
        is_async=bool(launch.results),
        location=launch.location,
    )
    launch.block.insert_before(launch_func, launch)
    launch.replace_all_uses_with(launch_func.results)
    launch.erase()
