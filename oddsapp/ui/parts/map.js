// The map of a board. Python decides what is shown (drawing.py, `payload`); this draws it and
// says which territory was tapped. It keeps only what concerns the eye: zoom, place, focus.

const SVG = "http://www.w3.org/2000/svg";
const LEAST_SCALE = 0.88; // CSS pixels per unit: the circles to tap have 24 px at least
const MOST_SCALE = 1.5; // a board of few territories does not fill the screen
const NAMES_FROM = 0.95; // CSS pixels per unit from which names are readable
const ZOOMS = [1, 1.5, 2.25, 3.25];
const TAP_RADIUS = 14.5;
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const maps = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let map = maps.get(parentElement);
  if (!map) {
    map = frame(parentElement);
    maps.set(parentElement, map);
  }
  map.send = (territory) => setTriggerValue("tapped", territory);
  if (map.drawn !== data.shapes.name) build(map, data.shapes);
  paint(map, data);
  watch(map);
  return () => map.sizes.disconnect();
}

function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (parent) parent.appendChild(element);
  return element;
}

function html(name, css, parent, text) {
  const element = document.createElement(name);
  if (css) element.className = css;
  if (text) element.textContent = text;
  if (parent) parent.appendChild(element);
  return element;
}

// -- what is there once -------------------------------------------------------------------

function frame(root) {
  const map = { zoom: 0, last: "", held: "" };
  map.box = html("div", "box", root);
  const buttons = html("div", "zoom", root);
  map.closer = button(buttons, "+", "Zoom in", () => zoom(map, map.zoom + 1));
  map.wider = button(buttons, "−", "Zoom out", () => zoom(map, map.zoom - 1));
  map.legend = html("div", "legend", root);
  map.sizes = new ResizeObserver(() => fit(map));
  return map;
}

function button(parent, sign, label, action) {
  const element = html("button", "", parent, sign);
  element.type = "button";
  element.setAttribute("aria-label", label);
  element.onclick = action;
  return element;
}

// The observer is stopped when the component leaves the page, and started when it is back.
function watch(map) {
  map.sizes.disconnect();
  map.sizes.observe(map.box);
}

// -- what stays while the board is the same -----------------------------------------------

function build(map, shapes) {
  map.box.replaceChildren();
  map.drawn = shapes.name;
  map.shapes = shapes;
  map.zoom = 0;
  map.last = "";
  const [width, height] = shapes.size;
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group" }, map.box);
  map.svg = root;
  defs(root);
  const layer = (css, hidden = true) =>
    svg("g", hidden ? { class: css, "aria-hidden": "true" } : { class: css }, root);
  rims(shapes, layer("rims"));
  const lands = layer("lands", false);
  svg("path", { d: shapes.frontiers, class: "frontiers" }, layer("marks"));
  lanes(shapes, layer("lanes"));
  map.marks = layer("marks");
  const names = layer("names");
  map.arrows = svg("g", { class: "arrows" }, root);
  const counts = layer("counts");
  map.ring = svg("path", { class: "ring" }, layer("marks"));
  map.parts = {};
  for (const [territory, shape] of Object.entries(shapes.territories)) {
    map.parts[territory] = part(territory, shape, lands, names, counts);
  }
  map.held = Object.keys(map.parts)[0];
  root.onclick = (event) => {
    const hit = event.target.closest("[data-territory]");
    if (hit) tap(map, hit.dataset.territory);
  };
  root.onkeydown = (event) => key(map, event);
  root.onfocusin = (event) => focused(map, event.target.closest("[data-territory]"));
  root.onfocusout = () => map.ring.removeAttribute("d");
  fit(map);
}

function defs(root) {
  const marker = { id: "one-way", viewBox: "0 0 10 10", refX: 9, refY: 5, orient: "auto" };
  const size = { markerUnits: "userSpaceOnUse", markerWidth: 15, markerHeight: 15 };
  const head = svg("marker", { ...marker, ...size }, svg("defs", {}, root));
  svg("path", { d: "M0,0L10,5L0,10Z" }, head);
}

// The coast of each continent glows in its colour; the land covers the inner half.
function rims(shapes, parent) {
  const outlines = {};
  for (const shape of Object.values(shapes.territories)) {
    outlines[shape.continent] = (outlines[shape.continent] || "") + shape.path;
  }
  for (const [continent, d] of Object.entries(outlines)) {
    svg("path", { d, style: `stroke:var(--continent-${continent % 8})` }, parent);
  }
}

function lanes(shapes, parent) {
  for (const lane of shapes.lanes) {
    lane.pieces.forEach((piece, place) => {
      const points = piece.map((point) => point.join(",")).join(" ");
      const last = place === lane.pieces.length - 1;
      svg("polyline", { points }, parent);
      const line = svg("polyline", { points, class: "dots" }, parent);
      if (lane.one_way && last) line.setAttribute("marker-end", "url(#one-way)");
    });
  }
}

function part(territory, shape, lands, names, counts) {
  const [x, y] = shape.centre;
  const own = { "data-territory": territory };
  const land = svg("g", { ...own, class: "land", role: "button", tabindex: -1 }, lands);
  const made = {
    land,
    title: svg("title", {}, land),
    outline: svg("path", { d: shape.path }, land),
    name: svg("text", { ...own, "text-anchor": shape.anchor }, names),
    count: svg("g", own, counts),
  };
  shape.lines.forEach((line, place) => {
    const at = { x: shape.at[0], y: shape.at[1] + 10 * place };
    svg("tspan", at, made.name).textContent = line;
  });
  made.pill = svg("rect", { rx: 9, class: "pill" }, made.count);
  made.first = svg("text", { x, y, class: "armies" }, made.count);
  made.letter = svg("tspan", { class: "letter" }, made.first);
  made.number = svg("tspan", {}, made.first);
  made.second = svg("text", { x, y: y + 8, class: "share" }, made.count);
  svg("circle", { cx: x, cy: y, r: TAP_RADIUS, class: "touch" }, made.count);
  return made;
}

// -- what changes -------------------------------------------------------------------------

function paint(map, data) {
  map.data = data;
  map.svg.setAttribute("aria-label", data.title);
  map.marks.replaceChildren();
  for (const [territory, made] of Object.entries(map.parts)) {
    paintTerritory(map, territory, made, data);
  }
  map.arrows.replaceChildren(...data.arrows.map((drawn) => arrow(drawn, data.players)));
  stops(map);
  legend(map, data);
  const wanted = data.focus.join("/");
  // With the next frame: asked for now, sizes would be laid out twice.
  if (wanted && wanted !== map.last) requestAnimationFrame(() => centre(map, data.focus));
  map.last = wanted;
}

function paintTerritory(map, territory, made, data) {
  const shown = data.territories[territory];
  const shape = map.shapes.territories[territory];
  const player = data.players[shown.owner];
  made.count.classList.remove("tapped");
  if (shown.role === "origin" || shown.role === "target" || shown.role === "legal") {
    svg("path", { d: shape.path, class: shown.role }, map.marks);
  }
  // What is drawn so already is left alone: the browser would style it again.
  const drawn = JSON.stringify([shown, player, data.players[shown.shader], data.players.length]);
  if (made.drawn === drawn) return;
  made.drawn = drawn;
  made.land.setAttribute("class", `land ${shown.role}`);
  made.land.setAttribute("aria-label", shown.says);
  made.land.setAttribute("aria-pressed", shown.role === "origin" || shown.role === "target");
  made.title.textContent = shown.says;
  made.land.style.setProperty("--fill", fill(shown, data.players, shape.continent));
  made.name.setAttribute("class", shown.role);
  made.count.setAttribute("class", `count ${shown.role}`);
  made.letter.textContent = player && shown.armies ? player.letter : "";
  made.number.textContent = shown.armies;
  made.number.setAttribute("dx", player && shown.armies ? 3 : 0);
  made.second.textContent = shown.text || "";
  pill(made, shape.centre, player, shown);
}

function fill(shown, players, continent) {
  const own = (place) => `var(--player-${players[place].colour})`;
  if (shown.shade !== undefined) {
    const colour = shown.shader < 0 ? "var(--accent)" : own(shown.shader);
    return `color-mix(in srgb, ${colour} ${Math.round(shown.shade * 100)}%, var(--land))`;
  }
  if (shown.owner >= 0) return own(shown.owner);
  return players.length ? "var(--land)" : `var(--continent-${continent % 8})`;
}

function pill(made, [x, y], player, shown) {
  const letters = shown.armies.length + (player && shown.armies ? 1.4 : 0);
  const width = Math.max(20, 11 + 7.8 * letters, shown.text ? 10 + 6.2 * shown.text.length : 0);
  const two = shown.text && shown.armies;
  const height = two ? 30 : 19;
  const at = { x: x - width / 2, y: y - height / 2, width, height };
  for (const name in at) made.pill.setAttribute(name, at[name]);
  made.pill.style.display = shown.armies || shown.text ? "" : "none";
  made.first.setAttribute("y", two ? y - 6 : y);
  made.second.setAttribute("y", two ? y + 7.5 : y);
}

function arrow(drawn, players) {
  const player = players[drawn.player];
  const colour = player ? `var(--arrow-${player.colour})` : "var(--accent)";
  const css = drawn.void ? "arrow void" : "arrow";
  const group = svg("g", { class: css, role: "img", "aria-label": drawn.says });
  group.style.setProperty("--colour", colour);
  svg("title", {}, group).textContent = drawn.says;
  svg("path", { d: drawn.line, class: "halo" }, group);
  svg("path", { d: drawn.head, class: "halo" }, group);
  svg("path", { d: drawn.line, class: "line" }, group);
  svg("path", { d: drawn.head, class: "head" }, group);
  if (drawn.label) {
    const [x, y] = drawn.at;
    const width = 9 + 7 * drawn.label.length;
    svg("rect", { x: x - width / 2, y: y - 8.5, width, height: 17, rx: 8.5 }, group);
    svg("text", { x, y }, group).textContent = drawn.label;
  }
  return group;
}

function legend(map, data) {
  map.legend.replaceChildren();
  if (!data.legend) return;
  const list = (items, label) => {
    if (!items.length) return;
    const element = html("ul", "", map.legend);
    element.setAttribute("aria-label", label);
    element.append(...items);
  };
  list(data.players.map(playerItem), "Players");
  list(data.continents.map(continentItem), "Continents and their bonus");
}

function playerItem(player) {
  const item = html("li");
  const chip = html("b", "", item, player.letter);
  chip.style.background = `var(--player-${player.colour})`;
  html("span", "", item, player.name);
  if (player.says) html("small", "", item, player.says);
  return item;
}

function continentItem(continent, place) {
  const item = html("li");
  html("i", "", item).style.background = `var(--continent-${place % 8})`;
  html("span", "", item, `${continent.name} +${continent.bonus}`);
  if (continent.holder) html("small", "", item, continent.holder);
  return item;
}

// -- taps and keys ------------------------------------------------------------------------

function tap(map, territory) {
  // Seen at once; the next data of the page say what it means.
  map.parts[territory].count.classList.add("tapped");
  map.held = territory;
  map.send(territory);
}

function key(map, event) {
  const hit = event.target.closest("[data-territory]");
  if (!hit || event.ctrlKey || event.metaKey || event.altKey) return;
  const territory = hit.dataset.territory;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (!event.repeat) tap(map, territory);
  } else if (DIRECTIONS[event.key]) {
    event.preventDefault();
    const next = towards(map, territory, DIRECTIONS[event.key]);
    if (next) map.parts[next].land.focus({ preventScroll: true });
  }
}

// The territory that lies most in this direction: what is beside the way counts double.
function towards(map, territory, [dx, dy]) {
  const { territories } = map.shapes;
  const [x, y] = territories[territory].centre;
  let best = null;
  let least = Infinity;
  for (const [name, shape] of Object.entries(territories)) {
    const along = (shape.centre[0] - x) * dx + (shape.centre[1] - y) * dy;
    const beside = Math.abs((shape.centre[0] - x) * dy) + Math.abs((shape.centre[1] - y) * dx);
    const cost = along + 2 * beside;
    if (name !== territory && along > 0 && beside <= along && cost < least) {
      best = name;
      least = cost;
    }
  }
  return best;
}

function focused(map, hit) {
  if (!hit) return;
  map.held = hit.dataset.territory;
  stops(map);
  if (hit.matches(":focus-visible")) {
    map.ring.setAttribute("d", map.shapes.territories[map.held].path);
    centre(map, [map.held], true);
  }
}

// Tab stops at what can be tapped next; where that is everything, at one territory only.
function stops(map) {
  const marked = Object.keys(map.parts).filter((t) => map.data.territories[t].role !== "dim");
  const all = marked.every((territory) => !map.data.territories[territory].role);
  for (const [territory, made] of Object.entries(map.parts)) {
    const stop = territory === map.held || (!all && map.data.territories[territory].role !== "dim"
      && map.data.territories[territory].role !== "");
    made.land.setAttribute("tabindex", stop ? 0 : -1);
  }
}

// -- size and place -----------------------------------------------------------------------

function fit(map) {
  if (!map.svg) return;
  const [width, height] = map.shapes.size;
  const wide = Math.max(Math.min(map.box.clientWidth, width * MOST_SCALE), width * LEAST_SCALE);
  const factor = ZOOMS[map.zoom];
  map.svg.style.width = `${wide * factor}px`;
  // Zoomed in, the box stays as high as it was and scrolls both ways.
  map.box.style.height = map.zoom ? `${(wide * height) / width}px` : "";
  map.svg.classList.toggle("named", (wide * factor) / width >= NAMES_FROM);
  map.closer.disabled = map.zoom === ZOOMS.length - 1;
  map.wider.disabled = map.zoom === 0;
  if (!map.placed && map.box.clientWidth && map.data) {
    map.placed = true;
    if (map.data.focus.length) centre(map, map.data.focus);
  }
}

function zoom(map, wanted) {
  const box = map.box;
  const x = (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth;
  const y = (box.scrollTop + box.clientHeight / 2) / box.scrollHeight;
  map.zoom = Math.min(Math.max(wanted, 0), ZOOMS.length - 1);
  fit(map);
  box.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2);
}

// Bring territories into the middle of the box; the page itself is never scrolled.
function centre(map, territories, onlyIfOutside = false) {
  const box = map.box;
  const scale = map.svg.clientWidth / map.shapes.size[0];
  const points = territories.map((name) => map.shapes.territories[name].centre);
  const x = (points.reduce((sum, point) => sum + point[0], 0) / points.length) * scale;
  const y = (points.reduce((sum, point) => sum + point[1], 0) / points.length) * scale;
  const outside = (at, start, size) => at < start + 40 || at > start + size - 40;
  if (
    onlyIfOutside &&
    !outside(x, box.scrollLeft, box.clientWidth) &&
    !outside(y, box.scrollTop, box.clientHeight)
  )
    return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  box.scrollTo({
    left: x - box.clientWidth / 2,
    top: y - box.clientHeight / 2,
    behavior: still ? "auto" : "smooth",
  });
}
