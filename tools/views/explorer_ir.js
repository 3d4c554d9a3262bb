// -- The IR ------------------------------------------------------------------------------------------------------------
function linesOf(state) {
  const lines = [], origins = [], begins = new Set();
  for (const chunk of data.states[state].chunks) {
    begins.add(lines.length);
    for (const line of data.chunks[chunk][0]) lines.push(line);
    for (const origin of data.chunks[chunk][1]) origins.push(origin);
  }
  return { lines, origins, begins };
}
// The shortest list of removed and added lines (Myers), as far as it is short; otherwise everything between.
function difference(before, after) {
  let start = 0, a = before.length, b = after.length;
  while (start < a && start < b && before[start] === after[start]) start++;
  while (a > start && b > start && before[a - 1] === after[b - 1]) { a--; b--; }
  const steps = [];
  const x = before.slice(start, a), y = after.slice(start, b), limit = 1500;
  const most = Math.min(limit, x.length + y.length), middle = most + 1, trace = [];
  const v = new Int32Array(2 * middle + 1);  // how far each diagonal has come, diagonal 0 in the middle
  let done = x.length === 0 && y.length === 0;
  for (let d = 0; d <= most && !done; d++) {
    trace.push(v.slice(middle - d - 1, middle + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const at = middle + k;
      let i = k === -d || (k !== d && v[at - 1] < v[at + 1]) ? v[at + 1] : v[at - 1] + 1;
      let j = i - k;
      while (i < x.length && j < y.length && x[i] === y[j]) { i++; j++; }
      v[at] = i;
      if (i >= x.length && j >= y.length) { done = true; break; }
    }
  }
  if (done) {
    let i = x.length, j = y.length;
    for (let d = trace.length - 1; d >= 0; d--) {
      const w = trace[d], k = i - j, at = d + 1 + k;
      const down = k === -d || (k !== d && w[at - 1] < w[at + 1]);
      const pk = down ? k + 1 : k - 1, pi = w[down ? at + 1 : at - 1], pj = pi - pk;
      while (i > pi && j > pj && i > 0 && j > 0) { steps.push(["", --i, --j]); }
      if (d > 0) { if (down) steps.push(["add", -1, --j]); else steps.push(["del", --i, -1]); }
    }
    steps.reverse();
  } else {
    for (let i = 0; i < x.length; i++) steps.push(["del", i, -1]);
    for (let j = 0; j < y.length; j++) steps.push(["add", -1, j]);
  }
  const result = [];
  for (let i = 0; i < start; i++) result.push(["", i, i]);
  for (const [kind, i, j] of steps) result.push([kind, i < 0 ? -1 : i + start, j < 0 ? -1 : j + start]);
  for (let i = b; i < after.length; i++) result.push(["", a + i - b, i]);
  return result;
}
// Values and blocks without a name are numbered: with one line less, all numbers after it are others. So lines are first
// compared without numbers; then each number must stand for the same value before and after.
const NUMBERED = /([%^])(?:bb)?\d+\b(?![\w$.])|([%^][\w$.-]*?_)\d+\b/g, NAMED = /[%^][\w$.-]+/g;
const shapes = new Map(), shapeNumbers = new Map();
function shapeOf(line) {
  if (!shapes.has(line)) {
    const text = data.lines[line].replace(NUMBERED, "$1$2");
    if (!shapeNumbers.has(text)) shapeNumbers.set(text, shapeNumbers.size);
    shapes.set(line, shapeNumbers.get(text));
  }
  return shapes.get(line);
}
// The steps from the lines of one state to those of another: first functions are compared by their names, then their lines.
function lineSteps(before, now) {
  const pieces = ({ lines, begins }) => [...begins].map((begin, i, all) => {
    const shapes = lines.slice(begin, all[i + 1]).map(shapeOf);
    return { begin, shapes, title: data.lines[lines[begin]].match(/@(?:"[^"]*"|[\w$.-]+)/)?.[0] ?? shapes[0] };
  });
  const old = pieces(before), current = pieces(now), nothing = { begin: 0, shapes: [] }, steps = [];
  for (const [, i, j] of difference(old.map((each) => each.title), current.map((each) => each.title))) {
    const a = old[i] ?? nothing, b = current[j] ?? nothing;
    for (const [kind, x, y] of difference(a.shapes, b.shapes)) steps.push([kind, x < 0 ? -1 : x + a.begin, y < 0 ? -1 : y + b.begin]);
  }
  return steps;
}
function renamed(steps, before, now) {
  const result = [];
  let names = new Map(), origins = new Map();  // of values before: their names now, and the other way round
  for (const [kind, i, j] of steps) {
    if (before.begins.has(i) || now.begins.has(j)) { names = new Map(); origins = new Map(); }
    if (kind) { result.push([kind, i, j]); continue; }
    const old = data.lines[before.lines[i]].match(NAMED) ?? [], newNames = data.lines[now.lines[j]].match(NAMED) ?? [];
    const same = old.every((name, k) => (names.get(name) ?? newNames[k]) === newNames[k] && (origins.get(newNames[k]) ?? name) === name);
    if (same) {
      old.forEach((name, k) => { names.set(name, newNames[k]); origins.set(newNames[k], name); });
      result.push([kind, i, j]);
    } else result.push(["del", i, -1], ["add", -1, j]);
  }
  return removedFirst(result);
}
// Where lines change one after the other, those removed come before those added.
function removedFirst(steps) {
  const result = [];
  let added = [];
  for (const step of steps) {
    if (step[0] === "add") { added.push(step); continue; }
    if (step[0] === "") { result.push(...added); added = []; }
    result.push(step);
  }
  return [...result, ...added];
}
function rowsOf(state, withDifferences) {
  const now = linesOf(state);
  if (!withDifferences || state === 0)
    return now.lines.map((line, i) => ({ kind: "", line, origin: now.origins[i], number: i + 1 }));
  const before = linesOf(state - 1);
  return renamed(lineSteps(before, now), before, now).map(([kind, i, j]) =>
    kind === "del" ? { kind, line: before.lines[i], origin: before.origins[i], number: "" }
                   : { kind, line: now.lines[j], origin: now.origins[j], number: j + 1 });
}
let redrawRows = () => {};  // after a change of what is marked
function showIR() {
  const view = element("div", undefined, "view code"), space = element("div");
  rows = rowsOf(current, byId("diff").checked);
  space.style.position = "relative";
  space.style.height = rows.length * ROW + "px";
  space.style.minWidth = "max-content";
  view.append(space);
  view.tabIndex = 0;
  mainView.replaceChildren(view);
  let drawn = new Map();  // the elements of rows by their index: those still visible after scrolling are used again
  const draw = () => {
    const first = Math.max(0, Math.floor(view.scrollTop / ROW) - 20);
    const last = Math.min(rows.length, first + Math.ceil(view.clientHeight / ROW) + 40);
    const before = drawn;
    drawn = new Map();
    for (let i = first; i < last; i++) drawn.set(i, before.get(i) ?? rowElement(rows[i], i));
    space.replaceChildren(...drawn.values());
  };
  redrawRows = () => { drawn.clear(); draw(); };
  view.onscroll = draw;
  const relative = rows.findIndex((row) => related(row.origin));
  const target = relative >= 0 ? relative : rows.findIndex((row) => row.kind);
  if (target > 10) view.scrollTop = (target - 8) * ROW;
  draw();
}
// The tokens of a line: the patterns are those of the language server, and so is what makes a word an op.
let tokenPattern, typePattern;
function* tokensOf(line) {
  let opens = true;
  for (const match of line.matchAll(tokenPattern)) {
    let kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    const word = match[0];
    if (kind === "word") {
      kind = typePattern.test(word) ? "type" : opens || word.includes(".") ? "op" : "keyword";
      opens = false;
    } else if (kind === "string" && opens) { kind = "op"; opens = false; }
    else if (kind === "punctuation") opens = opens && "=,:".includes(word);
    else if (kind !== "comment" && kind !== "value" && !(kind === "number" && opens)) opens = false;
    yield [kind, match.index, match.index + word.length];
  }
}
function rowElement(row, index) {
  const made = element("div", undefined, "row " + row.kind);
  made.style.top = index * ROW + "px";
  made.dataset.number = row.number;
  const text = data.lines[row.line];
  let end = 0;
  for (const [kind, start, stop] of tokensOf(text)) {
    if (start > end) made.append(text.slice(end, start));
    made.append(element("span", text.slice(start, stop), "k-" + kind));
    end = stop;
  }
  made.append(text.slice(end));
  if (row.line === selectedLine || related(row.origin)) made.setAttribute("aria-selected", "true");
  if (query && text.toLowerCase().includes(query)) made.classList.add("hit");
  made.onclick = () => {
    select(row);
    showOrigin(text.trim());
    redrawRows();
  };
  return made;
}
let relatives = [];  // by origin, whether it shares a place with the selected one
function select(row) {
  selected = row.origin >= 0 ? row.origin : null;
  selectedLine = row.line;
  const own = new Set(selected === null ? [] : data.origins[selected][1]);  // empty where the location is not known
  relatives = data.origins.map(([, places]) => places.some((place) => own.has(place)));
}
const related = (origin) => origin >= 0 && relatives[origin];

// -- Where an op comes from ------------------------------------------------------------------------------------------
function showOrigin(text) {
  details.replaceChildren();
  if (selected === null) return;
  details.append(element("h2", "Op"), element("pre", text), element("h2", "Made"), element("pre", data.origins[selected][0]));
  if (!data.origins[selected][1].length) return;
  details.append(element("h2", "Through the passes"));
  const byChunk = new Map();  // states share most chunks
  const relatedLines = (chunk) => {
    if (!byChunk.has(chunk)) byChunk.set(chunk, data.chunks[chunk][0].filter((_, i) => related(data.chunks[chunk][1][i])));
    return byChunk.get(chunk);
  };
  data.states.forEach((state, index) => {
    const found = state.chunks.flatMap(relatedLines);
    if (!found.length) return;
    const name = state.pass === null ? "input" : "after " + data.passes[state.pass].name;
    const link = element("button", name + " (" + found.length + ")", "link");
    link.onclick = () => { current = index; showAll(); };
    details.append(link, element("pre", found.slice(0, 6).map((line) => data.lines[line].trim()).join("\n")));
  });
  const own = new Set(data.origins[selected][1].map((place) => data.places[place]));
  for (const each of data.assembly) {
    if (!each.places.some((place) => own.has(place))) continue;
    const link = element("button", "machine code of " + titleOfCode(each), "link");
    link.onclick = () => { tab = "assembly"; byId("search").value = query = each.name.toLowerCase(); showAll(); };
    details.append(link, element("br"));
  }
}

