"""Names by which people know flags elsewhere, for suggestions: those of `mlir-opt`, `xdsl-opt` and LLVM's `opt`.

Names that are close to the flag's own need not stand here, nor those that lack only its `mlir-`. The file is imported
when an unknown flag is met.
"""

from __future__ import annotations

from collections.abc import Collection

OTHER_NAMES = {
    "--debug-only=patterns": "debug",
    "--emit=llvm-ir": "mlir-to-llvmir emit-llvm S t",
    "--help": "help-hidden help-list help-list-hidden ?",
    "--list-passes": "print-passes",
    "--load-dialect=PACKAGE.MODULE": "load-dialect-plugin irdl-file",
    "--load-pass=PACKAGE.MODULE": "load-pass-plugin",
    "--mlir-print-ir-after-all": "print-between-passes print-after-all",
    "--mlir-print-ir-after=PASS": "print-after",
    "--mlir-print-ir-before-all": "print-before-all",
    "--mlir-print-ir-before=PASS": "print-before",
    "--mlir-timing": "time-passes",
    "--names=source": "mlir-use-nameloc-as-prefix",
    "--pass-pipeline='builtin.module(PASS,PASS)'": "p passes",
    "--show-dialects": "list-dialects",
    "--traceback": "mlir-print-stacktrace-on-diagnostic",
    "--verify-each=false": "disable-verify disable-verifier",
}
OURS = {name: ours for ours, names in OTHER_NAMES.items() for name in names.split()}


def flag_called(name: str, flags: Collection[str]) -> str | None:
    """Return what to write for the flag that other tools call `name`."""
    prefixed = f"mlir-{name}"
    return f"--{prefixed}" if prefixed in flags else OURS.get(name)
