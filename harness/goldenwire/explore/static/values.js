// A value in notation, as text whose parts can be marked. A number is never part of a value: it counts what is left out.

import { count, element } from "/dom.js";

const WIDTH = 72;
const key = (path) => JSON.stringify(path);
const isCut = (value) => typeof value === "number";

export class Value {
  constructor() {
    this.root = element("pre", { className: "value", tabIndex: 0, role: "group" });
    this.root.setAttribute("aria-label", "The value in the notation of the format");
    this.parts = new Map();
  }

  show(value) {
    this.parts.clear();
    this.root.replaceChildren(this.#node(value, [], 0));
  }

  #node(value, path, indent) {
    const made = element("span", {});
    this.parts.set(key(path), made);
    if (isCut(value)) made.append(element("span", { className: "quiet" }, `… ${count(value)} more`));
    else if (Array.isArray(value)) this.#all(made, value.map((part, at) => [null, part, at]), "[]", path, indent, value);
    else if (value && typeof value === "object") this.#all(made, Object.entries(value).map(([name, part]) => [name, part, name]), "{}", path, indent, value);
    else made.append(JSON.stringify(value) ?? "null");
    return made;
  }

  #all(made, parts, brackets, path, indent, value) {
    const isFlat = JSON.stringify(value).length <= WIDTH - indent;
    const lead = isFlat ? "" : `\n${" ".repeat(indent + 2)}`;
    made.append(brackets[0]);
    parts.forEach(([name, part, step], at) => {
      made.append(at ? (isFlat ? ", " : ",") : "", lead);
      if (name !== null && !isCut(part)) made.append(element("span", { className: "name" }, JSON.stringify(name)), ": ");
      made.append(this.#node(part, [...path, step], indent + 2));
    });
    made.append(isFlat || !parts.length ? "" : `\n${" ".repeat(indent)}`, brackets[1]);
  }

  // Mark the parts at some paths, or the nearest parts around them that are shown.
  light(paths) {
    for (const part of this.root.querySelectorAll(".on")) part.classList.remove("on");
    let first = null;
    for (const path of paths) {
      for (let length = path.length; length > 0; length--) {
        const part = this.parts.get(key(path.slice(0, length)));
        if (!part) continue;
        part.classList.add("on");
        first ??= part;
        break;
      }
      if (!path.length) this.parts.get("[]")?.classList.add("on");
    }
    this.#reveal(first);
  }

  // Scroll the value alone, and not the page.
  #reveal(part) {
    if (!part) return;
    const [inner, outer] = [part.getBoundingClientRect(), this.root.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) this.root.scrollTop += inner.top - outer.top - outer.height / 3;
  }
}
