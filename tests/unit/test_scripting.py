"""The names that scripts import as `dlc.…`: one exception with all errors, and lazy imports."""

import subprocess
import sys
from pathlib import Path

import pytest

import dlc
from dlc.dialects import scf
from dlc.ir import Block, Builder
from dlc.ir.context import Context
from dlc.passes.manager.settings import RunSettings
from support.new_process import check_in_new_process

TWICE = "func.func @twice(%x: i32) -> i32 {\n  %y = arith.addi %x, %x : i32\n  return %y : i32\n}"


def test_a_text_becomes_a_module_that_runs() -> None:
    module = dlc.parse(TWICE)
    assert dlc.Interpreter(module).run("twice", 21) == [42]
    assert dlc.print_ir(module) == f"{module}\n"


def test_a_module_is_one_in_every_context() -> None:
    symbol = '"some.thing"() {sym_name = "twice"} : () -> ()'
    for context, text in ((None, TWICE), (Context(allow_unregistered=True), symbol)):
        for wrapped in (text, f"module @named {{ {text} }}"):
            assert dlc.parse(wrapped, context=context).lookup("twice").name == (
                "func.func" if context is None else "some.thing"
            )


def test_all_errors_are_in_one_exception() -> None:
    text = "func.func @f(%x: i32) {\n  %a = arith.adi %x, %x : i32\n  %b = arith.addi %x : i32\n  return\n}"
    with pytest.raises(dlc.InvalidProgram) as caught:
        dlc.parse(text, filename="f.mlir")
    assert len(caught.value.diagnostics) == 2
    assert "f.mlir:2:8: error: custom op 'arith.adi' is unknown, did you mean 'arith.addi'?" in str(caught.value)
    assert "  %b = arith.addi %x : i32" in str(caught.value)


def test_a_module_is_verified_unless_it_shall_not_be() -> None:
    text = "func.func @f(%x: i32) -> i64 {\n  return %x : i32\n}"
    with pytest.raises(dlc.InvalidProgram, match="doesn't match function result type"):
        dlc.parse(text)
    module = dlc.parse(text, check=False)
    with pytest.raises(dlc.InvalidProgram, match=r"return %x : i32"):
        dlc.verify(module)


def test_passes_run_on_valid_modules_unless_they_shall_run_on_any() -> None:
    module = dlc.parse("func.func @f(%x: i32) -> i64 {\n  return %x : i32\n}", check=False)
    with pytest.raises(dlc.InvalidProgram, match="doesn't match function result type"):
        dlc.run_pipeline(module, "cse")
    dlc.run_pipeline(module, "cse", settings=RunSettings(verify_each=False))


def test_a_module_that_is_nested_too_deeply_to_be_printed() -> None:
    module = dlc.parse("func.func @f(%c: i1) {\n  scf.if %c {\n  }\n  return\n}")
    inner = next(op for op in module.walk() if isinstance(op, scf.IfOp))
    for _ in range(6000):
        outer = Builder.before(inner).insert(scf.IfOp(inner.condition, ()))
        inner.detach()
        outer.then_region.append(Block([])).append(inner)
        outer.then_region.entry.append(scf.YieldOp(()))
        inner = outer
    with pytest.raises(dlc.DlcError, match=r"'builtin\.module' op is nested too deeply"):
        str(module)


def test_an_op_verifies_itself_and_what_it_contains() -> None:
    text = "func.func @f(%x: i32) -> i64 {\n  %y = arith.addi %x, %x : i32\n  return %y : i32\n}\n"
    text += text.replace("@f", "@g")
    module = dlc.parse(text, check=False)
    with pytest.raises(dlc.DlcError, match=r"return %y : i32") as caught:
        module.verify()
    assert str(caught.value).count("[return_c2]") == 2
    _, _, addition, end, *_ = module.walk()
    addition.verify()
    with pytest.raises(dlc.InvalidProgram, match="return_c2"):
        end.verify()
    for op in dlc.parse(TWICE).walk():
        op.verify()
    dlc.parse('"some.thing"() : () -> ()', context=dlc.make_context(allow_unregistered=True)).verify()


def test_a_file_is_named_in_its_errors(tmp_path: Path) -> None:
    file = tmp_path / "wrong.mlir"
    file.write_text("func.func @f(")
    with pytest.raises(dlc.InvalidProgram, match=r"wrong\.mlir:1:14: error"):
        dlc.parse_file(file)


@pytest.mark.parametrize(
    "pipeline", ["cse,canonicalize", "builtin.module(func.func(cse,canonicalize))", "func.func(cse)"]
)
def test_pipelines_are_anchored_or_not(pipeline: str) -> None:
    module = dlc.parse(TWICE.replace("  return", "  %z = arith.addi %x, %x : i32\n  return"))
    dlc.run_pipeline(module, pipeline)
    assert str(module).count("arith.addi") == 1


def test_an_unknown_pass_is_an_error_of_ours() -> None:
    with pytest.raises(dlc.DlcError, match="did you mean 'cse'"):
        dlc.run_pipeline(dlc.parse(TWICE), "cze")


def test_a_context_decides_on_unregistered_ops() -> None:
    text = '"some.thing"() : () -> ()'
    with pytest.raises(dlc.InvalidProgram):
        dlc.parse(text)
    module = dlc.parse(text, context=dlc.make_context(allow_unregistered=True))
    assert [op.name for op in module.walk()] == ["builtin.module", "some.thing"]


def test_types_and_attributes_by_their_text() -> None:
    assert dlc.parse_type("vector<4xf32>") is dlc.parse_type("vector< 4 x f32 >")
    assert str(dlc.parse_attribute("[1 : i32, unit]")) == "[1 : i32, unit]"


def test_every_public_name_is_there() -> None:
    assert all(hasattr(dlc, name) for name in dlc.__all__)
    assert set(dlc.__all__) <= set(dir(dlc))
    with pytest.raises(AttributeError, match="no attribute 'parze'"):
        _ = dlc.parze  # type: ignore[attr-defined]


def test_importing_the_package_imports_nothing_else() -> None:
    listed = "[name for name in set(sys.modules) - known if name.startswith('dlc.') or name in ('numpy', 'typing')]"
    code = f"import sys; known = set(sys.modules); import dlc; print({listed})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_compiling_for_a_cpu_imports_nothing_for_gpus_and_gradients() -> None:
    text = """
    func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %y = graph.contract %x, %x, batch = [] x [], contracting = [1] x [0]
        : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
      return %y : tensor<64x64xf32>
    }
    """
    code = f"""
    import sys, dlc
    dlc.compile({text!r}, threads=1, cache=False)
    kinds = (".nvgpu", ".amdgpu", ".graph_grad", ".stablehlo", ".matrix_units", ".gpu_contractions", ".onnx.")
    print([name for name in sys.modules if any(kind in name for kind in (*kinds, ".tosa"))])
    """
    assert check_in_new_process(code).stdout == "[]\n"


def test_programs_of_one_dialect_import_no_others() -> None:
    """The passes that import programs are loaded where their dialects are."""
    text = """
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    """
    code = f"""
    import sys, dlc
    dlc.compile({text!r}, threads=1, cache=False)
    print([name for name in sys.modules if any(kind in name for kind in (".stablehlo", ".tosa", ".scf_to_loop"))])
    """
    assert check_in_new_process(code).stdout == "[]\n"


def test_a_process_that_runs_llvm_imports_nothing_of_the_core() -> None:
    listed = "sorted(name for name in sys.modules if name.startswith('dlc.') or name == 'numpy')"
    code = f"import sys, dlc.codegen.worker; print(*{listed})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [f"dlc.codegen{each}" for each in ("", ".binding", ".machine_code", ".worker")]
