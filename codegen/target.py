"""Targets of code generation: a triple, a processor and its features, checked before LLVM uses them."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from dlc.ir.diagnostics import did_you_mean
from dlc.ir.errors import DlcError
from dlc.ir.forks import hold_across_forks

from .binding import LOCK, binding, initialize
from .machine_code import machine_on

_T = TypeVar("_T")
_listening = threading.Lock()
hold_across_forks(_listening)
hold_across_forks(LOCK)

RISC_V_LINUX = "+m,+a,+f,+d,+c"
"""The features that the ABI of Linux on RISC-V requires; LLVM's baseline is integers without products."""
OPTIMIZATION_LEVELS = (0, 1, 2, 3)


class TargetError(DlcError):
    """There is no such target, processor or feature."""


@dataclass(frozen=True)
class Target:
    """The target of machine code. An empty processor means the baseline of the architecture."""

    triple: str
    cpu: str = ""
    features: str = ""
    """A list of features, such as `+avx2,-fma`."""

    @classmethod
    def host(cls) -> Target:
        """Return this machine, with all features of its processor."""
        return _host()

    @classmethod
    def of(cls, triple: str = "", cpu: str = "", features: str = "") -> Target:
        """Return a target by name; without a triple it is this machine's. Raises `TargetError` if there is none.

        A level of x86-64, such as `x86-64-v3`, stands for processors of this level, with this machine's system if it is
        one of them, else with Linux.
        """
        if triple in X86_64_LEVELS:
            host = cls.host().triple
            triple, cpu = host if host.startswith("x86_64") else "x86_64-linux-gnu", cpu or triple
        if not (triple or cpu or features):
            return cls.host()
        if not triple:
            host = cls.host()
            target = cls(host.triple, cpu, features) if cpu else replace(host, features=_added(host.features, features))
        else:
            target = cls(triple, "" if cpu == "native" else cpu, features)
            if cpu == "native":
                host = cls.host()
                target = cls(triple, host.cpu, _added(host.features, features))
        if re.match(r"riscv64(-([^-]+-)?linux|$)", target.triple) and not (target.cpu or target.features):
            target = replace(target, features=RISC_V_LINUX)
        check(target)
        return target

    @property
    def architecture(self) -> str:
        """The first component of the triple."""
        return self.triple.partition("-")[0]

    def machine(self, level: int = 2, *, position_independent: bool = True) -> Any:
        """Return LLVM's target machine, for one thread at a time."""
        llvm_target = _llvm_target(self.triple)
        return machine_on(llvm_target, self.cpu, self.features, level, position_independent=position_independent)

    def data_layout(self) -> str:
        """Return the layout of types in memory, in LLVM's notation."""
        return _data_layout(self)

    def has_elf_objects(self) -> bool:
        """Return whether object files for this target are in ELF, for linkers and loaders of processors."""
        has_elf_names = re.search("-m:[em]", self.data_layout()) is not None
        return has_elf_names and not self.architecture.startswith(("wasm", "amdgcn", "nvptx", "bpf"))

    def pointer_bits(self) -> int:
        """Return the width of addresses."""
        return 32 if "p:32:32" in self.data_layout() else 64


def _added(features: str, more: str) -> str:
    return ",".join(part for part in (features, more) if part)


@cache
def _host() -> Target:
    initialize()
    features = binding.get_host_cpu_features().flatten()
    return Target(binding.get_process_triple(), binding.get_host_cpu_name(), features)


@cache
def _data_layout(target: Target) -> str:
    return str(target.machine().target_data)


def _llvm_target(triple: str) -> Any:
    initialize()
    try:
        return binding.Target.from_triple(triple)
    except RuntimeError:
        known = (
            "x86_64",
            "aarch64",
            "riscv64",
            "riscv32",
            "wasm32",
            "wasm64",
            "arm",
            "nvptx64",
            "amdgcn",
            "powerpc64le",
        )
        hint = did_you_mean(triple.partition("-")[0], known)
        raise TargetError(f"unknown target '{triple}'{hint}") from None


_UNKNOWN = re.compile(r"'([^']*)' is not a recognized (processor|feature) for this target")


@cache
def check(target: Target) -> None:
    """Raise `TargetError` for names that LLVM does not know, which it would ignore."""
    _llvm_target(target.triple)
    for feature in filter(None, target.features.split(",")):
        if not re.fullmatch(r"[+-][\w.-]+", feature):
            raise TargetError(f"expected a feature '+name' or '-name', but got '{feature}'")
    _, heard = _while_listening(target.machine)
    match = _UNKNOWN.search(heard)
    if match is not None:
        name, kind = match.groups()
        raise TargetError(f"unknown {kind} '{name}' for target '{target.triple}'")


# -- Running code of a target ------------------------------------------------------------------------------------------

X86_64_LEVELS = {
    "x86-64": "",
    "x86-64-v2": "cx16,popcnt,sse3,sse4.1,sse4.2,ssse3",
    "x86-64-v3": "avx,avx2,bmi,bmi2,f16c,fma,lzcnt,movbe",
    "x86-64-v4": "avx512f,avx512bw,avx512cd,avx512dq,avx512vl",
}
"""The features that each level adds to the one before it."""


def check_runs_here(target: Target) -> None:
    """Raise `TargetError` unless this machine can run code that was made for a target."""
    host = Target.host()
    if _system(target) != _system(host):
        raise TargetError(f"it was compiled for '{target.triple}', but this machine is '{host.triple}'")
    missing = sorted(required_features(target) - _enabled(host.features))
    if missing:
        names = ", ".join(missing)
        raise TargetError(f"it was compiled for a processor with {names}, which this machine's '{host.cpu}' lacks")


def best_here(targets: Sequence[Target]) -> int:
    """Return the number of the target with the most features that this machine has; raise `TargetError` without one."""
    reasons: list[TargetError] = []
    usable: list[tuple[int, int]] = []
    for number, each in enumerate(targets):
        try:
            check_runs_here(each)
        except TargetError as reason:
            reasons.append(reason)
        else:
            usable.append((len(required_features(each)), -number))
    if not usable:
        raise reasons[-1]
    return -max(usable)[1]


def _system(target: Target) -> tuple[str, str]:
    architecture, _, rest = target.triple.partition("-")
    return architecture, rest.partition("-")[2]


def _enabled(features: str) -> set[str]:
    return {name[1:] for name in features.split(",") if name.startswith("+")}


def required_features(target: Target) -> set[str]:
    """Return the features that code for a target may use: the listed ones, and those of a level of x86-64."""
    features = _enabled(target.features)
    if target.cpu in X86_64_LEVELS:
        levels = list(X86_64_LEVELS)[: list(X86_64_LEVELS).index(target.cpu) + 1]
        features |= {name for level in levels for name in X86_64_LEVELS[level].split(",") if name}
    elif target.cpu not in ("", "generic", Target.host().cpu) and not features:
        raise TargetError(
            f"it was compiled for the processor '{target.cpu}', but this machine's is '{Target.host().cpu}'"
        )
    disabled = {name[1:] for name in target.features.split(",") if name.startswith("-")}
    return features - disabled


def _while_listening(action: Callable[[], _T]) -> tuple[_T, str]:
    """Return the result of `action`, and the text written to the process's standard error meanwhile.

    For an unknown processor or feature, LLVM writes a message there instead of returning an error.
    """
    with _listening, tempfile.TemporaryFile() as heard:
        sys.stderr.flush()
        saved_stderr = os.dup(2)
        try:
            os.dup2(heard.fileno(), 2)
            result = action()
        finally:
            os.dup2(saved_stderr, 2)
            os.close(saved_stderr)
        heard.seek(0)
        return result, heard.read().decode(errors="replace")
