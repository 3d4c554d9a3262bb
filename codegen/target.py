"""Targets of code generation: a triple, a processor and its features, checked before LLVM uses them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from dlc.ir.diagnostics import did_you_mean
from dlc.ir.errors import DlcError

from .binding import binding, initialize, while_listening

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
        """Return a target by name; without a triple it is this machine's. Raises `TargetError` if there is none."""
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
        check(target)
        return target

    @property
    def architecture(self) -> str:
        """The first component of the triple."""
        return self.triple.partition("-")[0]

    def machine(self, level: int = 2, *, position_independent: bool = True) -> Any:
        """Return LLVM's target machine, for one thread at a time."""
        initialize()
        relocation = "pic" if position_independent else "static"
        llvm_target = _llvm_target(self.triple)
        return llvm_target.create_target_machine(
            cpu=self.cpu, features=self.features, opt=level, reloc=relocation, codemodel="default"
        )

    def data_layout(self) -> str:
        """Return the layout of types in memory, in LLVM's notation."""
        return _data_layout(self)


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
    _, heard = while_listening(target.machine)
    match = _UNKNOWN.search(heard)
    if match is not None:
        name, kind = match.groups()
        raise TargetError(f"unknown {kind} '{name}' for target '{target.triple}'")
