"""The pass `convert-imported`: run the passes of the stage `import` on modules that have ops for them.

Pipelines begin with it that lower from any level: modules of dlc's own dialects do not wait until those passes, and the
dialects that they convert, are loaded.
"""

from __future__ import annotations

from dlc.ir import Operation

from ..manager import Pass, PassRun
from ..manager.pipeline_text import parse_pipeline_on
from ..pipelines import IMPORT, has_imported_ops, pipeline_text


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
        if not has_imported_ops(op):
            run.mark_idle("there are no such ops")
        elif not run.run_pipeline(parse_pipeline_on(op.name, pipeline_text((IMPORT,))), op):
            run.fail()
