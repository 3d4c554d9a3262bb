"""The pass `gpu-call-kernels`: launches become calls, so that the host's code can be lowered like that of a CPU.

    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c256, %c1, %c1) args(%m : memref<?xf32>)
    =>
    %size = memref.dim %m, %c0
    %address = memref.extract_aligned_pointer_as_index %m
    func.call @"gpu.launch k 0"(%n, %c1, %c1, %c256, %c1, %c1, %bytes, %address, %size)

The arguments are the sizes of the grid and of a block, the bytes of dynamic shared memory, and the parameters of the
kernel (`device_code/kernels.py`): an address for each memref, and its dynamic offset, sizes and strides. The function
is only declared, one for each launch. The attribute `gpu.launches` of the module describes the launches: the kernel,
and the names and places in files that it comes from.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, func, gpu, memref
from dlc.ir import ArrayAttr, Builder, DictionaryAttr, Operation, StringAttr, Value
from dlc.ir.builtin_types import DYNAMIC, MemRefType, index
from dlc.ir.strided_layout import strides_of
from dlc.ir.symbol_table import SymbolTable

from ..kernels.profile_kernels import sources_of
from ..manager import Pass, PassRun, statistic

LAUNCHES = "gpu.launches"
"""The attribute of a module with a description of each launch, in the order of the numbers in names."""
PREFIX = "gpu.launch "


class GPUCallKernels(Pass):
    """Turn launches of kernels into calls of functions that the host provides

    Example: gpu-call-kernels
        module attributes {gpu.container_module} {
          gpu.module @kernels {
            gpu.func @k(%m: memref<?xf32>) kernel {
              gpu.return
            }
          }
          func.func @launch(%m: memref<?xf32>, %n: index) {
            %c1 = arith.constant 1 : index
            gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<?xf32>)
            return
          }
        }
    """

    name = "gpu-call-kernels"
    anchor = "builtin.module"
    called = statistic("num-called", "Number of launches that became calls")

    def run(self, op: Operation, run: PassRun) -> None:
        launches = [inner for inner in op.walk() if isinstance(inner, gpu.LaunchFuncOp)]
        table = SymbolTable(op)
        described: list[DictionaryAttr] = []
        for number, launch in enumerate(launches):
            if launch.asyncDependencies or launch.results:
                run.error(launch, "cannot be called with tokens: the host launches kernels in order")
                return
            if launch.cluster_sizes or launch.asyncObject is not None:
                run.error(launch, "cannot be called with clusters of blocks, or on a stream")
                return
            described.append(_described(launch))
            call(launch, f"{PREFIX}{launch.kernel.leaf} {number}", table)
            run.count(self.called)
        op.attributes[LAUNCHES] = ArrayAttr(tuple(described))


def _described(launch: gpu.LaunchFuncOp) -> DictionaryAttr:
    sources = sources_of([launch.location])
    return DictionaryAttr.of(
        {"name": StringAttr(launch.kernel.leaf), "sources": ArrayAttr(tuple(map(StringAttr, sources)))}
    )


def call(launch: gpu.LaunchFuncOp, name: str, table: SymbolTable) -> None:
    """Replace a launch by the call of a function, which is declared."""
    builder = Builder.before(launch)
    sizes = [_as_index(builder, size) for size in (*launch.grid_sizes, *launch.block_sizes)]
    shared = launch.dynamicSharedMemorySize
    shared_bytes = (
        builder.insert(arith.ConstantOp.integer(0, index)).result if shared is None else _as_index(builder, shared)
    )
    parameters = [part for value in launch.kernelOperands for part in _parameters(builder, value)]
    arguments = [*sizes, shared_bytes, *parameters]
    declared = func.FuncOp.declaration(name, [each.type for each in arguments])
    declared.location = launch.location
    table.insert(declared)
    builder.insert(func.CallOp.of(declared, arguments))
    launch.erase()


def _as_index(builder: Builder, size: Value) -> Value:
    return size if size.type is index else builder.insert(arith.IndexCastOp(size, index)).results[0]


def _parameters(builder: Builder, value: Value) -> Sequence[Value]:
    """Return the parameters of a kernel for an argument."""
    type = value.type
    if not isinstance(type, MemRefType):
        return [value]
    layout = strides_of(type)
    told = [*type.shape] if layout is None else [layout.offset, *type.shape, *layout.strides]
    address = builder.insert(memref.ExtractAlignedPointerAsIndexOp(value)).aligned_pointer
    if DYNAMIC not in told:
        return [address]
    parts = builder.insert(memref.ExtractStridedMetadataOp(value)).results[1:]
    return [address, *(part for part, number in zip(parts, told, strict=True) if number == DYNAMIC)]
