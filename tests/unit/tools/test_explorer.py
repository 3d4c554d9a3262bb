"""The explorer: what a page contains of a run, that hostile names stay text, and whom its server answers."""

from __future__ import annotations

import http.client
import io
import json
import re
import socket
import struct
import subprocess
import threading
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from dlc.tools import dlc_command, dlc_opt
from dlc.tools.dlc_explore import PageServer
from dlc.tools.views.layers import WIDTH, Graph, Node, lay_out
from support.explorer_pictures import CHROMIUM, PICTURES, SIZE, TABS, browser, make_picture

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
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(), re.DOTALL)
    return json.loads(data)


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
    assert [node[0] for node in graph["nodes"]] == [
        "inputs",
        "graph.add",
        "graph.add",
        "graph.mul",
        "func.return",
    ]
    assert all(graph["nodes"][target][4] > graph["nodes"][source][4] for source, target, _ in graph["edges"])


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
        ("inputs", []),
        ("graph.add", ["graph.constant : tensor<4xf32>"]),
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
    title, *plans = written["candidates"][0].split("\n")
    assert title == "plans, * is chosen:"
    assert len(plans) > 1
    assert len([each for each in plans if each.startswith("  * ")]) == 1
    assert all(" kcycles " in each and each.endswith("× the least") for each in plans)
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
    ("tab", "shown"), [("ir:0", "graph.mul"), ("ir:1", 'class="row del"'), ("graph", "canvas"), ("memory", "1 buffer")]
)
def test_a_browser_shows_it(page: Path, tmp_path: Path, tab: str, shown: str) -> None:
    command = [*browser(tmp_path, "--dump-dom"), f"{page.as_uri()}#{tab}"]
    dumped = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert 'data-ready="true"' in dumped.stdout
    main = dumped.stdout.partition("<main")[2].partition("</main>")[0]
    assert shown in re.sub("</?span[^>]*>", "", main)
    assert "<title>owned</title>" not in dumped.stdout


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
    assert dlc_command.run(argv, io.StringIO(), stderr) == 0, stderr.getvalue()
    assert "bufferize" in output.read_text()
    assert dlc_command.run(["explore", str(tmp_path / "missing.mlir")], io.StringIO(), stderr) == 1
    assert "cannot open input file" in stderr.getvalue()
    assert dlc_command.run(["explore", str(program), "--port=99999"], io.StringIO(), stderr) == 1
    assert "cannot listen on port 99999" in stderr.getvalue()
