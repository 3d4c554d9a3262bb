"""The pass `gpu-map-loops`: which loops are blocks and threads of a GPU, written on them (`mapping.choice`)."""

from __future__ import annotations

from dlc.dialects.func import FuncOp
from dlc.ir.operations import Operation

from ..manager.declaration import Pass, PassRun, statistic
from .mapping.choice import Mapper


class GPUMapLoops(Pass):
    """Choose which loops are blocks and threads of a GPU

    What has the attribute `mapping` already is left as it is.
    """

    name = "gpu-map-loops"
    mapped = statistic("num-mapped", "Number of nests that are to be launched")

    def run(self, op: Operation, run: PassRun) -> None:
        mapper = Mapper()
        for function in [inner for inner in op.walk() if isinstance(inner, FuncOp)]:
            for block in function.body.blocks:
                mapper.map_block(block)
        run.count(self.mapped, mapper.count)
        if not mapper.count:
            run.mark_idle("there are no loops")
            run.mark_unchanged()
