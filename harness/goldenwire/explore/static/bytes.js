// Bytes as a ruler: rows of bytes coloured by field. If it is an editor, a cursor moves over them, and digits overwrite.

import { count, element, fromBase64, hexOf, later, plural } from "/dom.js";

const character = (octet) => (octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : "·");
export const REST = 80; // milliseconds that a pointer rests on a field before it is shown, so that it can be moved on
const HINT = "Arrow keys move, hex digits overwrite, Insert adds a byte, Delete and Backspace remove one, Ctrl+Z undoes.";

export const narrow = () => matchMedia("screen and (max-width: 44rem)").matches;

export class Bytes {
  // on.field(index or -1), on.edit(at, removed, inserted), on.length(), on.window(start), on.undo(). Without on.edit it is
  // no editor. An edit is made at once, and drawn once it is decoded: further keys do not wait for that.
  constructor(label, on = {}) {
    this.on = on;
    this.cursor = 0;
    this.first = null; // the first digit of a byte that is being overwritten
    this.field = -1;
    this.lines = element("div", { className: "lines", tabIndex: 0, role: "group" });
    this.lines.setAttribute("aria-label", on.edit ? `${label}. ${HINT}` : `${label}. Arrow keys move from byte to byte.`);
    this.place = element("p", { className: "where quiet" });
    this.root = element("div", { className: "ruler" }, this.lines, this.place);
    this.lines.addEventListener("pointerover", later(REST, (event) => this.#point(event, false)));
    this.lines.addEventListener("click", (event) => this.#point(event, true));
    this.lines.addEventListener("keydown", (event) => this.#key(event));
    this.lines.addEventListener("focus", () => this.lines.matches(":focus-visible") && this.#select(this.#fieldAt(this.cursor)));
  }

  // What is drawn: bytes, start, size, fields as the server has them. `marks`: places of a kind, [offset, size, class].
  show(drawn, marks = []) {
    Object.assign(this, { drawn, data: fromBase64(drawn.bytes), marks });
    this.cursor = Math.min(this.cursor, this.#last());
    this.field = -1;
    const width = narrow() ? 8 : 16;
    const rows = [];
    this.cells = new Map();
    this.owners = this.#owners();
    const shown = this.data.length + (this.on.edit && drawn.start + this.data.length === drawn.size ? 1 : 0);
    for (let from = 0; from < Math.max(shown, 1); from += width) rows.push(this.#row(from, width, shown));
    this.lines.replaceChildren(...rows);
    this.#mark();
    this.#tell();
  }

  #length() {
    return this.on.length?.() ?? this.drawn.size;
  }

  #last() {
    return this.#length() - (this.on.edit ? 0 : 1);
  }

  // The field of each drawn byte: the last one that contains it.
  #owners() {
    const owners = [];
    this.drawn.fields.forEach(([offset, size], index) => {
      const from = Math.max(offset, this.drawn.start) - this.drawn.start;
      const to = Math.min(offset + size, this.drawn.start + this.data.length) - this.drawn.start;
      for (let at = from; at < to; at++) owners[at] = index;
    });
    return owners;
  }

  #row(from, width, shown) {
    const cells = element("span", { className: "octets" });
    let text = "";
    for (let at = from; at < Math.min(from + width, shown); at++) {
      cells.append(this.#cell(at, from, width));
      if (at < this.data.length) text += character(this.data[at]);
    }
    const offset = (this.drawn.start + from).toString(16).padStart(4, "0");
    return element("div", { className: "line" }, element("span", { className: "offset" }, offset), cells, element("span", { className: "text" }, text));
  }

  #cell(at, from, width) {
    const cell = element("i", {}, at < this.data.length ? hexOf(this.data[at]) : "+");
    const absolute = this.drawn.start + at;
    cell.dataset.at = absolute;
    this.cells.set(absolute, cell);
    if (at >= this.data.length) cell.classList.add("end");
    const owner = this.owners[at];
    if (owner !== undefined) {
      cell.dataset.field = owner;
      cell.classList.add(`f${this.drawn.fields[owner][4]}`);
      if (at === from || this.owners[at - 1] !== owner) cell.classList.add("first");
      if (at === from + width - 1 || this.owners[at + 1] !== owner) cell.classList.add("last");
    }
    return cell;
  }

  #mark() {
    for (const [offset, size, name] of this.marks) {
      for (let at = offset; at < offset + size; at++) this.cells.get(at)?.classList.add(name);
    }
  }

  #tell() {
    const { start, size, fields } = this.drawn;
    const end = start + this.data.length;
    const parts = [];
    if (this.data.length < size) {
      const turn = (text, to, able) => element("button", { type: "button", disabled: !able, onclick: () => this.on.window?.(to) }, text);
      parts.push(turn("Earlier", Math.max(0, start - 1024), start > 0), ` bytes ${count(start)} to ${count(end - 1)} of ${count(size)} `, turn("Later", end, end < size));
    } else parts.push(plural(size, "byte"));
    if (fields.length) parts.push(` · ${plural(this.drawn.count, "field")}`);
    this.place.replaceChildren(...parts);
  }

  #fieldAt(at) {
    return this.owners[at - this.drawn.start] ?? -1;
  }

  #select(index) {
    if (index !== this.field) this.on.field?.(index);
  }

  // Mark a field's bytes.
  light(index) {
    for (const cell of this.lines.querySelectorAll(".on")) cell.classList.remove("on");
    this.field = index;
    if (index < 0) return;
    const [offset, size] = this.drawn.fields[index];
    for (let at = Math.max(offset, this.drawn.start); at < Math.min(offset + size, this.drawn.start + this.data.length); at++) this.cells.get(at)?.classList.add("on");
  }

  // Put the cursor on a byte, and select its field.
  move(to, scroll = true) {
    this.#leave();
    this.cursor = Math.max(0, Math.min(to, this.#last()));
    this.settle(scroll);
  }

  // Give up the first digit of a byte, and take the mark off.
  #leave() {
    const cell = this.cells.get(this.cursor);
    const octet = this.data[this.cursor - this.drawn.start];
    if (cell && this.first !== null) cell.textContent = octet === undefined ? "+" : hexOf(octet);
    cell?.classList.remove("cursor", "half");
    this.first = null;
  }

  // Draw the cursor where it is, with the first digit of a byte if there is one, and select the field.
  settle(scroll = true) {
    const cell = this.cells.get(this.cursor);
    if (!cell) {
      this.on.window?.(this.cursor - (this.cursor % 16));
      return;
    }
    if (this.on.edit || document.activeElement === this.lines) cell.classList.add("cursor");
    if (this.first !== null) this.#half(cell);
    if (scroll) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.#select(this.#fieldAt(this.cursor));
    this.on.cursor?.(this.cursor);
  }

  // Scroll the bytes, and not the page, to a byte.
  reveal(at) {
    const cell = this.cells.get(at);
    if (cell) this.lines.scrollTop += cell.getBoundingClientRect().top - this.lines.getBoundingClientRect().top - this.lines.clientHeight / 3;
  }

  #point(event, click) {
    const cell = event.target.closest("i[data-at]");
    if (!cell) return;
    if (click) this.move(Number(cell.dataset.at), false);
    else if (event.pointerType === "mouse" && cell.matches(":hover")) this.#select(this.#fieldAt(Number(cell.dataset.at)));
  }

  #key(event) {
    if (event.altKey || event.metaKey && event.key !== "z") return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && this.on.undo) {
      event.preventDefault();
      this.on.undo();
      return;
    }
    const width = narrow() ? 8 : 16;
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width, PageDown: width * 16, PageUp: -width * 16 };
    if (event.key in steps && !event.ctrlKey) this.move(this.cursor + steps[event.key]);
    else if (event.key === "Home") this.move(event.ctrlKey ? 0 : this.cursor - (this.cursor - this.drawn.start) % width);
    else if (event.key === "End") this.move(event.ctrlKey ? this.#last() : this.cursor - (this.cursor - this.drawn.start) % width + width - 1);
    else if (!this.on.edit || event.ctrlKey || !this.#edit(event.key)) return;
    event.preventDefault();
  }

  #half(cell) {
    cell?.classList.add("half");
    if (cell) cell.textContent = `${this.first.toString(16)}_`;
  }

  // Whether the key is one that edits.
  #edit(key) {
    const isAtEnd = this.cursor >= this.#length();
    if (/^[0-9a-fA-F]$/.test(key)) this.#digit(parseInt(key, 16), isAtEnd);
    else if (key === "Insert") this.#change(this.cursor, 0, [0], this.cursor);
    else if (key === "Delete" && !isAtEnd) this.#change(this.cursor, 1, [], this.cursor);
    else if (key === "Backspace" && this.first !== null) this.move(this.cursor);
    else if (key === "Backspace" && this.cursor > 0) this.#change(this.cursor - 1, 1, [], this.cursor - 1);
    else return key === "Delete" || key === "Backspace";
    return true;
  }

  // Two digits are a byte; after the first, the cell shows it and waits for the second.
  #digit(digit, isAtEnd) {
    if (this.first === null) {
      this.first = digit;
      this.#half(this.cells.get(this.cursor));
      return;
    }
    this.#change(this.cursor, isAtEnd ? 0 : 1, [this.first * 16 + digit], this.cursor + 1);
  }

  // Edit, and move the cursor at once.
  #change(at, removed, inserted, cursor) {
    const cell = this.cells.get(this.cursor);
    this.#leave();
    if (cell && inserted.length && removed) cell.textContent = hexOf(inserted[0]);
    this.cursor = cursor;
    this.cells.get(cursor)?.classList.add("cursor");
    this.on.edit(at, removed, inserted);
  }
}
