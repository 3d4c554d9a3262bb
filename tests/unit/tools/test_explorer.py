"""The explorer: what a page contains of a run, that hostile names stay text, and whom its server answers."""

from __future__ import annotations

import http.client
import io
import re
import socket
import struct
import subprocess
import threading
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from dlc.passes.pipelines import CPU_STAGES
from dlc.tools import dlc_command, dlc_opt
from dlc.tools.dlc_explore import PageServer
from dlc.tools.views import explorer
from dlc.tools.views.drawing import graphs_as_svg
from dlc.tools.views.explorer import unpacked
from dlc.tools.views.layers import BOX_HEIGHT, BOX_WIDTH, HEIGHT, WIDTH, Graph, Node, lay_out
from dlc.tools.views.levels import levels_of
from support.cost import lines_run
from support.explorer_pictures import CHROMIUM, PICTURES, SIZE, TABS, browser, make_picture
from support.properties import examples

HOSTILE = "</script><script>document.title='owned'</script>"
PROGRAM = f"""\
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {{
  %0 = graph.add %a, %b : tensor<4xf32> loc("{HOSTILE}":1:1)
  %1 = graph.add %a, %b : tensor<4xf32>
  %2 = graph.mul %0, %1 {{test.name = "{HOSTILE}"}} : tensor<4xf32>
  return %2 : tensor<4xf32>
}}
func.func private @"{HOSTILE}"()
"""


CONSTANTS = """\
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = graph.constant dense<1.0> : tensor<4xf32>
  %0 = graph.add %a, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
NESTS = """\
func.func @f(%m: memref<64xf32>) {
  loop.for %i = 0 to 64 {
    %x = loop.load %m[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    loop.store %y, %m[%i] : memref<64xf32>
  }
  loop.for %i = 0 to 8 {
  } {loop.name = "i", loop.schedule = ["loop-unroll{loops=i factor=2}"], loop.not_scheduled = ["one", "two"]}
  loop.for %i = 0 to 8 {
  } {loop.name = "j", loop.try_schedule = [["loop-unroll", "loop-vectorize"], []]}
  return
}
"""


def recorded_run(program: str, folder: Path, *flags: str) -> dict[str, Any]:
    """Return what the page of a run contains."""
    stderr = io.StringIO()
    argv = [*flags, f"--explore={folder / 'page.html'}"]
    assert dlc_opt.run(argv, program, io.StringIO(), stderr) == 0, stderr.getvalue()
    return data_of(folder / "page.html")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("explorer") / "page.html"
    argv = ["--cse", "--symbol-dce", "--lower-to-loops", "--plan-memory", f"--explore={path}"]
    stderr = io.StringIO()
    assert dlc_opt.run(argv, PROGRAM, io.StringIO(), stderr) == 0, stderr.getvalue()
    return path


@pytest.fixture(scope="module")
def recorded(page: Path) -> dict[str, Any]:
    return data_of(page)


def data_of(page: Path) -> dict[str, Any]:
    """Return the recorded data of a page."""
    return unpacked(page.read_text())


def text_of(recorded: dict[str, Any], state: int) -> str:
    chunks = [recorded["chunks"][number] for number in recorded["states"][state]["chunks"]]
    return "\n".join(recorded["lines"][line] for lines, _ in chunks for line in lines)


def test_a_page_has_each_pass_and_the_ir_after_those_that_changed_it(recorded: dict[str, Any]) -> None:
    passes = {each["name"]: each for each in reversed(recorded["passes"])}
    assert recorded["states"][0]["pass"] is None
    assert passes["cse"]["state"] == 1
    assert passes["symbol-dce"]["state"] == 2
    assert text_of(recorded, 0).count("graph.add") == 2
    assert text_of(recorded, 1).count("graph.add") == 1
    assert "loop.for" in text_of(recorded, -1)
    assert all(each["end"] >= each["begin"] for each in recorded["passes"])
    assert passes["cse"]["counts"] == {"num-cse'd": 1}


def test_lines_know_their_origins_through_all_levels(recorded: dict[str, Any]) -> None:
    places = {place: number for number, place in enumerate(recorded["places"])}
    source = places["<stdin>:4:8"]
    for state in (0, -1):
        chunks = [recorded["chunks"][number] for number in recorded["states"][state]["chunks"]]
        lines = [
            recorded["lines"][line]
            for texts, origins in chunks
            for line, origin in zip(texts, origins, strict=True)
            if origin >= 0 and source in recorded["origins"][origin][1]
        ]
        assert any("mul" in line for line in lines)


def test_the_network_is_laid_out_below_what_it_needs(recorded: dict[str, Any]) -> None:
    graph = recorded["graphs"][0]
    assert [(node[0], node[2], node[1]) for node in graph["nodes"]] == [
        ("input", "a", "4 f32"),
        ("input", "b", "4 f32"),
        ("graph.add", "%0", "4 f32"),
        ("graph.add", "%1", "4 f32"),
        ("graph.mul", "%2", "4 f32"),
        ("func.return", "", ""),
    ]
    assert all(graph["nodes"][edge[1]][4] > graph["nodes"][edge[0]][4] for edge in graph["edges"])


NAMED = """\
func.func @f(%image: tensor<?x4xf32, #graph.dims<batch>> {dlc.name = "the image"})
    -> tensor<?x4xf32, #graph.dims<batch>> {
  %c = graph.constant dense<1.0> : tensor<4xf32> loc("bias")
  %0 = graph.exp %image : tensor<?x4xf32, #graph.dims<batch>> loc("/layers/1/exp")
  %1 = graph.exp %0 : tensor<?x4xf32, #graph.dims<batch>> loc(fused["a.mlir":1:1, "/layers/2/exp"])
  %last = graph.exp %1 : tensor<?x4xf32, #graph.dims<batch>>
  return %last : tensor<?x4xf32, #graph.dims<batch>>
}
"""


def test_nodes_have_the_names_of_a_model_and_types_to_read(tmp_path: Path) -> None:
    graph = recorded_run(NAMED, tmp_path, "--cse")["graphs"][0]
    assert [(node[2], node[1]) for node in graph["nodes"]] == [
        ("the image", "batch×4 f32"),
        ("/layers/1/exp", "batch×4 f32"),
        ("/layers/2/exp", "batch×4 f32"),
        ("%last", "batch×4 f32"),
        ("", ""),
    ]


def test_large_graphs_are_laid_out_in_layers_without_overlaps() -> None:
    graph = Graph("large")
    for number in range(3000):
        graph.add(Node(f"op {number}"))
        for needed in {number // 2, max(number - 7, 0)} - {number}:
            graph.edges.append((needed, number, ""))
    lay_out(graph)
    layers: dict[int, list[float]] = {}
    for node in graph.nodes:
        layers.setdefault(node.layer, []).append(node.x)
    for places in map(sorted, layers.values()):
        assert all(right - left >= WIDTH - 1e-6 for left, right in pairwise(places))


def graph_of(count: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """Return a graph that is laid out."""
    graph = Graph("g")
    for number in range(count):
        graph.add(Node(f"op {number}"))
    graph.edges = [(source, target, "") for source, target in edges]
    lay_out(graph)
    return graph


def check_edges(graph: Graph) -> None:
    """Check that edges lead from layer to layer, and cross others in lanes where there is no box."""
    boxes: dict[int, list[float]] = {}
    for node in graph.nodes:
        boxes.setdefault(node.layer, []).append(node.x)
    for (source, target, _), route in zip(graph.edges, graph.routes, strict=True):
        begin, end = graph.nodes[source].layer, graph.nodes[target].layer
        if route is None:
            assert end == begin + 1
            continue
        step = 1 if end > begin else -1
        assert (route.first, route.last) == ((begin + 1, end - 1) if step > 0 else (begin, end))
        for layer in range(route.first, route.last + step, step):
            assert all(abs(x - route.x) > BOX_WIDTH / 2 for x in boxes.get(layer, ()))


def test_a_residual_network_is_one_column_with_edges_beside_it() -> None:
    count = 2000
    skips = [(number, min(number + 5, count - 1)) for number in range(0, count - 1, 5)]
    graph = graph_of(count, [*pairwise(range(count)), *skips])
    assert {node.x for node in graph.nodes} == {0}
    routes = [route for route in graph.routes if route is not None]
    assert len(routes) == len(skips)
    assert {route.x for route in routes} == {WIDTH / 2 + 10}
    check_edges(graph)


def test_branches_are_columns_beside_the_longest_one() -> None:
    graph = graph_of(9, [(0, 1), (1, 2), (2, 3), (3, 8), (0, 4), (4, 5), (5, 8), (0, 6), (6, 8), (7, 8)])
    x = [node.x for node in graph.nodes]
    assert {x[0], x[1], x[2], x[3], x[8]} == {0}
    assert x[4] == x[5] != 0
    assert abs(x[6]) == WIDTH
    check_edges(graph)


def test_an_input_of_every_layer_has_its_lane_beside_everything() -> None:
    graph = graph_of(300, [*pairwise(range(300)), *((0, number) for number in range(2, 300))])
    assert {node.x for node in graph.nodes} == {0}
    assert len({route.x for route in graph.routes if route is not None}) == 1
    check_edges(graph)


@examples(60)
@given(st.integers(1, 30).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_edges_of_any_graph_go_around_boxes(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    count, edges = drawn
    graph = graph_of(count, edges)
    check_edges(graph)
    check_picture(graphs_as_svg([graph]))


def check_picture(picture: str) -> None:
    """Check that no drawn edge is inside a drawn box, where curves have many points."""
    boxes = [
        [float(each) for each in box]
        for box in re.findall(r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.-]+)" height="([\d.-]+)"', picture)
    ]
    for path in re.findall(r'<path d="([^"]+)"', picture):
        for x, y in points_on(path):
            assert not any(
                left + 1 < x < left + width - 1 and top + 1 < y < top + height - 1 for left, top, width, height in boxes
            )


def points_on(path: str) -> Iterator[tuple[float, float]]:
    """Yield many points of a path of straight lines and cubic curves."""
    here = (0.0, 0.0)
    for command, text in re.findall(r"([MVC])([^MVC]*)", path):
        numbers = [float(each) for each in text.split()]
        if command == "M":
            here = (numbers[0], numbers[1])
            continue
        if command == "V":
            numbers = [here[0], here[1], here[0], numbers[0], here[0], numbers[0]]
        corners = [here, *zip(numbers[::2], numbers[1::2], strict=True)]
        for step in range(41):
            t = step / 40
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(w * corner[i] for w, corner in zip(weights, corners, strict=True)) for i in (0, 1))
            yield x, y
        here = corners[-1]


def test_large_graphs_take_time_that_grows_like_their_size() -> None:
    def cost(count: int) -> int:
        edges = [(number - 1 - step, number) for number in range(20, count) for step in (0, number % 7, number % 19)]
        return lines_run(lambda: graph_of(count, edges))

    assert cost(4000) < 3 * cost(2000)


def test_boxes_of_the_page_are_those_of_the_layout() -> None:
    script = (Path(explorer.__file__).parent / "explorer_network.js").read_text()
    assert f"width: {BOX_WIDTH}, height: {BOX_HEIGHT}, row: {HEIGHT}" in script


def test_nodes_that_need_nothing_stand_above_what_needs_them() -> None:
    graph = Graph("weights")
    for name in ("input", "weights", "first", "second", "unused"):
        graph.add(Node(name))
    graph.edges = [(0, 2, ""), (2, 3, ""), (1, 3, "")]
    lay_out(graph)
    assert [node.layer for node in graph.nodes] == [0, 1, 1, 2, 0]


def test_constants_are_details_of_the_nodes_of_a_network(tmp_path: Path) -> None:
    graph = recorded_run(CONSTANTS, tmp_path, "--cse")["graphs"][0]
    assert [(node[0], node[5]) for node in graph["nodes"]] == [
        ("input", []),
        ("graph.add", ["%c: 4 f32"]),
        ("func.return", []),
    ]


PRODUCT = """module attributes {
  loop.machine = {cores = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 524288 : i64, l3_bytes = 33554432 : i64,
    vector_bits = 256 : i64, vector_registers = 16 : i64}
} {
  func.func @product(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
      : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
    return %c : tensor<64x64xf32>
  }
}"""


def test_schedules_of_products_show_the_plans_that_were_compared(tmp_path: Path) -> None:
    [written] = recorded_run(PRODUCT, tmp_path, "--lower-to-loops", "--schedule-loops")["schedules"]
    title, *plans, arithmetic = written["candidates"][0].split("\n")
    assert title == "plans and their estimated time, * is chosen:"
    assert len(plans) > 1
    assert len([each for each in plans if each.startswith("  * ")]) == 1
    assert all(" kcycles " in each and each.endswith("× arithmetic alone") for each in plans)
    assert arithmetic.strip().startswith("(arithmetic alone ")
    assert written["candidates"][1].startswith("try:")


def test_schedules_are_lists_of_steps(tmp_path: Path) -> None:
    schedules = recorded_run(NESTS, tmp_path, "--schedule-loops")["schedules"]
    assert schedules[0]["candidates"][0].startswith("try:\n  loop-vectorize{")
    assert [(each["nest"].partition(" <")[0], each["candidates"]) for each in schedules[1:]] == [
        ("i in @f", ["schedule:\n  loop-unroll{loops=i factor=2}", "not scheduled, because:\n  one\n  two"]),
        ("j in @f", ["try 1 of 2:\n  loop-unroll\n  loop-vectorize", "try 2 of 2:\n  leave the loops as they are"]),
    ]


def test_cycles_of_blocks_are_laid_out_as_well() -> None:
    graph = Graph("loop")
    graph.nodes = [Node("entry"), Node("head"), Node("body"), Node("exit")]
    graph.edges = [(0, 1, ""), (1, 2, ""), (2, 1, ""), (1, 3, "")]
    lay_out(graph)
    assert [node.layer for node in graph.nodes] == [0, 1, 2, 2]


def test_hostile_names_are_neither_markup_nor_script(page: Path, recorded: dict[str, Any]) -> None:
    text = page.read_text()
    assert HOSTILE in "\n".join(recorded["lines"])
    assert HOSTILE not in text
    assert text.count("<script") == 2
    assert "default-src &#x27;none&#x27;" in text


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize(
    ("tab", "shown"),
    [
        ("ir:0", "graph.mul"),
        ("ir:1", 'class="row del"'),
        ("graph", "canvas"),
        ("memory", "1 buffer"),
        ("", "passes changed the program"),
    ],
)
def test_a_browser_shows_it(page: Path, tmp_path: Path, tab: str, shown: str) -> None:
    dumped = shown_in_browser(page, tab, tmp_path)
    main = dumped.partition("<main")[2].partition("</main>")[0]
    assert shown in re.sub("</?span[^>]*>", "", main)
    assert "<title>owned</title>" not in dumped


def shown_in_browser(page: Path, tab: str, profile: Path) -> str:
    """Return the elements of a page when it has been shown."""
    command = [*browser(profile, "--dump-dom"), f"{page.as_uri()}#{tab}"]
    dumped = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert 'data-ready="true"' in dumped
    return dumped


RENUMBERED = """\
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.muli %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.subi %1, %b : i32
  %3 = arith.xori %2, %1 : i32
  return %3 : i32
}
func.func @g(%a: i32) -> (i32, i32) {
  %0 = arith.muli %a, %a : i32
  %1 = arith.muli %a, %a : i32
  %2 = arith.addi %0, %1 : i32
  return %1, %2 : i32, i32
}
"""


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_values_with_other_numbers_are_no_differences(tmp_path: Path) -> None:
    """After CSE, lines of @f have other numbers, and two lines of @g use another value."""
    recorded_run(RENUMBERED, tmp_path, "--cse")
    dumped = shown_in_browser(tmp_path / "page.html", "ir:1", tmp_path)
    rows = re.findall(r'<div class="row (\w*)"[^>]*>(.*?)</div>', dumped)
    texts = [(kind, re.sub("<[^>]*>", "", text).strip()) for kind, text in rows if kind]
    assert texts == [
        ("del", "%0 = arith.muli %a, %b : i32"),
        ("del", "%1 = arith.muli %a, %a : i32"),
        ("del", "%2 = arith.addi %0, %1 : i32"),
        ("del", "return %1, %2 : i32, i32"),
        ("add", "%1 = arith.addi %0, %0 : i32"),
        ("add", "return %0, %1 : i32, i32"),
    ]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_functions_that_come_and_go_leave_others_as_they_are(tmp_path: Path) -> None:
    function = "func.func {}(%a: i32) -> i32 {{\n  %0 = arith.{} %a, %a : i32\n  return %0 : i32\n}}\n"
    program = "".join(
        function.format(f"private @unused_{n}", "muli") + function.format(f"@f_{n}", "muli") for n in range(3)
    )
    recorded_run(program, tmp_path, "--symbol-dce")
    dumped = shown_in_browser(tmp_path / "page.html", "ir:1", tmp_path)
    rows = re.findall(r'<div class="row (\w*)"[^>]*>(.*?)</div>', dumped)
    texts = [(kind, re.sub("<[^>]*>", "", text).strip()) for kind, text in rows]
    assert [kind for kind, _ in texts].count("add") == 0
    assert [kind for kind, _ in texts].count("del") == 12
    heads = [(kind, text.partition("(")[0]) for kind, text in texts if "func.func" in text]
    assert heads == [
        each for n in range(3) for each in (("del", f"func.func private @unused_{n}"), ("", f"func.func @f_{n}"))
    ]


def test_passes_belong_to_the_levels_of_the_compiler() -> None:
    passes = [
        "my-pass",
        "cse",
        "infer-shapes",
        "cse",
        "my-pass",
        "graph-to-tensor",
        "cse",
        "bufferize",
        "describe-machine",
    ]
    passes += ["schedule-loops", "parallel-to-threads", "plan-memory", "expand-math", "launch-on-threads", "cse"]
    expected = ["", "", "graph", "graph", "graph", "tensor", "tensor", "memory", "schedule"]
    expected += ["schedule", "threads", "llvm", "llvm", "launch", "launch"]
    assert list(levels_of(passes)) == expected


def test_every_pass_of_the_compiler_is_in_its_stage() -> None:
    stages = [(stage.name, name) for stage in CPU_STAGES for text in stage.passes for name in [text.partition("{")[0]]]
    assert list(levels_of(name for _, name in stages)) == [stage for stage, _ in stages]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_pictures_of_the_documentation_can_be_made(page: Path, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    make_picture(page, "ir:1", picture, tmp_path)
    kept = [(PICTURES / name).read_bytes() for name in TABS]
    for content in (picture.read_bytes(), *kept):
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", content[16:24]) == SIZE
        assert len(content) > 20_000  # a blank page is much smaller


def test_machine_code_knows_its_sources_and_times(tmp_path: Path) -> None:
    program, output, stderr = tmp_path / "p.mlir", tmp_path / "page.html", io.StringIO()
    program.write_text(
        "func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {\n"
        "  %0 = graph.exp %a : tensor<64xf32>\n  return %0 : tensor<64xf32>\n}\n"
    )
    argv = ["explore", str(program), "--level=0", "--threads=1", "--profile", f"--output={output}"]
    assert dlc_command.run(argv, io.StringIO(), stderr) == 0, stderr.getvalue()
    recorded = data_of(output)
    functions = {each["name"]: each for each in recorded["assembly"]}
    assert f"{program}:2:8" in functions["main"]["places"]
    assert "ret" in functions["main"]["text"]
    assert all(each["seconds"] > 0 for each in functions.values() if "seconds" in each)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--cse", "--explore=/dev/null/page.html"], "cannot open output file '/dev/null/page.html'"),
        (["--explore=page.html"], "'--explore' shows what passes do, but there are none to run"),
    ],
)
def test_a_page_that_cannot_be_written_is_an_error(flags: list[str], message: str) -> None:
    stderr = io.StringIO()
    assert dlc_opt.run(flags, "", io.StringIO(), stderr) == 1
    assert message in stderr.getvalue()


def test_the_server_answers_its_token_on_this_machine_alone(capsys: pytest.CaptureFixture[str]) -> None:
    server = PageServer("<p>a page</p>")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()

    def request(path: str, host: str | None = None, method: str = "GET") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
        headers = {"Host": host} if host is not None else {}
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        answer = response.status, response.read()
        connection.close()
        return answer

    try:
        assert server.server_address[0] == "127.0.0.1"
        path = f"/{server.token}/"
        assert request(path) == (200, b"<p>a page</p>")
        assert request(path, host=f"localhost:{server.server_port}")[0] == 200
        for refused in ("/", "/wrong/", f"{path}../../etc/passwd", f"{path}?x", "/%2e%2e/", "/etc/passwd"):
            assert request(refused) == (404, b"")
        assert request(path, host="example.com")[0] == 404
        assert request(path, method="POST")[0] == 501
        with socket.create_connection(("127.0.0.1", server.server_port)) as gone:  # a browser that is closed at once
            gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            gone.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{server.server_port}\r\n\r\n".encode())
        assert request(path)[0] == 200
        assert "Traceback" not in capsys.readouterr().err
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_commands_write_pages(tmp_path: Path) -> None:
    program, output, stderr = tmp_path / "p.mlir", tmp_path / "page.html", io.StringIO()
    program.write_text("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}\n")
    argv = ["explore", str(program), "--level=0", "--threads=1", f"--output={output}"]
    out = io.StringIO()
    assert dlc_command.run(argv, out, stderr) == 0, stderr.getvalue()
    assert "bufferize" in {each["name"] for each in data_of(output)["passes"]}
    size = output.stat().st_size
    assert re.fullmatch(
        rf"{re.escape(str(output))}: {size} bytes; \d+ of \d+ passes changed the program\n", out.getvalue()
    )
    assert dlc_command.run(["explore", str(tmp_path / "missing.mlir")], io.StringIO(), stderr) == 1
    assert "cannot open input file" in stderr.getvalue()
    assert dlc_command.run(["explore", str(program), "--port=99999"], io.StringIO(), stderr) == 1
    assert "cannot listen on port 99999" in stderr.getvalue()
