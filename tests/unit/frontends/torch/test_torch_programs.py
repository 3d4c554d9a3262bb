"""`dlc.compile` of PyTorch's modules and exported programs."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.dialects import graph
from dlc.ir.builtin_attributes import DenseElementsAttr
from dlc.runtime.executable import ProgramFailed
from dlc.sources import SourceError

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

from dlc.frontends.torch import InvalidTorchProgram, UnsupportedProgram, import_program  # noqa: E402
from dlc.frontends.torch.decompositions import transformer_encoder_layer  # noqa: E402
from dlc.frontends.torch.safetensors import InvalidWeights, read_safetensors  # noqa: E402


class Layer(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)
        self.register_buffer("scale", torch.tensor([2.0, 3.0]))

    def forward(self, x: Any) -> Any:
        return torch.relu(self.linear(x)) * self.scale


@pytest.fixture(scope="module")
def layer() -> Any:
    torch.manual_seed(0)
    return Layer().eval()


def compiled(program: Any, *args: Any, **options: Any) -> Any:
    return dlc.compile(program, *args, level=0, threads=1, cache=False, **options)


def test_a_module_takes_and_returns_tensors_or_arrays(layer: Any) -> None:
    x = torch.randn(4, 3)
    exe = compiled(layer, x)
    torch.testing.assert_close(exe(x), layer(x).detach())
    np.testing.assert_allclose(exe(x.numpy()), layer(x).detach().numpy(), rtol=1e-6)
    assert [each.name for each in exe.inputs] == ["x"]


def test_an_exported_program_with_a_dynamic_size(layer: Any) -> None:
    batch = torch.export.Dim("batch", min=2)
    program = torch.export.export(layer, (torch.randn(4, 3),), dynamic_shapes={"x": {0: batch}})
    exe = compiled(program)
    for rows in (2, 7):
        x = torch.randn(rows, 3)
        torch.testing.assert_close(exe(x), layer(x).detach())


def test_sizes_that_a_program_returns_are_scalars() -> None:
    class Sizes(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return x * 2, x.shape[0] * x.shape[1], x.shape[0]

    rows, columns = torch.export.Dim("rows"), torch.export.Dim("columns")
    exe = compiled(torch.export.export(Sizes(), (torch.ones(4, 3),), dynamic_shapes=({0: rows, 1: columns},)))
    doubled, product, count = exe(np.ones((5, 7), np.float32))
    assert (doubled.shape, int(product), int(count)) == ((5, 7), 35, 5)


AUTO = torch.export.Dim.AUTO


def exported(function: Any, *args: Any, dynamic_shapes: Any = None) -> Any:
    """Return a compiled function whose program is exported first."""

    class Program(torch.nn.Module):
        def forward(self, *args: Any) -> Any:
            return function(*args)

    return compiled(torch.export.export(Program(), args, dynamic_shapes=dynamic_shapes and (dynamic_shapes,)))


def refuses(exe: Any, function: Any, x: Any) -> bool:
    """Return whether an exported program says that it is not for an argument, and check its result if it does not."""
    try:
        result = exe(x)
    except ProgramFailed as error:
        assert "the program was exported for calls where" in str(error)  # noqa: PT017
        return True
    torch.testing.assert_close(result, function(x))
    return False


@pytest.mark.parametrize("offset", [-5, -1, 0, 1])
def test_diagonals_of_matrices_of_any_size(offset: int) -> None:
    function = lambda x: x.diagonal(offset, 0, 2)
    exe = exported(function, torch.randn(5, 2, 4), dynamic_shapes=({0: AUTO, 2: AUTO},))
    assert not refuses(exe, function, torch.randn(5, 2, 4))
    for sizes in ((3, 2, 9), (9, 2, 3)):  # versions of PyTorch compare other things
        refuses(exe, function, torch.randn(sizes))


@pytest.mark.parametrize("bounds", [(-8, 3), (None, 8), (None, 8, 2), (-7, None, 3), (2, -2)])
def test_slices_with_bounds_beside_an_open_dimension(bounds: tuple[Any, ...]) -> None:
    function = lambda x: x[slice(*bounds)]
    exe = exported(function, torch.randn(6, 2), dynamic_shapes=({0: AUTO},))
    for size in (5, 7):
        refuses(exe, function, torch.randn(size, 2))
    assert not refuses(exe, function, torch.randn(6, 2))
    assert refuses(exe, function, torch.randn(12, 2)) == (bounds != (2, -2))


def test_factors_that_are_sizes() -> None:
    exe = exported(lambda x: x.add(x, alpha=x.size(1)), torch.randn(3, 4), dynamic_shapes=({1: AUTO},))
    x = torch.randn(3, 7)
    torch.testing.assert_close(exe(x), x.add(x, alpha=7))


def _counted(x: Any, n: Any) -> Any:
    count = n.item()
    torch.ops.aten.sym_constrain_range_for_size(count, max=5)
    return x[:count] * count, torch.full((count, 2), count)


@pytest.mark.parametrize(
    ("function", "numbers"),
    [(_counted, (2, 4)), (lambda x, n: (n.item(), x * n.item()), (2, -3)), (lambda x, n: x + n.item(), (0.5, -1.5))],
)
def test_numbers_that_are_read_from_tensors(function: Any, numbers: tuple[float, float]) -> None:
    x = torch.randn(5)
    exe = exported(function, x, torch.tensor(numbers[0]))
    for number in map(torch.tensor, numbers):
        expected = torch.utils._pytree.tree_map(torch.as_tensor, function(x, number))
        torch.testing.assert_close(exe(x, number), expected, check_dtype=False)


def test_what_torch_cannot_decompose_is_an_error(monkeypatch: pytest.MonkeyPatch, layer: Any) -> None:
    def failing(*_: Any) -> None:
        raise AttributeError("no sizes")

    monkeypatch.setattr(torch.export.ExportedProgram, "run_decompositions", failing)
    with pytest.raises(InvalidTorchProgram, match="PyTorch cannot decompose the program: no sizes"):
        compiled(layer, torch.randn(4, 3))


def test_ops_have_the_lines_of_the_module_as_locations(layer: Any) -> None:
    module = import_program(layer, (torch.randn(4, 3),))
    relu = next(op for op in module.walk() if op.name == "graph.relu")
    assert "test_torch_programs.py" in str(relu.location)


def test_parameters_are_not_copied() -> None:
    model = torch.nn.Linear(64, 64)
    module = import_program(model, (torch.randn(4, 64),))
    constants = [op.value for op in module.walk() if isinstance(op, graph.ConstantOp)]
    arrays: list[Any] = [each.to_numpy() for each in constants if isinstance(each, DenseElementsAttr)]
    assert model.weight.data_ptr() in [each.__array_interface__["data"][0] for each in arrays]


class Turned(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        return x.transpose(1, 3), x.permute(0, 2, 3, 1) + 1, x * 2


def test_shapes_are_those_of_the_program_however_tensors_lie_in_memory() -> None:
    x = torch.randn(2, 3, 4, 5)
    for given in (x, x.to(memory_format=torch.channels_last)):
        exe = compiled(Turned(), given)
        assert [tuple(each.shape) for each in exe.inputs] == [(2, 3, 4, 5)]
        for each in (x, given):
            torch.testing.assert_close(exe(each), list(Turned()(x)))


def saved(path: Path, tensors: dict[str, Any]) -> Path:
    header, content = {}, b""
    for name, tensor in tensors.items():
        raw = tensor.numpy().tobytes()
        offsets = [len(content), len(content) + len(raw)]
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": offsets}
        content += raw
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + content)
    return path


def test_weights_of_a_safetensors_file(layer: Any, tmp_path: Path) -> None:
    other = Layer().eval()
    path = saved(tmp_path / "w.safetensors", other.state_dict())
    x = torch.randn(4, 3)
    torch.testing.assert_close(compiled(layer, x, weights=path)(x), other(x).detach())
    with pytest.raises(InvalidTorchProgram, match=r"weights are missing: linear\.bias"):
        compiled(layer, x, weights={"linear.weight": layer.linear.weight, "scale": layer.scale})
    with pytest.raises(InvalidTorchProgram, match="weights are not in the program: other"):
        compiled(layer, x, weights={"other": x})
    with pytest.raises(
        InvalidTorchProgram, match=r"weight 'scale' must be torch.float32\[2\], but got torch.float32\[3\]"
    ):
        compiled(layer, x, weights={**layer.state_dict(), "scale": torch.ones(3)})


def test_weights_fill_a_model_without_memory_and_tied_parameters(tmp_path: Path) -> None:
    own = Layer().eval()
    with torch.device("meta"):
        empty = Layer().eval()
    x = torch.randn(4, 3)
    path = saved(tmp_path / "w.safetensors", own.state_dict())
    torch.testing.assert_close(compiled(empty, x, weights=path)(x), own(x).detach())
    tied = torch.nn.Sequential(torch.nn.Linear(3, 3, bias=False), torch.nn.Linear(3, 3, bias=False))
    tied[1].weight = tied[0].weight
    weight = torch.randn(3, 3)
    exe = compiled(tied, x, weights=saved(tmp_path / "t.safetensors", {"0.weight": weight}))
    torch.testing.assert_close(exe(x), x @ weight.T @ weight.T, rtol=1e-4, atol=1e-5)


class Scaled(torch.nn.Module):
    def forward(self, x: Any, factor: float, y: Any = None) -> Any:
        return x.to(torch.float64) * factor if y is None else y


def test_numbers_are_part_of_the_program_and_assertions_of_torch_are_left_out() -> None:
    exe = dlc.compile(Scaled(), (torch.ones(3), 2.5), level=0)
    torch.testing.assert_close(exe(torch.ones(3)), torch.full((3,), 2.5, dtype=torch.float64))


def test_factors_have_the_same_elements() -> None:
    with pytest.raises(UnsupportedProgram, match="both factors must have the same elements, but got f64 and f32"):
        compiled(Layer().eval(), torch.randn(4, 3, dtype=torch.float64))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "too short"),
        (b"\xff" * 16, "must have a header of"),
        (b"\4\0\0\0\0\0\0\0abcd", "is not JSON"),
        (b"\2\0\0\0\0\0\0\0[]", "must be an object"),
        (b'\x0f\0\0\0\0\0\0\0{"a": {"b": 1}}', "tensor 'a' is described by"),
    ],
)
def test_files_that_are_no_safetensors(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.safetensors"
    path.write_bytes(content)
    with pytest.raises(InvalidWeights, match=message):
        read_safetensors(path)


def test_a_tensor_beyond_the_end_of_its_file(tmp_path: Path) -> None:
    path = saved(tmp_path / "w.safetensors", {"a": torch.ones(4)})
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(InvalidWeights, match="tensor 'a' must lie at 16 bytes, but got 0 to 16"):
        read_safetensors(path)


def test_all_ops_that_are_not_supported_are_listed_with_their_lines() -> None:
    class Odd(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return torch.special.bessel_j1(x) + torch.special.bessel_y0(x)

    with pytest.raises(UnsupportedProgram) as caught:
        compiled(Odd(), torch.randn(3))
    text = str(caught.value)
    assert "2 nodes of the model cannot be imported" in text
    assert "(aten.special_bessel_j1.default) at " in text
    assert "test_torch_programs.py:" in text


@pytest.mark.parametrize("draw", [torch.randn_like, lambda x: torch.nn.functional.dropout(x, 0.5)])
def test_random_numbers_of_a_size_that_depends_on_elements_are_listed(draw: Any) -> None:
    class Noise(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return draw(x.new_ones(2, x.count_nonzero().item(), 3).transpose(1, 2))

    with pytest.raises(UnsupportedProgram, match="cannot be imported"):
        compiled(Noise(), torch.randn(3))


def test_effects_on_buffers_are_refused() -> None:
    with pytest.raises(InvalidTorchProgram, match=r"the program changes '.*running_mean': call model.eval\(\)"):
        compiled(torch.nn.BatchNorm1d(3), torch.randn(4, 3))


def test_effects_on_arguments_are_refused() -> None:
    class Counter(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return x.add_(1) * 2

    with pytest.raises(InvalidTorchProgram, match="the program changes its argument 'x': let it change a copy"):
        compiled(Counter(), torch.randn(3))


class Branch(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        return x + 1 if x.sum() > 0 else x - 1


class OnAnotherDevice(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        return x + torch.ones(3, device="meta")


class OfAnotherType(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        return x @ x.double()


@pytest.mark.parametrize(
    ("module", "line", "reason"),
    [
        (Branch, "return x + 1 if x.sum() > 0 else x - 1", "data-dependent"),
        (OnAnotherDevice, 'return x + torch.ones(3, device="meta")', "two devices, cpu and meta"),
        (OfAnotherType, "return x @ x.double()", "dtype"),
    ],
)
def test_what_torch_cannot_trace_is_an_error_with_its_line(module: Any, line: str, reason: str) -> None:
    with pytest.raises(InvalidTorchProgram) as error:
        compiled(module(), torch.randn(3))
    first = str(error.value).split("\n")[0]
    assert re.match(
        rf"torch\.export cannot trace the module at \S+test_torch_programs\.py:\d+ \('{re.escape(line)}'\): ", first
    )
    assert reason in str(error.value)


def test_a_model_without_memory_is_refused() -> None:
    with torch.device("meta"):
        model = torch.nn.Linear(3, 2)
    with pytest.raises((InvalidTorchProgram, UnsupportedProgram), match="meta"):
        compiled(model, torch.randn(4, 3, device="meta"))


def test_wrong_arguments_are_named(layer: Any) -> None:
    exe = compiled(layer, torch.randn(4, 3))
    with pytest.raises(dlc.InvalidArgument, match="'x' of @main must have elements of type float32, but got float64"):
        exe(torch.randn(4, 3, dtype=torch.float64))
    with pytest.raises(SourceError, match="an exported program or a function, but got str"):
        dlc.compile("module {}", torch.ones(2))


class OwnOutput:
    def __init__(self, x: Any) -> None:
        self.x = x


class GivesAnObject(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        return OwnOutput(x)


@pytest.mark.parametrize(
    ("module", "arguments", "advice"),
    [
        (Layer, (), r"missing a required argument: 'x'; give arguments to trace it with: dlc\.compile\(model, x\)$"),
        (
            GivesAnObject,
            (torch.ones(2),),
            "which is not a known type; let it return tensors, or tuples or dictionaries",
        ),
        (torch.nn.Dropout, (torch.ones(2),), r"in which layers may draw random numbers: call model\.eval\(\) first$"),
    ],
)
def test_errors_say_what_to_do(module: Any, arguments: tuple[Any, ...], advice: str) -> None:
    with pytest.raises((InvalidTorchProgram, UnsupportedProgram), match=advice):
        dlc.compile(module(), *arguments)


def test_functions_are_for_jit_or_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "jax", raising=False)  # with JAX, a function is one of JAX
    with pytest.raises(SourceError, match=r"compile one on arrays of dlc by dlc\.jit"):
        dlc.compile(torch.sin, torch.ones(2))


def test_arguments_may_be_arrays_of_numpy(layer: Any) -> None:
    x = np.ones((4, 3), np.float32)
    np.testing.assert_allclose(
        np.asarray(dlc.compile(layer, x)(x)), layer(torch.from_numpy(x)).detach().numpy(), rtol=1e-5
    )


@pytest.mark.parametrize("norm_first", [True, False])
def test_the_op_of_encoder_layers_is_decomposed_as_it_computes(norm_first: bool) -> None:
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, 0.0, "gelu", batch_first=True, norm_first=norm_first).eval()
    attention = layer.self_attn
    weights = [layer.norm1.weight, layer.norm1.bias, layer.norm2.weight, layer.norm2.bias]
    weights += [layer.linear1.weight, layer.linear1.bias, layer.linear2.weight, layer.linear2.bias]
    projections = [attention.in_proj_weight, attention.in_proj_bias, attention.out_proj.weight, attention.out_proj.bias]
    x = torch.randn(3, 4, 8)
    causal = torch.triu(torch.ones(4, 4), 1).bool()
    padding = torch.tensor([[0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0]]).bool()
    merged = (causal | padding[:, None, None, :]).expand(3, 2, 4, 4)
    with torch.no_grad():
        for mask in [(), (causal, 0), (padding, 1), (merged, 2)]:
            given: tuple[Any, ...] = (x, 8, 2, *projections, True, norm_first, 1e-5, *weights, *mask)
            expected = torch.ops.aten._transformer_encoder_layer_fwd(*given)
            torch.testing.assert_close(transformer_encoder_layer(*given), expected, rtol=1e-4, atol=1e-5)
