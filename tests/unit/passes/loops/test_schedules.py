"""Schedules as values: their text, the names of loops that their steps use, and all plans of the cost model."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from dlc.ir.builtin_attributes import ArrayAttr, IntegerAttr, StringAttr
from dlc.ir.builtin_types import i64
from dlc.passes.loops.analysis.contractions import recognized
from dlc.passes.loops.analysis.workloads import Workload, kernels_in
from dlc.passes.loops.schedules.cost_model import schedules_for
from dlc.passes.loops.schedules.cost_model.contraction_plan import ContractionPlan
from dlc.passes.loops.schedules.cost_model.convolution_plans import ChannelPlan, PixelPlan, has_whole_image
from dlc.passes.loops.schedules.cost_model.narrow_plan import NarrowPlan, narrow_plans
from dlc.passes.loops.schedules.cost_model.plan import Plan
from dlc.passes.loops.schedules.cost_model.register_tiles import tile_for
from dlc.passes.loops.schedules.cost_model.skinny_plans import DotPlan, DotsThenFunctionsPlan, UpdatePlan
from dlc.passes.loops.schedules.gpu_machine import GPUMachine
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.loops.schedules.schedule import InvalidSchedule, Schedule, alternatives_of, alternatives_to_attribute
from dlc.passes.loops.transforms.loop_names import Names, back_of, copy_of, fill_of, pad_of, point_of
from dlc.passes.loops.transforms.loop_pass import LoopPass
from dlc.passes.loops.transforms.pack import LoopPack
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.tile_selection import names_in
from dlc.passes.loops.vectorize.vectorize import LoopVectorize
from dlc.passes.manager.pipeline_text import parse_passes, parse_pipeline
from dlc.passes.memory.constant_memory import ConstantMemory
from support.programs import module_of, new_context

# -- Text --------------------------------------------------------------------------------------------------------------

STEPS = Schedule.of(
    LoopTile(loops=("i", "j"), sizes=(6, 16)),
    LoopPack(at="i", read=1, loops=("j_point",), sizes=(16,), buffer="packed"),
    LoopVectorize(loops=("j_point",), width=8, remainder="mask"),
)
TEXTS = [
    "loop-tile{loops=i,j sizes=6,16}",
    "loop-pack{at=i read=1 loops=j_point sizes=16 buffer=packed}",
    "loop-vectorize{loops=j_point width=8 remainder=mask}",
]


def texts_of(attribute: ArrayAttr) -> list[str]:
    return [step.value for step in attribute.elements if isinstance(step, StringAttr)]


def test_a_schedule_is_written_with_the_options_that_its_steps_were_given() -> None:
    assert texts_of(STEPS.to_attribute()) == TEXTS


def test_what_is_written_is_read_back() -> None:
    again = Schedule.from_attribute(STEPS.to_attribute())
    assert [str(step) for step in again.steps] == [str(step) for step in STEPS.steps]
    assert texts_of(again.to_attribute()) == TEXTS


def test_one_string_may_have_several_steps() -> None:
    again = Schedule.from_attribute(StringAttr(",".join(TEXTS)))
    assert texts_of(again.to_attribute()) == TEXTS


def test_braces_are_written_only_around_what_needs_them() -> None:
    step = LoopTile(loops=("i", "a b"), sizes=(2, 3))
    assert step.written == "loop-tile{loops=i,{a b} sizes=2,3}"
    assert [str(each) for each in parse_passes(step.written)] == [str(step)]


def test_alternatives_are_read_back() -> None:
    attribute = alternatives_to_attribute([STEPS, Schedule(STEPS.steps[:1])])
    assert [len(Schedule.from_attribute(each).steps) for each in alternatives_of(attribute)] == [3, 1]
    assert alternatives_of(STEPS.to_attribute()) == [STEPS.to_attribute()]


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        (IntegerAttr(3, i64), "array of strings"),
        (StringAttr("loop-tyle"), "did you mean 'loop-tile'"),
        (StringAttr("loop-tile{size=3}"), "no option 'size'"),
        (StringAttr("func.func(cse)"), "does not run on loops"),
    ],
)
def test_what_is_no_schedule_is_refused(attribute: StringAttr | IntegerAttr, message: str) -> None:
    with pytest.raises(InvalidSchedule, match=message):
        Schedule.from_attribute(attribute)


# -- Names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("loop-tile{loops=i sizes=4},loop-unroll{loops=i_point}", None),
        ("loop-tile{loops=i,j sizes=4,4 points=x,y},loop-unroll{loops=y}", None),
        ("loop-tile{loops=i sizes=4},loop-unroll{loops=j_point}", (2, "j_point")),
        ("loop-unroll{loops=i},loop-unroll{loops=i_rest}", None),
        ("loop-unroll{loops=i full=true},loop-unroll{loops=i}", (2, "i")),
        ("loop-coalesce{loops=i,j},loop-tile{loops=j sizes=4}", (2, "j")),
        ("loop-separate{loops=j suffixes=_a,_b},loop-unroll{loops=j_a}", None),
        ("loop-separate{loops=j suffixes=_a,_b},loop-unroll{loops=j}", (2, "j")),
        ("loop-separate{loops=j},loop-unroll{loops=j_0}", None),
        ("loop-pack{at=i loops=j buffer=b},loop-vectorize{loops=b_j}", None),
        ("loop-pack{at=k loops=j}", (1, "k")),
        ("loop-pack{loops=j sizes=8},loop-vectorize{loops=packed_j_pad}", None),
        ("loop-privatize{at=i loops=j},loop-vectorize{loops=tile_back_j},loop-vectorize{loops=tile_fill_j}", None),
        ("loop-privatize{at=i loops=j},loop-vectorize{loops=tile_j}", (2, "tile_j")),
        ("loop-vectorize{loops=j width=4},loop-unroll{loops=j_rest}", None),
        ("loop-specialize{loops=j sizes=4},loop-unroll{loops=j_partial}", None),
        ("loop-peel{loops=j front=1},loop-unroll{loops=j_front}", None),
        ("loop-sink{loops=j},loop-unroll{loops=i_empty}", None),
        ("canonicalize,loop-unroll{loops=anything}", None),
    ],
)
def test_a_step_may_name_only_loops_that_can_exist(text: str, unknown: tuple[int, str] | None) -> None:
    step = Schedule.from_attribute(StringAttr(text)).unknown_loop({"i", "j"})
    assert (step and (step.number, step.name)) == unknown


NEST = """
func.func @main(%a: memref<?x?xf32> {{llvm.noalias}}, %b: memref<?x?xf32>, %n: index, %x: f32) {{
  loop.for %i = 0 to %n {{
    loop.for %j = 0 to %n {{
      %0 = loop.load %b[%i, %j] : memref<?x?xf32>
      %1 = arith.addf %0, %x : f32
      loop.store %1, %a[%i, %j] : memref<?x?xf32>
    }} {{loop.name = "j"}}
  }} {{loop.name = "i"}}
  return
}}"""


@pytest.mark.parametrize(
    ("text", "some"),
    [
        ("loop-tile{loops=i,j sizes=4,8}", {point_of("i"), point_of("j")}),
        ("loop-tile{loops=j sizes=8 points=x}", {"x"}),
        ("loop-interchange{loops=i,j}", {"i", "j"}),
        ("loop-coalesce{loops=i,j}", {"i"}),
        ("loop-unroll{loops=j factor=3}", {"j", "j_rest"}),
        ("loop-unroll{loops=i factor=3}", {"i_rest", "j_rest"}),
        ("loop-unroll-and-jam{loops=i factor=3}", {"i_rest", "j_rest"}),
        ("loop-vectorize{loops=j width=4 interleave=2}", {"j", "j_middle", "j_rest"}),
        ("loop-peel{loops=i front=1}", {"i_front", "j_front"}),
        ("loop-peel{loops=i back=1}", {"i_rest", "j_rest"}),
        ("loop-tile{loops=j sizes=8},loop-pack{at=j loops=j_point sizes=8}", {copy_of("packed", point_of("j"))}),
        ("loop-tile{loops=j sizes=8},loop-pack{at=j loops=j_point sizes=8}", {pad_of("packed_j_point")}),
        ("loop-tile{loops=j sizes=8},loop-privatize{at=j loops=j_point sizes=8}", {back_of("tile", point_of("j"))}),
        ("loop-tile{loops=j sizes=8},loop-privatize{at=j loops=j_point sizes=8}", {pad_of(fill_of("tile", "j_point"))}),
        ("loop-tile{loops=j sizes=8},loop-specialize{loops=j_point sizes=8}", {"j_point_partial"}),
        ("loop-parallelize{loops=i depth=1}", {"i", "j"}),
    ],
)
def test_loops_get_the_names_that_passes_declare(text: str, some: set[str]) -> None:
    """The names of loops after a step were declared by the step."""
    context = new_context()
    module = module_of(NEST.format(), context)
    declared: Names | None = Names(names_in(module))
    for step in Schedule.from_attribute(StringAttr(text)).steps:
        assert isinstance(step, LoopPass)
        assert declared is not None
        declared = step.names_after(declared)
        assert parse_pipeline(f"builtin.module({step})").run(module, context), context.diagnostics.diagnostics
    assert declared is not None
    assert some <= names_in(module)
    assert all(name in declared for name in names_in(module))


# -- All plans ---------------------------------------------------------------------------------------------------------

LOOPS = "builtin.module(lower-to-loops)"
SMALL = Machine(vector_bits=128, vector_registers=8, l1_bytes=512, l2_bytes=1024, l3_bytes=4096, cores=2)
MACHINES = [SMALL, Machine(256, 16, 1 << 15, 1 << 19, 1 << 25, 1), Machine(512, 32, 48 << 10, 1 << 20, 1 << 25, 8)]
MACHINES.append(Machine(512, 32, 1 << 15, 1 << 20, 1 << 25, 2, unit_bits=256))
GPU_MACHINES = [GPUMachine(), GPUMachine(block_threads=16, thread_sums=4), GPUMachine(workgroup_bytes=1 << 12)]
SIZES = (1, 3, 7, 8, 16, 35, 56, 64, 128, 300, 1024)


def type_of(*shape: int) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}f32>"


def program(inputs: Sequence[tuple[int, ...]], result: tuple[int, ...], op: str, *, is_constant: bool) -> str:
    """A function of one op on two tensors and its relu; the second tensor may be a constant."""
    x, w = (type_of(*shape) for shape in inputs)
    argument, constant = ("", f"%w = graph.constant dense<0.5> : {w}") if is_constant else (f", %w: {w}", "")
    y = type_of(*result)
    return f"""func.func @main(%x: {x}{argument}) -> {y} {{
      {constant}
      %y = {op} : {x}, {w} -> {y}
      %r = graph.relu %y : {y}
      return %r : {y}
    }}"""


def programs() -> list[str]:
    """Products and convolutions of many sizes."""
    random = Random(7)
    texts: list[str] = []
    for number in range(15):
        m, n, k = (random.choice(SIZES) for _ in range(3))
        op = "graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]"
        texts.append(program([(m, k), (k, n)], (m, n), op, is_constant=number % 2 == 0))
        channels, filters = random.choice((1, 3, 16, 64, 512)), random.choice((5, 8, 64, 256))
        image = 7 << number % 4
        kernel, stride = random.choice(((1, 1), (3, 1), (3, 2)))
        pad, out = kernel // 2, (image - 1) // stride + 1
        op = (
            f"graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [{stride}, {stride}] "
            f"pad_low [{pad}, {pad}] pad_high [{pad}, {pad}]"
        )
        shapes = [(1, channels, image, image), (filters, channels, kernel, kernel)]
        texts.append(program(shapes, (1, filters, out, out), op, is_constant=number % 2 == 1))
    op = "graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]"
    return [*texts, program([(200, 8), (8, 16)], (200, 16), op, is_constant=False)]


def workloads(text: str) -> list[Workload]:
    context = new_context()
    module = module_of(text, context)
    assert parse_pipeline(LOOPS).run(module, context)
    return kernels_in(module, ConstantMemory(module))


def all_plans(workload: Workload, machine: Machine) -> list[Plan]:
    """Every plan for a contraction, also those that the cost model would not choose."""
    nest = recognized(workload)
    if nest is None or not nest.columns:
        return []
    skinny = [kind(workload, nest, machine) for kind in (UpdatePlan, DotPlan, DotsThenFunctionsPlan)]
    plans: list[Plan] = [plan for plan in skinny if plan.is_possible()]
    if not nest.rows:
        return plans
    rows, columns = workload.trips(nest.rows[-1]), workload.trips(nest.columns[-1])
    plans += [ContractionPlan(workload, nest, machine, tile_for(machine, 32, rows, columns))]
    plans += [plan for plan in narrow_plans(workload, nest, machine, 32) if plan.is_possible()]
    if has_whole_image(nest):
        pixels = workload.trips(nest.columns[-2]) * columns
        plans += [
            PixelPlan(workload, nest, machine, tile_for(machine, 32, rows, pixels)),
            ChannelPlan(workload, nest, machine, tile_for(machine, 32, pixels, rows)),
        ]
    return plans


def test_kernels_that_are_no_constants_are_packed_in_every_call() -> None:
    """A plan that has channels as columns counts that, as the others do."""
    x, w, y = "tensor<1x64x4x4xf32>", "tensor<96x64x1x1xf32>", "tensor<1x96x4x4xf32>"
    convolution = f"%y = graph.convolution %x, %w, <NCXY x OIXY -> NCXY> strides [1, 1] : {x}, {w} -> {y}"
    constant = f"%w = graph.constant dense<1.0> : {w}"
    cycles: list[float] = []
    for arguments, before in ((f"%x: {x}, %w: {w}", ""), (f"%x: {x}", constant)):
        text = f"func.func @main({arguments}) -> {y} {{ {before} {convolution} return %y : {y} }}"
        for workload in workloads(text):
            schedules_for(workload, MACHINES[1])  # names its loops
            plans = all_plans(workload, MACHINES[1])
            cycles += [plan.cycles() for plan in plans if isinstance(plan, ChannelPlan)]
    given, known = cycles
    assert given > known + 96 * 64 / 16  # a vector holds 8 of these elements


@pytest.mark.parametrize(("depth", "skew"), [(1024, 16), (2048, 16), (1000, 0)])
def test_packed_rows_do_not_share_places_of_the_first_cache(depth: int, skew: int) -> None:
    """Rows of a power of two begin in the same place: products took up to seven times as long."""
    x, w, y = f"tensor<1x{depth}x7x7xf32>", f"tensor<108x{depth}x1x1xf32>", "tensor<1x108x7x7xf32>"
    convolution = f"%y = graph.convolution %x, %w, <NCXY x OIXY -> NCXY> strides [1, 1] : {x}, {w} -> {y}"
    [workload] = workloads(f"func.func @main(%x: {x}, %w: {w}) -> {y} {{ {convolution} return %y : {y} }}")
    schedules_for(workload, MACHINES[1])  # names its loops
    [plan] = [each for each in all_plans(workload, MACHINES[1]) if type(each) is ContractionPlan]
    [rows] = [each for each in plan.steps(None) if isinstance(each, LoopPack) and each.buffer == "rows"]
    assert rows.skew == skew


def test_elements_whose_lines_share_places_take_longer_to_pack() -> None:
    """A plan that packs them is dearer for each product than one for sums that are no power of two."""

    def cycles(depth: int) -> dict[type[Plan], float]:
        x, w, y = f"tensor<1x{depth}x4x4xf32>", f"tensor<96x{depth}x1x1xf32>", "tensor<1x96x4x4xf32>"
        convolution = f"%y = graph.convolution %x, %w, <NCXY x OIXY -> NCXY> strides [1, 1] : {x}, {w} -> {y}"
        [workload] = workloads(f"func.func @main(%x: {x}, %w: {w}) -> {y} {{ {convolution} return %y : {y} }}")
        schedules_for(workload, MACHINES[1])  # names its loops
        return {type(plan): plan.cycles() / depth for plan in all_plans(workload, MACHINES[1])}

    far, near = cycles(1024), cycles(1000)
    assert far[ChannelPlan] > 1.5 * near[ChannelPlan]
    assert far[DotPlan] < 1.1 * near[DotPlan]


def test_plans_name_loops_that_exist() -> None:
    count, kinds = 0, set[type]()
    for workload in (workload for text in programs() for workload in workloads(text)):
        for machine in (*MACHINES, *GPU_MACHINES):
            schedules = list(schedules_for(workload, machine))
            for plan in all_plans(workload, machine) if isinstance(machine, Machine) else ():
                schedules += [Schedule.of(*plan.steps(shared)) for shared in (None, plan.shared())]
                kinds.add(type(plan))
            names = names_in(workload.root)
            for schedule in schedules:
                unknown = schedule.unknown_loop(names)
                assert unknown is None, f"{schedule.place(unknown.number)}: {unknown}"
                again = Schedule.from_attribute(schedule.to_attribute())
                assert [str(step) for step in again.steps] == [str(step) for step in schedule.steps]
            count += len(schedules)
    assert count > 300
    assert kinds == {ContractionPlan, NarrowPlan, PixelPlan, ChannelPlan, UpdatePlan, DotPlan, DotsThenFunctionsPlan}
