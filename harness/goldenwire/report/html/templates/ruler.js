"use strict";
// The byte ruler: bytes coloured by field, expected over found, what differs marked; each field says its name.

const element = (name, className, ...children) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
};

const octets = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const hex = (octet) => octet.toString(16).padStart(2, "0");
const count = (number) => number.toLocaleString("en");
const character = (octet) => (octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : "·");

// What is drawn: `bytes` as cases have it, or 0; `texts` the table of names; `written` what a codec wrote, or nothing.
function drawing(bytes, texts, written) {
  const [base64, size, start, place, flat] = bytes || ["", 0, 0, -1, []];
  const expected = octets(base64);
  const found = written ? octets(written[0]) : null;
  const fields = [];
  const fieldAt = [];
  let offset = start;
  for (let at = 0; at < flat.length; at += 4) {
    const [length, name, meaning, colour] = flat.slice(at, at + 4);
    for (let octet = 0; octet < length; octet++) fieldAt[offset - start + octet] = fields.length;
    fields.push({ offset, length, name: texts[name], meaning: texts[meaning], colour });
    offset += length;
  }
  return { expected, found, fields, fieldAt, size, start, place, wrote: written ? written[1] : 0 };
}

const differs = (drawn, at) => drawn.found !== null && drawn.expected[at] !== drawn.found[at];

// One line of bytes; those of `found` stand under those that are expected.
function line(drawn, from, width, isFound) {
  const source = isFound ? drawn.found : drawn.expected;
  const label = isFound ? "found" : (drawn.start + from).toString(16).padStart(4, "0");
  const cells = element("span", "octets");
  let text = "";
  for (let at = from; at < from + width; at++) {
    const octet = source[at];
    const field = drawn.fieldAt[at];
    const other = isFound ? drawn.expected[at] : drawn.found?.[at];
    if (octet === undefined && other === undefined) break;
    const cell = element("i", "", octet === undefined ? "··" : hex(octet));
    text += octet === undefined ? " " : character(octet);
    if (field !== undefined) {
      cell.dataset.field = field;
      cell.classList.add(`f${drawn.fields[field].colour}`);
      if (at === from || drawn.fieldAt[at - 1] !== field) cell.classList.add("first");
      if (at === from + width - 1 || drawn.fieldAt[at + 1] !== field) cell.classList.add("last");
    }
    if (differs(drawn, at)) cell.classList.add("differs");
    if (drawn.start + at === drawn.place && !isFound) cell.classList.add("place");
    cells.append(cell);
  }
  return element("div", isFound ? "line found" : "line", element("span", "offset", label), cells, element("span", "text", text));
}

function told(drawn, number) {
  const field = drawn.fields[number];
  const end = field.offset + field.length - 1;
  const where = field.length === 1 ? `byte ${count(field.offset)}` : `bytes ${count(field.offset)} to ${count(end)}`;
  const from = field.offset - drawn.start;
  const shown = (source) => {
    const part = Array.from(source.slice(from, from + Math.min(field.length, 8)), hex).join(" ");
    return part + (field.length > 8 ? " …" : "");
  };
  const name = element("b", "", field.name || "(no name)");
  const parts = [name, ` · ${where} · `, element("code", "", shown(drawn.expected))];
  if (field.meaning) parts.push(" = ", element("span", "said", field.meaning));
  if (drawn.found && [...Array(field.length).keys()].some((at) => differs(drawn, from + at))) {
    parts.push(" · found ", element("code", "", shown(drawn.found) || "nothing"));
  }
  if (drawn.place >= field.offset && drawn.place <= end) parts.push(` · the defect is at byte ${count(drawn.place)}`);
  return parts;
}

function summary(drawn) {
  const parts = [];
  const shown = drawn.expected.length;
  if (shown < drawn.size) {
    const window = `bytes ${count(drawn.start)} to ${count(drawn.start + shown - 1)}`;
    parts.push(`${window} of ${count(drawn.size)} are drawn`);
  } else parts.push(`${count(drawn.size)} bytes`);
  if (drawn.found) {
    const length = Math.max(drawn.expected.length, drawn.found.length);
    const different = [...Array(length).keys()].filter((at) => differs(drawn, at)).length;
    parts.push(`the codec wrote ${count(drawn.wrote)}${drawn.wrote === 4096 ? " or more" : ""}`);
    parts.push(`${count(different)} of those drawn differ, from byte ${count(firstDifference(drawn) + drawn.start)} on`);
  }
  if (drawn.place >= 0) parts.push(`the defect is at byte ${count(drawn.place)}`);
  return `${parts.join("; ")}.`;
}

function firstDifference(drawn) {
  const length = Math.max(drawn.expected.length, drawn.found?.length ?? 0);
  for (let at = 0; at < length; at++) if (differs(drawn, at)) return at;
  return 0;
}

// The table of the fields, for those who would rather read.
function fieldTable(drawn) {
  const row = (field) => element("tr", "", ...[field.offset, field.length].map((number) => element("td", "n", count(number))),
    element("td", "", element("span", `swatch f${field.colour}`), field.name),
    element("td", "said", field.meaning));
  const head = element("tr", "", ...["offset", "size", "field", "meaning"].map((name, at) => {
    const cell = element("th", at < 2 ? "n" : "", name);
    cell.scope = "col";
    return cell;
  }));
  const table = element("table", "fields", element("thead", "", head), element("tbody", "", ...drawn.fields.map(row)));
  const scrolled = element("div", "wide", table);
  scrolled.tabIndex = 0;
  scrolled.setAttribute("role", "group");
  scrolled.setAttribute("aria-label", "The fields");
  return scrolled;
}

function ruler(name, bytes, texts, written, withTable = true) {
  const drawn = drawing(bytes, texts, written);
  const width = matchMedia("screen and (max-width: 44rem)").matches ? 8 : 16;
  const length = Math.max(drawn.expected.length, drawn.found?.length ?? 0);
  const lines = element("div", "lines");
  for (let from = 0; from < length; from += width) {
    lines.append(line(drawn, from, width, false));
    if (drawn.found) lines.append(line(drawn, from, width, true));
  }
  const hint = "Point at a byte, or use the arrow keys, and its field says its name.";
  const readout = element("p", "readout", hint);
  readout.setAttribute("aria-live", "polite");
  lines.tabIndex = 0;
  lines.setAttribute("role", "group");
  lines.setAttribute("aria-label", `The bytes of ${name}; arrow keys go from field to field`);

  let current = -1;
  const show = (number) => {
    if (number === current || number < 0 || number >= drawn.fields.length) return;
    for (const cell of lines.querySelectorAll(".on")) cell.classList.remove("on");
    for (const cell of lines.querySelectorAll(`[data-field="${number}"]`)) cell.classList.add("on");
    current = number;
    readout.replaceChildren(...told(drawn, number));
  };
  const point = (event) => {
    const cell = event.target.closest("[data-field]");
    if (cell) show(Number(cell.dataset.field));
  };
  lines.addEventListener("pointerover", point);
  lines.addEventListener("click", point);
  lines.addEventListener("focus", () => {
    const at = drawn.found ? firstDifference(drawn) : Math.max(0, drawn.place - drawn.start);
    if (current < 0 && lines.matches(":focus-visible")) show(drawn.fieldAt[at] ?? 0);
  });
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };
  lines.addEventListener("keydown", (event) => {
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(Math.min(drawn.fields.length - 1, Math.max(0, current + steps[event.key])));
    lines.querySelector(".on")?.scrollIntoView({ block: "nearest" });
  });

  const made = element("div", "ruler", element("p", "quiet", summary(drawn)));
  if (!length) return made;
  made.append(lines, readout);
  if (withTable && drawn.fields.length) {
    const details = element("details", "table", element("summary", "", "The fields as a table"));
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) details.append(fieldTable(drawn));
    });
    made.append(details);
  }
  return made;
}
