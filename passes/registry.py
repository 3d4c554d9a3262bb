"""Which passes there are: names with the modules that define them, imported when a pass is first used.

Passes of other packages are found through entry points of the group `dlc.passes` (the name of the entry is that of the
pass, its value the module or the class), which are looked up only when a name is not known.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import NamedTuple

from dlc.ir.errors import DlcError

from .declaration import NamedPipeline, Pass

ENTRY_POINTS = "dlc.passes"


class PassEntry(NamedTuple):
    """Where a pass is, and what it says of itself: known without importing it."""

    module: str
    description: str


def _entries(package: str, table: Mapping[str, str]) -> dict[str, PassEntry]:
    """Entries of passes whose modules are named as they are, with underscores."""
    return {name: PassEntry(f"{package}.{name.replace('-', '_')}", text) for name, text in table.items()}


PASSES: dict[str, PassEntry] = _entries(
    "dlc.passes",
    {
        "apply-schedules": "Transform nests of loops by the schedules written on them",
        "bufferize": "Replace tensors by memory",
        "canonicalize": "Canonicalize operations",
        "cse": "Eliminate common sub-expressions",
        "dce": "Remove operations that compute nothing that is used, and blocks that are never reached",
        "describe-machine": "Write onto a module which machine schedules are chosen for",
        "expand-math": "Compute functions of numbers by arithmetic, without calls or branches",
        "fold-batch-norm": "Fold normalizations and factors by channel into the weights beside them",
        "fold-constants": "Evaluate graph ops on constants with the reference interpreter",
        "form-kernels": "Group structured ops that are computed together",
        "fuse-elementwise": "Compute elementwise producers inside the structured ops that read them",
        "gpu-expand-reductions": "Turn reductions over blocks and subgroups into exchanges between threads",
        "gpu-map-loops": "Choose which loops are blocks and threads of a GPU",
        "gpu-outline-kernels": "Turn what launches run into kernels in a module of their own",
        "gpu-tile-contractions": (
            "Turn contractions into launches whose blocks keep tiles of the operands in their own memory"
        ),
        "gpu-to-nvvm": "Turn modules of kernels into the dialect `llvm` for NVPTX",
        "graph-to-tensor": "Lower graph ops to structured ops on tensors",
        "hoist-into-globals": "Fill buffers that depend on constants alone once, when the program is loaded",
        "infer-shapes": "Make types as precise as what is known of sizes",
        "inline": "Inline function calls",
        "int-range-optimizations": "Do optimizations based on integer range analysis",
        "loop-accumulate-in-memory": "Keep what loops carry in memory",
        "launch-on-threads": "Let launchers hand their work to the thread pool",
        "loop-coalesce": "Make one loop of all that a nest consists of",
        "loop-distribute": "Split loops into one for each part that can run by itself",
        "loop-fuse": "Make one loop of two that stand one behind the other and count alike",
        "loop-interchange": "Put the loops of nests into another order",
        "loop-invariant-code-motion": "Hoist loop invariant instructions outside of the loop",
        "loop-pack": "Copy what inner loops read to a buffer that is laid out by them",
        "loop-pad": "Let loops run over whole tiles",
        "loop-parallelize": "Turn loops into parallel ones where no iteration depends on another",
        "loop-to-gpu": "Turn loops that are mapped to blocks and threads into launches of a GPU",
        "loop-to-cf": "Turn loops, conditionals and affine indices into branches and arithmetic",
        "loop-peel": "Do some iterations of loops in loops of their own",
        "loop-prefetch": "Bring what loops will touch some iterations later into the cache",
        "loop-privatize": "Keep what inner loops write in a local buffer that is laid out by them",
        "loop-scalar-replacement": "Keep elements that a loop touches in every iteration in values",
        "loop-separate": (
            "Split nests into one for each part of their bodies, with conditions that are the same throughout outside"
        ),
        "loop-simplify-bounds": (
            "Drop bounds that never decide, conditions whose outcome is certain, and loops that run once or never"
        ),
        "loop-sink": "Move what is beside loops into their first and last iterations",
        "loop-specialize": "Run loops of constant sizes where nests run just so often",
        "loop-tile": "Run the iterations of nests of loops box by box",
        "loop-unroll": "Do several iterations of loops in one",
        "loop-unroll-and-jam": "Do several iterations of loops side by side, inside the loops that they contain",
        "loop-unswitch": "Ask conditions on which loops do not depend once, around the loops",
        "loop-vectorize": "Run iterations of loops side by side, as the lanes of vectors",
        "mem2reg": "Promotes memory slots into values.",
        "outline-kernels": "Make functions of nests of loops, one for all that are alike",
        "parallel-to-threads": "Turn parallel loops into functions that several threads can run",
        "plan-memory": "Let static buffers of a function share one piece of memory",
        "print-ir": "Print IR on the debug stream",
        "print-op-stats": "Print statistics of operations",
        "reconcile-unrealized-casts": "Simplify and eliminate unrealized conversion casts",
        "remove-dead-values": "Remove dead values",
        "schedule-loops": "Choose schedules for nests of loops by their shapes and the machine",
        "sccp": "Sparse Conditional Constant Propagation",
        "simplify-graph": "Rewrite graph ops by algebra, and recognize forms that have ops of their own",
        "sink-transposes": "Move transposes and reshapes to where they cancel",
        "simplify-cfg": "Simplify control flow between blocks",
        "strip-debuginfo": "Strip debug info from all operations",
        "symbol-dce": "Eliminate dead symbols",
        "symbol-privatize": "Mark symbols private",
        "tensor-to-loop": "Turn kernels and structured ops on memrefs into loops",
        "to-llvm": "Turn all ops into those of the dialect `llvm`",
        "topological-sort": "Sort regions without SSA dominance in topological order",
        "widen-half-floats": "Compute with f16 and bf16 in f32, and round to them once",
        "widen-small-floats": "Compute with floats of 8 bits and less in f32, and round to them once",
    },
)


PASSES["xdsl"] = PassEntry("dlc.frontends.xdsl.run_passes", "Run passes of xDSL")


PASSES.update(
    {
        "affine-to-loop": PassEntry(
            "dlc.passes.loop_to_affine", "Turn ops of MLIR's `affine` and `scf` into those of `loop`"
        ),
        "generalize-named-ops": PassEntry(
            "dlc.passes.tensor_to_linalg", "Write named structured ops as `tensor.generic`"
        ),
        "linalg-to-tensor": PassEntry(
            "dlc.passes.tensor_to_linalg", "Turn ops of MLIR's `linalg` into structured ops of `tensor`"
        ),
        "loop-to-affine": PassEntry(
            "dlc.passes.loop_to_affine", "Turn ops of `loop` into those of MLIR's `affine` and `scf`"
        ),
        "tensor-to-linalg": PassEntry(
            "dlc.passes.tensor_to_linalg", "Turn structured ops of `tensor` into those of MLIR's `linalg`"
        ),
        "optimize-graph": PassEntry(
            "dlc.passes.lowering_pipelines", "Make graphs of whole networks better, without leaving the dialect"
        ),
        "lower-to-gpu": PassEntry(
            "dlc.passes.gpu_pipeline",
            "Lower graph ops, structured ops and loops to kernels for NVIDIA's GPUs, in the dialect `llvm`",
        ),
        "lower-to-tensor": PassEntry(
            "dlc.passes.lowering_pipelines", "Lower graph ops to kernels of structured ops on tensors"
        ),
        "lower-to-llvm": PassEntry("dlc.passes.lowering_pipelines", "Lower everything to the dialect `llvm`"),
        "lower-to-loops": PassEntry(
            "dlc.passes.lowering_pipelines", "Lower graph ops and structured ops to loops over memory"
        ),
    }
)


class Registry:
    """Passes and named pipelines by name."""

    def __init__(self, entries: Mapping[str, PassEntry] | None = None, *, entry_points: bool = False) -> None:
        self._entries = dict(entries or {})
        self._loaded: dict[str, type[Pass] | type[NamedPipeline]] = {}
        self._search_entry_points = entry_points

    def register(self, kind: type[Pass] | type[NamedPipeline]) -> None:
        """Make a pass or named pipeline known."""
        self._loaded[kind.name] = kind

    def register_entries(self, entries: Mapping[str, PassEntry]) -> None:
        """Make passes known by their modules, without importing them."""
        self._entries.update(entries)

    def register_module(self, module: ModuleType) -> list[str]:
        """Make all passes known that a module defines; their names."""
        found = list(_configured_in(module))
        for kind in found:
            self.register(kind)
        return [kind.name for kind in found]

    def find(self, name: str) -> type[Pass] | type[NamedPipeline] | None:
        """The pass or named pipeline of a name, imported now if need be."""
        found = self._loaded.get(name)
        if found is not None:
            return found
        if name not in self._entries:
            self._read_entry_points()
        entry = self._entries.get(name)
        if entry is None:
            return None
        found = self._loaded[name] = _load(name, entry)
        return found

    def names(self) -> list[str]:
        """The names of everything registered, those of other packages included."""
        self._read_entry_points()
        return sorted({*self._entries, *self._loaded})

    def description(self, name: str) -> str:
        """One line on a pass, without importing it where that is not needed."""
        loaded = self._loaded.get(name)
        if loaded is not None:
            return loaded.summary()
        return self._entries[name].description if name in self._entries else ""

    def _read_entry_points(self) -> None:
        if not self._search_entry_points:
            return
        self._search_entry_points = False
        metadata = importlib.import_module("importlib.metadata")  # 20 ms that only an unknown name should cost
        for entry in metadata.entry_points(group=ENTRY_POINTS):
            where = entry.dist.name if entry.dist is not None else entry.value
            self._entries.setdefault(entry.name, PassEntry(entry.value, f"From {where}"))


def _load(name: str, entry: PassEntry) -> type[Pass] | type[NamedPipeline]:
    module_name, _, attribute = entry.module.partition(":")
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        raise DlcError(f"cannot load pass '{name}': {error}") from error
    if attribute:
        kind = getattr(module, attribute, None)
        if isinstance(kind, type) and issubclass(kind, (Pass, NamedPipeline)) and kind.name == name:
            return kind
        raise DlcError(f"cannot load pass '{name}': '{entry.module}' is no pass of that name")
    for kind in _configured_in(module):
        if kind.name == name:
            return kind
    raise DlcError(f"cannot load pass '{name}': module '{module_name}' does not define it")


def _configured_in(module: ModuleType) -> Iterable[type[Pass] | type[NamedPipeline]]:
    for member in vars(module).values():
        if isinstance(member, type) and issubclass(member, (Pass, NamedPipeline)) and member.name:
            yield member


REGISTRY = Registry(PASSES, entry_points=True)
"""The registry that tools use."""
