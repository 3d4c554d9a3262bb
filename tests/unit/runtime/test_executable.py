"""`dlc.compile`, from any level: entries, constants, failures, options, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dlc
from dlc.codegen.target import Target
from dlc.compiler import Array, Executable
from dlc.dialects import llvm
from dlc.passes.llvm import cf_to_llvm
from dlc.runtime import large_constants
from support.run_lines import ROOT

TWICE = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = graph.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
"""
ONES = np.ones(4, np.float32)

# -- What is compiled --------------------------------------------------------------------------------------------------

PASSES_TO = {
    "graph": "",
    "tensor": "graph-to-tensor",
    "kernels": "lower-to-tensor",
    "memory": "lower-to-tensor,bufferize",
    "loops": "lower-to-loops",
    "cf": "lower-to-loops,loop-to-cf",
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("level", PASSES_TO)
def test_modules_of_any_level(level: str, threads: int) -> None:
    module = dlc.parse(TWICE)
    dlc.run_pipeline(module, PASSES_TO[level])
    before = str(module)
    assert dlc.compile(module, threads=threads)(ONES).tolist() == [2] * 4
    assert str(module) == before
    assert dlc.compile(before, threads=threads)(ONES).tolist() == [2] * 4


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "a (strange) name {.mlir"
    path.write_text(TWICE)
    assert dlc.compile(path)(ONES).tolist() == [2] * 4
    assert dlc.compile(str(path))(ONES).tolist() == [2] * 4
    with pytest.raises(FileNotFoundError):
        dlc.compile("there_is_none.mlir")


def test_the_dialect_llvm() -> None:
    exe = dlc.compile(
        """
        llvm.func @scale(%p: !llvm.ptr, %n: i64, %by: f32) -> f32 {
          %zero = llvm.mlir.constant(0 : i64) : i64
          %one = llvm.mlir.constant(1 : i64) : i64
          %start = llvm.mlir.constant(0.0 : f32) : f32
          llvm.br ^head(%zero, %start : i64, f32)
        ^head(%i: i64, %sum: f32):
          %more = llvm.icmp "slt" %i, %n : i64
          llvm.cond_br %more, ^body, ^exit
        ^body:
          %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
          %v = llvm.load %q : !llvm.ptr -> f32
          %w = llvm.fmul %v, %by : f32
          llvm.store %w, %q : f32, !llvm.ptr
          %next = llvm.fadd %sum, %w : f32
          %j = llvm.add %i, %one : i64
          llvm.br ^head(%j, %next : i64, f32)
        ^exit:
          llvm.return %sum : f32
        }
        llvm.func @pair(%x: i32) -> !llvm.struct<(i32, f64)> {
          %u = llvm.mlir.undef : !llvm.struct<(i32, f64)>
          %c = llvm.mlir.constant(0.5 : f64) : f64
          %a = llvm.insertvalue %x, %u[0] : !llvm.struct<(i32, f64)>
          %b = llvm.insertvalue %c, %a[1] : !llvm.struct<(i32, f64)>
          llvm.return %b : !llvm.struct<(i32, f64)>
        }
        llvm.func @vector(%x: vector<4xf32>) { llvm.return }
        """
    )
    data = np.arange(5, dtype=np.float32)
    assert exe.run("scale", data, 5, 3.0) == 30
    assert data.tolist() == [0, 3, 6, 9, 12]
    assert exe.run("scale", data.ctypes.data, 5, 0.0) == 0
    assert exe.run("pair", -3) == (-3, 0.5)
    with pytest.raises(dlc.InvalidArgument, match="it takes a 'vector<4xf32>', which cannot be passed from Python"):
        exe.run("vector", 1)
    for wrong in (data[::2], -1, "p"):
        with pytest.raises(dlc.InvalidArgument, match="argument 'p' of @scale must be an a"):
            exe.run("scale", wrong, 1, 1.0)


# -- Entries -----------------------------------------------------------------------------------------------------------

SEVERAL = """
func.func @one(%x: i32) -> i32 { return %x : i32 }
func.func @two(%x: i32, %m: memref<?x4xbf16>, %t: tensor<?xf32, #graph.dims<n>>) -> (i32, f32) {
  %c = arith.constant 1.0 : f32
  return %x, %c : i32, f32
}
func.func private @helper(%x: i32) -> i32 { return %x : i32 }
func.func @unranked(%x: memref<*xf32>) { return }
func.func @odd(%x: memref<4xi3>) { return }
func.func @bare(%x: memref<4xi32>) attributes {llvm.bareptr} { return }
"""


SMALL = """
func.func @main(%x: tensor<9xNARROW>, %y: tensor<9xWIDE>) -> (tensor<9xWIDE>, tensor<9xNARROW>, tensor<9xNARROW>) {
  %wide = graph.cast %x : tensor<9xNARROW> -> tensor<9xWIDE>
  %narrow = graph.cast %y : tensor<9xWIDE> -> tensor<9xNARROW>
  %turned = graph.reverse %x, [0] : tensor<9xNARROW> -> tensor<9xNARROW>
  return %wide, %narrow, %turned : tensor<9xWIDE>, tensor<9xNARROW>, tensor<9xNARROW>
}
"""


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize(
    ("narrow", "wide", "dtype"),
    [("i4", "i32", "int4"), ("ui2", "i32", "uint2"), ("f4E2M1FN", "f32", "float4_e2m1fn")],
)
def test_elements_of_less_than_a_byte(level: int, narrow: str, wide: str, dtype: str) -> None:
    exe = dlc.compile(SMALL.replace("NARROW", narrow).replace("WIDE", wide), level=level, threads=1)
    plain = np.float32 if wide == "f32" else np.int32
    codes = np.arange(9, dtype=np.uint8) * 37  # the upper bits of the bytes are noise
    x, clean = (each.view(getattr(ml_dtypes, dtype)) for each in (codes, codes & (3 if dtype == "uint2" else 15)))
    y = np.array([0, 1, 2, 3, 1, -0.2, 2.6, 99, np.nan] if wide == "f32" else range(9), plain)
    results = exe(x, y)
    for result, expected in zip(results, (clean.astype(plain), y.astype(x.dtype), clean[::-1]), strict=True):
        assert result.dtype == expected.dtype
        np.testing.assert_array_equal(result.astype(plain), expected.astype(plain))


def test_a_number_of_less_than_a_byte() -> None:
    assert dlc.compile("func.func @main(%x: i4) -> i4 { return %x : i4 }", level=0)(-3) == -3


def test_integers_wider_than_registers() -> None:
    text = """
    func.func @main(%high: i64, %d: i64) -> (i64, f64) {
      %word = arith.constant 64 : i128
      %wide = arith.extsi %high : i64 to i128
      %n = arith.shli %wide, %word : i128
      %wide_d = arith.extsi %d : i64 to i128
      %quotient = arith.divsi %n, %wide_d : i128
      %low = arith.trunci %quotient : i128 to i64
      %float = arith.sitofp %n : i128 to f64
      return %low, %float : i64, f64
    }
    """
    exe = dlc.compile(text, level=0)
    assert exe(-12345, 1 << 60) == (-12345 * 16, -12345 * 2.0**64)


def test_entries_and_their_signatures() -> None:
    exe = dlc.compile(SEVERAL)
    assert list(exe.entries) == ["one", "two"]
    signature = exe.entry("two").signature
    assert str(signature) == "two(x: i32, m: bfloat16[?, 4], t: float32[n]) -> (i32, f32)"
    matrix = signature.parameters[1].kind
    assert isinstance(matrix, Array)
    assert matrix.shape == (None, 4)
    assert repr(exe.entry("one")) == "<entry one(x: i32) -> i32>"
    assert exe.run("one", 5) == 5
    entries: Any = exe
    assert entries.one is exe.entry("one")
    with pytest.raises(AttributeError, match=r"'ones', did you mean 'one'\?"):
        entries.ones(5)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda exe: exe(1), "there is no entry @main; select one of the entries @one, @two"),
        (lambda exe: exe.run("tow", 1), "there is no entry @tow, did you mean 'two'?; there are: @one, @two"),
        (lambda exe: exe.run("helper", 1), "there is no entry @helper; there are: @one, @two"),
        (lambda exe: exe.run("unranked", 1), "@unranked cannot be called from Python: it takes a 'memref<*xf32>'"),
        (lambda exe: exe.run("bare", 1), "@bare cannot be called from Python: it takes memrefs as bare pointers"),
        (lambda exe: exe.run("odd", 1), "whose elements have no numpy type of the same representation"),
    ],
)
def test_entries_that_are_not_there(call: Any, reason: str) -> None:
    exe = dlc.compile(SEVERAL)
    with pytest.raises(dlc.InvalidArgument) as error:
        call(exe)
    assert reason in str(error.value)


def test_a_function_may_have_the_name_of_one_of_c() -> None:
    text = "func.func @{} (%x: i64) -> i64 {{ %y = arith.addi %x, %x : i64 return %y : i64 }}"
    for name in ("getpid", "main", '"a b"'):
        assert dlc.compile(text.format(name))(4) == 8


def test_private_arguments_of_one_name() -> None:
    exe = dlc.compile(
        '"func.func"() <{function_type = (i32, i32) -> i32, sym_name = "f"}> ({\n'
        "^bb0(%a: i32, %b: i32):\n  func.return %b : i32\n}) : () -> ()"
    )
    assert exe(1, 2) == 2


# -- Failing -----------------------------------------------------------------------------------------------------------

CHECKED = """
func.func @check(%x: i32, %bytes: index) -> memref<?xi8> {
  %zero = arith.constant 0 : i32
  %m = memref.alloc(%bytes) : memref<?xi8>
  %ok = arith.cmpi sge, %x, %zero : i32
  cf.assert %ok, "x must not be negative: \\22ä\\22"
  return %m : memref<?xi8>
}
func.func @each(%m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %m, %c0 : memref<?xi32>
  loop.parallel (%i) = (0) to (symbol(%n)) {
    %x = loop.load %m[%i] : memref<?xi32>
    %ok = arith.cmpi sge, %x, %zero : i32
    cf.assert %ok, "an element is negative"
    %y = arith.addi %x, %x : i32
    loop.store %y, %m[%i] : memref<?xi32>
  }
  return
}
"""


@pytest.mark.parametrize("level", [0, 2])
def test_a_failed_assertion_is_an_exception(level: int) -> None:
    exe = dlc.compile(CHECKED, level=level)
    for _ in range(3):
        with pytest.raises(dlc.ProgramFailed) as error:
            exe.run("check", -1, 10)
        assert str(error.value) == '@check failed: x must not be negative: "ä", at -:6:3'
        assert exe.run("check", 1, 10).shape == (10,)


@pytest.mark.parametrize("threads", [2, 4])
def test_a_failure_on_any_thread_is_the_callers(threads: int) -> None:
    exe = dlc.compile(CHECKED, threads=threads, passes=f"parallel-to-threads{{threads={threads} grain=1}}")
    numbers = np.arange(1000, dtype=np.int32)
    for position in (0, 499, 999):
        wrong = numbers.copy()
        wrong[position] = -1
        with pytest.raises(dlc.ProgramFailed, match="@each failed: an element is negative"):
            exe.run("each", wrong)
        fine = numbers.copy()
        exe.run("each", fine)
        np.testing.assert_array_equal(fine, 2 * numbers)


def test_the_lowering_calls_what_the_runtime_replaces() -> None:
    module = dlc.parse(CHECKED)
    dlc.run_pipeline(module, "lower-to-llvm")
    assert f"@{cf_to_llvm.FAILURE}(%" in str(module)


# -- Constants ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("element", ["f32", "bf16", "i8", "i64", "i1"])
def test_large_constants_are_not_copied_through_text(element: str) -> None:
    """The text for LLVM stays small; values are right for splats as for others."""
    count = 40_000
    values = np.random.default_rng(0).integers(0, 2, count)
    literals = ", ".join(f"{value}.0" if "f" in element else f"{value}" for value in values)
    if element == "i1":
        literals = literals.replace("0", "false").replace("1", "true")
    one = {"f32": "1.5", "bf16": "1.5", "i1": "true"}.get(element, "3")
    exe = dlc.compile(
        f"""
        func.func @weights(%i: index) -> ({element}, {element}) {{
          %c = arith.constant dense<[{literals}]> : tensor<{count}x{element}>
          %s = arith.constant dense<{one}> : tensor<{count}x{element}>
          %x = tensor.extract %c[%i] : tensor<{count}x{element}>
          %y = tensor.extract %s[%i] : tensor<{count}x{element}>
          return %x, %y : {element}, {element}
        }}
        """,
        threads=1,
    )
    splat = {"f32": 1.5, "bf16": 1.5, "i1": True}.get(element, 3)
    for position in (0, 1, 17, count - 1):
        assert exe(position) == (values[position], splat)


def test_large_resources_stay_where_they_are() -> None:
    values = np.arange(8192, dtype=np.float32)
    text = """
    func.func @weights(%i: index) -> f32 {
      %c = arith.constant dense_resource<weights> : tensor<8192xf32>
      %x = tensor.extract %c[%i] : tensor<8192xf32>
      return %x : f32
    }
    {-# dialect_resources: { builtin: { weights: "0x04000000HEX" } } #-}
    """
    exe = dlc.compile(text.replace("HEX", values.tobytes().hex()), threads=1)
    assert [exe(number) for number in (0, 1, 8191)] == [0, 1, 8191]
    assert exe.stages["llvm"] < 5


def test_which_constants_are_large() -> None:
    module = dlc.parse(
        """
        !many = !llvm.array<8192 x f32>
        !rows = !llvm.array<64 x array<256 x i8>>
        llvm.mlir.global private constant @large(dense<1.0> : tensor<8192xf32>) : !many
        llvm.mlir.global private constant @small(dense<1.0> : tensor<4xf32>) : !llvm.array<4 x f32>
        llvm.mlir.global private @variable(dense<1.0> : tensor<8192xf32>) : !many
        llvm.mlir.global private constant @far(dense<1.0> : tensor<8192xf32>) {addr_space = 1 : i32} : !many
        llvm.mlir.global private constant @nested(dense<2> : tensor<64x256xi8>) {alignment = 64 : i64} : !rows
        """
    )
    globals_ = large_constants.take_out_globals(module)
    assert list(globals_) == ["large", "nested"]
    nested = globals_["nested"].memory()
    assert nested.ctypes.data % 64 == 0
    assert (nested == 2).all()
    dlc.verify(module)


def test_constants_that_are_read_at_load_need_no_alignment_for_vectors() -> None:
    """One that calls read as well is aligned."""
    module = dlc.parse(
        """
        !many = !llvm.array<8192 x f32>
        llvm.mlir.global private constant @packed(dense<1.0> : tensor<8192xf32>) {alignment = 64 : i64} : !many
        llvm.mlir.global private constant @read(dense<2.0> : tensor<8192xf32>) {alignment = 64 : i64} : !many
        llvm.mlir.global private constant @both(dense<3.0> : tensor<8192xf32>) {alignment = 64 : i64} : !many
        llvm.mlir.global_ctors ctors = [@at_load], priorities = [0 : i32], data = [#llvm.zero]
        llvm.func internal @at_load() {
          %0 = llvm.mlir.addressof @packed : !llvm.ptr
          %1 = llvm.mlir.addressof @both : !llvm.ptr
          llvm.return
        }
        llvm.func @call() -> !llvm.ptr {
          %0 = llvm.mlir.addressof @read : !llvm.ptr
          %1 = llvm.mlir.addressof @both : !llvm.ptr
          llvm.return %0 : !llvm.ptr
        }
        """
    )
    globals_ = large_constants.take_out_globals(module)
    assert {name: each.alignment for name, each in globals_.items()} == {"packed": 16, "read": 64, "both": 64}
    alignments = {op.sym_name.value: op.alignment for op in module.walk() if isinstance(op, llvm.GlobalOp)}
    declared = {name: each.value for name, each in alignments.items() if each is not None}
    assert declared == {"packed": 16, "read": 64, "both": 64}
    dlc.verify(module)


# -- What is wrong -----------------------------------------------------------------------------------------------------


def test_all_errors_of_a_module_are_told() -> None:
    with pytest.raises(dlc.InvalidProgram) as error:
        dlc.compile("func.func @f(%x: tensor<4xf32>) {\n  %y = graph.add %x, %z : tensor<4xf32>\n  return\n}")
    assert "error: use of undeclared SSA value name '%z'" in str(error.value)
    module = dlc.parse("func.func @f(%x: i32) -> i32 { return %x : i32 }", check=False)
    next(op for op in module.walk() if op.name == "func.return").set_operands([])
    with pytest.raises(dlc.InvalidProgram, match=r"return_c1"):
        dlc.compile(module)


def test_a_function_that_is_nowhere() -> None:
    text = "func.func private @nowhere_to_be_found()\n"
    text += "func.func @f() {\n  call @nowhere_to_be_found() : () -> ()\n  return\n}"
    with pytest.raises(dlc.InvalidProgram) as error:
        dlc.compile(text)
    message = "op declares 'nowhere_to_be_found', which this process does not define"
    assert f"-:1:1: error: 'llvm.func' {message}" in str(error.value)


@pytest.mark.parametrize("level", [0, 2])
def test_functions_that_are_nowhere_are_not_required_by_private_ones_that_nobody_calls(level: int) -> None:
    text = """
    func.func private @unknown(memref<4xf32>) attributes {llvm.emit_c_interface}
    func.func private @unused(%m: memref<4xf32>, %n: i32) {
      call @unknown(%m) : (memref<4xf32>) -> ()
      call @unused_too(%m, %n) : (memref<4xf32>, i32) -> ()
      return
    }
    func.func private @unused_too(%m: memref<4xf32>, %n: i32) {
      call @unused(%m, %n) : (memref<4xf32>, i32) -> ()
      return
    }
    func.func private @twice(%x: i32) -> i32 {
      %y = arith.addi %x, %x : i32
      return %y : i32
    }
    func.func @f(%x: i32) -> i32 {
      %y = call @twice(%x) : (i32) -> i32
      return %y : i32
    }
    """
    assert dlc.compile(text, level=level)(21) == 42


def test_passes_that_replace_the_lowering_of_tensors() -> None:
    with pytest.raises(dlc.InvalidProgram) as error:
        dlc.compile(TWICE, passes="canonicalize")
    assert "'canonicalize,default' runs them first" in str(error.value)


def test_arrays_for_which_there_are_no_addresses(tmp_path: Path) -> None:
    text = """
    func.func @f() -> tensor<4611686018427387904xf32> {
      %a = arith.constant dense<1.0> : tensor<4611686018427387904xf32>
      return %a : tensor<4611686018427387904xf32>
    }
    """
    value = "'arith.constant' op has a value of type 'tensor<4611686018427387904xf32>'"
    for compile in (dlc.compile, lambda module: dlc.export(module, tmp_path / "f.o")):
        with pytest.raises(dlc.InvalidProgram) as error:
            compile(text)
        assert f"{value}, but 18446744073709551616 bytes cannot be addressed" in str(error.value)
    view = "memref<4611686018427387904xf32, strided<[0]>>"
    dlc.compile(
        f"func.func @f(%m: {view}) -> f32 {{ %i = arith.constant 7 : index\n"
        f"%x = memref.load %m[%i] : {view} return %x : f32 }}"
    )


def test_an_op_that_has_no_lowering() -> None:
    text = """
    !folded = memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>
    func.func @f(%m: !folded, %i: index) -> f32 {
      %x = memref.load %m[%i] : !folded
      return %x : f32
    }
    """
    with pytest.raises(dlc.InvalidProgram, match="failed to legalize"):
        dlc.compile(text)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"threads": 0}, "'threads' must be an integer from 1 to 1024, but got '0'"),
        ({"threads": True}, "'threads' must be an integer from 1 to 1024, but got 'True'"),
        ({"level": 4}, "'level' must be an integer from 0 to 3, but got '4'"),
        ({"precision": "exakt"}, "must be 'exact', 'default' or 'tf32', but got 'exakt', did you mean 'exact'?"),
        ({"precision": None}, "'precision' must be 'exact', 'default' or 'tf32', but got 'None'"),
        ({"target": "gpu"}, "'target' must be 'cpu', 'cuda', 'hip', with the number of a device as in 'cuda:1', or"),
        ({"target": Target("riscv64-unknown-linux")}, "target of this machine is"),
    ],
)
def test_options_that_are_not_there(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(dlc.DlcError) as error:
        dlc.compile(TWICE, **options)
    assert reason in str(error.value)


def test_a_function_alone_is_no_module() -> None:
    function = next(op for op in dlc.parse(TWICE).walk() if op.name == "func.func")
    with pytest.raises(dlc.DlcError, match=r"expected a 'builtin\.module' to compile, but got 'func\.func'"):
        dlc.compile(function)


# -- Options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_levels(level: int) -> None:
    assert dlc.compile(TWICE, level=level)(ONES).tolist() == [2] * 4


def test_targets() -> None:
    host = Target.host()
    assert dlc.compile(TWICE, target=Target(host.triple))(ONES).tolist() == [2] * 4


def test_passes_are_what_is_asked_for() -> None:
    exe = dlc.compile(TWICE, passes="canonicalize,lower-to-loops", threads=1)
    assert exe(ONES).tolist() == [2] * 4


def test_stages_are_timed() -> None:
    stages = dlc.compile(TWICE).stages
    assert list(stages) == ["read", "import", "parse", "plan", "passes", "entries", "divide", "llvm", "link", "load"]
    assert all(seconds >= 0 for seconds in stages.values())


def test_examples_have_signatures() -> None:
    exe: Executable = dlc.compile(ROOT / "examples" / "lstm.mlir", threads=1, level=0)
    assert str(exe.entry("lstm").signature) == (
        "lstm(xs: float32[t, 3], of_input: float32[3, 16], of_state: float32[4, 16], bias: float32[16]) "
        "-> (float32[t, 4], float32[4])"
    )


# -- Remarks -----------------------------------------------------------------------------------------------------------

IN_ORDER = """
func.func @main(%a: memref<1025xf32>) {
  loop.for %i = 0 to 1024 {
    %x = loop.load %a[%i] : memref<1025xf32>
    loop.store %x, %a[%i + 1] : memref<1025xf32>
  } {loop.name = "i", loop.try_schedule = [["loop-vectorize{loops=i}"]]}
  return
}
"""
MAY_BE_THE_SAME = """
func.func @main(%a: memref<1024xf32>, %b: memref<1024xf32>) {
  loop.for %i = 0 to 1024 {
    %x = loop.load %a[%i] : memref<1024xf32>
    loop.store %x, %b[%i] : memref<1024xf32>
  }
  return
}
"""


def test_refused_schedules_are_remarks_and_warnings() -> None:
    with pytest.warns(
        dlc.MissedOptimization, match="schedule 1 of 1 is refused in step 1 of 1, 'loop-vectorize"
    ) as shown:
        exe = dlc.compile(IN_ORDER, threads=1)
    assert len(shown) == 1
    assert shown[0].filename == __file__
    [remark] = exe.remarks
    assert remark == str(shown[0].message)
    assert remark.startswith("-:3:3: remark: 'loop.for' op schedule 1 of 1 is refused")
    assert "'loop.load' reads the same element later" in remark
    assert "no other schedule is left, so the loops stay as they are" in remark


def test_remarks_are_not_shown_if_they_are_not_wanted() -> None:
    assert len(dlc.compile(IN_ORDER, threads=1, remarks=False).remarks) == 1


def test_a_module_that_goes_as_planned_has_no_remarks() -> None:
    assert not dlc.compile(MAY_BE_THE_SAME, threads=1).remarks
    assert not dlc.compile(MAY_BE_THE_SAME.replace("f32>)", "f32> {llvm.noalias})"), threads=1).remarks
    assert not dlc.compile(TWICE).remarks


def test_constants_that_do_not_fit_into_memory(tmp_path: Path) -> None:
    text = """
    func.func @main() -> tensor<1000000x1000000xf32> {
      %c = arith.constant dense<1.0> : tensor<1000000x1000000xf32>
      return %c : tensor<1000000x1000000xf32>
    }"""
    for call in (lambda: dlc.compile(text), lambda: dlc.export(text, tmp_path / "m.o")):
        with pytest.raises(dlc.InvalidProgram, match=r"-:3:12: error: a constant of 4000000000000 bytes"):
            call()
