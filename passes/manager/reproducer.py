"""Files from which a failure of a pipeline can be reproduced: the module, and the pipeline to run on it.

The form is MLIR's, so that `--run-reproducer` of either tool runs it:

    module { … }
    {-#
      external_resources: {
        mlir_reproducer: {
          pipeline: "builtin.module(cse)",
          disable_threading: true,
          verify_each: true
        }
      }
    #-}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.files import replace_file

from .declaration import Pass, PassRun
from .instrumentation import Instrumentation
from .settings import RunSettings

if TYPE_CHECKING:
    from .pipeline import Pipeline


class CrashReproducer(Instrumentation):
    """Writes a reproducer when a pass fails: the whole run's, or (local) that of the failing pass alone."""

    def __init__(self, settings: RunSettings, path: str) -> None:
        self.settings = settings
        self.path = path
        self._pipeline = ""
        self._snapshot: Operation | None = None
        self._context: Context | None = None
        self._failed = False

    def begin(self, pipeline: Pipeline, root: Operation, context: Context) -> None:
        self._context = context
        self._pipeline = str(pipeline)
        self._snapshot = None if self.settings.local_reproducer else root.clone()

    def before_pass(self, pass_: Pass, op: Operation) -> None:
        if self.settings.local_reproducer and not self._failed:
            anchors = [op.name]
            root = op
            while root.parent_op is not None:
                root = root.parent_op
                anchors.insert(0, root.name)
            self._snapshot = root.clone()
            self._pipeline = "".join(f"{anchor}(" for anchor in anchors) + str(pass_) + ")" * len(anchors)

    def after_pass(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        self._failed = self._failed or run.failed

    def end(self, pipeline: Pipeline, root: Operation, ok: bool) -> None:
        if ok or self._snapshot is None or self._context is None:
            return
        text = reproducer_text(self.settings.print_ir(self._snapshot), self._pipeline, self.settings.verify_each)
        try:
            replace_file(self.path, [text.encode(errors="surrogateescape")])
        except OSError as error:
            self._context.diagnostics.error(root.location, f"cannot write reproducer '{self.path}': {error.strerror}")
            return
        note = f"a reproducer of this failure was written to '{self.path}'"
        self._context.diagnostics.remark(root.location, note)


def reproducer_text(module: str, pipeline: str, verify_each: bool) -> str:
    """The text of a reproducer for a printed module, whose own section of resources is kept."""
    escaped = pipeline.replace("\\", "\\\\").replace('"', '\\"')
    body = module.rstrip("\n")
    opening = "\n\n{-#"
    if body.endswith("#-}"):
        body, opening = body[:-3].rstrip() + ",", ""
    return f"""{body}{opening}
  external_resources: {{
    mlir_reproducer: {{
      pipeline: "{escaped}",
      disable_threading: true,
      verify_each: {"true" if verify_each else "false"}
    }}
  }}
#-}}
"""
