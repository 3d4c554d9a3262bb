"""Dialects that dlc has not, by how those of others are loaded: what the error about an unknown dialect says."""

from __future__ import annotations

XDSL = frozenset((
    "acc", "accfg", "air", "arm", "arm_func", "arm_neon", "asm", "bigint", "cmath", "comb", "csl", "csl_stencil",
    "csl_wrapper", "dmp", "ematch", "emitc", "eqsat_pdl_interp", "equivalence", "fir", "fsm", "hlfir", "hls", "hw",
    "irdl", "ltl", "math_xdsl", "memref_stream", "mod_arith", "mpi", "omp", "pdl", "pdl_interp", "polynomial",
    "printf", "ptr_xdsl", "py", "riscv", "riscv_cf", "riscv_debug", "riscv_func", "riscv_scf", "riscv_snitch", "rv32",
    "rv64", "seq", "shard", "smt", "snitch", "snitch_stream", "snrt", "stencil", "symref", "test", "transform",
    "varith", "wasm", "wasmssa", "x86", "x86_func", "x86_scf",
))  # fmt: skip
"""The dialects of xDSL that dlc does not have."""


def loading_of(name: str) -> str | None:
    """Return how a dialect of another framework is loaded; `None` if none is known that has one of this name."""
    if name not in XDSL:
        return None
    return f"--load-xdsl={name}, in Python dlc.frontends.xdsl.load_into(context, ['{name}']), loads that of xDSL"
