"""Make generic/ from inputs/ with mlir-opt-22: `PYTHONPATH=tests python -m conformance.regenerate`.

Each input is printed in every variant below; a variant that says nothing new about its file is not kept.
"""

from __future__ import annotations

import sys

from conformance.corpus import GENERIC, INPUTS, PRINT_DEBUGINFO, PRINT_GENERIC, SPLIT, chunks, read, run_mlir_opt, write

VARIANTS: dict[str, list[str]] = {
    "plain": [],
    "debuginfo": [PRINT_DEBUGINFO],
    "local": ["--mlir-print-local-scope", PRINT_DEBUGINFO],
    "hex": ["--mlir-print-elementsattrs-with-hex-if-larger=1"],
    "elided": ["--mlir-elide-elementsattrs-if-larger=3", "--mlir-elide-resource-strings-if-larger=8"],
    "unique": ["--mlir-print-unique-ssa-ids", "--mlir-print-value-users"],
}


def main() -> int:
    """Rewrite generic/ and say how much it holds; 1 if an input is refused."""
    GENERIC.mkdir(exist_ok=True)
    for stale in GENERIC.glob("*.mlir"):
        stale.unlink()
    refused = 0
    for source in sorted(INPUTS.glob("*.mlir")):
        seen: set[str] = set()
        for variant, flags in VARIANTS.items():
            printed = run_mlir_opt(read(source), PRINT_GENERIC, *flags)
            refused += printed.status != 0
            sys.stderr.write(printed.errors if variant == "plain" else "")
            new = [chunk for chunk in chunks(printed.output) if chunk not in seen]
            seen.update(new)
            if new:
                write(GENERIC / f"{source.stem}.{variant}.mlir", f"\n{SPLIT}\n".join(new))
    files = list(GENERIC.glob("*.mlir"))
    modules = sum(len(chunks(read(path))) for path in files)
    print(f"{len(files)} files, {modules} modules, {sum(path.stat().st_size for path in files)} bytes")
    return int(refused > 0)


if __name__ == "__main__":
    sys.exit(main())
