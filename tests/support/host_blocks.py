"""Kernels for GPUs, run on this machine: the LLVM IR of a kernel with a thread of Python for each of the GPU.

Address spaces are left out, and intrinsics become calls of Python functions, which know what thread calls them. Threads
wait for each other by barriers, all of a block or those of a subgroup. So the code that is compiled for a device is
tried, all but the instructions that LLVM selects for it. Which intrinsics there are, a file for each vendor says.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from dlc.codegen.binding import initialize, parsed
from dlc.codegen.jit import link
from dlc.codegen.target import Target
from dlc.dialects import arith, gpu
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.operations import Operation
from dlc.ir.values import Value

PATIENCE_S = 300.0
"""The time after which a thread has waited in vain: others do not reach its barrier."""
POINTER = ctypes.c_void_p


class HostBlocks:
    """A kernel that can be launched."""

    def __init__(self, text: str, name: str, sizes: tuple[int, int, int], subgroup: int) -> None:
        """Take the LLVM IR of kernels, and the numbers of threads of a block of one of them, and of a subgroup."""
        self.sizes, self.subgroup, self.text = sizes, subgroup, without_address_spaces(text)
        self.here = threading.local()
        self.groups: list[threading.Barrier] = []
        self.failed: list[BaseException] = []
        self._callbacks = self.functions()
        symbols = {each: ctypes.cast(callback, POINTER).value or 0 for each, callback in self._callbacks.items()}
        initialize()
        module = parsed(self.for_host(self.text))
        module.verify()
        self._library = link([Target.host().machine(0).emit_object(module)], [name], symbols)
        self._name = name

    def functions(self) -> Mapping[str, Any]:
        """Return the functions that stand for intrinsics, as ctypes calls them, by their names in the IR."""
        raise NotImplementedError

    def for_host(self, text: str) -> str:
        """Return LLVM IR without address spaces as IR for this machine."""
        raise NotImplementedError

    def prepare(self, grid: tuple[int, int, int]) -> None:
        """Note the numbers of blocks of a launch."""

    def begin_block(self, lanes: int) -> None:
        """Forget what threads of the block before have given to others; whole subgroups have this number of lanes."""

    def launch(self, grid: tuple[int, int, int], pointers: Sequence[int]) -> None:
        """Run the blocks of a grid one after another."""
        kernel = self._library.function(self._name, None, *[POINTER] * len(pointers))
        self.prepare(grid)
        for block in product(*map(range, grid)):
            self._run_block(block, lambda: kernel(*pointers))

    def _run_block(self, block: tuple[int, ...], call: Callable[[], object]) -> None:
        x, y, z = self.sizes
        threads = [(i, j, k) for k in range(z) for j in range(y) for i in range(x)]
        self._all = threading.Barrier(len(threads), timeout=PATIENCE_S)
        subgroup = self.subgroup
        groups = -(-len(threads) // subgroup)
        self.groups = [
            threading.Barrier(min(subgroup, len(threads) - subgroup * number), timeout=PATIENCE_S)
            for number in range(groups)
        ]
        self.begin_block(groups * subgroup)
        self.failed = []

        def run(number: int, thread: tuple[int, int, int]) -> None:
            self.here.number, self.here.thread, self.here.block = number, thread, block
            call()

        started = [threading.Thread(target=run, args=each, daemon=True) for each in enumerate(threads)]
        for each in started:
            each.start()
        for each in started:
            each.join()
        if self.failed:
            raise self.failed[0]

    def position(self, what: str, at: int) -> int:
        """Return a component of the place of a thread in its block, or of its block in the grid."""
        return int(getattr(self.here, what)[at])

    def waiting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function whose failure is noted: callbacks cannot raise."""

        def noted(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except threading.BrokenBarrierError as error:
                self.failed.append(error)
                return 0

        return noted

    def meet(self) -> None:
        """Wait for all threads of the block."""
        self._all.wait()

    def meet_subgroup(self) -> None:
        """Wait for all threads of the subgroup."""
        self.groups[int(self.here.number) // self.subgroup].wait()


Sizes = tuple[int, int, int]


def launch_of(module: Operation, name: str) -> tuple[Sizes, Sizes]:
    """Return the numbers of blocks, and of threads of a block, with which a kernel is launched."""
    launches = [op for op in module.walk() if isinstance(op, gpu.LaunchFuncOp)]
    [launch] = [op for op in launches if op.kernel.leaf == name]
    return _constants(launch.grid_sizes), _constants(launch.block_sizes)


def _constants(values: Sequence[Value]) -> Sizes:
    constants = [constant.value for value in values if (constant := value.defined_by(arith.ConstantOp)) is not None]
    x, y, z = (each.value for each in constants if isinstance(each, IntegerAttr))
    return x, y, z


def without_address_spaces(text: str) -> str:
    """Return LLVM IR for a GPU with generic pointers only, for no target."""
    text = re.sub(r"^target .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"addrspacecast (ptr addrspace\(\d+\)|ptr) ([^ ]+) to ", r"bitcast ptr \2 to ", text)
    text = re.sub(r"addrspacecast \(ptr addrspace\(\d+\) ([^ ]+) to ptr\)", r"\1", text)
    return re.sub(r",? ?addrspace\(\d+\)", "", text)
