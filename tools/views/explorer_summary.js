// -- What happened, in short -------------------------------------------------------------------------------------------
const MOST_LISTED = 8;
const open = (name, action) => () => { action?.(); tab = name; showAll(); };
const changing = (passes) => passes.filter((pass) => pass.state !== undefined).length;
function showSummary() {
  const box = element("div", undefined, "view lists"), failed = data.passes.find((pass) => pass.failed);
  const passes = outer(), total = totalTime();
  box.append(element("h2", data.title));
  box.append(element("p", changing(data.passes) + " of " + counted(data.passes.length, "pass")
    + " changed the program, in " + timeText(total) + " altogether."));
  if (failed) box.append(element("p", "The pass " + failed.name + " failed.", "failed"));
  if (data.graphs.length) box.append(element("h2", "The network"), tableOf(data.graphs.slice(0, MOST_LISTED).map(networkLine)));
  if (levels().some((level) => level.name)) box.append(element("h2", "Levels"), levelsTable(total));
  const slowest = passes.toSorted((a, b) => milliseconds(b) - milliseconds(a)).slice(0, MOST_LISTED).filter((pass) => milliseconds(pass) > 0.01 * total);
  if (slowest.length) box.append(element("h2", "The slowest passes"), tableOf(slowest.map((pass) =>
    [pass.state === undefined ? pass.name : button(pass.name, "link", open("ir", () => { current = pass.state; selectPass(pass); })), timeText(milliseconds(pass)), bar(milliseconds(pass) / total, "the time of all passes")])));
  const kernels = data.assembly.filter((each) => each.seconds);
  if (kernels.length) box.append(element("h2", "The slowest kernels, in a call of the program"), tableOf(kernels.slice(0, MOST_LISTED).map((each) =>
    [button(each.name, "link", open("assembly", () => { byId("search").value = query = each.name.toLowerCase(); })),
      timeText(1000 * each.seconds), counted(each.calls, "call"), bar(each.seconds / kernelTime(), "the time of all kernels")])));
  const state = stateOfMemory();
  if (state !== undefined) box.append(element("h2", "Memory after " + data.passes[data.states[state].pass].name), tableOf(
    data.states[state].memory.toSorted((a, b) => b.size - a.size).slice(0, MOST_LISTED).map((plan) =>
      [button(plan.function, "link", open("memory")), plan.buffers.length ? bytes(plan.size) : "", plan.unsized ? counted(plan.unsized, "buffer") + " with sizes of a call" : ""])));
  if (data.messages.length) box.append(element("h2", "Messages"), button(counted(data.messages.length, "message"), "link", open("messages")));
  mainView.replaceChildren(box);
}
// A function with its inputs, and how often it has which ops.
function networkLine(graph, index) {
  const counts = new Map();
  for (const node of graph.nodes) if (node[0] !== "input") counts.set(shortKind(node), (counts.get(shortKind(node)) ?? 0) + 1);
  const ops = [...counts].filter(([name]) => name !== "func.return").sort((a, b) => b[1] - a[1]);
  const inputs = graph.nodes.filter((node) => node[0] === "input").map((node) => (node[2] + " " + node[1]).trim());
  const list = (texts) => texts.slice(0, MOST_LISTED).join(", ") + (texts.length > MOST_LISTED ? " …" : "");
  const about = element("div", list(ops.map(([name, count]) => count + " " + name)));
  about.append(element("div", "takes " + (list(inputs) || "nothing"), "hint"));
  return [button(graph.name, "link", open("graph", () => { view.graph = index; view.scale = 0; })), about];
}
function levelsTable(total) {
  return tableOf(levels().map((level) => {
    const last = level.passes.findLast((pass) => pass.state !== undefined);
    const name = level.name || "other passes";
    return [last ? button(name, "link", open("ir", () => { current = last.state; selectPass(last); })) : name,
      changing(level.passes) + " of " + counted(level.passes.length, "pass") + " changed it",
      timeText(level.ms), bar(level.ms / total, "the time of all passes"),
      last ? counted(linesOf(last.state).lines.length, "line") + " after it" : ""];
  }));
}

// -- Everything ----------------------------------------------------------------------------------------------------------
const TABS = {
  summary: ["Summary", showSummary], ir: ["IR", showIR], graph: ["Network", showGraph], memory: ["Memory", showMemory],
  schedules: ["Schedules", showSchedules], assembly: ["Assembly", showAssembly],
  messages: ["Messages", () => showLists(data.messages.map((m) => ["", m]), "Nothing was reported.")],
};
function showAll() {
  for (const each of passesView.querySelectorAll(".pass")) each.setAttribute("aria-current", each.dataset.state === String(current));
  for (const each of byId("tabs").children) each.setAttribute("aria-pressed", each.dataset.tab === tab);
  TABS[tab][1]();
}
for (const [name, [label]] of Object.entries(TABS)) {
  const made = button(label, undefined, open(name));
  made.dataset.tab = name;
  byId("tabs").append(made);
}
function showFound() { byId("found").textContent = hits.length ? hit + 1 + "/" + hits.length : "none"; }
function search(step) {
  query = byId("search").value.toLowerCase();
  if (query && tab === "graph" && data.graphs.length) { nextNode(step); showFound(); return; }
  if (tab !== "ir" || !query) { byId("found").textContent = ""; showAll(); return; }
  hits = rows.map((row, i) => (data.lines[row.line].toLowerCase().includes(query) ? i : -1)).filter((i) => i >= 0);
  hit = hits.length ? (hit + step + hits.length) % hits.length : -1;
  showFound();
  if (hit >= 0) mainView.firstElementChild.scrollTop = (hits[hit] - 8) * ROW;
  redrawRows();
}
byId("search").oninput = () => { hit = -1; search(1); };
byId("diff").onchange = showAll;
byId("theme").onclick = () => {
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = (root.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
  showAll();
};
document.onkeydown = (event) => {
  if (event.target.tagName === "INPUT") {
    if (event.key === "Enter") search(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") event.target.blur();
    return;
  }
  if (!data || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (step) {
    current = Math.min(data.states.length - 1, Math.max(0, current + step));
    const number = data.states[current].pass;
    if (!["ir", "memory"].includes(tab)) tab = "ir";
    selectPass(number === null ? null : data.passes[number]);
    showAll();
    passesView.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  } else if (event.key === "/") byId("search").focus();
  else if (event.key === "d") byId("diff").click();
  else if (event.key === "t") byId("theme").click();
  else if (Object.keys(TABS)[event.key - 1]) { tab = Object.keys(TABS)[event.key - 1]; showAll(); }
  else return;
  event.preventDefault();
};
async function start() {
  data = await unpacked(byId("data").textContent);
  tokenPattern = new RegExp(data.tokenPattern, "g");
  typePattern = new RegExp(data.typePattern);
  document.querySelector("h1").textContent = data.title;
  const [wantedTab, wantedState] = location.hash.slice(1).split(":");  // a link can name a tab and a state: #ir:3
  if (TABS[wantedTab]) tab = wantedTab;
  if (wantedState in data.states) current = +wantedState;
  showPasses();
  showHelp();
  showAll();
  document.body.dataset.ready = "true";
}
start();
