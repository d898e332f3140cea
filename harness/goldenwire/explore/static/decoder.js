// The decoder: an input of any spelling, a format and a context; its answer; and the edits of its bytes.

import { AUTO, NONE, ask, count, element, fromHex, later, latest, moveTo, plural, problem, title, toDecoder, toHex } from "/dom.js";
import { Result } from "/result.js";

const ADDRESSED = 2048; // bytes of an input that its address contains
const TYPED = 200_000; // characters of a text that is shown in the box
const LONG = 8192; // characters of a request whose first fields are shown before all is read
const QUICK = 100; // milliseconds in which an answer seems to come at once
const LARGEST = 11 * 1024 * 1024; // bytes of an input that are sent

export class Decoder {
  constructor(begin) {
    this.begin = begin;
    this.edits = []; // earlier bytes, for undoing
    this.original = null;
    this.send = latest((answer, after) => this.#take(answer, after));
    this.finish = latest((answer, after) => after.number === this.number && this.#take(answer, after));
    this.number = 0; // of the latest request
    this.took = Infinity; // milliseconds that the latest verdict took
    this.result = new Result({
      edit: (at, removed, inserted) => this.#edit(at, removed, inserted),
      length: () => this.data.length,
      undo: () => this.undo(),
      window: (start) => this.#read(this.#asBytes(start), { isMove: true }),
      cursor: (at) => this.#cursor(at),
      read: (format, context) => this.#choose(format, context),
    });
    this.trouble = element("div", {});
    this.root = element("div", { className: "decoder" }, element("h1", { className: "hidden" }, "Decode"), this.#form(), this.trouble, this.result.root);
    this.result.root.hidden = true;
    this.trouble.replaceChildren(this.welcome = this.#welcome());
    this.wider.hidden = true;
    this.#tools();
    this.#drop();
    this.#examples();
  }

  #form() {
    this.text = element("textarea", { id: "input", rows: 3, spellcheck: false, placeholder: "Paste hex, base64 or text, or drop a file. A hexdump and # comments will do." });
    this.kind = element("select", { id: "kind" }, [["auto", "find out"], ["hex", "hex"], ["base64", "base64"], ["text", "text"], ["file", "file"]].map(([value, text]) => element("option", { value }, text)));
    this.kind.lastChild.hidden = true;
    this.format = element("select", { id: "format" }, element("option", { value: "" }, "find out"), this.begin.formats.map(({ name, title: text }) => element("option", { value: name }, text)));
    this.context = element("input", { id: "context", list: "contexts", spellcheck: false, autocomplete: "off", placeholder: "found by itself" });
    this.contexts = element("datalist", { id: "contexts" });
    this.file = element("input", { id: "file", type: "file" });
    this.note = element("p", { className: "quiet note", role: "status" });
    this.context.setAttribute("list", "contexts");
    this.text.addEventListener("input", later(120, () => this.#typed()));
    this.text.addEventListener("paste", (event) => this.#pasted(event));
    this.kind.addEventListener("change", () => this.#typed());
    this.format.addEventListener("change", () => this.#chosen(true));
    this.context.addEventListener("input", later(250, () => this.#chosen(false)));
    this.file.addEventListener("change", () => this.file.files[0] && this.#file(this.file.files[0]));
    const labelled = (text, ...parts) => element("label", {}, text, ...parts);
    this.wider = labelled("Context", this.context);
    this.wider.classList.add("grow");
    return element("div", { className: "input" },
      element("label", { className: "box" }, element("span", { className: "hidden" }, "Input"), this.text),
      element("div", { className: "filters" }, labelled("Input is", this.kind), labelled("Format", this.format), this.wider, labelled("File", this.file)),
      this.contexts, this.note, this.samples = element("p", { className: "samples" }));
  }

  #welcome() {
    const step = (head, text) => element("li", {}, element("h2", {}, head), element("p", {}, text));
    return element("ul", { className: "cards welcome" },
      step("Paste", "Bytes in hex, base64 or as text, a hexdump, or a file. Format and context are found, with how sure that is."),
      step("Read", "Each byte has its field, each field its meaning and the requirements that it rests on, with their sentences. A defect is marked under its bytes."),
      step("Edit", "Overwrite, insert or delete bytes, and see at once what becomes of them. Nothing leaves this machine."));
  }

  // What a phone, which has no arrow keys, edits with; and undo.
  #tools() {
    const button = (text, onclick, hint) => element("button", { type: "button", className: "small", onclick, title: hint }, text);
    this.octet = element("input", { id: "octet", maxLength: 2, size: 2, spellcheck: false, autocomplete: "off" });
    this.octetName = element("span", {}, "Byte 0");
    this.octet.addEventListener("input", () => {
      if (/^[0-9a-fA-F]{2}$/.test(this.octet.value) && this.data) this.#edit(this.result.bytes.cursor, 1, [parseInt(this.octet.value, 16)]);
    });
    const at = () => this.result.bytes.cursor;
    this.back = button("Undo", () => this.undo(), "Ctrl+Z");
    this.start = button("Undo all", () => this.#revert(), "Back to what was pasted");
    this.changed = element("span", { className: "quiet", role: "status" });
    this.result.tools.replaceChildren(
      element("label", {}, this.octetName, " ", this.octet),
      button("Insert", () => this.#edit(at(), 0, [0]), "Insert a byte 00 before this one"),
      button("Delete", () => at() < this.data.length && this.#edit(at(), 1, []), "Delete this byte"),
      this.back, this.start, this.changed,
      element("p", { className: "quiet keys" }, "Or with the keyboard, on the bytes: arrow keys, hex digits, Insert, Delete, Ctrl+Z."));
  }

  #cursor(at) {
    const isEnd = at >= this.data.length;
    this.octetName.textContent = isEnd ? "At the end" : `Byte ${count(at)}`;
    this.octet.value = isEnd ? "" : toHex(this.data.slice(at, at + 1));
    this.octet.disabled = isEnd;
  }

  #drop() {
    this.root.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.root.classList.add("dropping");
    });
    this.root.addEventListener("dragleave", () => this.root.classList.remove("dropping"));
    this.root.addEventListener("drop", (event) => {
      event.preventDefault();
      this.root.classList.remove("dropping");
      const [file] = event.dataTransfer.files;
      if (file) this.#file(file);
      else this.#large(event.dataTransfer.getData("text"));
    });
  }

  // An example of each format, to begin with.
  #examples() {
    const to = (name, example, shown) => element("a", { href: toDecoder(name, example.context, example.hex), title: example.title }, shown);
    const links = this.begin.formats.filter(({ samples }) => samples.length).map(({ name, title: text, samples }) => element("span", { className: "nowrap" },
      samples.flatMap((example) => (example.valid ? [to(name, example, text)] : [samples.length > 1 ? " (" : `${text} (`, to(name, example, "invalid"), ")"]))));
    this.samples.replaceChildren("Examples: ", ...links.flatMap((one, at) => (at ? [" · ", one] : [one])));
  }

  // From an address: decode, FORMAT, CONTEXT, HEX.
  open([, format = "", context = "", hex = ""]) {
    title("Decode");
    if (!hex && !format) return this.text.focus();
    if (hex && this.data && hex === toHex(this.data) && this.#is(format, context)) return undefined;
    const isKnown = !format || format === AUTO || this.begin.formats.some(({ name }) => name === format);
    this.format.value = isKnown && format !== AUTO ? format : "";
    this.context.value = [AUTO, NONE].includes(context) ? "" : context;
    this.kind.value = "hex";
    this.text.value = /^([0-9a-fA-F]{2})+$/.test(hex) ? hex.match(/../g).join(" ") : hex;
    this.#suggest();
    if (!isKnown) return this.#problem([`There is no format ${format}.`]);
    return this.#typed(context);
  }

  #is(format, context) {
    return this.answer && format === this.answer.format && [this.answer.context || NONE, AUTO].includes(context);
  }

  // A new input: `addressed` is the context of an address that it comes from.
  #typed(addressed = null) {
    const fromAddress = addressed !== null;
    if (this.kind.value !== "file") this.held = null;
    this.edits = [];
    this.pinned = null;
    const text = this.held ?? this.text.value;
    if (!text && !fromAddress) return this.#clear();
    if (!fromAddress && this.kind.value === "hex" && !/[0-9a-fA-F]{2}/.test(text)) this.kind.value = "auto";
    const context = addressed === NONE ? "" : this.#context();
    return this.#read({ text, kind: this.kind.value, format: this.format.value, context }, { isNew: true, fromAddress });
  }

  // The context that is written, or null if one is to be found.
  #context() {
    return this.context.value.trim() || null;
  }

  #clear() {
    this.result.root.hidden = true;
    this.trouble.replaceChildren(this.welcome);
    this.note.textContent = "";
    this.data = null;
    moveTo("#decode", true);
  }

  // The format or context was changed: the same bytes are read anew.
  #chosen(isFormat) {
    if (isFormat) {
      this.context.value = "";
      this.#suggest();
    }
    if (this.data && this.edits.length) this.#choose(this.format.value, this.#context());
    else this.#typed();
  }

  #choose(format, context) {
    this.format.value = format;
    this.context.value = context ?? "";
    this.#suggest();
    this.pinned = null;
    this.#read({ ...this.#asBytes(), format, context }, {});
  }

  // Offer the contexts of the format; a format without any needs no box.
  async #suggest() {
    const format = this.format.value;
    if (!format) {
      this.contexts.replaceChildren();
      this.wider.hidden = true;
      return;
    }
    const { contexts = [] } = await ask("choices", { id: format });
    if (this.format.value !== format) return;
    const real = contexts.filter(([context]) => context);
    this.wider.hidden = !real.length;
    this.contexts.replaceChildren(...real.map(([context, text]) => element("option", { value: context }, text)));
  }

  #pasted(event) {
    const text = event.clipboardData.getData("text");
    const [file] = event.clipboardData.files;
    if (file) {
      event.preventDefault();
      this.#file(file);
    } else if (text.length > TYPED) {
      event.preventDefault();
      this.#large(text);
    }
  }

  // A text that is too long for the box.
  #large(text) {
    if (text.length <= TYPED) this.text.value = text;
    else this.text.value = "";
    if (this.kind.value === "file") this.kind.value = "auto";
    this.held = text.length > TYPED ? text : null;
    this.edits = [];
    this.pinned = null;
    if (text.length > 2 * LARGEST) return this.#problem([`The text has ${plural(text.length, "character")}, which are too many for this page.`]);
    return this.#read({ text, kind: this.kind.value, format: this.format.value, context: this.#context() }, { isNew: true });
  }

  async #file(file) {
    if (file.size > LARGEST) return this.#problem([`${file.name} has ${plural(file.size, "byte")}, which are too many for this page: cut out the part in question, or run goldenwire explain.`]);
    const data = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
      reader.onerror = () => resolve(null);
      reader.readAsDataURL(file);
    });
    if (data === null) return this.#problem([`${file.name} cannot be read.`]);
    this.text.value = "";
    this.text.placeholder = `${file.name}, ${plural(file.size, "byte")}`;
    this.kind.value = "file";
    this.held = data;
    this.edits = [];
    this.pinned = null;
    return this.#read({ text: data, kind: "file", format: this.format.value, context: this.#context() }, { isNew: true });
  }

  #asBytes(start = null) {
    const { format, context } = this.pinned ?? { format: this.answer?.format ?? "", context: this.answer?.context ?? "" };
    return { text: toHex(this.data), kind: "hex", format, context, start };
  }

  #read(request, after) {
    this.number++;
    const isLong = request.text.length > LONG && !after.isMove && !(after.isEdit && this.took < QUICK);
    this.send(isLong ? "glance" : "decode", request, { ...after, number: this.number, request, since: performance.now() });
  }

  #take(answer, after) {
    if (answer.problem) return this.#problem(answer.problem, answer);
    if (answer.glance) return this.#glance(answer, after);
    this.took = performance.now() - after.since;
    this.#show(answer, after);
    return this.#settle(after);
  }

  // The first fields of a long input are shown while all of it is read, unless it is an edit of what is read at once.
  #glance(answer, after) {
    this.finish("decode", after.request, { ...after, since: performance.now() });
    if (after.number !== this.number || !answer.format) return;
    this.#show(answer, after);
    if (after.isEdit) this.result.bytes.settle();
  }

  #show(answer, after) {
    this.trouble.replaceChildren();
    this.result.root.hidden = false;
    this.answer = answer;
    this.data = fromHex(answer.hex);
    if (after.isNew) {
      this.original = this.data;
      this.result.bytes.first = null;
      this.result.bytes.cursor = answer.defect?.offset ?? 0;
      this.#note(answer);
    }
    if (answer.context) this.wider.hidden = false;
    this.result.show(answer, this.#differing());
    this.#told();
  }

  // Put the cursor where it was, and the bytes into the address.
  #settle(after) {
    const hadFocus = document.activeElement === this.result.bytes.lines;
    if (after.isEdit || (after.isMove && this.result.bytes.cells.has(this.result.bytes.cursor))) this.result.bytes.settle();
    else if (after.isMove) this.result.bytes.cursor = this.answer.start;
    else if (this.answer.defect) {
      this.result.bytes.move(this.answer.defect.offset, false);
      this.result.bytes.reveal(this.answer.defect.offset);
    }
    this.#cursor(this.result.bytes.cursor);
    if (hadFocus) this.result.bytes.lines.focus();
    if (after.isMove) return;
    const isShort = this.data.length <= ADDRESSED;
    moveTo(isShort ? toDecoder(this.answer.format, this.answer.context, toHex(this.data)) : "#decode", after.fromAddress || !after.isNew);
  }

  #note({ kind, size }) {
    const how = this.kind.value === "auto" && this.text.value ? `read as ${kind}: ` : "";
    const room = size > ADDRESSED ? " (too many for the address of this page)" : "";
    this.note.textContent = `${how}${plural(size, "byte")}${room}`;
    this.note.textContent = this.note.textContent.charAt(0).toUpperCase() + this.note.textContent.slice(1);
  }

  // The stretch of bytes that differs from what was pasted.
  #differing() {
    const [was, now] = [this.original, this.data];
    if (!this.edits.length) return [];
    let first = 0;
    while (first < Math.min(was.length, now.length) && was[first] === now[first]) first++;
    if (first === was.length && first === now.length) return [];
    let same = 0;
    while (same < Math.min(was.length, now.length) - first && was[was.length - 1 - same] === now[now.length - 1 - same]) same++;
    return [[first, now.length - same - first, "edited"]];
  }

  #told() {
    const some = this.edits.length;
    this.back.disabled = !some;
    this.start.disabled = !some;
    this.changed.textContent = some ? plural(some, "edit") : "";
  }

  // Replace `removed` bytes by others, and decode at once, in the same format and context.
  #edit(at, removed, inserted) {
    this.edits.push(this.data);
    const rest = this.data.subarray(at + removed);
    const data = new Uint8Array(at + inserted.length + rest.length);
    data.set(this.data.subarray(0, at));
    data.set(inserted, at);
    data.set(rest, at + inserted.length);
    this.#replace(data);
  }

  #replace(data) {
    this.pinned ??= { format: this.answer.format, context: this.answer.context };
    this.data = data;
    this.#read(this.#asBytes(data.length > 1024 ? this.answer.start : null), { isEdit: true });
  }

  undo() {
    if (this.edits.length) this.#replace(this.edits.pop());
  }

  #revert() {
    this.edits = [];
    this.#replace(this.original);
  }

  #problem(lines, { drawn } = {}) {
    this.result.root.hidden = true;
    this.trouble.replaceChildren(problem(lines), drawn?.size ? this.#first(drawn) : "");
  }

  // The first bytes of what is too large to be decoded.
  #first(drawn) {
    const button = element("button", { type: "button", onclick: () => this.#large(drawnHex(drawn)) }, "Decode these bytes alone");
    return element("div", {}, element("p", {}, `These are its first ${count(drawn.size)} bytes. `, button),
      element("pre", { tabIndex: 0, className: "first" }, drawnHex(drawn).match(/.{1,32}/g).map((row) => row.match(/../g).join(" ")).join("\n")));
  }
}

function drawnHex(drawn) {
  return Array.from(atob(drawn.bytes), (character) => character.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

