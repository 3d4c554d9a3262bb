"""Products of matrices and convolutions as nests of loops, and how they become blocked: each step is a function.

A plain nest has a sum for each element of the output, and works on it before it is stored. Blocked, it copies blocks of
both inputs to panels that are as wide as a micro kernel, and works on whole tiles of the output in a local buffer:

    for jc, kc { pack b; for ic { pack a; for jr, ir { fill t; t += a * b; last: epilogue; store t } } }
"""

from __future__ import annotations

from typing import NamedTuple

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.generic.loop_invariant_code_motion import move_invariant_code
from dlc.passes.loops.analysis.nests import loops_in, name_of, rename
from dlc.passes.loops.transforms.accumulate_in_memory import accumulate_in_memory
from dlc.passes.loops.transforms.coalesce import coalesce
from dlc.passes.loops.transforms.interchange import interchange
from dlc.passes.loops.transforms.pack import pack
from dlc.passes.loops.transforms.pad import pad_to_full
from dlc.passes.loops.transforms.parallelize import parallelize
from dlc.passes.loops.transforms.privatize import privatize
from dlc.passes.loops.transforms.separate import separate
from dlc.passes.loops.transforms.sink import sink
from dlc.passes.loops.transforms.tile import strip_mine


class Blocking(NamedTuple):
    """How large blocks are, and tiles: rows and columns of the output, and how much is summed up at once."""

    rows: int = 12
    columns: int = 32
    depth: int = 4
    tile_rows: int = 6
    tile_columns: int = 16


def named(root: Operation, name: str) -> loop.ForOp:
    """The only loop of a name."""
    [root_loop] = (each for each in loops_in(root) if name_of(each) == name)
    return root_loop


def load_of(root: Operation, name: str) -> loop.LoadOp:
    """The first load of what is called so."""
    return next(op for op in root.walk() if isinstance(op, loop.LoadOp) and op.memref.name_hint == name)


def strip(op: loop.ForOp, size: int, inner: str) -> tuple[loop.ForOp, loop.ForOp]:
    """Two loops of one, of which the inner one has a name of its own."""
    outer, point = strip_mine(op, size)
    rename(point, inner)
    return outer, point


# -- Products of matrices ----------------------------------------------------------------------------------------------

MATMUL = """
func.func @main(%a: {a}, %b: {b}, %bias: {v}, %c: {c} {{llvm.noalias}}) {{
  %zero = arith.constant 0 : {t}
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %m = memref.dim %c, %0 : {c}
  %n = memref.dim %c, %1 : {c}
  %p = memref.dim %a, %1 : {a}
  loop.for %i = 0 to {m} {{
    loop.for %j = 0 to {n} {{
      %sum = loop.for %k = 0 to {p} iter_args(%s = %zero) -> ({t}) {{
        %x = loop.load %a[%i, %k] : {a}
        %y = loop.load %b[%k, %j] : {b}
        %xy = arith.muli %x, %y : {t}
        %more = arith.addi %s, %xy : {t}
        loop.yield %more : {t}
      }} {{loop.name = "k"}}
      %z = loop.load %bias[%j] : {v}
      %biased = arith.addi %sum, %z : {t}
      %relu = arith.maxsi %biased, %zero : {t}
      loop.store %relu, %c[%i, %j] : {c}
    }} {{loop.name = "j"}}
  }} {{loop.name = "i"}}
  return
}}"""


def matmul(m: int | None, n: int | None, p: int | None) -> str:
    """`relu(a * b + bias)`, of static sizes, or of any where they are `None`."""
    rows, columns, depth = ("?" if size is None else str(size) for size in (m, n, p))
    types = {
        "a": f"memref<{rows}x{depth}xi32>",
        "b": f"memref<{depth}x{columns}xi32>",
        "c": f"memref<{rows}x{columns}xi32>",
        "v": f"memref<{columns}xi32>",
    }
    sizes = {name: f"%{name}" if size is None else size for name, size in (("m", m), ("n", n), ("p", p))}
    return MATMUL.format(**types, **sizes, t="i32")


def block_matmul(root: Operation, sizes: Blocking) -> None:
    """The nest `i`, `j`, `k` blocked; the micro kernel is the nest `ii`, `jj`, `k` inside."""
    kc, _ = strip(named(root, "k"), sizes.depth, "k")
    rename(kc, "kc")
    kc = accumulate_in_memory(kc)
    sink(kc)
    ic, ir = strip(named(root, "i"), sizes.rows, "ir")
    ir, ii = strip(ir, sizes.tile_rows, "ii")
    jc, jr = strip(named(root, "j"), sizes.columns, "jr")
    jr, jj = strip(jr, sizes.tile_columns, "jj")
    jc, kc, ic, jr, ir, ii, jj = interchange([ic, ir, ii, jc, jr, jj, kc], [3, 6, 0, 4, 1, 2, 5])
    k = named(jj, "k")
    pack(kc, load_of(k, "b"), [jr, k, jj], {jj: sizes.tile_columns}, "b")
    rows = parallelize([ic])
    pack(rows, load_of(k, "a"), [ir, k, ii], {ii: sizes.tile_rows}, "a")
    finish_tile(ir, ii, jj, sizes)


def finish_tile(around: loop.ForOp, ii: loop.ForOp, jj: loop.ForOp, sizes: Blocking) -> None:
    """Let the nest `ii`, `jj` work on a whole tile of a local buffer; what begins and ends sums stands beside it."""
    store = next(op for op in jj.body.ops if isinstance(op, loop.StoreOp))
    full = {ii: sizes.tile_rows, jj: sizes.tile_columns}
    privatize(around, store, [ii, jj], full, "t")
    first, main, _ = separate([ii, jj], ["_first", "", "_last"])
    for rows, columns in (first, main):
        pad_to_full(rows, sizes.tile_rows)
        pad_to_full(columns, sizes.tile_columns)


# -- Convolutions ------------------------------------------------------------------------------------------------------

CONVOLUTION = """
func.func @main(%x: {x}, %w: {w}, %bias: {v}, %y: {y} {{llvm.noalias}}) {{
  %zero = arith.constant 0 : i32
  loop.for %n = 0 to {n} {{
    loop.for %oc = 0 to {oc} {{
      loop.for %oh = 0 to {oh} {{
        loop.for %ow = 0 to {ow} {{
          %sum = loop.for %ic = 0 to {ic} iter_args(%s = %zero) -> (i32) {{
            %s_ic = loop.for %kh = 0 to 3 iter_args(%s_kh = %s) -> (i32) {{
              %s_kh_next = loop.for %kw = 0 to 3 iter_args(%s_kw = %s_kh) -> (i32) {{
                %p = loop.load %x[%n, %ic, %oh * {stride} + %kh, %ow * {stride} + %kw] : {x}
                %q = loop.load %w[%oc, %ic, %kh, %kw] : {w}
                %pq = arith.muli %p, %q : i32
                %more = arith.addi %s_kw, %pq : i32
                loop.yield %more : i32
              }} {{loop.name = "kw"}}
              loop.yield %s_kh_next : i32
            }} {{loop.name = "kh"}}
            loop.yield %s_ic : i32
          }} {{loop.name = "ic"}}
          %z = loop.load %bias[%oc] : {v}
          %biased = arith.addi %sum, %z : i32
          %relu = arith.maxsi %biased, %zero : i32
          loop.store %relu, %y[%n, %oc, %oh, %ow] : {y}
        }} {{loop.name = "ow"}}
      }} {{loop.name = "oh"}}
    }} {{loop.name = "oc"}}
  }} {{loop.name = "n"}}
  return
}}"""


class Convolution(NamedTuple):
    """A convolution by windows of 3x3 over input that is padded already; sizes of the output."""

    images: int
    channels: int
    outputs: int
    height: int
    width: int
    stride: int

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of input, weights, bias and output."""
        high, wide = ((size - 1) * self.stride + 3 for size in (self.height, self.width))
        return {
            "x": (self.images, self.channels, high, wide),
            "w": (self.outputs, self.channels, 3, 3),
            "v": (self.outputs,),
            "y": (self.images, self.outputs, self.height, self.width),
        }

    @property
    def text(self) -> str:
        """`relu(x * w + bias)`"""
        types = {name: f"memref<{'x'.join(map(str, shape))}xi32>" for name, shape in self.shapes.items()}
        sizes = {"n": self.images, "oc": self.outputs, "oh": self.height, "ow": self.width, "ic": self.channels}
        return CONVOLUTION.format(**types, **sizes, stride=self.stride)


def block_convolution(root: Operation, sizes: Blocking) -> None:
    """Channels of the output are rows, pixels of a line columns; `columns` lines, `depth` input channels a block."""
    strip(named(root, "ic"), sizes.depth, "ic_in")
    ic = accumulate_in_memory(named(root, "ic"))
    sink(ic)
    n, oc, oh, ow = (named(root, name) for name in ("n", "oc", "oh", "ow"))
    oc, ir = strip(oc, sizes.rows, "ir")
    ir, ii = strip(ir, sizes.tile_rows, "ii")
    oh, line = strip(oh, sizes.columns, "line")
    ow, jj = strip(ow, sizes.tile_columns, "jj")
    band = [n, oc, ir, ii, oh, line, ow, jj, ic]
    n, oh, ic, oc, line, ow, ir, ii, jj = interchange(band, [0, 4, 8, 1, 5, 6, 2, 3, 7])
    window = [named(jj, name) for name in ("ic_in", "kh", "kw")]
    pack(ic, load_of(jj, "x"), [line, ow, *window, jj], {jj: sizes.tile_columns}, "x")
    channels = parallelize([oc])
    pack(channels, load_of(jj, "w"), [ir, *window, ii], {ii: sizes.tile_rows}, "w")
    finish_tile(ir, ii, jj, sizes)


def block_flat_convolution(root: Operation, sizes: Blocking) -> None:
    """Channels of the output are rows, all pixels of an image columns, whatever line they are in."""
    strip(named(root, "ic"), sizes.depth, "ic_in")
    pixels = coalesce([named(root, "oh"), named(root, "ow")])
    move_invariant_code(root)  # the view of the output as lines in order
    ic = accumulate_in_memory(named(root, "ic"))
    sink(ic)
    n, oc = named(root, "n"), named(root, "oc")
    oc, ir = strip(oc, sizes.rows, "ir")
    ir, ii = strip(ir, sizes.tile_rows, "ii")
    pixels, jr = strip(pixels, sizes.columns, "jr")
    jr, jj = strip(jr, sizes.tile_columns, "jj")
    n, pixels, ic, oc, jr, ir, ii, jj = interchange([n, oc, ir, ii, pixels, jr, jj, ic], [0, 4, 7, 1, 5, 2, 3, 6])
    window = [named(jj, name) for name in ("ic_in", "kh", "kw")]
    pack(ic, load_of(jj, "x"), [jr, *window, jj], {jj: sizes.tile_columns}, "x")
    channels = parallelize([oc])
    pack(channels, load_of(jj, "w"), [ir, *window, ii], {ii: sizes.tile_rows}, "w")
    finish_tile(ir, ii, jj, sizes)
