"""Train networks to read handwritten digits: a multilayer perceptron, and a convolutional network.

    pip install 'dlc[examples]'
    python examples/train_digits.py --plot loss.png

The images are scikit-learn's: 1797 of 8 x 8 pixels. A train step, forward, backward and update, is one compiled
function. The accuracy is that of images that were not trained on.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator

import dlc

Array = Any
Params = dict[str, Array]
CLASSES = 10


def normal(random: Generator, *shape: int, fan_in: int) -> Array:
    """Return random weights, of a variance that keeps that of activations."""
    return random.normal(0, np.sqrt(2 / fan_in), shape).astype(np.float32)


def zeros(*shape: int) -> Array:
    """Return zeros, for biases."""
    return np.zeros(shape, np.float32)


def mlp_params(random: Generator) -> Params:
    """Return the parameters of a perceptron with two hidden layers."""
    return {
        "w1": normal(random, 64, 128, fan_in=64),
        "b1": zeros(128),
        "w2": normal(random, 128, 64, fan_in=128),
        "b2": zeros(64),
        "w3": normal(random, 64, CLASSES, fan_in=64),
        "b3": zeros(CLASSES),
    }


def mlp(params: Params, images: Array) -> Array:
    """Return a score for each class."""
    x = dlc.array.reshape(images, (images.shape[0], 64))
    x = dlc.nn.relu(x @ params["w1"] + params["b1"])
    x = dlc.nn.relu(x @ params["w2"] + params["b2"])
    return x @ params["w3"] + params["b3"]


def cnn_params(random: Generator) -> Params:
    """Return the parameters of two convolutions and a layer behind them."""
    return {
        "k1": normal(random, 16, 1, 3, 3, fan_in=9),
        "b1": zeros(16, 1, 1),
        "k2": normal(random, 32, 16, 3, 3, fan_in=144),
        "b2": zeros(32, 1, 1),
        "w3": normal(random, 128, CLASSES, fan_in=128),
        "b3": zeros(CLASSES),
    }


def cnn(params: Params, images: Array) -> Array:
    """Return a score for each class."""
    x = dlc.nn.relu(dlc.nn.convolution(images, params["k1"], padding=1) + params["b1"])
    x = dlc.nn.max_pool(x, 2)
    x = dlc.nn.relu(dlc.nn.convolution(x, params["k2"], padding=1) + params["b2"])
    x = dlc.nn.max_pool(x, 2)
    x = dlc.array.reshape(x, (images.shape[0], 128))
    return x @ params["w3"] + params["b3"]


NETWORKS: dict[str, tuple[Callable[[Generator], Params], Callable[[Params, Array], Array]]] = {
    "mlp": (mlp_params, mlp),
    "cnn": (cnn_params, cnn),
}


def train(
    name: str, images: Array, labels: Array, *, epochs: int, batch: int, seed: int = 0
) -> tuple[Callable[[Array], Array], list[float]]:
    """Train a network, and return a function that reads images, and the loss of each epoch."""
    random = np.random.default_rng(seed)
    make_params, network = NETWORKS[name]
    optimizer = dlc.optim.AdamW(lr=2e-3)

    def loss_of(params: Params, images: Array, labels: Array) -> Array:
        return dlc.nn.cross_entropy(network(params, images), labels)

    @dlc.jit
    def train_step(params: Params, state: Any, images: Array, labels: Array) -> Any:
        loss, gradients = dlc.value_and_grad(loss_of)(params, images, labels)
        params, state = optimizer.step(params, gradients, state)
        return params, state, loss

    params = make_params(random)
    state = optimizer.init(params)
    losses: list[float] = []
    for epoch in range(epochs):
        order = random.permutation(len(images))
        total = 0.0
        for start in range(0, len(images) - batch + 1, batch):
            chosen = order[start : start + batch]
            params, state, loss = train_step(params, state, images[chosen], labels[chosen])
            total += float(loss)
        losses.append(total / (len(images) // batch))
        show_progress(name, epoch + 1, epochs, losses[-1])

    scores = dlc.jit(network)
    return lambda images: np.argmax(scores(params, images), axis=-1), losses


def show_progress(name: str, epoch: int, epochs: int, loss: float) -> None:
    """Show one line that grows, or nothing where nobody is looking."""
    if sys.stderr.isatty():
        bar = "█" * (30 * epoch // epochs)
        end = "\n" if epoch == epochs else ""
        print(f"\r{name} {bar:30} epoch {epoch}/{epochs}, loss {loss:.4f}", end=end, file=sys.stderr, flush=True)


def imported(name: str) -> Any:
    """Return a module of the extra `examples`."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        sys.exit(f"{name} is not installed; run: pip install 'dlc[examples]'")


def digits(seed: int = 0) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return images and labels to train on, and others to test with."""
    bundled: Any = imported("sklearn.datasets").load_digits()
    images = (bundled.images / 16).astype(np.float32)[:, None]
    order = np.random.default_rng(seed).permutation(len(images))
    images, labels = images[order], bundled.target[order].astype(np.int64)
    count = 360
    return (images[count:], labels[count:]), (images[:count], labels[:count])


def plot(losses: dict[str, list[float]], path: Path) -> None:
    """Write a picture of the losses."""
    imported("matplotlib").use("agg")
    pyplot: Any = imported("matplotlib.pyplot")
    for name, values in losses.items():
        pyplot.semilogy(range(1, len(values) + 1), values, label=name)
    pyplot.xlabel("epoch")
    pyplot.ylabel("loss")
    pyplot.legend()
    pyplot.savefig(path)


def main() -> None:
    """Train both networks."""
    parser = argparse.ArgumentParser(description="Train networks to read handwritten digits.")
    parser.add_argument("--epochs", type=int, default=30, help="how often each image is seen")
    parser.add_argument("--batch", type=int, default=64, help="the number of images in a step")
    parser.add_argument("--networks", nargs="+", choices=sorted(NETWORKS), default=list(NETWORKS))
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a picture of the losses")
    options = parser.parse_args()
    train_set, (images, labels) = digits()
    losses: dict[str, list[float]] = {}
    for name in options.networks:
        start = time.perf_counter()
        read, losses[name] = train(name, *train_set, epochs=options.epochs, batch=options.batch)
        accuracy = float((read(images) == labels).mean())
        print(f"{name}: {accuracy:.1%} of test images, {time.perf_counter() - start:.1f} s")
    if options.plot is not None:
        plot(losses, options.plot)


if __name__ == "__main__":
    main()
