// The matrix of odds. Python decides what is shown (matrix.py, `cells`); this draws it and says
// which cell was tapped. One cell is reached by Tab, the others from there by the arrow keys.

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export default function ({ data, parentElement, setTriggerValue }) {
  let box = parentElement.querySelector(".box");
  if (!box) box = make("div", { className: "box" }, parentElement);
  const had = box.contains(parentElement.getRootNode().activeElement);
  box.replaceChildren();
  box.style.setProperty("--ink", data.ink);
  const table = make("table", {}, box);
  const head = make("tr", {}, make("thead", {}, table));
  make("td", {}, head);
  for (const against of data.across) make("th", { scope: "col", textContent: against }, head);
  const body = make("tbody", {}, table);
  const rows = data.rows.map((row) => {
    const line = make("tr", {}, body);
    make("th", { scope: "row", textContent: row.down }, line);
    return row.cells.map((cell) => {
      const edges = [cell.above && "above", cell.before && "before"].filter(Boolean).join(" ");
      const button = make("button", { type: "button", textContent: cell.text, tabIndex: -1 },
        make("td", { className: edges }, line));
      button.setAttribute("aria-label", cell.label);
      button.title = cell.label;
      button.style.background = cell.ground;
      button.onclick = () => setTriggerValue("picked", cell.pick);
      if (cell.here) button.setAttribute("aria-current", "true");
      return button;
    });
  });
  const here = box.querySelector("[aria-current]") || rows[0][0];
  here.tabIndex = 0;
  if (had) here.focus({ preventScroll: true });
  body.onkeydown = (event) => {
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

function make(name, properties, parent) {
  const element = Object.assign(document.createElement(name), properties);
  parent.appendChild(element);
  return element;
}
