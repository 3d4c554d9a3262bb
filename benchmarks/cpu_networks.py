"""Whole networks on the CPU, and their single layers, beside ONNX Runtime and OpenVINO.

    python benchmarks/cpu_networks.py [--rounds=3] [--threads=1,2] [--only=ResNet] [--layers] [--varied]
        [--peers=PYTHON]

Every engine works in a process of its own, and they take turns. The table has medians of the rounds, with minima in
brackets; the ratio to the faster peer within each round; the share of the machine's FMA rate at which we, and that
peer, do the operations of the network, where convolutions count as direct ones, of which Winograd's algorithm saves
some; and errors: the largest difference to results in f64, relative to the largest number. With `--layers`, each
distinct convolution, product and recurrent layer of the networks is measured alone; the ten that are slowest beside
ONNX Runtime are printed. With `--varied`, the networks are of many more kinds, for which nothing is tuned. The exit
status is 1 if a target is missed.
"""

from __future__ import annotations

import io
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from cpu import rates
from measure import Case, Rates, Work, Worker, aligned, options_of, run_and_close

from dlc.tools import dlc_inspect

PEERS = ("onnxruntime", "openvino")
FOLDER = Path(__file__).parent
TARGETS = {
    "ResNet-18": 0.9,
    "ResNet-50": 0.9,
    "U-Net": 0.9,
    "MobileNet-V2": 1.0,
    "EfficientNet-B0": 1.0,
    "encoder": 0.85,
    "decoder": 0.85,
    "ViT-tiny": 0.85,
    "BERT, 2 layers": 0.85,
    "LSTM tagger": 0.9,
    "GRU tagger": 0.9,
    "MLP": 0.9,
    "MLP of 64 rows": 0.9,
}
"""The share of the faster peer's time that a network may take."""
OTHER_TARGET = 1.0
"""The same for networks that nothing is tuned for."""
LAYER_TARGET = 1.3
WORST = 10
"""The number of layers that are printed."""
NETWORK_SECONDS, LAYER_SECONDS = 0.5, 0.08
"""For how long a network and a layer are called in a round."""


def written(python: str, folder: str, options: Sequence[str]) -> list[tuple[str, Case]]:
    """Write the networks and their layers; return the kind of each, and its case."""
    command = [python, str(FOLDER / "network_files.py"), folder, *options]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    parts = [line.split("\t") for line in lines if line.startswith(("network\t", "layer\t"))]
    return [(kind, Case(name, "network", {"file": str(Path(folder, stem))})) for kind, stem, name in parts]


def work_of(file: str) -> Work | None:
    """Return the operations of the network in a file, or `None` if their number depends on what it is called with."""
    output = io.StringIO()
    if dlc_inspect.run([f"{file}.onnx", "--json"], output, sys.stderr):
        return None
    flops = list(json.loads(output.getvalue()).get("flops", {}).values())
    return Work(sum(flops)) if flops and all(isinstance(each, int) for each in flops) else None


def ratio(case: Case, peers: Sequence[str] = PEERS) -> float | None:
    """Return the time of dlc by that of the fastest peer: the median over rounds."""
    others = [times for peer in peers if (times := case.times.get(peer))]
    if not others or not case.times.get("dlc"):
        return None
    rounds = zip(case.times["dlc"], *others, strict=False)
    return statistics.median(ours / min(theirs) for ours, *theirs in rounds)


def error(case: Case, engine: str) -> float | None:
    """Return the largest difference between an engine's results and those in f64."""
    stem = case.arguments["file"]
    try:
        with np.load(f"{stem}-{engine}.npz") as results, np.load(f"{stem} f64-dlc.npz") as exact:
            return max(_difference(results[name], exact[name]) for name in exact.files)
    except FileNotFoundError:
        return None


def _difference(result: Any, exact: Any) -> float:
    return float(np.abs(result.astype(np.float64) - exact).max() / max(float(np.abs(exact).max()), 1e-30))


def _times(case: Case, engine: str) -> str:
    times = case.times.get(engine)
    return "–" if not times else f"{statistics.median(times) * 1e3:.3f} ({min(times) * 1e3:.3f})"


def _shown(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


def table_of(cases: Sequence[Case], engines: Sequence[str], machine: Rates) -> tuple[str, bool]:
    """Return the table of networks, and whether all targets are met."""
    heads = ["dlc : best", "of FMA", "best's", "error", "of the peers", "target", ""]
    rows = [["network", *(f"{name}, ms" for name in engines), *heads]]
    all_met = True
    for case in cases:
        share, target = ratio(case), TARGETS.get(case.name, OTHER_TARGET)
        met = share is None or share <= target
        all_met &= met
        errors = [each for peer in PEERS if (each := error(case, peer)) is not None]
        rows.append(
            [
                case.name,
                *(_times(case, name) for name in engines),
                _shown(share, ".2f"),
                case.of_bound(machine, "dlc"),
                max((case.of_bound(machine, peer) for peer in PEERS if case.times.get(peer)), default="–"),
                _shown(error(case, "dlc"), ".1e"),
                _shown(max(errors, default=None), ".1e"),
                f"≤ {target:g}",
                "" if share is None else "met" if met else "**missed**",
            ]
        )
    return aligned(rows), all_met


def worst_of(layers: Sequence[Case], engines: Sequence[str]) -> tuple[str, bool]:
    """Return the table of the layers that are slowest beside ONNX Runtime, and whether all are fast enough."""
    known = [(share, case) for case in layers if (share := ratio(case, PEERS[:1])) is not None]
    known.sort(key=lambda pair: pair[0], reverse=True)
    rows = [["layer", *(f"{name}, ms" for name in engines), "dlc : onnxruntime", "target", ""]]
    for share, case in known[:WORST]:
        verdict = "met" if share <= LAYER_TARGET else "**missed**"
        times = (_times(case, name) for name in engines)
        rows.append([case.name, *times, f"{share:.2f}", f"≤ {LAYER_TARGET:g}", verdict])
    slow = sum(share > LAYER_TARGET for share, _ in known)
    behind = sum(share > 1 for share, _ in known)
    summary = f"{len(known)} layers: {behind} slower than ONNX Runtime, {slow} by more than {LAYER_TARGET:g}×"
    return f"{summary}\n\n{aligned(rows)}", not slow


def main() -> int:
    parser = options_of("Whole networks beside ONNX Runtime and OpenVINO.")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--layers", action="store_true", help="measure each layer alone as well")
    parser.add_argument("--varied", action="store_true", help="measure networks of many more kinds")
    parser.add_argument("--peers", default=sys.executable, help="the Python that has torch, onnxruntime and openvino")
    options = parser.parse_args()
    chosen = [f"--only={options.only}", *(f"--{each}" for each in ("layers", "varied") if getattr(options, each))]
    engines = ["dlc", *PEERS]
    good = True
    with tempfile.TemporaryDirectory() as folder:
        every = written(options.peers, folder, chosen)
        networks = [case for kind, case in every if kind == "network"]
        layers = [case for kind, case in every if kind == "layer"]
        for case in networks:
            case.work = work_of(case.arguments["file"])
        for threads in options.threads.split(","):
            workers = [_worker(name, threads, NETWORK_SECONDS, options.peers) for name in engines]
            for case in networks:
                workers[0].measure("reference", {"file": f"{case.arguments['file']} f64"})
            run_and_close(networks, workers, options.rounds)
            machine = rates(int(threads))
            text, met = table_of(networks, engines, machine)
            print(f"\n{threads} thread{'s' if threads != '1' else ''}: {machine}\n\n{text}", flush=True)
            good &= met
            if layers:
                workers = [_worker(name, threads, LAYER_SECONDS, options.peers) for name in ("dlc", "onnxruntime")]
                run_and_close(layers, workers, options.rounds)
                text, met = worst_of(layers, ("dlc", "onnxruntime"))
                print(f"\n{text}", flush=True)
                good &= met
            for case in (*networks, *layers):
                case.times.clear()
    return 0 if good else 1


def _worker(name: str, threads: str, seconds: float, peers: str) -> Worker:
    python = None if name == "dlc" else peers
    return Worker(name, str(FOLDER / "network_engine.py"), [name, threads, str(seconds)], python)


if __name__ == "__main__":
    sys.exit(main())
