"""Loop annotations on the back edge of a loop, for LLVM's loop passes."""

from __future__ import annotations

from dlc.ir import Attribute, IntegerAttr, attribute
from dlc.ir.builtin_types import i1
from dlc.ir.locations import FusedLoc

from .alias_attributes import AccessGroupAttr

Flag = IntegerAttr | None
"""`true` or `false`, or nothing said."""

Number = IntegerAttr | None


class LoopOptionsAttr(Attribute):
    """Options of LLVM's passes for a loop: `<option = value, …>`."""

    syntax = "`<` struct(params) `>`"
    has_alias = True


@attribute("llvm.loop_vectorize")
class LoopVectorizeAttr(LoopOptionsAttr):
    """Whether and how wide to vectorize a loop."""

    disable: Flag = None
    predicateEnable: Flag = None  # noqa: N815 (MLIR's name, as those below)
    scalableEnable: Flag = None  # noqa: N815
    width: Number = None
    followupVectorized: LoopAnnotationAttr | None = None  # noqa: N815
    followupEpilogue: LoopAnnotationAttr | None = None  # noqa: N815
    followupAll: LoopAnnotationAttr | None = None  # noqa: N815


@attribute("llvm.loop_interleave")
class LoopInterleaveAttr(LoopOptionsAttr):
    """The number of iterations of a vectorized loop that are interleaved."""

    count: IntegerAttr


@attribute("llvm.loop_unroll")
class LoopUnrollAttr(LoopOptionsAttr):
    """Whether and how often to unroll a loop."""

    disable: Flag = None
    count: Number = None
    runtimeDisable: Flag = None  # noqa: N815
    full: Flag = None
    followupUnrolled: LoopAnnotationAttr | None = None  # noqa: N815
    followupRemainder: LoopAnnotationAttr | None = None  # noqa: N815
    followupAll: LoopAnnotationAttr | None = None  # noqa: N815


@attribute("llvm.loop_unroll_and_jam")
class LoopUnrollAndJamAttr(LoopOptionsAttr):
    """Whether and how often to unroll an outer loop into its inner one."""

    disable: Flag = None
    count: Number = None
    followupOuter: LoopAnnotationAttr | None = None  # noqa: N815
    followupInner: LoopAnnotationAttr | None = None  # noqa: N815
    followupRemainderOuter: LoopAnnotationAttr | None = None  # noqa: N815
    followupRemainderInner: LoopAnnotationAttr | None = None  # noqa: N815
    followupAll: LoopAnnotationAttr | None = None  # noqa: N815


@attribute("llvm.loop_licm")
class LoopLICMAttr(LoopOptionsAttr):
    """Whether to move what is invariant out of a loop."""

    disable: Flag = None
    versioningDisable: Flag = None  # noqa: N815


@attribute("llvm.loop_distribute")
class LoopDistributeAttr(LoopOptionsAttr):
    """Whether to split a loop into several."""

    disable: Flag = None
    followupCoincident: LoopAnnotationAttr | None = None  # noqa: N815
    followupSequential: LoopAnnotationAttr | None = None  # noqa: N815
    followupFallback: LoopAnnotationAttr | None = None  # noqa: N815
    followupAll: LoopAnnotationAttr | None = None  # noqa: N815


@attribute("llvm.loop_pipeline")
class LoopPipelineAttr(LoopOptionsAttr):
    """Whether and how tightly to pipeline a loop."""

    disable: Flag = None
    initiationinterval: Number = None


@attribute("llvm.loop_peeled")
class LoopPeeledAttr(LoopOptionsAttr):
    """The number of iterations that have been peeled off a loop."""

    count: Number = None


@attribute("llvm.loop_unswitch")
class LoopUnswitchAttr(LoopOptionsAttr):
    """Whether to move conditions out of a loop."""

    partialDisable: Flag = None  # noqa: N815


@attribute("llvm.loop_annotation")
class LoopAnnotationAttr(LoopOptionsAttr):
    """All annotations of a loop: `#llvm.loop_annotation<unroll = <count = 4 : i32>, mustProgress = true>`."""

    disableNonforced: Flag = None  # noqa: N815
    vectorize: LoopVectorizeAttr | None = None
    interleave: LoopInterleaveAttr | None = None
    unroll: LoopUnrollAttr | None = None
    unrollAndJam: LoopUnrollAndJamAttr | None = None  # noqa: N815
    licm: LoopLICMAttr | None = None
    distribute: LoopDistributeAttr | None = None
    pipeline: LoopPipelineAttr | None = None
    peeled: LoopPeeledAttr | None = None
    unswitch: LoopUnswitchAttr | None = None
    mustProgress: Flag = None  # noqa: N815
    isVectorized: Flag = None  # noqa: N815
    startLoc: FusedLoc | None = None  # noqa: N815
    endLoc: FusedLoc | None = None  # noqa: N815
    parallelAccesses: tuple[AccessGroupAttr, ...] = ()  # noqa: N815


def flag(value: bool) -> IntegerAttr:
    """`true` or `false`."""
    return IntegerAttr(int(value), i1)


def left_alone() -> LoopAnnotationAttr:
    """Return the annotation of a loop that has its final form: LLVM neither vectorizes nor unrolls it."""
    return LoopAnnotationAttr(disableNonforced=flag(True))
