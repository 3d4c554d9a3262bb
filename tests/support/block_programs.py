"""Kernels of one block, as text, run by the interpreter."""

from __future__ import annotations

from typing import Any

from dlc.api import parse
from dlc.interp.interpreter import Interpreter

SHARED = "#gpu.address_space<workgroup>"


def run_block(buffers: str, body: str, *arguments: Any, threads: int = 32) -> None:
    """Launch one block of threads that have the memrefs `%m` and `%out` and buffers of the block."""
    kinds = ["memref<" + "x".join(map(str, each.shape)) + f"x{TYPES[each.dtype.name]}>" for each in arguments]
    names = ", ".join(f"%{name}: {kind}" for name, kind in zip(("m", "out"), kinds, strict=False))
    module = parse(f"""func.func @main({names}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {threads} : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) workgroup({buffers}) {{
{body}
    gpu.terminator
  }}
  return
}}""")
    Interpreter(module).run("main", *arguments)


TYPES = {
    "float16": "f16",
    "float32": "f32",
    "int8": "i8",
    "int32": "i32",
    "bfloat16": "bf16",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e5m2": "f8E5M2",
}
