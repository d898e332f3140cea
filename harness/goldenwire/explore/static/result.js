// An answer of the decoder: verdict, bytes, the field in question, the value, all fields. Decoder and encoder show it.

import { Bytes, REST } from "/bytes.js";
import { ask, count, element, hexOf, later, link, plural, prose, requirement, requirements, toEncoder } from "/dom.js";
import { Value } from "/values.js";

const label = (text) => element("p", { className: "label" }, text);
const HINT = "Point at a byte or a field, and its meaning and requirement are shown here.";

export class Result {
  // on.edit, on.undo, on.window and on.cursor as Bytes has them; on.read(format, context) for another reading.
  constructor(on = {}) {
    this.on = on;
    this.bytes = new Bytes("The bytes", { ...on, field: (index) => this.choose(index) });
    this.value = new Value();
    this.verdict = element("div", {});
    this.tools = element("div", { className: "tools" });
    this.card = element("section", { className: "field", ariaLabel: "The field" });
    this.fields = element("div", { className: "fieldlist", tabIndex: 0, role: "listbox" });
    this.fields.setAttribute("aria-label", "The fields");
    this.people = element("pre", { className: "people", tabIndex: 0, role: "group", ariaLabel: "The value" });
    this.values = element("section", { className: "values" });
    this.told = new Map(); // what the server said of fields, by their places
    this.root = element("div", { className: "result" }, this.verdict,
      element("div", { className: "columns" },
        element("div", { className: "left" }, element("h2", {}, "Bytes"), this.tools, this.bytes.root, this.card),
        element("div", { className: "right" }, this.values, element("h2", {}, "Fields"), this.fields)));
    this.fields.addEventListener("pointerover", later(REST, (event) => event.pointerType === "mouse" && event.target.matches(":hover") && this.#point(event)));
    this.fields.addEventListener("click", (event) => this.#point(event));
    this.fields.addEventListener("keydown", (event) => this.#key(event));
    this.fields.addEventListener("focus", () => this.fields.matches(":focus-visible") && this.chosen < 0 && this.choose(0, true));
  }

  show(answer, marks = []) {
    this.answer = answer;
    this.told.clear();
    const defect = answer.defect;
    const places = defect ? [[...defect.marked, "bad"], [defect.offset, 1, "place"]] : [];
    this.verdict.replaceChildren(...this.#verdict());
    this.bytes.show(answer, [...marks, ...places]);
    this.#values();
    this.#fields();
    this.choose(-1);
  }

  // The verdict: what the bytes are and how sure that is; the defect with its sentence.
  #verdict() {
    const { defect, title, sure, words, context, size, glance } = this.answer;
    const name = words ? `${title}, ${words}` : title;
    if (glance) return [element("section", { className: "card", role: "status", ariaLabel: "The verdict" }, element("p", { className: "verdict" }, `Reading ${plural(size, "byte")} …`), element("p", { className: "quiet" }, `These are the first fields, if it is ${name}.`))];
    const given = context && !words ? [" in the context ", element("code", {}, context)] : "";
    const head = element("p", { className: "verdict" }, element("span", {}, defect ? "✗ " : "✓ "), defect ? `Invalid ${name}` : `Valid ${name}`, given);
    const lines = [head];
    if (defect) {
      lines.push(
        element("p", { className: "why" }, element("b", {}, defect.class), ` at byte ${count(defect.offset)}: ${defect.message} `, this.#far(defect.offset)),
        defect.requirement.id ? requirement(defect.requirement) : "");
    } else lines.push(element("p", {}, `${plural(size, "byte")}, all accounted for.`));
    if (sure) lines.push(element("p", { className: "quiet" }, sure.charAt(0).toUpperCase() + sure.slice(1) + "."));
    return [
      element("section", { className: `card ${defect ? "red" : "green"}`, role: "status", ariaLabel: "The verdict" }, lines),
      ...this.answer.remarks.map(([first, ...more]) => element("div", { className: "card yellow" }, element("p", {}, first),
        more.length ? element("pre", { tabIndex: 0 }, more.join("\n")) : "")),
      this.#others() ?? "",
    ];
  }

  // A way to a place that is not among the bytes that are drawn.
  #far(offset) {
    const { start, size } = this.answer;
    const end = start + atob(this.answer.bytes).length;
    if (offset >= start && (offset < end || end === size)) return "";
    return element("button", { type: "button", className: "small", onclick: () => this.bytes.move(offset) }, "Go there");
  }

  #others() {
    const others = this.answer.others.filter((other) => other.whole);
    if (!others.length || !this.on.read) return null;
    const button = (other) => element("button", { type: "button", className: "small", onclick: () => this.on.read(other.format, other.context) }, other.name);
    return element("p", { className: "others" }, "Also valid as ", others.map(button));
  }

  #values() {
    const { value, lines, defect, glance } = this.answer;
    if (glance) {
      this.values.replaceChildren(element("h2", {}, "Value"), element("p", { className: "quiet" }, "…"));
      return;
    }
    if (defect) {
      this.values.replaceChildren(element("h2", {}, "Value"), element("p", { className: "quiet" }, "There is none: the input is invalid. Below are the fields up to the defect."));
      return;
    }
    const written = lines.join("\n");
    const isSame = written.replace(/\s/g, "") === JSON.stringify(value).replace(/\s/g, "");
    this.people.textContent = written;
    this.value.show(value);
    this.values.replaceChildren(element("h2", {}, "Value"), ...(lines.length && !isSame ? [this.people, element("h3", {}, "In the notation")] : []), this.value.root, this.#encoder());
  }

  #encoder() {
    const { format, context, again } = this.answer;
    if (!again || !this.on.edit) return "";
    return element("p", { className: "actions" }, element("a", { href: toEncoder(format, again[0], context, again[1]) }, "Open in the encoder"));
  }

  #fields() {
    this.rows = this.answer.fields.map(([offset, size, name, meaning, colour], index) => {
      const row = element("div", { className: "option", role: "option", id: `field-${index}` },
        element("span", { className: "n quiet" }, count(offset)),
        element("span", { className: `swatch f${colour}` }),
        element("span", { className: "said" }, element("b", {}, name), meaning ? ` = ${meaning}` : "", size ? "" : element("span", { className: "quiet" }, " (no bytes)")));
      row.dataset.index = index;
      row.setAttribute("aria-selected", "false");
      return row;
    });
    this.fields.replaceChildren(...this.rows);
    this.fields.removeAttribute("aria-activedescendant");
    this.fields.hidden = !this.rows.length;
  }

  #point(event) {
    const row = event.target.closest("[data-index]");
    if (row) this.choose(Number(row.dataset.index));
  }

  #key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.choose(Math.max(0, Math.min(this.rows.length - 1, this.chosen + steps[event.key])));
    this.rows[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  // Show a field: its bytes, its meaning, its requirements, its part of the value, what becomes of changes.
  choose(index) {
    this.chosen = index;
    this.bytes.light(index);
    for (const row of this.fields.querySelectorAll("[aria-selected=true]")) row.setAttribute("aria-selected", "false");
    if (index < 0) {
      this.value.light([]);
      this.card.replaceChildren(element("p", { className: "quiet" }, HINT));
      return;
    }
    const row = this.rows[index];
    row.setAttribute("aria-selected", "true");
    this.fields.setAttribute("aria-activedescendant", row.id);
    if (!this.fields.matches(":hover")) this.#reveal(row);
    this.#card(index);
  }

  // Scroll the list alone, and not the page.
  #reveal(row) {
    const [top, bottom] = [row.offsetTop - this.fields.offsetTop, row.offsetTop - this.fields.offsetTop + row.offsetHeight];
    if (top < this.fields.scrollTop) this.fields.scrollTop = top;
    else if (bottom > this.fields.scrollTop + this.fields.clientHeight) this.fields.scrollTop = bottom - this.fields.clientHeight;
  }

  async #card(index) {
    const [offset, size, name, meaning, colour] = this.answer.fields[index];
    const head = this.#head(offset, size, name, meaning, colour);
    const { defect } = this.answer;
    const isBad = defect && defect.offset >= offset && defect.offset < offset + Math.max(size, 1);
    const bad = isBad ? element("div", { className: "defect" }, element("b", {}, defect.class), ": here the input is invalid.") : "";
    const known = this.told.get(index);
    this.card.replaceChildren(...head, bad, ...(known ? this.#told(known) : []));
    if (known) this.value.light(known.parts);
    else {
      this.value.light([]);
      await this.#learn(index, offset, name);
    }
  }

  #head(offset, size, name, meaning, colour) {
    const where = size === 0 ? `at byte ${count(offset)}, without bytes` : size === 1 ? `byte ${count(offset)}` : `bytes ${count(offset)} to ${count(offset + size - 1)}`;
    const from = offset - this.answer.start;
    const data = this.bytes.data.slice(Math.max(from, 0), Math.max(from, 0) + Math.min(size, 16));
    const octets = Array.from(data, hexOf).join(" ") + (size > 16 ? " …" : "");
    return [
      element("h3", {}, element("span", { className: `swatch f${colour}` }), name.startsWith("(") ? name.slice(1, -1) : name),
      element("p", { className: "meaning" }, size ? element("code", {}, octets) : "", meaning ? " = " : "", meaning ? element("b", {}, meaning) : "", element("span", { className: "quiet" }, ` · ${where}`)),
    ];
  }

  // Ask the server, unless the field is left again at once.
  async #learn(index, offset, name) {
    const answer = this.answer;
    if (answer.glance || name.startsWith("(")) return;
    await new Promise((resume) => setTimeout(resume, 30));
    if (this.answer !== answer || this.chosen !== index) return;
    const told = await ask("field", { hex: answer.hex, format: answer.format, context: answer.context, offset, name });
    if (this.answer !== answer || told.problem) return;
    this.told.set(index, told);
    if (this.chosen === index) this.#card(index);
  }

  #told({ requirements: stated, checked, outcomes }) {
    return [
      requirements(label("Rests on"), stated) ?? "",
      requirements(label("Checked here"), checked) ?? "",
      outcomes.length ? this.#outcomes(outcomes) : "",
    ];
  }

  #outcomes(outcomes) {
    const item = (outcome) => element("li", { className: outcome.valid ? "holds" : "fails" },
      this.on.edit ? element("button", { type: "button", className: "small", onclick: () => this.#apply(outcome) }, "Try") : "",
      element("span", { className: "said" }, outcome.insert ? element("code", {}, outcome.shown) : "", outcome.insert ? " " : "", element("span", { className: "quiet" }, outcome.words), ": ",
        prose(outcome.outcome), outcome.requirement ? [" ", link(outcome.requirement, "requirement", outcome.requirement)] : ""));
    return element("details", { className: "whatif", open: true }, element("summary", {}, "What if these bytes were different?"), element("ul", {}, outcomes.map(item)));
  }

  #apply({ at, remove, insert }) {
    this.bytes.cursor = at;
    this.on.edit(at, remove, insert.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? []);
  }
}
