"""The pass `convert-imported`: run the passes of the stage `import` for which a module has ops.

Pipelines begin with it that lower from any level: modules do not wait until the other passes, and the dialects that
they convert, are loaded.
"""

from __future__ import annotations

from dlc.ir import Operation

from ..manager import Pass, PassRun
from ..manager.pipeline_text import parse_pipeline_on
from ..pipelines import needed_imports


class ConvertImported(Pass):
    """Convert ops of other frameworks' dialects to graph ops, structured ops and loops

    Example: convert-imported
        func.func @fill(%m: memref<4xf32>, %x: f32) {
          affine.for %i = 0 to 4 {
            affine.store %x, %m[%i] : memref<4xf32>
          }
          return
        }
    """

    name = "convert-imported"

    def run(self, op: Operation, run: PassRun) -> None:
        needed = needed_imports(op)
        if not needed:
            run.mark_idle("there are no such ops")
        elif not run.run_pipeline(parse_pipeline_on(op.name, ",".join(needed)), op):
            run.fail()
