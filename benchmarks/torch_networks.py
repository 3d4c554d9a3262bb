"""Networks under `torch.compile(backend="dlc")`, beside eager PyTorch and inductor.

    python benchmarks/torch_networks.py [--rounds=3] [--threads=2] [--only=ResNet]

Inference with one image or sequence, the time to the first result, a training step with 16 of them, and the call of a
small compiled function: under `torch.compile`, and as a program of `dlc.compile` or `dlc.jit` that is called with
tensors, beside inductor under `torch.compile`. Every engine works in a process of its own, and they take turns; medians
are reported with the ratios within each round. Frozen parameters are constants, for dlc and for inductor. The error of
a result is printed to stderr: the largest difference to eager PyTorch over the largest number.

The time to a first result is that of a new process, which has imported PyTorch, but neither its compiler nor dlc, and
finds nothing in any cache: inductor compiles the headers of its kernels, too.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from measure import Case, Prepare, at_least_times, compare_workers, seconds_of, serve, within_times

ENGINES = ("dlc", "eager", "inductor")
REPEAT = 5
OF_OPEN_SIZES = "torch.compile of open sizes"


def cases(engine: str, threads: int) -> Mapping[str, Prepare]:
    """Return what an engine measures."""
    models: Any = import_module("torch_models")
    torch: Any = models.torch
    torch.set_num_threads(threads)
    prepared: dict[str, Any] = {}

    def compiled(module: Any, *, frozen: bool = True, dynamic: bool = False) -> Any:
        torch._dynamo.reset()
        if engine == "eager":
            return module
        if engine == "dlc":
            options = {"threads": threads, "freeze": frozen}
            return torch.compile(module, backend="dlc", options=options, dynamic=dynamic)
        settings: Any = import_module("torch._inductor.config")
        settings.freezing = frozen
        return torch.compile(module, dynamic=dynamic)

    def network(name: str) -> Any:
        torch.manual_seed(0)
        make, shape = models.MODELS[name]
        module = make().eval()
        for parameter in module.parameters():
            if parameter.dim() > 1:
                torch.nn.init.kaiming_normal_(parameter)  # so that what layers compute does not vanish
        return module, torch.randn(shape)

    def inference(name: str) -> Callable[[], object]:
        if name not in prepared:
            module, x = network(name)
            with torch.no_grad():
                fast = compiled(module)
                expected, result = module(x), fast(x)
            error = ((result - expected).abs().max() / expected.abs().max()).item()
            print(f"{engine}: {name}: error {error:.1e}", file=sys.stderr)
            prepared[name] = fast, x
        fast, x = prepared[name]
        call = torch.no_grad()(lambda: fast(x))
        call()  # compiled again if another network was compiled since
        return repeated(call)

    def first_result(name: str) -> Callable[[], object]:
        module, x = network(name)

        def work() -> None:
            with torch.no_grad():
                compiled(module)(x)

        return work

    def training(name: str) -> Callable[[], object]:
        key = f"training {name}"
        if key not in prepared:
            torch.manual_seed(0)
            make, shape = models.TRAINED[name]
            module = make().train()
            prepared[key] = compiled(module, frozen=False), torch.randn(shape)
        fast, x = prepared[key]

        def step() -> None:
            fast(x).square().mean().backward()

        step()
        return repeated(step)

    def small(x: Any, y: Any) -> Any:
        return torch.relu(x * y + 1.0)

    class Small(torch.nn.Module):
        def forward(self, x: Any, y: Any) -> Any:
            return small(x, y)

    def direct(way: str, x: Any, y: Any) -> Any:
        """Return a program of dlc itself that computes the small function."""
        dlc: Any = import_module("dlc")
        if way == "dlc.compile":
            return dlc.compile(Small(), x, y, threads=threads)

        def function(x: Any, y: Any) -> Any:
            return dlc.nn.relu(x * y + 1.0)

        return dlc.jit(function, threads=threads)

    def overhead(way: str) -> Callable[[], object]:
        x, y = torch.randn(16), torch.randn(16)
        if way not in prepared:
            is_direct = engine == "dlc" and way.startswith("dlc.")
            prepared[way] = direct(way, x, y) if is_direct else compiled(small, dynamic=way == OF_OPEN_SIZES)
        fast = prepared[way]
        calls = torch.no_grad()(lambda: [fast(x, y) for _ in range(1000)])
        calls()
        return calls

    def repeated(work: Callable[[], object]) -> Callable[[], object]:
        return lambda: [work() for _ in range(REPEAT)]

    every: dict[str, Prepare] = {"inference": inference, "training": training, "overhead": overhead}
    return every if engine == "eager" else every | {"first result": first_result}


def every_case() -> list[Case]:
    """Return the cases."""
    inference = [at_least_times(1.5, "eager"), at_least_times(1.2, "inductor")]
    each = (1e3 / REPEAT, "ms")
    names = ("ResNet-18", "MobileNet-V2", "ViT-tiny", "encoder")
    chosen = [Case(f"{name}, inference", "inference", {"name": name}, scale=each, targets=inference) for name in names]
    first = [within_times(0.25, "inductor")]
    chosen += [
        Case(f"{name}, first result", "first result", {"name": name}, scale=(1, "s"), targets=first) for name in names
    ]
    train = [at_least_times(1, "eager")]
    chosen += [
        Case(f"{name}, training step", "training", {"name": name}, scale=each, targets=train)
        for name in ("CNN", "encoder")
    ]
    small = [within_times(0.5, "inductor")]
    chosen += [
        Case(f"call of a small function, {way}", "overhead", {"way": way}, scale=(1e3, "µs"), targets=small)
        for way in ("torch.compile", OF_OPEN_SIZES, "dlc.compile", "dlc.jit")
    ]
    return chosen


def serve_engine(engine: str, threads: int) -> None:
    """Be the worker for an engine, without caches of compiled programs."""
    os.environ["DLC_CACHE_DIR"] = ""
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = tempfile.mkdtemp()
    os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
    serve(cases(engine, threads), seconds_of)


if __name__ == "__main__":
    about = "Networks under torch.compile."
    compare_workers(
        __file__,
        ENGINES,
        serve_engine,
        every_case(),
        description=about,
        threads=2,
        in_new_processes=("first result",),
    )
