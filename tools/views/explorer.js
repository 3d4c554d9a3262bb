"use strict";
let data;  // what was recorded; see `recording.py`
const ROW = 18, byId = (id) => document.getElementById(id);
const passesView = byId("passes"), mainView = byId("main"), details = byId("details");
let current = 0, tab = "summary", selected = null, selectedLine = -1, query = "", hits = [], hit = -1, rows = [];

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new DecompressionStream("gzip"), writer = stream.writable.getWriter();
  writer.write(bytes);
  writer.close();
  return JSON.parse(await new Response(stream.readable).text());
}
function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}
function button(text, className, action) {
  const made = element("button", text, className);
  made.onclick = action;
  return made;
}
function tableOf(lines) {  // lists of texts or elements
  const table = element("table");
  for (const line of lines) {
    const row = element("tr");
    for (const each of line) {
      const cell = element("td");
      cell.append(each);
      row.append(cell);
    }
    table.append(row);
  }
  return table;
}
// A bar whose length is a share of the whole; what the whole is stands in its tooltip.
function bar(share, meaning) {
  const made = element("span", undefined, "bar"), part = element("span");
  part.style.width = 100 * Math.min(1, share) + "%";
  made.append(part);
  made.title = (100 * share).toFixed(1) + " % of " + meaning;
  return made;
}
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const counted = (count, noun) => count + " " + noun + (count === 1 ? "" : noun.endsWith("s") ? "es" : "s");
const milliseconds = (pass) => (pass.end - pass.begin) * 1000;
function timeText(ms) {
  return ms >= 1000 ? (ms / 1000).toFixed(1) + " s" : ms >= 1 ? ms.toFixed(1) + " ms" : (ms * 1000).toFixed(1) + " µs";
}

// -- The timeline --------------------------------------------------------------------------------------------------
const outer = () => data.passes.filter((pass) => !pass.depth);
const totalTime = () => sum(outer().map(milliseconds)) || 1e-9;
// Consecutive passes of one level of the compiler.
function levels() {
  const result = [];
  for (const pass of data.passes) {
    if (!result.length || result.at(-1).name !== pass.level) result.push({ name: pass.level, passes: [] });
    result.at(-1).passes.push(pass);
  }
  return result.map((level) => ({ ...level, ms: sum(level.passes.filter((pass) => !pass.depth).map(milliseconds)) }));
}
function showPasses() {
  const add = (state, label, pass) => {
    const made = button(undefined, "pass", () => {
      if (state !== undefined) { current = state; if (!["ir", "memory"].includes(tab)) tab = "ir"; }
      selectPass(pass);
      showAll();
    });
    made.append(element("span", label));
    if (pass) {
      made.style.paddingLeft = 14 + 14 * pass.depth + "px";
      made.append(element("span", timeText(milliseconds(pass)), "time"), bar(milliseconds(pass) / totalTime(), "the time of all passes"));
      made.title = pass.options + " on " + pass.op;
      if (pass.failed) made.classList.add("failed");
    }
    if (state === undefined) made.classList.add("same");
    else made.dataset.state = state;
    passesView.append(made);
  };
  const same = data.passes.filter((pass) => pass.state === undefined && !pass.failed && !pass.omitted).length;
  const legend = element("div", "A bar is a share of " + timeText(totalTime()) + ", the time of all passes.", "hint legend");
  if (same) {
    const choice = element("label"), box = element("input");
    box.type = "checkbox";
    box.onchange = () => passesView.classList.toggle("all", box.checked);
    choice.append(box, " show " + counted(same, "pass") + " without changes");
    legend.append(element("br"), choice);
  }
  passesView.append(legend);
  add(0, "input", null);
  for (const level of levels()) {
    if (level.name) {
      const head = element("div", level.name, "level");
      head.append(element("span", timeText(level.ms), "time"));
      passesView.append(head);
      if (level.passes.every((pass) => pass.state === undefined && !pass.failed && !pass.omitted)) head.classList.add("same");
    }
    for (const pass of level.passes) add(pass.state, pass.name, pass);
  }
}
function keysTable() {
  return tableOf([["j k", "next and previous change"], ["1 – 7", "tabs"], ["/", "search; Enter goes on"],
    ["d", "mark differences"], ["t", "dark or light"]].map(([keys, meaning]) => [element("kbd", keys), meaning]));
}
function showHelp() {
  const hint = element("div", "Click a pass, a line of IR, a node or a buffer for details.", "hint");
  hint.append(element("p"), keysTable());
  details.replaceChildren(hint);
}
function selectPass(pass) {
  details.replaceChildren();
  if (!pass) { showHelp(); return; }
  details.append(element("h2", pass.options), element("p", milliseconds(pass).toFixed(2) + " ms on " + pass.op));
  if (pass.omitted) details.append(element("p", "The IR is left out here, because the page would be too large."));
  for (const [title, counts] of [["Patterns", pass.hits], ["Statistics", pass.counts || {}]]) {
    const entries = Object.entries(counts).sort((a, b) => b[1] - a[1]);
    if (entries.length) details.append(element("h2", title), tableOf(entries.map(([name, count]) => [count, name])));
  }
}

