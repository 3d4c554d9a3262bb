// -- The network -------------------------------------------------------------------------------------------------------
const view = { x: 0, y: 0, scale: 0, graph: 0 };
function hue(text) {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.codePointAt(0)) % 360;
  return sum;
}
const boxColors = new Map();
function boxColor(kind) {
  if (!boxColors.has(kind)) boxColors.set(kind, "hsl(" + hue(kind) + " 60% 55% / 0.3)");
  return boxColors.get(kind);
}
const BOX = { width: 180, height: 52, row: 84 };  // as in `layers.py`
const fitting = new Map();
// The beginning and the end of a text, as much as a box can hold. The context has the font, for texts of scale 1.
function fitted(context, text) {
  const key = context.font + text, room = BOX.width - 12;
  if (!fitting.has(key)) {
    let kept = text.length;
    const shown = () => (kept === text.length ? text : text.slice(0, Math.ceil(kept / 3)) + "…" + text.slice(text.length - Math.floor((2 * kept) / 3)));
    while (kept > 1 && context.measureText(shown()).width > room) kept--;
    fitting.set(key, shown());
  }
  return fitting.get(key);
}
const shortKind = (node) => node[0].replace(/^graph\./, "");
// Where a box has an edge to a line at a distance: towards it, so that edges stay apart.
const port = (distance) => Math.max(-BOX.width / 4, Math.min(BOX.width / 4, distance));
// An edge is straight beside boxes, and curves between two rows of them.
function drawEdge(path, from, to, lane, first, last) {
  const half = BOX.height / 2, gap = BOX.row - BOX.height;
  const begin = from[3] + port((lane ?? to[3]) - from[3]), end = to[3] + port((lane ?? from[3]) - to[3]);
  const curve = (x1, y1, x2, y2) => path.bezierCurveTo(x1, (y1 + y2) / 2, x2, (y1 + y2) / 2, x2, y2);
  const y1 = from[4] + half, y2 = to[4] - half;
  path.moveTo(begin, y1);
  if (lane === undefined) curve(begin, y1, end, y2);
  else if (to[4] <= from[4]) {
    path.bezierCurveTo(begin, y1 + 0.7 * gap, lane, y1 + 0.7 * gap, lane, y1);
    path.lineTo(lane, y2);
    path.bezierCurveTo(lane, y2 - 0.7 * gap, end, y2 - 0.7 * gap, end, y2);
  } else {
    curve(begin, y1, lane, first - half);
    path.lineTo(lane, last + half);
    curve(lane, last + half, end, y2);
  }
}
const matches = (node) => query && (node[0] + " " + node[2] + " " + node[1]).toLowerCase().includes(query);
let nextNode = () => {};
function showGraph() {
  const box = element("div", undefined, "view"), canvas = element("canvas");
  box.style.overflow = "hidden";
  box.append(canvas);
  mainView.replaceChildren(box);
  if (!data.graphs.length) { box.append(element("p", "There is no function to show, or it is too large.")); return; }
  if (data.graphs.length > 1) {
    const choice = element("select");
    data.graphs.forEach((each, i) => choice.append(new Option(each.name, i, false, i === view.graph)));
    choice.style.cssText = "position:absolute;top:8px;left:8px";
    choice.onchange = () => { view.graph = +choice.value; view.scale = 0; draw(); };
    box.append(choice);
  }
  const context = canvas.getContext("2d");
  const fit = (readable) => {
    const xs = data.graphs[view.graph].nodes.map((n) => n[3]), ys = data.graphs[view.graph].nodes.map((n) => n[4]);
    const min = (list) => list.reduce((a, b) => Math.min(a, b), Infinity), max = (list) => list.reduce((a, b) => Math.max(a, b), -Infinity);
    for (const edge of data.graphs[view.graph].edges) if (edge.length > 3) xs.push(edge[3]);
    const width = max(xs) - min(xs) + BOX.width + 40, height = max(ys) - min(ys) + BOX.row + 20;
    const whole = Math.min(canvas.clientWidth / width, canvas.clientHeight / height, 1.5);
    view.scale = readable ? Math.max(whole, 0.8) : whole;
    // What does not fit begins at the first node: networks are much longer than wide.
    const top = data.graphs[view.graph].nodes.reduce((a, b) => (b[4] < a[4] ? b : a));
    view.x = canvas.clientWidth / 2 - (view.scale > whole ? top[3] : (min(xs) + max(xs)) / 2) * view.scale;
    view.y = view.scale > whole ? 40 - min(ys) * view.scale
      : canvas.clientHeight / 2 - ((min(ys) + max(ys)) / 2) * view.scale;
  };
  let frame = 0;
  const draw = () => { if (!frame) frame = requestAnimationFrame(() => { frame = 0; paint(); }); };
  const paint = () => {
    const graph = data.graphs[view.graph], ratio = window.devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;  // read once: each reading costs
    if (canvas.width !== width * ratio || canvas.height !== height * ratio) {
      canvas.width = width * ratio;
      canvas.height = height * ratio;
    }
    if (!view.scale) fit(true);
    const style = getComputedStyle(document.documentElement), fg = style.getPropertyValue("--fg"), mark = style.getPropertyValue("--mark");
    const background = style.getPropertyValue("--bg"), dim = style.getPropertyValue("--dim");
    const s = view.scale;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    // What is shown, with room for boxes that begin outside.
    const left = -view.x / s - BOX.width / 2, right = (width - view.x) / s + BOX.width / 2;
    const top = -view.y / s - BOX.row, bottom = (height - view.y) / s + BOX.row;
    context.setTransform(ratio * s, 0, 0, ratio * s, ratio * view.x, ratio * view.y);
    context.strokeStyle = style.getPropertyValue("--dim");
    context.lineWidth = Math.min(1, Math.max(0.3, s)) / s;
    context.beginPath();
    for (const edge of graph.edges) {  // comparisons alone: there are thousands of edges, and few are shown
      const a = graph.nodes[edge[0]], b = graph.nodes[edge[1]], lane = edge[3];
      if ((a[4] < top && b[4] < top) || (a[4] > bottom && b[4] > bottom)) continue;
      if (a[3] < left && b[3] < left && !(lane > left)) continue;
      if (a[3] > right && b[3] > right && !(lane < right)) continue;
      drawEdge(context, a, b, lane, edge[4], edge[5]);
    }
    context.stroke();
    context.textAlign = "center";
    for (const node of graph.nodes) {
      const x = node[3], y = node[4];
      if (x < left || x > right || y < top || y > bottom) continue;
      const marked = matches(node);
      for (const color of [background, marked ? mark : boxColor(node[0])]) {  // edges do not shine through
        context.fillStyle = color;
        context.fillRect(x - BOX.width / 2, y - BOX.height / 2, BOX.width, BOX.height);
      }
      if (marked) context.strokeRect(x - BOX.width / 2, y - BOX.height / 2, BOX.width, BOX.height);
      if (s < 0.35) continue;
      const lines = [["600 12px system-ui", fg, shortKind(node)], ["11px system-ui", fg, node[2]], ["10px ui-monospace, monospace", dim, node[1]]].filter((line) => line[2]);
      lines.forEach(([font, color, text], i) => {
        context.font = font;
        context.fillStyle = color;
        context.fillText(fitted(context, text), x, y + 4 + 15 * (i - (lines.length - 1) / 2));
      });
    }
  };
  canvas.ondblclick = () => { fit(false); draw(); };
  nextNode = (step) => {
    const nodes = data.graphs[view.graph].nodes;
    hits = nodes.map((node, i) => (matches(node) ? i : -1)).filter((i) => i >= 0);
    hit = hits.length ? (hit + step + hits.length) % hits.length : -1;
    if (hit < 0) { draw(); return; }
    view.x = canvas.clientWidth / 2 - nodes[hits[hit]][3] * view.scale;
    view.y = canvas.clientHeight / 2 - nodes[hits[hit]][4] * view.scale;
    draw();
  };
  let drag = null;
  canvas.onpointerdown = (event) => { drag = [event.clientX, event.clientY, false]; canvas.setPointerCapture(event.pointerId); };
  canvas.onpointermove = (event) => {
    if (!drag) return;
    view.x += event.clientX - drag[0];
    view.y += event.clientY - drag[1];
    drag = [event.clientX, event.clientY, true];
    draw();
  };
  canvas.onpointerup = (event) => {
    if (drag && !drag[2]) showNode(event.offsetX, event.offsetY);
    drag = null;
  };
  canvas.onwheel = (event) => {
    event.preventDefault();
    const factor = Math.exp(-event.deltaY / 400), next = Math.min(4, Math.max(0.002, view.scale * factor));
    view.x = event.offsetX - ((event.offsetX - view.x) * next) / view.scale;
    view.y = event.offsetY - ((event.offsetY - view.y) * next) / view.scale;
    view.scale = next;
    draw();
  };
  const showNode = (x, y) => {
    const graph = data.graphs[view.graph];
    const index = graph.nodes.findIndex((n) => Math.abs(n[3] * view.scale + view.x - x) < (BOX.width / 2) * view.scale && Math.abs(n[4] * view.scale + view.y - y) < (BOX.height / 2) * view.scale);
    details.replaceChildren();
    if (index < 0) return;
    const named = (node) => node[0] + (node[2] ? " " + node[2] : "");
    details.append(element("h2", named(graph.nodes[index])), element("pre", graph.nodes[index][1]));
    for (const [title, at, other] of [["Needs", 1, 0], ["Needed by", 0, 1]]) {
      const list = graph.edges.filter((edge) => edge[at] === index);
      if (list.length) details.append(element("h2", title), element("pre", list.map((edge) => named(graph.nodes[edge[other]]) + ": " + edge[2]).join("\n")));
    }
    const constants = graph.nodes[index][5];
    if (constants.length) details.append(element("h2", "Constants"), element("pre", constants.join("\n")));
  };
  new ResizeObserver(draw).observe(canvas);
  draw();
}

