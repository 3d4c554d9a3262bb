"""ONNX models through the whole compiler: whole modules, and programs that run step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from dlc.dialects.func import FuncOp
from dlc.interp.interpreter import Interpreter
from dlc.ir.locations import NameLoc
from dlc.parser.print import print_ir

onnx: Any = pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")

from onnx import parser as onnx_parser, reference as onnx_reference  # noqa: E402

from dlc.frontends.onnx import ModelProgram, UnsupportedModel, import_model, load_model  # noqa: E402
from dlc.frontends.onnx.model_files import read_model  # noqa: E402


def model_of(graph: str, opset: int = 18, more: str = "") -> Any:
    return onnx_parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}{more}]>\n{graph}')


def program_of(model: Any) -> Any:
    def compiled(module: Any) -> Any:
        return dlc.compile(module, level=0, threads=1, remarks=False)

    loaded = load_model(model, compiled)
    return loaded if isinstance(loaded, ModelProgram) else compiled(loaded)


def array(*shape: int) -> Any:
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


MLP = """
mlp (float[batch, 3] x) => (float[batch, 2] y)
<float[3, 2] w = {1, 2, 3, 4, 5, 6}, float[2] b = {-1, 1}> {
  product = MatMul(x, w)
  sum = Add(product, b)
  y = Relu(sum)
}
"""


# -- Whole models ------------------------------------------------------------------------------------------------------


def test_a_model_becomes_a_function_with_the_names_of_its_values() -> None:
    module = import_model(model_of(MLP))
    text = print_ir(module)
    assert 'func.func @main(%x: tensor<?x3xf32, #graph.dims<batch>> {dlc.name = "x"})' in text
    assert '-> (tensor<?x2xf32, #graph.dims<batch>> {dlc.name = "y"})' in text


def test_a_batch_of_any_size_is_one_program() -> None:
    program = program_of(model_of(MLP))
    weights = np.arange(1, 7, dtype=np.float32).reshape(3, 2)
    for batch in (1, 4):
        x = array(batch, 3)
        np.testing.assert_allclose(program(x=x), np.maximum(x @ weights + [-1, 1], 0), rtol=1e-5)


def test_ops_have_the_names_of_nodes_as_locations() -> None:
    model = model_of("g (float[2] x) => (float[2] y) { y = Relu(x) }")
    model.graph.node[0].name = "/layer/relu"
    function = next(op for op in import_model(model).walk() if isinstance(op, FuncOp))
    locations = [op.location for op in function.walk() if op.name == "graph.relu"]
    assert [each.text for each in locations if isinstance(each, NameLoc)] == ["/layer/relu"]


def test_an_op_before_its_opset_has_the_attributes_of_its_first_definition() -> None:
    model = model_of("g (float[2, 3] x, float[3] scale) => (float[2, 3] y) { y = LayerNormalization(x, scale) }", 14)
    x = array(2, 3)
    expected = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(program_of(model)(x=x, scale=np.ones(3, np.float32)), expected, rtol=1e-4, atol=1e-5)


def test_shapes_that_a_model_computes_are_folded() -> None:
    model = model_of("""
    g (float[batch, 4, 6] x) => (float[batch, 24] y) <int64[1] rest = {-1}, int64 zero = {0}, int64[1] axis = {0}> {
      shape = Shape(x)
      size = Gather(shape, zero)
      first = Unsqueeze(size, axis)
      sizes = Concat <axis = 0> (first, rest)
      y = Reshape(x, sizes)
    }
    """)
    module = import_model(model)
    dlc.run_pipeline(module, "infer-shapes,canonicalize,cse")
    names = [op.name for op in module.walk() if op.name.startswith("graph.")]
    assert names == ["graph.reshape"]


def test_functions_of_the_model_are_inlined() -> None:
    text = """
    <ir_version: 8, opset_import: ["" : 18, "own" : 1]>
    g (float[3] x) => (float[3] y) { y = own.twice <factor: float = 2.0> (x) }
    <domain: "own", opset_import: ["" : 18]>
    twice <factor> (a) => (b) {
      c = Constant <value_float: float = @factor> ()
      b = Mul(a, c)
    }
    """
    x = array(3)
    np.testing.assert_allclose(program_of(onnx_parser.parse_model(text))(x), 2 * x)


def test_ops_without_an_importer_are_what_the_standard_defines_them_as() -> None:
    model = model_of("g (float[2, 4, 3] x, float[4] s) => (float[2, 4, 3] y) { y = MeanVarianceNormalization(x) }")
    del model.graph.input[1]
    model.graph.node[0].op_type = "Softplus"
    x = array(2, 4, 3)
    np.testing.assert_allclose(program_of(model)(x), np.log1p(np.exp(x)), rtol=1e-5)


@pytest.mark.parametrize(("a", "b"), [((3, 1), (1, 3)), ((3, 3), (1, 3)), ((2, 2), (2, 2))])
def test_sizes_that_may_be_one_are_broadcast_when_running(a: tuple[int, int], b: tuple[int, int]) -> None:
    program = program_of(model_of("g (float[n, m] x, float[k, l] y) => (float[p, q] z) { z = Add(x, y) }"))
    x, y = array(*a), array(*b)
    np.testing.assert_allclose(program(x, y), x + y)


def test_the_diagonal_of_a_triangle_may_be_computed_when_running() -> None:
    model = model_of("g (float[3, 5] x, int64 k) => (float[3, 5] y) { y = Trilu <upper = 0> (x, k) }")
    x, interpreter = array(3, 5), dlc.Interpreter(import_model(model))
    for diagonal in (-1, 2):
        [lower] = interpreter.run("main", x, np.array(diagonal))
        np.testing.assert_array_equal(lower, np.tril(x, diagonal))


def test_weights_of_four_bits_are_packed_in_files() -> None:
    model = model_of("g (float[5] x) => (float[5] y) { w = Cast <to = 1> (q) y = Mul(x, w) }", 23)
    values = np.array([0.5, -6, 3, 1.5, -0.5], np.float32)
    packed = onnx.helper.make_tensor("q", onnx.TensorProto.FLOAT4E2M1, [5], values)
    model.graph.initializer.append(packed)
    np.testing.assert_array_equal(program_of(model)(np.full(5, 2, np.float32)), 2 * values)


def test_gradients_of_a_part_of_the_graph() -> None:
    model = model_of(
        """
    g (float[3] x, float[3] w) => (float[3] y, float[3] dx) {
      scaled = Mul(x, w)
      y = Exp(scaled)
      dx = ai.onnx.preview.training.Gradient <xs = ["x"], zs = ["w"], y = "y"> (w, x)
    }
    """,
        more=', "ai.onnx.preview.training" : 1',
    )
    x, w = array(3), np.array([1, 2, 3], np.float32)
    y, gradient = program_of(model)(x, w)
    np.testing.assert_allclose(y, np.exp(x * w), rtol=1e-5)
    np.testing.assert_allclose(gradient, x * y, rtol=1e-5)  # `w` and `x` have changed places


# -- Control flow ------------------------------------------------------------------------------------------------------

LOOP = """
g (int64 count, float[2] x) => (float[2] last, float[steps, 2] all) {
  last, all = Loop (count, , x) <body = b (int64 i, bool go, float[2] s) => (bool go_on, float[2] t, float[2] each) {
    go_on = Identity(go)
    t = Add(s, s)
    each = Neg(t)
  }>
}
"""


def test_a_counted_loop_is_a_scan() -> None:
    program = program_of(model_of(LOOP))
    last, each = program(np.int64(3), np.array([1, -2], np.float32))
    np.testing.assert_array_equal(last, [8, -16])
    np.testing.assert_array_equal(each, [[-2, 4], [-4, 8], [-8, 16]])


def test_a_loop_with_a_condition_stops() -> None:
    program = program_of(
        model_of("""
    g (float x) => (float last) <bool start = {1}, float limit = {100}> {
      last = Loop (, start, x) <body = b (int64 i, bool go, float s) => (bool go_on, float t) {
        t = Add(s, s)
        go_on = Less(t, limit)
      }>
    }
    """)
    )
    assert program(np.float32(3)) == 192


GROWING = """
g (float[1, 2] x, float[2, 3] w) => (float[n, 2] y) <int64 three = {3}, bool yes = {1}, float half = {0.5}> {
  turned = Transpose(w)
  y = Loop (three, yes, x) <body = b (int64 i, bool go, float[n, 2] s) => (bool go_on, float[m, 2] t) {
    go_on = Identity(yes)
    inner = MatMul(s, w)
    scaled = Mul(inner, half)
    outer = MatMul(scaled, turned)
    t = Concat <axis = 0> (s, outer)
  }>
}
"""


def test_a_loop_whose_values_grow() -> None:
    program = program_of(model_of(GROWING))
    expected, w = array(1, 2), array(2, 3)
    result = program(expected, w)
    for _ in range(3):
        expected = np.concatenate([expected, expected @ w * np.float32(0.5) @ w.T])
    np.testing.assert_allclose(result, expected, rtol=1e-5)


def test_branches_may_have_different_sizes() -> None:
    program = program_of(
        model_of("""
    g (bool c, float[4] x) => (float[n] y) <int64[1] zero = {0}, int64[1] two = {2}> {
      y = If (c) <
        then_branch = t () => (float[4] a) { a = Neg(x) },
        else_branch = e () => (float[2] b) { b = Slice(x, zero, two) }
      >
    }
    """)
    )
    x = array(4)
    np.testing.assert_array_equal(program(np.bool_(True), x), -x)
    np.testing.assert_array_equal(program(np.bool_(False), x), x[:2])


# -- Step by step ------------------------------------------------------------------------------------------------------


BRANCHES = """
g (float[n, m] x, int64 rate) => (float[r, c] y) <int64 fast = {16000}, float[3, 2] w = {1, 2, 3, 4, 5, 6},
float[4, 2] v = {1, 2, 3, 4, 5, 6, 7, 8}> {
  c = Equal(rate, fast)
  y = If (c) <then_branch = t () => (float[a, b] s) { s = MatMul(x, w) },
              else_branch = e () => (float[d, f] u) { u = MatMul(x, v) }>
}
"""


def test_a_branch_that_does_not_fit_the_sizes_of_the_inputs_is_left_out() -> None:
    model = model_of(BRANCHES)
    compiled: list[Any] = []

    def compile(module: Any) -> Any:
        compiled.append(module)
        return dlc.compile(module, level=0, threads=1, remarks=False)

    x = array(2, 3), array(2, 4)
    runner = ModelProgram(read_model(model), compile)
    w, v = (np.arange(1, 1 + 2 * rows, dtype=np.float32).reshape(rows, 2) for rows in (3, 4))
    for _ in range(2):
        np.testing.assert_allclose(runner(x[0], np.array(16000)), x[0] @ w, rtol=1e-5)
        np.testing.assert_allclose(runner(x[1], np.array(8000)), x[1] @ v, rtol=1e-5)
    assert len(compiled) == 2
    with pytest.raises(UnsupportedModel, match="sizes of lhs dimension 1 and rhs dimension 0 must agree"):
        runner(x[1], np.array(16000))


def test_a_part_is_not_compiled_for_a_condition_on_large_inputs() -> None:
    model = model_of("""
    g (float[n] x) => (float y) <float zero = {0}, int64[1] axis = {0}> {
      largest = ReduceMax <keepdims = 0> (x, axis)
      c = Greater(largest, zero)
      z = If (c) <then_branch = t () => (float[a] s) { s = Identity(x) },
                  else_branch = e () => (float[b, d] u) { u = Unsqueeze(x, axis) }>
      y = ReduceSum <keepdims = 0> (z)
    }
    """)
    compiled: list[Any] = []

    def compile(module: Any) -> Any:
        compiled.append(module)
        return dlc.compile(module, level=0, threads=1, remarks=False)

    loaded = load_model(model, compile)
    for seed in range(4):
        x = np.random.default_rng(seed).standard_normal(20).astype(np.float32)
        np.testing.assert_allclose(loaded(x), x.sum(), rtol=1e-4)  # type: ignore[operator]
    assert len(compiled) <= 3


def test_a_program_is_compiled_for_the_values_that_decide_shapes() -> None:
    compiled: list[Any] = []

    def compile(module: Any) -> Any:
        compiled.append(module)
        return dlc.compile(module, level=0, threads=1, remarks=False)

    model = model_of("g (float[2, 3] x, int64[n] axes) => (float[r] y) { y = ReduceSum <keepdims = 0> (x, axes) }")
    program: Any = load_model(model, compile)
    x = array(2, 3)
    for axes in ([0], [1], [0]):
        np.testing.assert_allclose(program(x, np.array(axes, np.int64)), x.sum(axis=axes[0]), rtol=1e-5)
    assert len(compiled) == 2  # the third call is the first one again


def test_values_that_are_computed_end_a_part() -> None:
    model = model_of("""
    g (float[n] x) => (float[k] y) <int64[1] one = {1}, float zero = {0}> {
      positive = Greater(x, zero)
      places = NonZero(positive)
      shape = Shape(places)
      size = Slice(shape, one, two)
      y = ConstantOfShape(size)
    }
    """)
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.array([2], np.int64), "two"))
    program = program_of(model)
    assert program(np.array([1, -1, 2], np.float32)).shape == (2,)
    assert program(np.array([1, 1, 2], np.float32)).shape == (3,)


def test_sequences_run_beside_compiled_parts() -> None:
    model = model_of("""
    g (float[2] x, float[2] y) => (float[4] z, int64 count) {
      a = Add(x, y)
      s = SequenceConstruct(a, y)
      count = SequenceLength(s)
      c = ConcatFromSequence <axis = 0> (s)
      z = Neg(c)
    }
    """)
    z, count = program_of(model)(np.array([1, 2], np.float32), np.array([3, 4], np.float32))
    np.testing.assert_array_equal(z, [-4, -6, -3, -4])
    assert count == 2


def test_strings_are_arrays_of_objects() -> None:
    program = program_of(model_of("g (string[2] x, string[2] y) => (string[2] z) { z = StringConcat(x, y) }", 20))
    assert [*program(np.array(["a", "b"]), np.array(["c", "d"]))] == ["ac", "bd"]


# -- Reports -----------------------------------------------------------------------------------------------------------


def test_one_report_lists_every_node_that_is_not_supported() -> None:
    model = model_of(
        """
    g (float[2] x, int64[2] i) => (float[2] y) {
      a = own.First(x)
      b = Add(a, x)
      c = Add(x, i)
      y = Relu(x)
    }
    """,
        more=', "own" : 3',
    )
    with pytest.raises(UnsupportedModel) as report:
        import_model(model)
    assert [(each.node, each.op) for each in report.value.problems] == [("a", "own.First"), ("c", "Add")]
    assert "node 'a' (own.First, opset 3): the domain 'own' is not known" in str(report.value)
    assert "inputs must have one element type, but got 'f32' and 'i64'" in str(report.value)


def test_a_call_with_other_inputs_says_which_there_are() -> None:
    program = program_of(model_of("g (string[2] x) => (string[2] y) { y = Identity(x) }"))
    with pytest.raises(dlc.DlcError, match="the model has no input 'z'"):
        program(z=np.array(["a", "b"]))
    with pytest.raises(dlc.DlcError, match=r"the model takes 1 input \(x\)"):
        program()


# -- Quantized models --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("node", "weights", "axis", "sums"),
    [
        ("Conv <pads = [1, 1, 1, 1]> (a, b)", (6, 4, 3, 3), 0, "nchw,oc->nohw"),
        ("MatMul (a, b)", (5, 6), 1, "nchw,wo->ncho"),
        ("MatMul (a, b)", (5, 6), None, "nchw,wo->ncho"),
        ("Gemm <transB = 1> (m, b)", (6, 100), 0, "nk,ok->no"),
    ],
    ids=["convolution", "matmul", "one-scale", "gemm"],
)
def test_products_of_dequantized_numbers_are_sums_of_integers(
    node: str, weights: tuple[int, ...], axis: int | None, sums: str
) -> None:
    """Sums that nearly vanish are right to their last places, which sums of real numbers are not."""
    random = np.random.default_rng(0)
    x, w = random.integers(0, 256, (2, 4, 5, 5), np.uint8), random.integers(-128, 128, weights, np.int8)
    scales = random.uniform(0.001, 0.1, () if axis is None else weights[axis]).astype(np.float32)
    zeros = np.zeros(scales.shape, np.int8)
    along = "" if axis is None else f"<axis = {axis}>"
    size = "" if axis is None else f"[{weights[axis]}]"
    model = model_of(f"""
    g (uint8[2, 4, 5, 5] x, int8[{", ".join(map(str, weights))}] w, float{size} scales, int8{size} zeros) => (float[] y)
    <float scale = {{0.013}}, uint8 zero = {{117}}, int64[2] rows = {{2, 100}}> {{
      a = DequantizeLinear (x, scale, zero)
      b = DequantizeLinear {along} (w, scales, zeros)
      q = Reshape (x, rows)
      m = DequantizeLinear (q, scale, zero)
      y = {node}
    }}""")
    del model.graph.output[0].type.tensor_type.shape.dim[:]
    model.graph.output[0].type.tensor_type.ClearField("shape")
    module = import_model(model)
    assert any(
        op.name in ("graph.convolution", "graph.contract") and "i32" in str(op.results[0].type) for op in module.walk()
    )
    [y] = Interpreter(module).run("main", x, w, scales, zeros)
    real, kernel = x.astype(np.int64) - 117, w.astype(np.int64)
    if node.startswith("Conv"):
        padded = np.pad(real, [(0, 0), (0, 0), (1, 1), (1, 1)])
        places = [(i, j) for i in range(3) for j in range(3)]
        total = sum(np.einsum(sums, padded[:, :, i : i + 5, j : j + 5], kernel[:, :, i, j]) for i, j in places)
        total = total * scales.reshape(-1, 1, 1).astype(np.float64)
    else:
        total = np.einsum(sums, real.reshape(2, 100) if "Gemm" in node else real, kernel) * scales.astype(np.float64)
    np.testing.assert_allclose(np.asarray(y), total * np.float64(np.float32(0.013)), rtol=2.0**-22)


@pytest.mark.parametrize(
    "nodes",
    [
        """
        a = DequantizeLinear (x, scale, zero)
        b = DequantizeLinear <axis = 0> (w, scales, zeros)
        c = Conv (a, b)
        y = QuantizeLinear (c, target, point)""",
        "y = QLinearConv (x, scale, zero, w, scales, zeros, target, point)",
    ],
    ids=["pairs", "integers"],
)
def test_what_is_quantized_again_is_rounded_once(nodes: str) -> None:
    """Products near the middle of two steps become the nearer one: factor and product round, by 2^-24 each."""
    random, count = np.random.default_rng(0), 4096
    w = random.integers(1, 128, (count, 1, 1, 1)).astype(np.int8)
    middles = (random.integers(1, 120, count) + 0.5) * random.uniform(1 - 2.0**-22, 1 + 2.0**-22, count)
    scale, target = np.float64(np.float32(0.013)), np.float64(np.float32(0.07))
    scales = (middles * target / (100 * scale * w.reshape(count))).astype(np.float32)
    model = model_of(f"""
    g (uint8[1, 1, 1, 1] x, int8[{count}, 1, 1, 1] w, float[{count}] scales, int8[{count}] zeros)
      => (uint8[1, {count}, 1, 1] y)
    <float scale = {{0.013}}, uint8 zero = {{117}}, float target = {{0.07}}, uint8 point = {{100}}> {{{nodes}}}""")
    x, zeros = np.full((1, 1, 1, 1), 217, np.uint8), np.zeros(count, np.int8)
    [y] = Interpreter(import_model(model)).run("main", x, w, scales, zeros)
    quotients = 100.0 * w.reshape(count) * scale * scales / target
    clear = np.abs(quotients % 1 - 0.5) > 2.0**-23 * quotients
    assert np.array_equal(np.asarray(y).reshape(count)[clear], np.rint(quotients)[clear] + 100)


@pytest.mark.parametrize(
    ("node", "shape", "vectors"),
    [
        ("Gather <axis = 1> (x, i)", "3", ()),
        ("GatherElements <axis = 1> (x, i)", "3, 2", ()),
        ("ScatterElements <axis = 1> (x, i, u)", "3, 2", (3, 2)),
        ("GatherND (x, i)", "4, 2", ()),
        ("ScatterND (x, i, u)", "4, 2", (4,)),
    ],
)
def test_indices_out_of_range_name_the_node(node: str, shape: str, vectors: tuple[int, ...]) -> None:
    sizes = tuple(map(int, shape.split(", ")))
    model = model_of(
        f"""
    g (float[n, 4] x, int64[{shape}] i, float[{", ".join(map(str, vectors)) or "1"}] u) => (float[*] y)
    {{[picked] y = {node}}}""".replace("float[*]", "float[a, b]" if "ND" not in node or vectors else "float[a]")
    )
    run, interpreted = program_of(model), Interpreter(import_model(model))
    u = np.zeros(vectors or (1,), np.float32)
    limits = (3, 4) if sizes[-1] == 2 and "ND" in node else (4,)
    x = array(3, 4)
    for index, component in ((0, 0), (-limits[0], 0), (limits[-1] - 1, -1), (limits[0], 0), (-limits[-1] - 1, -1)):
        i = np.zeros(sizes, np.int64)
        i.reshape(-1, len(limits))[-1, component] = index
        if -limits[component] <= index < limits[component]:
            np.testing.assert_array_equal(run(x, i, u), interpreted.run("main", x, i, u)[0])
            continue
        for call, error in ((run, dlc.ProgramFailed), (lambda *given: interpreted.run("main", *given), dlc.DlcError)):
            with pytest.raises(error, match=r"node 'picked' \(\w+\) has an index out of range"):
                call(x, i, u)


# -- What exporters write ----------------------------------------------------------------------------------------------


def shuffled(graph: Any, random: Any) -> None:
    """Put the nodes of a graph, and those of its subgraphs, into another order."""
    nodes = [*graph.node]
    for each in nodes:
        for attribute in each.attribute:
            if attribute.HasField("g"):
                shuffled(attribute.g, random)
    copies = [onnx.NodeProto.FromString(nodes[number].SerializeToString()) for number in random.permutation(len(nodes))]
    del graph.node[:]
    graph.node.extend(copies)


@pytest.mark.parametrize("seed", range(6))
def test_nodes_may_stand_in_any_order(seed: int) -> None:
    model = model_of("""
    g (float[2, 3] x, bool c) => (float[2, 3] y) {
      a = Relu(x)
      b = Neg(a)
      d = If (c) <then_branch = t () => (float[2, 3] s) { r = Exp(b) s = Add(r, a) },
                  else_branch = e () => (float[2, 3] v) { u = Abs(x) v = Mul(u, b) }>
      y = Sub(d, a)
    }
    """)
    expected = program_of(model)
    shuffled(model.graph, np.random.default_rng(seed))
    program, x = program_of(model), array(2, 3)
    for condition in (False, True):
        np.testing.assert_array_equal(program(x, np.array(condition)), expected(x, np.array(condition)))


def test_nodes_in_a_cycle_are_named() -> None:
    model = model_of("g (float[2] x) => (float[2] y) { b = Relu(x) a = Add(b, y) y = Neg(a) }")
    with pytest.raises(UnsupportedModel) as caught:
        import_model(model)
    assert [problem.node for problem in caught.value.problems][:1] == ["a"]
    assert "there is no value 'y'" in str(caught.value)


def test_a_size_of_minus_one_is_unknown() -> None:
    model = model_of(MLP)
    model.graph.input[0].type.tensor_type.shape.dim[0].dim_value = -1
    program = program_of(model)
    for batch in (1, 3):
        assert program(array(batch, 3)).shape == (batch, 2)


def test_sizes_that_tensorflow_computes_are_known() -> None:
    """They are in i32, products of several, and picked out of shapes."""
    model = model_of("""
    g (float[batch, 4, 6] x) => (float[m, n] y)
    <int64[1] zero = {0}, int64[1] one = {1}, int64[2] others = {1, -1}, int64[1] rest = {-1}> {
      shape = Shape(x)
      short = Cast <to = 6> (shape)
      first = Slice(short, zero, one, zero)
      sides = Gather(short, others)
      area = ReduceProd <keepdims = 1, axes = [0]> (sides)
      both = Concat <axis = 0> (first, area)
      long = Cast <to = 7> (both)
      y = Reshape(x, long)
    }
    """)
    assert "-> tensor<?x24xf32, #graph.dims<batch>>" in print_ir(import_model(model))
    np.testing.assert_array_equal(program_of(model)(x := array(2, 4, 6)), x.reshape(2, 24))


@pytest.mark.parametrize(
    ("node", "weights", "shapes"),
    [
        ("MatMul(x, w)", "float[3, 2] w = {1, 2, 3, 4, 5, 6}", [(2, 3), (2, 4)]),
        ("Gemm <transB = 1> (x, w)", "float[2, 3] w = {1, 2, 3, 4, 5, 6}", [(2, 3), (2, 2)]),
        ("Conv(x, w)", "float[2, 3, 1] w = {1, 2, 3, 4, 5, 6}", [(1, 3, 4), (1, 2, 4)]),
        (
            "BatchNormalization(x, w, w, w, w)",
            "float[3] w = {1, 2, 3}",
            [(2, 3), (2, 4)],
        ),
        ('Einsum <equation = "ab,b->ab"> (x, w)', "float[3] w = {1, 2, 3}", [(2, 3), (2, 4)]),
    ],
)
def test_sizes_are_compared_with_those_of_weights_when_running(
    node: str, weights: str, shapes: list[tuple[int, ...]]
) -> None:
    sizes = ", ".join("abc"[: len(shapes[0])])
    program = program_of(model_of(f"g (float[{sizes}] x) => (float[{sizes}] y) <{weights}> {{ y = {node} }}", 14))
    assert np.isfinite(program(array(*shapes[0]))).all()
    with pytest.raises(dlc.DlcError, match=r"must be '3' .*, at '\w+:y'"):
        program(array(*shapes[1]))


def test_an_open_size_becomes_several_numbers() -> None:
    model = model_of(
        "g (float[n] x) => (float[2, 2] y) <int64[2] s = {2, 2}> { z = Neg(x) w = Reshape(z, s) y = Abs(w) }"
    )
    program = dlc.compile(model, threads=1)
    assert program(-np.arange(4, dtype=np.float32)).tolist() == [[0, 1], [2, 3]]
    with pytest.raises(dlc.DlcError, match="the same number of elements"):
        program(np.ones(5, np.float32))


def test_a_loop_whose_condition_is_false_at_once() -> None:
    body = "b (int64 i, bool go, float[2] a) => (bool more, float[2] b) { more = Identity(go) b = Add(a, a) }"
    graph = f"g (float[2] x) => (float[2] y) <int64 n = {{2}}, bool c = {{0}}> {{ y = Loop <body = {body}> (n, c, x) }}"
    assert dlc.compile(model_of(graph), threads=1)(np.array([1, 2], np.float32)).tolist() == [1, 2]


# -- Sizes that only the running program knows -------------------------------------------------------------------------


def expected_of(model: Any, inputs: dict[str, Any]) -> list[Any]:
    evaluator: Any = onnx_reference.ReferenceEvaluator(model)
    return evaluator.run(None, inputs)


@pytest.mark.parametrize("largest", [0, 1])
def test_the_number_of_largest_elements_may_be_computed(largest: int) -> None:
    model = model_of(f"""
    g (float[n, m] x, int64[1] k) => (float[n, j] y, int64[n, j] i) {{ y, i = TopK <largest = {largest}> (x, k) }}
    """)
    program = program_of(model)
    assert not isinstance(program, ModelProgram)
    x = np.array([[1, 3, 2, 3, -2], [0, 5, 5, 1, 1]], np.float32)
    order = np.argsort(-x if largest else x, axis=1, kind="stable")
    for k in (0, 2, 5):
        values, places = program(x, np.array([k]))
        np.testing.assert_array_equal(places, order[:, :k])
        np.testing.assert_array_equal(values, np.take_along_axis(x, order, 1)[:, :k])
    for k in (-1, 6, 1 << 60):
        with pytest.raises(dlc.DlcError, match=r"'y' \(TopK\) has a k that is negative, or more than size 1"):
            program(x, np.array([k]))


@pytest.mark.parametrize(("batch", "classes", "count"), [(1, 1, 0), (1, 1, 5), (2, 3, 20), (0, 1, 3)])
def test_boxes_without_those_that_overlap_may_be_any_number(batch: int, classes: int, count: int) -> None:
    model = model_of("""
    g (float[b, n, 4] boxes, float[b, c, n] scores) => (int64[k, 3] y)
    <int64[1] most = {4}, float[1] overlap = {0.3}, float[1] least = {0.2}> {
      y = NonMaxSuppression(boxes, scores, most, overlap, least)
    }
    """)
    program = program_of(model)
    assert not isinstance(program, ModelProgram)
    draw = np.random.default_rng(count)
    corners = draw.random((batch, count, 2), np.float32)
    boxes = np.concatenate([corners, corners + draw.random((batch, count, 2), np.float32) / 2], 2)
    scores = np.round(draw.random((batch, classes, count), np.float32), 1)
    chosen = program(boxes, scores)
    assert len(chosen) == 0 if 0 in scores.shape else 0 < len(chosen) <= 4 * batch * classes
    if chosen.size:
        np.testing.assert_array_equal(chosen, expected_of(model, {"boxes": boxes, "scores": scores})[0])


def test_regions_may_be_any_number() -> None:
    node = "RoiAlign <output_height = 2, output_width = 2, sampling_ratio = 2> (x, regions, batches)"
    graph = "g (float[2, 3, 8, 9] x, float[{0}, 4] regions, int64[{1}] batches) => (float[k, 3, 2, 2] y) {{ y = {2} }}"
    program, draw = program_of(model_of(graph.format("n", "m", node))), np.random.default_rng(0)
    assert not isinstance(program, ModelProgram)
    x = array(2, 3, 8, 9)
    for count in (0, 1, 5):
        regions, batches = draw.random((count, 4), np.float32) * 6, np.arange(count) % 2
        fixed = program_of(model_of(graph.format(count, count, node)))
        np.testing.assert_allclose(program(x, regions, batches), fixed(x, regions, batches), atol=1e-6)


@pytest.mark.parametrize(("start", "end", "step"), [(0, 3, 1), (2, 5, 1), (5, 3, 1), (1, 6, 2)])
def test_slices_end_where_the_tensor_does(start: int, end: int, step: int) -> None:
    program = program_of(
        model_of(f"""
    g (float[n] x) => (float[k] y)
    <int64[1] a = {{{start}}}, int64[1] b = {{{end}}}, int64[1] axis = {{0}}, int64[1] step = {{{step}}}> {{
      y = Slice(x, a, b, axis, step)
    }}
    """)
    )
    assert not isinstance(program, ModelProgram)
    for count in (0, 1, 2, 4, 8):
        x = array(count)
        np.testing.assert_array_equal(program(x), x[start:end:step])


def test_joined_sizes_are_compared_when_running() -> None:
    graph = "g (float[2, k] a, float[n, m] b) => (float[x, y] c) { c = Concat <axis = 0> (a, b) }"
    program = program_of(model_of(graph))
    a, b = array(2, 3), array(4, 3)
    np.testing.assert_array_equal(program(a, b), np.concatenate([a, b]))
    with pytest.raises(dlc.DlcError, match="size 1 must be 'k'"):
        program(a, array(4, 5))


def test_a_shape_of_equal_sizes_is_known() -> None:
    module = import_model(
        model_of("""
    g (float[4, 1] x) => (float[a, b, c] y) <int64[1] rank = {3}> {
      ones = ConstantOfShape <value = int64[1] {1}> (rank)
      y = Expand(x, ones)
    }
    """)
    )
    assert "-> (tensor<1x4x1xf32>" in print_ir(module)


def test_nothing_can_be_taken_from_an_empty_tensor() -> None:
    program = program_of(model_of("g (float[n, 4] x, int64[m] i) => (float[m, 4] y) { y = Gather <axis = 0> (x, i) }"))
    assert program(array(0, 4), np.array([], np.int64)).shape == (0, 4)
    with pytest.raises(dlc.DlcError):
        program(array(0, 4), np.array([0]))


@pytest.mark.parametrize("first", ["n", "2", ""])
def test_what_is_joined_may_have_sizes_of_several_names(first: str) -> None:
    """Exporters of scikit-learn name the number of rows of each column apart."""
    model = model_of(f"""
    g (float[{first or "?"}, 1] a, float[m, 2] b, float[k, 1] c) => (float[?, ?] y) {{
      y = Concat<axis = 1>(a, b, c)
    }}
    """)
    program = program_of(model)
    parts = array(2, 1), array(2, 2), array(2, 1)
    np.testing.assert_array_equal(program(*parts), np.concatenate(parts, axis=1))
    with pytest.raises(dlc.DlcError):
        program(parts[0], array(3, 2), parts[2])


# -- Positions ---------------------------------------------------------------------------------------------------------

POSITIONS = """
positions (float[batch, length, 2] x) => (float[batch, length, 2] y)
<int64[1, 6] numbers = {0, 1, 2, 3, 4, 5}, float[6, 2] table = {0, 1, 10, 11, 20, 21, 30, 31, 40, 41, 50, 51}> {
  shape = Shape(x)
  one = Constant<value_ints = [1]>()
  zero = Constant<value_ints = [0]>()
  length = Gather(shape, one)
  used = Slice(numbers, zero, length, one)
  rows = Gather(table, used)
  y = Add(x, rows)
}
"""


def test_positions_up_to_an_open_length_are_one_program() -> None:
    module = load_model(model_of(POSITIONS), dlc.compile)
    assert not isinstance(module, ModelProgram)
    program = dlc.compile(module, threads=1)
    table = np.arange(6)[:, None] * 10.0 + [0, 1]
    for batch, length in ((2, 3), (1, 6), (3, 1)):
        x = array(batch, length, 2)
        np.testing.assert_allclose(program(x), x + table[:length].astype(np.float32), rtol=1e-6)
    with pytest.raises(dlc.ProgramFailed, match="what becomes size 1 of the result must be 1 or have that size"):
        program(array(1, 7, 2))


@pytest.mark.parametrize("length", [2, 6, 9])
def test_an_end_beyond_the_tensor_is_its_end(length: int) -> None:
    model = model_of("""
    cut (float[length] x) => (float[rest] y) <float[6] w = {0, 1, 2, 3, 4, 5}> {
      zero = Constant<value_ints = [0]>()
      shape = Shape(x)
      y = Slice(w, zero, shape, zero)
    }
    """)
    np.testing.assert_array_equal(program_of(model)(array(length)), np.arange(6, dtype=np.float32)[:length])


@pytest.mark.parametrize(("policy", "shape"), [("not_larger", (1, 1, 3, 2)), ("not_smaller", (1, 1, 9, 6))])
def test_a_size_that_stays_limits_the_others_where_the_aspect_ratio_is_kept(policy: str, shape: Any) -> None:
    model = model_of(f"""
      f (float[1, 1, 3, 2] x) => (float[N, C, H, W] y) <int64[2] sizes = {{9, 2}}> {{
        y = Resize<mode = "linear", axes = [2, 3], keep_aspect_ratio_policy = "{policy}">(x, , , sizes)
      }}""")
    assert program_of(model)(array(1, 1, 3, 2)).shape == shape


def test_below_comes_before_above_where_both_limits_are_passed() -> None:
    program = program_of(model_of("g (float[3] x) => (float[3] y) { y = Shrink <bias = 5.0, lambd = -1.0> (x) }"))
    assert program(np.array([-2, 0.5, 3], np.float32)).tolist() == [3, 5.5, -2]


def test_a_vector_has_one_channel() -> None:
    graph = """g (float[n] x, float[1] s, float[1] b, float[1] m, float[1] v) => (float[n] y) {
      y = BatchNormalization <epsilon = 0.0> (x, s, b, m, v)
    }"""
    numbers = (np.array([each], np.float32) for each in (2, 1, 3, 4))
    assert program_of(model_of(graph))(np.array([3, 7], np.float32), *numbers).tolist() == [1, 5]
