"""The machine that schedules are chosen for follows from the target: its CPU and its features, not this machine's."""

from __future__ import annotations

import re

import pytest

from dlc.codegen import machine_description as description
from dlc.codegen.machine_description import machine_description, vector_registers
from dlc.codegen.target import Target
from dlc.compilation import pipeline_for
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.manager.pipeline_text import parse_pipeline_on
from support.programs import module_of, new_context

X86, ARM, RISC_V = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "riscv64-unknown-linux-gnu"
PRODUCT = """
func.func @main(%a: tensor<96x96xf32>, %b: tensor<96x96xf32>) -> tensor<96x96xf32> {
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<96x96xf32>, tensor<96x96xf32> -> tensor<96x96xf32>
  return %c : tensor<96x96xf32>
}"""


@pytest.mark.parametrize(
    ("triple", "cpu", "features", "expected"),
    [
        (X86, "x86-64", "", (128, 16)),
        (X86, "haswell", "", (256, 16)),
        (X86, "sandybridge", "", (256, 16)),
        (X86, "skylake-avx512", "", (512, 32)),
        (X86, "skylake-avx512", "-avx512f", (256, 16)),
        (X86, "skylake-avx512", "-avx512f,-avx", (128, 16)),
        (X86, "x86-64", "+avx512f", (512, 32)),
        ("i386-unknown-linux-gnu", "", "", (8, 16)),
        ("i686-unknown-linux-gnu", "pentium4", "", (128, 8)),
        (ARM, "", "", (128, 32)),
        ("arm64-apple-macosx", "apple-m1", "", (128, 32)),
        ("armv7-unknown-linux-gnueabihf", "", "+neon", (128, 16)),
        (RISC_V, "", "", (8, 16)),
        (RISC_V, "", "+v", (128, 32)),
        (RISC_V, "sifive-x280", "", (512, 32)),
        ("wasm32-unknown-unknown", "", "", (8, 16)),
        ("wasm32-unknown-unknown", "", "+simd128", (128, 16)),
    ],
)
def test_vectors_and_registers_are_those_of_the_target(
    triple: str, cpu: str, features: str, expected: tuple[int, int]
) -> None:
    assert vector_registers(Target.of(triple, cpu, features)) == expected


@pytest.mark.parametrize(
    ("cpu", "features", "expected"),
    [
        ("znver4", "", 1),
        ("znver4", "-avx512f", 2),
        ("znver5", "", 2),
        ("znver1", "", 1),
        ("znver2", "", 2),
        ("skylake-avx512", "", 2),
        ("x86-64", "+avx512f", 2),
        ("", "", 2),
    ],
)
def test_cpus_that_take_their_widest_vectors_apart_multiply_one_in_a_cycle(
    cpu: str, features: str, expected: int
) -> None:
    assert Machine(**machine_description(Target.of(X86, cpu, features))).vectors_per_cycle == expected


def test_caches_are_those_of_this_machine_unless_it_is_another_architecture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(description, "cache_sizes", lambda: {"l1_bytes": 12345})
    host = Target.host()
    other = Target.of(RISC_V if host.architecture != "riscv64" else ARM)
    assert machine_description(Target(host.triple))["l1_bytes"] == 12345
    assert "l1_bytes" not in machine_description(other)


def plan_for(target: Target) -> str:
    """Return the schedules of a matrix product, as the pipeline of `dlc.compile` writes them for a target."""
    context = new_context()
    module = module_of(PRODUCT, context)
    passes = pipeline_for(1, target=target).partition(",apply-schedules")[0]
    assert parse_pipeline_on("builtin.module", passes).run(module, context)
    return "\n".join(
        str(op.attributes["loop.try_schedule"]) for op in module.walk() if "loop.try_schedule" in op.attributes
    )


def test_features_of_the_target_change_the_plan() -> None:
    plans = {features: plan_for(Target.of(X86, "x86-64", features)) for features in ("", "-avx512f,+avx2", "+avx512f")}
    widths = {features: max(map(int, re.findall(r"width=(\d+)", plan))) for features, plan in plans.items()}
    assert widths == {"": 4, "-avx512f,+avx2": 8, "+avx512f": 16}


@pytest.mark.parametrize("triple", [ARM, RISC_V, X86])
def test_there_is_a_plan_for_every_architecture(triple: str) -> None:
    assert "loop-tile" in plan_for(Target.of(triple, features="+v" if triple == RISC_V else ""))


def test_a_machine_without_vectors_has_one_lane() -> None:
    bits, registers = vector_registers(Target.of(RISC_V))
    machine = Machine(vector_bits=bits, vector_registers=registers)
    assert [machine.lanes(width) for width in (8, 32, 64)] == [1, 1, 1]
    assert "loop-vectorize" not in plan_for(Target.of(RISC_V))
