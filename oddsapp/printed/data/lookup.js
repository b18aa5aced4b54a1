"use strict";

const { tables, verdicts } = JSON.parse(document.getElementById("tables").textContent);
const byId = (id) => document.getElementById(id);

function bytes(text) {
  return new DataView(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
}

function doubles(text) {
  const view = bytes(text);
  return Array.from({ length: view.byteLength / 8 }, (_, n) => view.getFloat64(8 * n, true));
}

function summaries(text) {
  const view = bytes(text);
  return Array.from({ length: view.byteLength / 4 }, (_, n) => ({
    mean: view.getUint16(4 * n, true),
    low: view.getUint8(4 * n + 2),
    high: view.getUint8(4 * n + 3),
  }));
}

const win = doubles(tables.win);
const lose = doubles(tables.lose);
const left = summaries(tables.left);
const held = summaries(tables.held);
const numbers = doubles(tables.ends.numbers);

/* Where the ends of a battle lie among the numbers: `taken[k]` and `held[k]`, k from 1, are the
   chances that k attackers or k defenders are left. Null where they are not kept. */
function endsOf(force, defenders) {
  const most = tables.ends.most;
  if (force > most || defenders > most) return null;
  return tables.ends.kind === "tables"
    ? endsByLosses(force, defenders, most, ...tables.ends.dice)
    : endsWhole(force, defenders, most);
}

function endsByLosses(force, defenders, most, attackDice, defenceDice) {
  const taken = [], kept = [];
  const takenRow = most - attackDice + 1, keptRow = most - defenceDice + 1;
  const second = most * takenRow, small = second + most * keptRow;
  const place = (force - 1) * most + defenders - 1;
  for (let k = 1; k <= force; k++) {
    taken[k] = k >= attackDice
      ? numbers[(defenders - 1) * takenRow + force - k]
      : numbers[small + (k - 1) * most * most + place];
  }
  for (let k = 1; k <= defenders; k++) {
    kept[k] = k >= defenceDice
      ? numbers[second + (force - 1) * keptRow + defenders - k]
      : numbers[small + (attackDice - 1 + k - 1) * most * most + place];
  }
  return { taken, held: kept };
}

function endsWhole(force, defenders, most) {
  // A battle of a v d takes a + d numbers; before it lie those of smaller forces, each
  // against all, and those of its own force against fewer defenders.
  const triangle = (n) => (n * (n + 1)) / 2;
  const start = most * triangle(force - 1) + (force - 1) * triangle(most) +
    (defenders - 1) * force + triangle(defenders - 1);
  const kept = numbers.slice(start, start + force + defenders);
  return { taken: [undefined, ...kept.slice(0, force)], held: [undefined, ...kept.slice(force)] };
}

function lookUp(force, defenders) {
  const place = (force - 1) * tables.most + defenders - 1;
  return {
    win: win[place],
    lose: lose[place],
    left: left[place],
    held: held[place],
    ends: endsOf(force, defenders),
  };
}

/* As oddsapp.wording.short_percent says it. */
function shortPercent(p, other) {
  if (p === 0 || other === 0) return other === 0 ? "100%" : "0%";
  const smaller = Math.min(p, other);
  if (smaller >= 0.0005) return `${(p * 100).toFixed(1)}%`;
  if (smaller < 1e-6) return p < other ? "<0.0001%" : ">99.9999%";
  let decimals = 2;
  while (smaller < 0.95 * 10 ** -(decimals + 1)) decimals++;
  return `${((p < other ? p : 1 - other) * 100).toFixed(decimals)}%`;
}

const counted = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;

function verdict(p, other) {
  if (other === 0) return "certain";
  if (p === 0) return "impossible";
  return verdicts.find(([least]) => p >= least)[1];
}

function summary({ mean, low, high }, who) {
  if (mean === tables.never) return "never happens";
  const range = low < high ? `${low} to ${high}` : `${low}`;
  return `${(mean / 100).toFixed(2)} ${who} left on average; 90 %: ${range}`;
}

function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/* All ends in a line, from the best for the attacker to the worst. */
function inLine({ taken, held: kept }) {
  const ends = [];
  for (let k = taken.length - 1; k >= 1; k--) ends.push({ k, taken: true, p: taken[k] });
  for (let k = 1; k < kept.length; k++) ends.push({ k, taken: false, p: kept[k] });
  return ends;
}

function drawBars(ends) {
  const picture = byId("bars");
  // One unit is one pixel, so that the numbers are as large on a phone.
  const width = picture.clientWidth, height = 190, base = 164;
  const step = width / ends.length;
  const most = Math.max(...ends.map((end) => end.p));
  const every = Math.ceil(24 / step);
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.replaceChildren();
  const hatch = svg("pattern", {
    id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  });
  hatch.append(svg("rect", { width: 6, height: 6, class: "kept" }));
  hatch.append(svg("rect", { width: 2, height: 6, class: "stripe" }));
  picture.append(hatch);
  ends.forEach((end, n) => {
    const tall = (150 * end.p) / most;
    picture.append(svg("rect", {
      x: n * step + step * 0.1, width: step * 0.8, y: base - tall, height: tall,
      ...(end.taken ? { class: "taken" } : { fill: "url(#hatch)" }),
    }));
    if (end.k % every === 0) {
      const label = svg("text", { x: (n + 0.5) * step, y: base + 20, "text-anchor": "middle" });
      label.textContent = end.k;
      picture.append(label);
    }
  });
}

function fillRows(ends) {
  let soFar = 0;
  byId("rows").replaceChildren(...ends.map((end, n) => {
    soFar += end.p;
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = end.taken
      ? `taken with ${counted(end.k, "attacker")} left`
      : `held with ${counted(end.k, "defender")} left`;
    row.append(head);
    // The last row is what happens in any case, whatever the sum is rounded to.
    const sure = n === ends.length - 1 ? [1, 0] : [Math.min(soFar, 1), Math.max(1 - soFar, 1e-9)];
    for (const text of [shortPercent(end.p, 1 - end.p), shortPercent(...sure)]) {
      const cell = document.createElement("td");
      cell.textContent = text;
      row.append(cell);
    }
    return row;
  }));
}

function complain(sentence) {
  byId("complaint").textContent = sentence;
  byId("complaint").hidden = !sentence;
  for (const id of ["win", "exact", "ends"]) byId(id).hidden = Boolean(sentence);
  document.querySelector("dl").hidden = Boolean(sentence);
  if (sentence) {
    byId("beyond").hidden = true;
    byId("force").textContent = "";
  }
}

const NAMES = { armies: "armies on the attacking territory", defenders: "defenders" };

function wrong(input) {
  const { min, max, value } = input;
  if (/^\d+$/.test(value) && Number(value) >= Number(min) && Number(value) <= Number(max)) return "";
  return `The number of ${NAMES[input.id]} must be a whole number from ${min} to ${max}.`;
}

function show() {
  const sentence = wrong(byId("armies")) || wrong(byId("defenders"));
  complain(sentence);
  if (sentence) return;
  const force = Number(byId("armies").value) - 1, defenders = Number(byId("defenders").value);
  const found = lookUp(force, defenders);
  byId("force").textContent = force === 1
    ? "2 armies: 1 attacks, 1 stays"
    : `${force + 1} armies: ${force} attack, 1 stays`;
  byId("chance").textContent = shortPercent(found.win, found.lose);
  byId("verdict").textContent = `the territory is taken: ${verdict(found.win, found.lose)}`;
  byId("exact").textContent =
    `A force of ${force} against ${counted(defenders, "defender")}: P(win) = ${found.win}`;
  byId("left").textContent = summary(found.left, "attackers");
  byId("held").textContent = summary(found.held, "defenders");
  byId("ends").hidden = !found.ends;
  byId("beyond").hidden = Boolean(found.ends);
  byId("beyond").textContent =
    `Under these rules every single end is kept up to ${tables.ends.most} against ${tables.ends.most}.`;
  if (found.ends) {
    const ends = inLine(found.ends);
    drawBars(ends);
    fillRows(ends);
  }
  history.replaceState(null, "", `#a=${force + 1}&d=${defenders}`);
}

function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("a")) byId("armies").value = asked.get("a");
  if (asked.has("d")) byId("defenders").value = asked.get("d");
  show();
}

for (const button of document.querySelectorAll("button[data-for]")) {
  button.addEventListener("click", () => {
    const input = byId(button.dataset.for);
    const asked = (Number(input.value) || Number(input.min)) + Number(button.dataset.by);
    input.value = Math.min(Number(input.max), Math.max(Number(input.min), asked));
    show();
  });
}
for (const id of ["armies", "defenders"]) byId(id).addEventListener("input", show);
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", readAddress);
addEventListener("resize", show);
readAddress();
