"""The input texts of the framework's benchmarks, generated here so that every engine gets the same bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from mixed_ops import mixed_ops

LINKS = 4_000
"""The number of links of the chain: five ops each; with the function, its return and the module, 20,003 ops."""


def chain(links: int = LINKS) -> str:
    """One function, a chain of constant, addf, mulf, memref.load and addf, in custom form."""
    lines = ["func.func @chain(%m: memref<64xf32>, %x: f32, %i: index) -> f32 {"]
    last = "%x"
    for link in range(links):
        lines += [
            f"  %c{link} = arith.constant {_number(link)} : f32",
            f"  %a{link} = arith.addf {last}, %c{link} : f32",
            f"  %b{link} = arith.mulf %a{link}, %x : f32",
            f"  %l{link} = memref.load %m[%i] : memref<64xf32>",
            f"  %d{link} = arith.addf %b{link}, %l{link} : f32",
        ]
        last = f"%d{link}"
    return "\n".join([*lines, f"  return {last} : f32", "}"]) + "\n"


def chain_generic(links: int = LINKS) -> str:
    """The same module in generic form, as mlir-opt prints it."""
    fast = "<{fastmath = #arith.fastmath<none>}>"
    lines = [
        '"builtin.module"() ({',
        '  "func.func"() <{function_type = (memref<64xf32>, f32, index) -> f32, sym_name = "chain"}> ({',
        "  ^bb0(%m: memref<64xf32>, %x: f32, %i: index):",
    ]
    last = "%x"
    for link in range(links):
        lines += [
            f'    %c{link} = "arith.constant"() <{{value = {_number(link)} : f32}}> : () -> f32',
            f'    %a{link} = "arith.addf"({last}, %c{link}) {fast} : (f32, f32) -> f32',
            f'    %b{link} = "arith.mulf"(%a{link}, %x) {fast} : (f32, f32) -> f32',
            f'    %l{link} = "memref.load"(%m, %i) : (memref<64xf32>, index) -> f32',
            f'    %d{link} = "arith.addf"(%b{link}, %l{link}) {fast} : (f32, f32) -> f32',
        ]
        last = f"%d{link}"
    end = [f'    "func.return"({last}) : (f32) -> ()', "  }) : () -> ()", "}) : () -> ()"]
    return "\n".join([*lines, *end]) + "\n"


def _number(link: int) -> str:
    return f"{1.5 + link % 16:e}"


def nested(functions: int = 8, depth: int = 5) -> str:
    """Functions with regions in regions (of unregistered ops), and large constants as lists and as hexadecimal."""
    lines: list[str] = []
    for number in range(functions):
        lines += [
            f"func.func @f{number}(%x: f32, %n: index) {{",
            f"  %list = arith.constant dense<{_list(64, 64, number)}> : tensor<64x64xf32>",
            f'  %hex = arith.constant dense<"0x{_hexadecimal(65_536, number)}"> : tensor<65536xf32>',
            *_loops(depth, "  ", "%x"),
            '  "bench.use"(%list, %hex) : (tensor<64x64xf32>, tensor<65536xf32>) -> ()',
            "  return",
            "}",
        ]
    return "\n".join(lines) + "\n"


def _loops(depth: int, indent: str, value: str) -> Iterator[str]:
    """Return two loops, each with some arithmetic and, while `depth` lasts, two inner loops."""
    if depth == 0:
        return
    for number in range(2):
        name = f"{value}_{number}"
        yield f'{indent}"bench.loop"(%n) ({{'
        yield f"{indent}^bb0(%i{name[1:]}: index):"
        yield f"{indent}  {name} = arith.addf {value}, %x : f32"
        yield f"{indent}  {name}m = arith.mulf {name}, %x : f32"
        yield f"{indent}  {name}k = arith.constant {depth + number} : index"
        yield f"{indent}  {name}j = arith.addi %i{name[1:]}, {name}k : index"
        yield from _loops(depth - 1, indent + "  ", f"{name}m")
        yield f'{indent}  "bench.yield"({name}m, {name}j) : (f32, index) -> ()'
        yield f"{indent}}}) : (index) -> ()"


def _list(rows: int, columns: int, seed: int) -> str:
    row = (", ".join(f"{(r * columns + c) * 0.25 + seed:e}" for c in range(columns)) for r in range(rows))
    return "[" + ", ".join(f"[{line}]" for line in row) + "]"


def _hexadecimal(count: int, seed: int) -> str:
    return struct.pack(f"<{count}f", *(index * 0.5 + seed for index in range(count))).hex().upper()


TEN_LINES = """\
func.func @square_of_sum(%a: i32, %b: i32) -> i32 {
  %one = arith.constant 1 : i32
  %left = arith.addi %a, %b : i32
  %right = arith.addi %a, %b : i32
  %same = arith.muli %right, %one : i32
  %square = arith.muli %left, %same : i32
  %cube = arith.muli %square, %left : i32
  %less = arith.subi %cube, %square : i32
  return %less : i32
}
"""


def dense_hex(megabytes: int) -> str:
    """Return one constant of that many million bytes in hexadecimal (twice as many characters)."""
    count = megabytes * 250_000
    digits = bytes(range(250)).hex().upper() * (count * 4 // 250)
    return f'"bench.constant"() <{{value = dense<"0x{digits}"> : tensor<{count}xi32>}}> : () -> ()\n'


def dense_resource(megabytes: int) -> str:
    """Return the same data as a resource at the end of the file, after its alignment."""
    count = megabytes * 250_000
    digits = bytes(range(250)).hex().upper() * (count * 4 // 250)
    return (
        f'"bench.constant"() <{{value = dense_resource<blob> : tensor<{count}xi32>}}> : () -> ()\n\n'
        f'{{-#\n  dialect_resources: {{\n    builtin: {{\n      blob: "0x04000000{digits}"\n    }}\n  }}\n#-}}\n'
    )


class Inputs:
    """The input files, each written at its first use."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        self.megabytes = megabytes

    def path(self, name: str) -> Path:
        file = self.folder / f"{name}.mlir"
        if not file.exists():
            file.write_text(self._text(name), encoding="ascii")
        return file

    def _text(self, name: str) -> str:
        kind, _, size = name.partition("-")
        if kind == "chain":
            return chain(int(size or LINKS * 5) // 5)
        if kind == "generic":
            return chain_generic(int(size or LINKS * 5) // 5)
        if kind == "nested":
            return nested(1, 1) if size else nested()
        if kind == "ten":
            return TEN_LINES
        if kind == "mixed":
            return mixed_ops(size)
        megabytes = 1 if size else self.megabytes
        return dense_hex(megabytes) if kind == "hex" else dense_resource(megabytes)
