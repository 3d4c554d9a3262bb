"""Gradients of functions of arrays: containers, composition, and errors. Rules have tests of their own."""

from __future__ import annotations

import runpy
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.frontends.array import gradients
from dlc.interp.interpreter import Interpreter
from support.run_lines import ROOT

xp = dlc.array


def run(function: Any, *args: Any) -> Any:
    """The results of a function, by the interpreter: compiling is tested elsewhere."""
    results = Interpreter(dlc.trace(function, *args)).run("main", *(np.asarray(each) for each in args))
    return results[0] if len(results) == 1 else results


X = np.array([1.0, 2.0])
WRONG: Any = "x"


def test_gradients_have_the_containers_of_arguments() -> None:
    def loss(params: Any, scale: Any) -> Any:
        return xp.sum(params["w"] ** 2) * scale + params["b"][0]

    given: Any = {"w": xp.asarray(X), "b": [xp.asarray(3.0)]}
    value, (of_params, of_scale) = gradients.value_and_grad(loss, (0, 1))(given, xp.asarray(2.0))
    assert float(value) == 13.0
    assert of_params["w"].data.tolist() == [4.0, 8.0]
    assert float(of_params["b"][0]) == 1.0
    assert float(of_scale) == 5.0


def test_deviation_of_equal_numbers_has_the_gradient_zero() -> None:
    x = np.array([[1.0, 2.0, 5.0], [3.0, 2.0, 5.0]])
    gradient = run(gradients.grad(lambda x: xp.sum(xp.std(x, axis=0))), x)
    assert gradient.tolist() == [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]]
    assert np.isnan(run(xp.std, np.array([1.0, np.nan])))


def test_gradients_of_gradients() -> None:
    cube = lambda x: xp.sum(x**3)
    hessian_times_ones = dlc.grad(lambda x: xp.sum(dlc.grad(cube)(x)))
    assert run(hessian_times_ones, X).tolist() == [6.0, 12.0]


def test_values_from_around_are_constants() -> None:
    def outer(x: Any) -> Any:
        y = x * x
        return dlc.grad(lambda z: z * y)(x) + 0 * x

    assert run(outer, 3.0) == 9.0


def test_stopped_gradients_and_auxiliary_results() -> None:
    def loss(x: Any) -> Any:
        return xp.sum(x * dlc.stop_gradient(x)), {"largest": xp.max(x)}

    gradient, more = gradients.grad(loss, has_aux=True)(xp.asarray(X))
    assert gradient.data.tolist() == [1.0, 2.0]
    assert float(more["largest"]) == 2.0


def test_control_flow() -> None:
    def branches(x: Any) -> Any:
        return xp.sum(dlc.cond(x[0] > 0, lambda y: y * y, lambda y: -y, x))

    def product(x: Any) -> Any:
        return dlc.scan(lambda carry, y: (carry * y, carry), x[0] * 0 + 1, x)[0]

    def doubled(x: Any) -> Any:
        return xp.sum(dlc.while_loop(lambda y: xp.max(y) < 10, lambda y: 2 * y, x, max_iterations=5))

    assert run(dlc.grad(branches), X).tolist() == [2.0, 4.0]
    assert run(dlc.grad(product), X).tolist() == [2.0, 1.0]
    assert run(dlc.grad(doubled), X).tolist() == [8.0, 8.0]
    assert np.isnan(run(dlc.grad(doubled), X / 1000)).all()  # longer than the bound


def test_checkpoints_mark_what_is_inside() -> None:
    inner = dlc.checkpoint(lambda x: xp.exp(xp.sin(xp.exp(x))))
    module = str(dlc.trace(dlc.grad(lambda x: xp.sum(inner(x))), X))
    assert "graph.sin %0 {graph.checkpoint}" in module
    assert "graph.recomputed" in module
    plain = dlc.grad(lambda x: xp.sum(xp.exp(xp.sin(xp.exp(x)))))
    assert np.array_equal(run(dlc.grad(lambda x: xp.sum(inner(x))), X), run(plain, X))


def test_named_sizes() -> None:
    loss = lambda x, w: xp.mean(xp.tanh(x @ w))
    module = dlc.trace(dlc.grad(loss, 1), dlc.spec("n", 2), dlc.spec(2))
    interpreter = Interpreter(module)
    for n in (1, 3):
        x = np.ones((n, 2))
        assert np.allclose(interpreter.run("main", x, np.zeros(2))[0], [1.0, 1.0])


def test_a_gradient_is_compiled_like_its_function() -> None:
    """Called outside of a traced function, with numpy arrays: one compilation serves the value and the gradient."""
    loss = dlc.jit(level=0)(lambda x: xp.sum(dlc.nn.relu(x) * x))
    derived = dlc.value_and_grad(loss)
    assert derived.options == {"level": 0}
    value, gradient = derived(np.array([-1.0, 3.0]))
    assert (value, gradient.tolist()) == (9.0, [0.0, 6.0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dlc.grad(xp.sum)(np.arange(3)), "argument 0 must have floats, but got an array of int64"),
        (lambda: dlc.grad(lambda x: 2 * x)(X), r"must return one float, but it returned float64 of shape \(2,\)"),
        (lambda: dlc.grad(lambda x: (x, x))(X), "must return one float, but it returned tuple"),
        (lambda: dlc.grad(xp.sum, 3)(X), "argnums must be of the 1 positional arguments, each once, but got 3"),
        (lambda: dlc.grad(xp.multiply, (0, -2))(X, X), r"each once, but got \(0, -2\)"),
        (lambda: dlc.grad(xp.sum, WRONG), "argnums must be an integer or integers, but got 'x'"),
        (lambda: dlc.grad(WRONG), "a function is required, but got 'x'"),
        (lambda: dlc.grad(xp.sum, has_aux=True)(X), "with has_aux, sum must return a pair"),
        (
            lambda: dlc.grad(lambda x: xp.sum(dlc.while_loop(lambda _: True, lambda y: y, x)))(X),
            "'graph.while' may run",
        ),
        (lambda: dlc.while_loop(any, abs, X, max_iterations=-1), "max_iterations must be an integer, not negative"),
        (
            lambda: dlc.nn.convolution(X, X),
            "images must have a batch, channels and 1 to 6 spatial axes, but got rank 1",
        ),
        (lambda: dlc.nn.max_pool(np.ones((1, 1, 4, 4)), (2, 2, 2)), "window must be an integer or 2 integers"),
        (lambda: dlc.nn.cross_entropy(X, np.arange(2)), "logits must have one axis more than labels"),
        (lambda: dlc.nn.softmax(X, axis=2), r"softmax: the axis must be in -1\.\.0, but got 2"),
    ],
)
def test_mistakes(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_functions_of_networks() -> None:
    images = np.arange(16.0).reshape(1, 1, 4, 4)
    assert dlc.nn.max_pool(images, 2).data.tolist() == [[[[5.0, 7.0], [13.0, 15.0]]]]
    assert dlc.nn.average_pool(images, 2).data.tolist() == [[[[2.5, 4.5], [10.5, 12.5]]]]
    assert dlc.nn.convolution(images, np.ones((1, 1, 3, 3)), padding=1, strides=3).shape == (1, 1, 2, 2)
    logits = np.array([[1.0, 2.0], [3.0, 0.0]])
    expected = -np.log(np.exp([2.0, 3.0]) / np.exp(logits).sum(1)).mean()
    assert np.isclose(float(dlc.nn.cross_entropy(logits, np.array([1, 0]))), expected)
    for name in ("relu", "sigmoid", "silu", "softplus", "gelu", "softmax", "log_softmax", "layer_norm"):
        assert getattr(dlc.nn, name)(logits).shape == (2, 2)


def test_a_step_of_the_example_makes_the_loss_smaller() -> None:
    """The networks of examples/train_digits.py, on images that are not digits."""
    example: Any = runpy.run_path(str(ROOT / "examples" / "train_digits.py"))
    random = np.random.default_rng(0)
    images, labels = random.normal(size=(4, 1, 8, 8)).astype(np.float32), np.arange(4)
    for make_params, network in example["NETWORKS"].values():
        params, optimizer = make_params(random), dlc.optim.SGD(lr=0.05)
        loss_of = gradients.value_and_grad(lambda p, network=network: dlc.nn.cross_entropy(network(p, images), labels))
        params = {name: xp.asarray(array) for name, array in params.items()}
        before, slopes = loss_of(params)
        params, _ = optimizer.step(params, slopes, optimizer.init(params))
        assert float(loss_of(params)[0]) < float(before)
