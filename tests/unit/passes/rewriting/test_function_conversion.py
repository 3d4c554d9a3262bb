"""Functions whose types a dialect conversion changes."""

import pytest

import dlc
from dlc.dialects.func import FuncOp
from dlc.ir.builtin_types import IndexType, TupleType, i64
from dlc.passes.rewriting.conversion import apply_full_conversion
from dlc.passes.rewriting.conversion_target import ConversionTarget
from dlc.passes.rewriting.function_conversion import FUNCTION_PATTERNS, allow_converted_functions
from dlc.passes.rewriting.type_conversion import TypeConverter


def convert(text: str, converter: TypeConverter) -> str:
    context = dlc.make_context()
    module = dlc.parse(text, context=context)
    target = ConversionTarget()
    allow_converted_functions(target, converter)
    if not apply_full_conversion(module, target, FUNCTION_PATTERNS, context, converter):
        return "\n".join(map(context.diagnostics.render, context.diagnostics.diagnostics))
    dlc.verify(module)
    return str(module)


@pytest.fixture
def converter() -> TypeConverter:
    mixed = TypeConverter.keeping_others()
    mixed.add(lambda type: i64 if isinstance(type, IndexType) else None)
    mixed.add(lambda type: type.types if isinstance(type, TupleType) else None)
    return mixed


def test_signatures_returns_calls_and_branches_change_together(converter: TypeConverter) -> None:
    text = """
    func.func private @outside(index) -> (index, i32)
    func.func @main(%a: index, %c: i1) -> index {
      cf.cond_br %c, ^one(%a : index), ^two
    ^one(%b: index):
      %r:2 = call @outside(%b) : (index) -> (index, i32)
      return %r#0 : index
    ^two:
      cf.br ^one(%a : index)
    }
    """
    converted = convert(text, converter)
    assert "index" not in converted
    assert "unrealized" not in converted
    assert "call @outside(%b) : (i64) -> (i64, i32)" in converted
    assert "^one" not in converted or "i64" in converted


def test_one_value_can_become_several(converter: TypeConverter) -> None:
    text = """
    func.func @swap(%t: tuple<i32, f32>, %c: i1) -> tuple<i32, f32> {
      %r = call @swap(%t, %c) : (tuple<i32, f32>, i1) -> tuple<i32, f32>
      return %r : tuple<i32, f32>
    }
    """
    converted = convert(text, converter)
    assert "-> (i32, f32)" in converted
    assert "tuple" not in converted


def test_calls_keep_their_attributes(converter: TypeConverter) -> None:
    text = """
    func.func private @f(index) -> index
    func.func @main(%a: index) -> index {
      %r = call @f(%a) {no_inline, my.tag = 3 : i32} : (index) -> index
      return %r : index
    }
    """
    assert "call @f(%a) {my.tag = 3 : i32, no_inline} : (i64) -> i64" in convert(text, converter)


def test_what_cannot_be_converted_is_named() -> None:
    nothing = TypeConverter()
    nothing.add(lambda type: None if isinstance(type, IndexType) else type)
    assert "pattern 'convert_function' did not match: signature '(index) -> ()' cannot be converted" in convert(
        "func.func private @f(index)", nothing
    )


def test_attributes_of_arguments_do_not_get_lost(converter: TypeConverter) -> None:
    text = "func.func private @f(%t: tuple<i32, f32> {llvm.noalias})"
    assert "attributes of arguments and results cannot follow" in convert(text, converter)
    kept = convert("func.func private @f(%t: index {llvm.noalias})", converter)
    assert "i64 {llvm.noalias}" in kept
    assert isinstance(next(iter(dlc.parse(kept).regions[0].entry.ops)), FuncOp)
