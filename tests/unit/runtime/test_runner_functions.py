"""Programs of MLIR's tests print by the functions of its runner utilities, which are here as well."""

from __future__ import annotations

import re

import numpy as np
import pytest

import dlc
from dlc.codegen.libraries import exported
from dlc.runtime.needed_helpers import RUNNER_FUNCTIONS
from dlc.runtime.support_code import library_module

KINDS = {
    "F32": ("f32", "2x1x3", "dense<[[[1.0, 2.5, 1.0e10]], [[-0.0, 0x7FC00000, 0x7F800000]]]>"),
    "F64": ("f64", "3", "dense<[1.0, 2.123456789, 1.0e100]>"),
    "F16": ("f16", "4", "dense<[-5.5, 6.0e-8, 0x7C00, 0xFE00]>"),
    "BF16": ("bf16", "2", "dense<[-5.5, 7.0]>"),
    "I8": ("i8", "2", "dense<[-2, 65]>"),
    "I16": ("i16", "2", "dense<[-2, 65]>"),
    "I32": ("i32", "2x2", "dense<[[1, -2], [65, 66]]>"),
    "I64": ("i64", "1", "dense<-5>"),
    "Ind": ("index", "2", "dense<[-5, 7]>"),
    "C32": ("complex<f32>", "2", "dense<[(1.0, -2.5), (0.0, 3.0)]>"),
    "C64": ("complex<f64>", "1x2", "dense<[[(1.0, -2.5), (0.0, 3.0)]]>"),
}
PRINTED = """\
Unranked Memref base@ = ? rank = 3 offset = 0 sizes = [2, 1, 3] strides = [3, 3, 1] data =\x20
[[[1,    2.5,    1e+10]],\x20
 [[-0,    nan,    inf]]]
Unranked Memref base@ = ? rank = 1 offset = 0 sizes = [3] strides = [1] data =\x20
[1,  2.12346,  1e+100]
Unranked Memref base@ = ? rank = 1 offset = 0 sizes = [4] strides = [1] data =\x20
[-5.5,  5.96046e-08,  inf,  -nan]
Unranked Memref base@ = ? rank = 1 offset = 0 sizes = [2] strides = [1] data =\x20
[-5.5,  7]
Unranked Memref base@ = ? rank = 1 offset = 0 sizes = [2] strides = [1] data =\x20
[-2,  65]
Unranked Memref base@ = ? rank = 1 offset = 0 sizes = [2] strides = [1] data =\x20
[-2,  65]
Unranked Memref base@ = ? rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1] data =\x20
[[1,   -2],\x20
 [65,   66]]
Unranked Memref base@ = ? rank = 1 offset = 0 sizes = [1] strides = [1] data =\x20
[-5]
Unranked Memref base@ = ? rank = 1 offset = 0 sizes = [2] strides = [1] data =\x20
[18446744073709551611,  7]
Unranked Memref base@ = ? rank = 1 offset = 0 sizes = [2] strides = [1] data =\x20
[(1,-2.5),  (0,3)]
Unranked Memref base@ = ? rank = 2 offset = 0 sizes = [1, 2] strides = [2, 1] data =\x20
[[(1,-2.5),   (0,3)]]
Unranked Memref base@ = ? rank = 0 offset = 0 sizes = [] strides = [] data =\x20
[4]
Unranked Memref base@ = ? rank = 2 offset = 0 sizes = [1, 0] strides = [0, 1] data =\x20
[[]]
Unranked Memref base@ = ? rank = 0 offset = 0 sizes = [] strides = []
-3, 18446744073709551613
( 1.5e-07, 1.5e-07 )
"""


def _program(attributes: str) -> str:
    lines: list[str] = []
    declared = {f"printMemref{kind}": element for kind, (element, _, _) in KINDS.items()}
    for name, element in (declared | {"printMemrefShapeF32": "f32"}).items():
        lines.append(f"func.func private @{name}(memref<*x{element}>){attributes}")
    for kind, (element, shape, value) in KINDS.items():
        lines.append(f'memref.global "private" constant @{kind} : memref<{shape}x{element}> = {value}')
    lines.append('memref.global "private" constant @one : memref<f32> = dense<4.0>')
    lines.append('memref.global "private" constant @none : memref<1x0xf32> = dense<4.0>')
    punctuation = ("printOpen", "printClose", "printComma", "printNewline")
    lines += [f"func.func private @{name}()" for name in punctuation]
    lines += [f"func.func private @print{kind.upper()}({kind})" for kind in ("i64", "f32", "f64")]
    lines += ["func.func private @printU64(i64)", "func.func private @rtclock() -> f64", "func.func @main() -> f64 {"]

    def show(function: str, of: str, shape: str, element: str) -> None:
        number = len(lines)
        lines.append(f"%m{number} = memref.get_global @{of} : memref<{shape}{element}>")
        lines.append(f"%u{number} = memref.cast %m{number} : memref<{shape}{element}> to memref<*x{element}>")
        lines.append(f"call @{function}(%u{number}) : (memref<*x{element}>) -> ()")

    for kind, (element, shape, _) in KINDS.items():
        show(f"printMemref{kind}", kind, f"{shape}x", element)
    show("printMemrefF32", "one", "", "f32")
    show("printMemrefF32", "none", "1x0x", "f32")
    show("printMemrefShapeF32", "one", "", "f32")
    lines += ["%i = arith.constant -3 : i64", "%f = arith.constant 1.5e-7 : f32", "%d = arith.constant 1.5e-7 : f64"]
    calls = [("I64", "%i", "i64"), "Comma", ("U64", "%i", "i64"), "Newline"]
    calls += ["Open", ("F32", "%f", "f32"), "Comma", ("F64", "%d", "f64"), "Close", "Newline"]
    for each in calls:
        name, value, type = each if isinstance(each, tuple) else (each, "", "")
        lines.append(f"call @print{name}({value}) : ({type}) -> ()")
    lines += ["%t = call @rtclock() : () -> f64", "return %t : f64", "}"]
    return "\n".join(lines)


@pytest.mark.parametrize("attributes", ["", " attributes {llvm.emit_c_interface}"])
def test_functions_print_what_those_of_mlir_print(attributes: str, capfd: pytest.CaptureFixture[str]) -> None:
    program = dlc.compile(_program(attributes), level=0)
    assert 0 < program() <= program()
    printed = re.sub(r"0x[0-9a-f]+", "?", capfd.readouterr().out)
    assert printed == 2 * PRINTED


def test_tensors_without_a_rank_are_passed_to_functions_that_are_defined_elsewhere(
    capfd: pytest.CaptureFixture[str],
) -> None:
    program = dlc.compile("""
    func.func private @printMemrefF32(tensor<*xf32>)
    func.func @main(%t: tensor<2x3xf32>) -> tensor<2x2xf32> {
      %part = tensor.extract_slice %t[0, 1] [2, 2] [1, 1] : tensor<2x3xf32> to tensor<2x2xf32>
      %any = tensor.cast %part : tensor<2x2xf32> to tensor<*xf32>
      call @printMemrefF32(%any) : (tensor<*xf32>) -> ()
      %again = tensor.cast %any : tensor<*xf32> to tensor<2x2xf32>
      %sum = arith.addf %again, %part : tensor<2x2xf32>
      return %sum : tensor<2x2xf32>
    }
    """)
    given = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert np.array_equal(program(given), 2 * given[:, 1:])
    assert "sizes = [2, 2] strides = [2, 1] data = \n[[1,   2], \n [4,   5]]\n" in capfd.readouterr().out


def test_a_function_with_a_body_must_know_ranks() -> None:
    text = "func.func @f(%t: tensor<*xf32>) {\n  return\n}"
    with pytest.raises(dlc.InvalidProgram, match="without a rank"):
        dlc.compile(text)


def test_all_functions_are_listed() -> None:
    assert set(exported(library_module("runner_functions.mlir"))) == RUNNER_FUNCTIONS
