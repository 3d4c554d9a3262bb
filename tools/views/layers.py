"""Layered graphs: nodes below those that they depend on, chains of them straight down, and edges around the boxes.

Each node has a layer. Nodes that follow one another are cut into chains, the longest first, and so are the edges that
skip layers: in the layers between, each has a lane. A chain or a lane is a vertical line that keeps others off in its
layers, so no edge crosses a box, and a network is one column. Between layers, edges go from line to line.

Each line gets the nearest free place to those that it is connected with, which takes about linear time: free places are
found in sorted lists, and the longest lanes, such as those of an input that every layer needs, are beside everything.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

WIDTH, HEIGHT = 200, 84
"""The distances of neighbours in a layer, and of layers."""
BOX_WIDTH, BOX_HEIGHT = 180, 52
"""The size of a node's box."""
LANE = 20
"""The distance of neighbouring lanes."""
LONGEST_LANE = 64
"""The number of layers from which a lane is beside everything."""


class Node:
    """A box with a title and details, at a place in a layer."""

    __slots__ = ("constants", "detail", "layer", "name", "title", "x")

    def __init__(self, title: str, detail: str = "", name: str = "") -> None:
        self.title = title
        self.detail = detail
        self.name = name
        """The name by which people know it, such as that of a layer, or nothing."""
        self.constants: list[str] = []
        """The constants that the node needs and that have no nodes of their own."""
        self.layer = 0
        self.x = 0.0

    @property
    def y(self) -> float:
        return float(self.layer * HEIGHT)


class Route(NamedTuple):
    """The lane of an edge that does not just go to the next layer: vertical, at a place, through some layers."""

    x: float
    first: int
    last: int
    """The last layer in the direction of the edge: above the first one if the edge goes back."""


class Graph:
    """Nodes and edges between their numbers, from what is needed to what needs it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.nodes: list[Node] = []
        self.edges: list[tuple[int, int, str]] = []
        """The numbers of two nodes, and a label."""
        self.routes: list[Route | None] = []
        """The lane of each edge, if it has one, when the graph is laid out."""

    def add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1


class _Line:
    """A chain of nodes or a lane, which has its layers for itself."""

    def __init__(self, first: int, last: int, width: float) -> None:
        self.first = first
        self.last = last
        self.width = width
        self.x = 0.0

    @property
    def length(self) -> int:
        return self.last - self.first + 1


def lay_out(graph: Graph) -> None:
    """Give each node a layer and a place in it, and each edge that skips nodes a lane."""
    below, above = _neighbours(graph)
    _assign_layers(graph, below, above)
    _lower_sources(graph, below, above)
    space = _Space()
    _place_chains(graph, below, above, space)
    lanes = _lanes(graph)
    near = [(number, lane) for number, lane in lanes.items() if lane.length < LONGEST_LANE]
    for (source, _), lane in sorted(near, key=lambda pair: pair[1].length):
        space.place(lane, graph.nodes[source].x)
    _place_beside([lane for lane in lanes.values() if lane.length >= LONGEST_LANE], space.left)
    graph.routes = [_route(graph, edge, lanes) for edge in graph.edges]


# -- Layers ------------------------------------------------------------------------------------------------------------


def _neighbours(graph: Graph) -> tuple[list[list[int]], list[list[int]]]:
    """Return for each node those that need it, and those that it needs."""
    below: list[list[int]] = [[] for _ in graph.nodes]
    above: list[list[int]] = [[] for _ in graph.nodes]
    for source, target, _ in graph.edges:
        if source != target:
            below[source].append(target)
            above[target].append(source)
    return below, above


def _assign_layers(graph: Graph, below: Sequence[Sequence[int]], above: Sequence[Sequence[int]]) -> None:
    """Put each node below all that it needs. In a cycle, the node that comes first begins it."""
    missing = [len(each) for each in above]
    ready = deque(number for number, count in enumerate(missing) if not count)
    placed = [False] * len(graph.nodes)
    next_unplaced = 0
    while True:
        while ready:
            number = ready.popleft()
            if placed[number]:
                continue
            placed[number] = True
            layer = graph.nodes[number].layer
            for user in below[number]:
                if placed[user]:
                    continue
                graph.nodes[user].layer = max(graph.nodes[user].layer, layer + 1)
                missing[user] -= 1
                if missing[user] == 0:
                    ready.append(user)
        while next_unplaced < len(placed) and placed[next_unplaced]:
            next_unplaced += 1
        if next_unplaced == len(placed):
            return
        ready.append(next_unplaced)


def _lower_sources(graph: Graph, below: Sequence[Sequence[int]], above: Sequence[Sequence[int]]) -> None:
    """Put nodes that need nothing, such as constants, directly above what needs them, not all into the first layer."""
    for number, node in enumerate(graph.nodes):
        if below[number] and not above[number]:
            node.layer = max(min(graph.nodes[user].layer for user in below[number]) - 1, 0)


# -- Chains ------------------------------------------------------------------------------------------------------------


def _place_chains(graph: Graph, below: Sequence[Sequence[int]], above: Sequence[Sequence[int]], space: _Space) -> None:
    """Place the chains of a graph, the longest first, each as near as possible to nodes that it is connected with."""
    placed = [False] * len(graph.nodes)
    for chain in sorted(_chains(graph, below), key=len, reverse=True):
        near = [graph.nodes[other].x for number in chain for other in (*above[number], *below[number]) if placed[other]]
        line = _Line(graph.nodes[chain[0]].layer, graph.nodes[chain[-1]].layer, WIDTH)
        space.place(line, sum(near) / len(near) if near else 0.0)
        for number in chain:
            graph.nodes[number].x = line.x
            placed[number] = True


def _chains(graph: Graph, below: Sequence[Sequence[int]]) -> list[list[int]]:
    """Cut a graph into paths through consecutive layers: first the longest one, then the longest of what is left."""
    followers = [
        [user for user in users if graph.nodes[user].layer == graph.nodes[number].layer + 1]
        for number, users in enumerate(below)
    ]
    lengths = [1] * len(graph.nodes)
    for number in sorted(range(len(graph.nodes)), key=lambda number: -graph.nodes[number].layer):
        lengths[number] = 1 + max((lengths[user] for user in followers[number]), default=0)
    chains: list[list[int]] = []
    taken = [False] * len(graph.nodes)
    for start in sorted(range(len(graph.nodes)), key=lambda number: -lengths[number]):
        chain: list[int] = []
        following = [] if taken[start] else [start]
        while following:
            number = max(following, key=lambda user: lengths[user])
            taken[number] = True
            chain.append(number)
            following = [user for user in followers[number] if not taken[user]]
        if chain:
            chains.append(chain)
    return chains


# -- Lanes -------------------------------------------------------------------------------------------------------------


def _lanes(graph: Graph) -> dict[tuple[int, bool], _Line]:
    """Return the lanes of edges, by the node in which they begin, and whether they go back up.

    Edges that leave a node downwards share a lane, and so do those that go back.
    """
    lanes: dict[tuple[int, bool], _Line] = {}
    for source, target, _ in graph.edges:
        begin, end = graph.nodes[source].layer, graph.nodes[target].layer
        goes_back = end <= begin
        first, last = (end, begin) if goes_back else (begin + 1, end - 1)
        if first <= last:
            lane = lanes.setdefault((source, goes_back), _Line(first, last, LANE))
            lane.first, lane.last = min(lane.first, first), max(lane.last, last)
    return lanes


def _place_beside(lanes: Iterable[_Line], left: float) -> None:
    """Place lanes beside everything else; those that end before others begin share a place."""
    ends: list[tuple[int, int]] = []
    count = 0
    for lane in sorted(lanes, key=lambda lane: (lane.first, -lane.last)):
        if ends and ends[0][0] < lane.first:
            _, place = heappop(ends)
        else:
            count += 1
            place = count
        lane.x = left - place * LANE
        heappush(ends, (lane.last, place))


def _route(graph: Graph, edge: tuple[int, int, str], lanes: dict[tuple[int, bool], _Line]) -> Route | None:
    source, target, _ = edge
    begin, end = graph.nodes[source].layer, graph.nodes[target].layer
    if end == begin + 1:
        return None
    goes_back = end <= begin
    lane = lanes[source, goes_back]
    return Route(lane.x, begin, end) if goes_back else Route(lane.x, begin + 1, end - 1)


class _Space:
    """The free places of each layer: between disjoint intervals that are taken, sorted."""

    def __init__(self) -> None:
        self.left = -WIDTH / 2
        """The leftmost place that is taken."""
        self._begins: dict[int, list[float]] = {}
        self._ends: dict[int, list[float]] = {}

    def place(self, line: _Line, wanted: float) -> None:
        """Place a line as near as possible to where it is wanted, rather to the right than to the left."""
        begin = wanted - line.width / 2
        right, left = self._free(line, begin, 1), self._free(line, begin, -1)
        line.x = (right if right - begin <= begin - left else left) + line.width / 2
        self.left = min(self.left, line.x - line.width / 2)
        for layer in range(line.first, line.last + 1):
            self._take(layer, line.x - line.width / 2, line.x + line.width / 2)

    def _free(self, line: _Line, begin: float, direction: int) -> float:
        """Return the nearest place in a direction from which on a line's width is free in all its layers."""
        moved = True
        while moved:
            moved = False
            for layer in range(line.first, line.last + 1):
                place = self._free_in(layer, begin, line.width, direction)
                moved = moved or place != begin
                begin = place
        return begin

    def _free_in(self, layer: int, begin: float, width: float, direction: int) -> float:
        begins, ends = self._begins.get(layer, []), self._ends.get(layer, [])
        while True:
            at = bisect_right(ends, begin) if direction > 0 else bisect_left(begins, begin + width) - 1
            if not 0 <= at < len(begins) or begins[at] >= begin + width or ends[at] <= begin:
                return begin
            begin = ends[at] if direction > 0 else begins[at] - width

    def _take(self, layer: int, begin: float, end: float) -> None:
        """Take an interval, and what is left beside it where not even a lane fits."""
        begins, ends = self._begins.setdefault(layer, []), self._ends.setdefault(layer, [])
        first = bisect_right(ends, begin - LANE)
        last = bisect_left(begins, end + LANE)
        joined = slice(first, last)
        merged = (min([begin, *begins[joined]]), max([end, *ends[joined]]))
        begins[joined], ends[joined] = [merged[0]], [merged[1]]
