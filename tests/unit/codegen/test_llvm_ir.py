"""The text of LLVM IR: names, numbers, types; and that it is the same each time, and linear in the program."""

from __future__ import annotations

import struct

import llvmlite.binding as llvm
import pytest
from hypothesis import given, strategies as st

from dlc.codegen.binding import parsed
from dlc.codegen.llvm_ir import emit_llvm_ir
from dlc.codegen.llvm_ir.constants import float_text, integer_text
from dlc.codegen.llvm_ir.names import LocalNames, identifier, quoted
from dlc.codegen.llvm_ir.problems import Untranslatable
from dlc.codegen.llvm_ir.types import TypeTexts
from dlc.dialects import register_all
from dlc.dialects.llvm import PTR, VOID, ArrayType, LLVMFunctionType, PointerType, StructType
from dlc.ir.builtin_types import FloatType, IntegerType, VectorType, bf16, f16, f32, f64, i1, i8, i32
from dlc.ir.context import Context
from dlc.parser import parse

FLOATS = {"f16": ("half", 16), "bf16": ("bfloat", 16), "f32": ("float", 32), "f64": ("double", 64)}


def emitted(text: str) -> str:
    context = Context()
    register_all(context)
    module = parse(text, context)
    assert module is not None, context.diagnostics.diagnostics
    emission = emit_llvm_ir(module, context.diagnostics)
    assert emission is not None, [d.message for d in context.diagnostics.diagnostics]
    return emission.text


@pytest.mark.parametrize(
    ("name", "text"),
    [("f", "f"), ("a.b-c$", "a.b-c$"), ("1", '"1"'), ("a b", '"a b"'), ('"', '"\\22"'), ("é", '"\\C3\\A9"')],
)
def test_identifiers(name: str, text: str) -> None:
    assert identifier(name) == text


def test_quoted_text_escapes_what_is_not_printable() -> None:
    assert quoted("a\n\\\0") == '"a\\0A\\5C\\00"'


def test_names_differ() -> None:
    names = LocalNames()
    assert [names.of(hint) for hint in ("x", "x", "x_0", None, "7", None, "x")] == [
        *("%x", "%x_0", "%x_0_0", "%0", "%1", "%2", "%x_1"),
    ]


@pytest.mark.parametrize(
    ("type", "text"),
    [
        (i1, "i1"),
        (IntegerType(129), "i129"),
        (bf16, "bfloat"),
        (FloatType("f80"), "x86_fp80"),
        (PTR, "ptr"),
        (PointerType(3), "ptr addrspace(3)"),
        (VectorType((4,), PTR), "<4 x ptr>"),
        (VectorType((4,), f32, (True,)), "<vscale x 4 x float>"),
        (ArrayType(2, ArrayType(3, f64)), "[2 x [3 x double]]"),
        (StructType(()), "{}"),
        (StructType((i8, f16), packed=True), "<{ i8, half }>"),
        (StructType((i8,), "a b"), '%"a b"'),
        (LLVMFunctionType(VOID, (i32,), varargs=True), "void (i32, ...)"),
    ],
)
def test_types(type: object, text: str) -> None:
    assert TypeTexts()[type] == text  # type: ignore[index]


def test_the_name_of_a_struct_stands_for_one_body() -> None:
    texts = TypeTexts()
    assert texts[StructType((i32,), "s")] == "%s"
    with pytest.raises(Untranslatable, match="struct 's' has two bodies"):
        texts[StructType((i8,), "s")]


@pytest.mark.parametrize("name", FLOATS)
@given(data=st.data())
def test_floats_keep_their_bits(name: str, data: st.DataObject) -> None:
    """LLVM reads the text as the number with these bits, be it a nan, subnormal or infinite."""
    word, width = FLOATS[name]
    bits = data.draw(st.integers(0, (1 << width) - 1))
    text = float_text(bits, FloatType(name))
    module = parsed(f"define i{width} @f() {{\n  %r = bitcast {word} {text} to i{width}\n  ret i{width} %r\n}}")
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("x86_64-unknown-linux-gnu").create_target_machine()
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    folded = int(str(module).partition(f"ret i{width} ")[2].split()[0])
    assert folded & (1 << width) - 1 == bits


@pytest.mark.parametrize("bits", [0x7F800000, 0xFF800000, 0x7F800001, 0x00000001, 0x807FFFFF])
def test_infinities_nans_and_subnormals_are_hexadecimal(bits: int) -> None:
    assert float_text(bits, f32).startswith("0x")


def test_float_text_is_plain_where_that_is_exact() -> None:
    bits = struct.unpack("<I", struct.pack("<f", 1.5))[0]
    assert float_text(bits, f32) == "1.500000e+00"
    assert float_text(1 << 31, f32) == "-0.000000e+00"
    assert float_text(struct.unpack("<I", struct.pack("<f", 0.1))[0], f32) == "0x3FB99999A0000000"


def test_integers_are_modulo_their_width() -> None:
    assert [integer_text(value, i8) for value in (255, -1, 127, 128)] == ["-1", "-1", "127", "-128"]
    assert [integer_text(value, i1) for value in (1, -1, 0)] == ["true", "true", "false"]


def test_integers_may_have_any_number_of_digits() -> None:
    number = "7" * 5000
    text = f"llvm.func @f() -> i65536 {{ %c = llvm.mlir.constant({number} : i65536) : i65536 llvm.return %c : i65536 }}"
    assert f"ret i65536 {number}" in emitted(text)


def test_the_text_is_the_same_each_time() -> None:
    text = """
    #scope = #llvm.alias_scope<id = distinct[0]<>, domain = <id = distinct[1]<>>>
    llvm.func @f(%p: !llvm.ptr) {
      %0 = llvm.load %p {alias_scopes = [#scope]} : !llvm.ptr -> i32
      llvm.store %0, %p {noalias_scopes = [#scope]} : i32, !llvm.ptr
      llvm.return
    }
    """
    assert emitted(text) == emitted(text)


def test_names_of_values_are_kept() -> None:
    text = emitted("llvm.func @f(%x: i32) -> i32 { %sum = llvm.add %x, %x : i32 llvm.return %sum : i32 }")
    assert "  %sum = add i32 %x, %x\n  ret i32 %sum\n" in text


def test_two_loops_have_annotations_of_their_own() -> None:
    text = emitted(
        """
        #loop = #llvm.loop_annotation<unroll = <disable = true>>
        llvm.func @f(%c: i1) {
          llvm.br ^a
        ^a:
          llvm.cond_br %c, ^a, ^b {loop_annotation = #loop}
        ^b:
          llvm.cond_br %c, ^b, ^c {loop_annotation = #loop}
        ^c:
          llvm.return
        }
        """
    )
    assert text.count("distinct !{") == 2


def test_a_chain_of_many_ops_is_no_problem() -> None:
    count = 20_000
    lines = "\n".join(f"%{n + 1} = llvm.add %{n}, %{n} : i32" for n in range(count))
    text = emitted(f"llvm.func @f(%0: i32) -> i32 {{\n{lines}\nllvm.return %{count} : i32\n}}")
    assert text.count(" = add i32 ") == count
