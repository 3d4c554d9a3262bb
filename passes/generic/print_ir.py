"""The pass `print-ir`: shows the IR at one point of a pipeline."""

from __future__ import annotations

from dlc.ir import Operation

from ..manager import Pass, PassRun, option


class PrintIR(Pass):
    """Print IR on the debug stream"""

    name = "print-ir"
    label: str = option("Label", default="")

    def run(self, op: Operation, run: PassRun) -> None:
        label = f" {self.label}" if self.label else ""
        text = run.settings.print_ir(op).rstrip("\n")
        run.settings.stream.write(f"// -----// IR Dump{label} //----- //\n{text}\n\n")
        run.mark_unchanged()
