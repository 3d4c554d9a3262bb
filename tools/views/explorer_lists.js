// -- Memory, schedules, messages ---------------------------------------------------------------------------------------
function bytes(count) {
  if (count < 10240) return count + " bytes";
  return count < 10 * 1024 * 1024 ? (count / 1024).toFixed(0) + " KiB" : (count / 1024 / 1024).toFixed(1) + " MiB";
}
const AXIS = { left: 70, bottom: 18 };  // the room for what an axis says, in pixels
// The latest state up to the selected one that has a plan of memory, otherwise the last one.
function stateOfMemory() {
  const planned = data.states.map((_, i) => i).filter((i) => data.states[i].memory.length);
  return planned.findLast((i) => i <= current) ?? planned.at(-1);
}
function showMemory() {
  const box = element("div", undefined, "view lists"), state = stateOfMemory();
  if (state === undefined) box.append(element("p", "No pass of this run has planned memory."));
  else {
    const { memory, pass, without } = data.states[state];
    box.append(element("p", "Memory after " + data.passes[pass].name + ": ops from left to right, bytes from top to bottom. Point at a buffer for its name and size.", "hint"));
    for (const plan of memory) showPlan(box, plan);
    if (without.length) box.append(element("p", "Functions without buffers of their own, which use those of their callers: " + without.join(", "), "hint"));
  }
  mainView.replaceChildren(box);
}
function showPlan(box, plan) {
  const facts = plan.buffers.length ? bytes(plan.size) + ", " + counted(plan.buffers.length, "buffer") : "";
  box.append(element("h2", plan.function + (facts ? ": " + facts : "")));
  if (plan.unsized) box.append(element("p", counted(plan.unsized, "buffer") + (facts ? " more" : "") + (plan.unsized === 1 ? " has" : " have")
    + " sizes that only a call knows, such as those of a batch, and so no place in this picture."));
  if (!plan.buffers.length) return;
  const canvas = element("canvas"), whole = Math.max(300, mainView.clientWidth - 40);
  const width = whole - AXIS.left, height = Math.min(260, 30 + 15 * plan.buffers.length);
  canvas.style.cssText = "width:" + whole + "px;height:" + (height + AXIS.bottom) + "px";
  const ratio = window.devicePixelRatio || 1, style = getComputedStyle(document.documentElement);
  canvas.width = whole * ratio; canvas.height = (height + AXIS.bottom) * ratio;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  context.font = "11px system-ui";
  context.fillStyle = style.getPropertyValue("--dim");
  context.strokeStyle = style.getPropertyValue("--line");
  context.strokeRect(AXIS.left, 0.5, width - 1, height - 1);
  for (const part of height > 100 ? [0, 0.5, 1] : [0, 1]) {
    context.textAlign = "right";
    context.textBaseline = ["top", "middle", "bottom"][part * 2];
    context.fillText(bytes(Math.round(part * plan.size)), AXIS.left - 6, part * height);
    context.textAlign = ["left", "center", "right"][part * 2];
    context.textBaseline = "top";
    context.fillText("op " + Math.round(part * plan.length), AXIS.left + part * width, height + 4);
  }
  const place = ([, , offset, size, begin, end]) => [
    AXIS.left + (begin / plan.length) * width, (offset / plan.size) * height,
    Math.max(2, ((end - begin + 1) / plan.length) * width), Math.max(1.5, (size / plan.size) * height)];
  context.textAlign = "left";
  context.textBaseline = "middle";
  for (const buffer of plan.buffers) {
    const [x, y, w, h] = place(buffer);
    context.fillStyle = "hsl(" + hue(buffer[0]) + " 60% 55% / 0.6)";
    context.fillRect(x, y, w, h);
    context.fillStyle = style.getPropertyValue("--fg");
    if (h >= 12 && context.measureText(buffer[0]).width < w - 8) context.fillText(buffer[0], x + 4, y + h / 2);
  }
  canvas.onpointermove = canvas.onclick = (event) => {
    const at = plan.buffers.filter((each) => {
      const [x, y, w, h] = place(each);
      return event.offsetX >= x && event.offsetX <= x + w && event.offsetY >= y && event.offsetY <= y + h;
    });
    details.replaceChildren();
    for (const each of at) details.append(element("h2", each[0]), element("p", bytes(each[3]) + " at " + each[2] + ", from op " + each[4] + " to " + each[5]));
  };
  box.append(canvas);
}
function showLists(items, empty, ...before) {
  const box = element("div", undefined, "view lists"), shown = items.filter(([title, text]) => !query || (title + text).toLowerCase().includes(query));
  if (!items.length) box.append(element("p", empty));
  else box.append(...before);
  if (items.length > 3 && items[0][0]) {
    const headings = shown.map(([title]) => element("h2", title));
    box.append(element("h2", "Contents"), contents(shown, headings));
    shown.forEach(([, text], i) => box.append(headings[i], element("pre", text)));
  } else for (const [title, text] of shown) box.append(element("h2", title), element("pre", text));
  mainView.replaceChildren(box);
}
// Links to headings, with a bar where an item has a share.
function contents(items, headings) {
  return tableOf(items.map(([title, , share], i) => [
    button(title, "link", () => headings[i].scrollIntoView()), share === undefined ? "" : bar(share, "the time of all kernels")]));
}
const SCHEDULES = "For a product or a convolution, the cost model estimates the time of several plans, and chooses one (*): tiles,"
  + " unless another plan takes at most 0.9 of their time. They are compared with what the multiplications and additions alone"
  + " would take, which no plan can beat. Below are the steps of the schedules: they are tried in order, and the first one"
  + " whose steps are all allowed is used.";
function showSchedules() {
  showLists(data.schedules.map((each) => [each.nest + " after " + each.pass, each.candidates.join("\n")]),
    "No pass of this run has written schedules.", element("p", SCHEDULES, "hint"));
}
const kernelTime = () => sum(data.assembly.map((each) => each.seconds || 0)) || 1;
function titleOfCode(code) {
  if (!code.seconds) return code.name;
  const each = code.calls > 1 ? " (" + timeText((1000 * code.seconds) / code.calls) + " each)" : "";
  return code.name + ": " + timeText(1000 * code.seconds) + " in " + counted(code.calls, "call") + each
    + ", " + (100 * code.seconds / kernelTime()).toFixed(0) + " % of the kernels";
}
function showAssembly() {
  showLists(data.assembly.map((each) => [titleOfCode(each), each.text, each.seconds ? each.seconds / kernelTime() : undefined]),
    "Only dlc explore makes machine code of the program.");
}

