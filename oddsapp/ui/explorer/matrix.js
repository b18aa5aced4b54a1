// The matrix of odds. Python decides what is shown (matrix.py, `cells`); this draws it and says
// which cell was tapped. One cell is reached by Tab, the others from there by the arrow keys.

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export default function ({ data, parentElement, setTriggerValue }) {
  let box = parentElement.querySelector(".box");
  if (!box) box = make("div", { className: "box" }, parentElement);
  box.style.setProperty("--ink", data.ink);
  const had = box.contains(parentElement.getRootNode().activeElement);
  if (box.dataset.size !== sizeOf(data)) build(box, data);
  const [, ...across] = box.querySelectorAll("thead tr > *");
  across.forEach((head, at) => { head.textContent = data.across[at]; });
  const rows = rowsOf(box);
  rows.forEach((row, down) => {
    const { down: name, cells } = data.rows[down];
    row[0].closest("tr").querySelector("th").textContent = name;
    row.forEach((button, at) => {
      show(button, cells[at]);
      button.onclick = () => setTriggerValue("picked", pickedBy(box, button));
    });
  });
  const here = box.querySelector("[aria-current]") || rows[0][0];
  here.tabIndex = 0;
  if (had) here.focus({ preventScroll: true });
}

function show(button, cell) {
  const edges = [cell.above && "above", cell.before && "before"].filter(Boolean).join(" ");
  button.parentElement.className = edges;
  button.textContent = cell.text;
  button.setAttribute("aria-label", cell.label);
  button.title = cell.label;
  button.style.background = cell.ground;
  button.tabIndex = -1;
  button.pick = cell.pick;
  if (cell.here) button.setAttribute("aria-current", "true");
  else button.removeAttribute("aria-current");
}

// The buttons stay as long as there are as many: a finger may be on one when the answer to the
// tap before it comes, and what it was put on must be there when it is lifted.
function build(box, data) {
  box.dataset.size = sizeOf(data);
  box.replaceChildren();
  const table = make("table", {}, box);
  const head = make("tr", {}, make("thead", {}, table));
  make("td", {}, head);
  for (const _ of data.across) make("th", { scope: "col" }, head);
  const body = make("tbody", {}, table);
  for (const { cells } of data.rows) {
    const line = make("tr", {}, body);
    make("th", { scope: "row" }, line);
    for (const _ of cells) make("button", { type: "button" }, make("td", {}, line));
  }
  // What a finger is put on counts, even if another battle moves there before it is lifted.
  body.onpointerdown = ({ target }) => { box.pressed = { button: target, pick: target.pick }; };
  const rows = rowsOf(box);
  body.onkeydown = (event) => {
    box.pressed = null;
    const step = STEPS[event.key];
    const row = rows.findIndex((buttons) => buttons.includes(event.target));
    if (!step || row < 0) return;
    event.preventDefault();
    const next = rows[row + step[0]]?.[rows[row].indexOf(event.target) + step[1]];
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
}

function pickedBy(box, button) {
  if (box.pressed?.button !== button) return button.pick;
  const { pick } = box.pressed;
  box.pressed = null;
  return pick;
}

function sizeOf(data) {
  return `${data.rows.length} x ${data.across.length}`;
}

function rowsOf(box) {
  return [...box.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("button")]);
}

function make(name, properties, parent) {
  const element = Object.assign(document.createElement(name), properties);
  parent.appendChild(element);
  return element;
}
