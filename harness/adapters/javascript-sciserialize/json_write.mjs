// Values to canonical JSON (section 12).

import { DEPTH } from "./limits.mjs";
import { reduce } from "./reduce.mjs";
import { refuseValue } from "./refusal.mjs";

/** Returns a finite double in ECMAScript's digits, with a point or an exponent (CANON-03, CANON-09). */
function doubleToken(value) {
  if (Object.is(value, -0)) return "-0.0";
  const digits = String(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

class Writer {
  constructor(limit) {
    this.limit = limit;
    this.parts = [];
  }

  /** Writes a value; an array or object would be of this level. */
  value(value, level) {
    const reduced = reduce(value);
    const { kind } = reduced;
    if ((kind === "array" || kind === "map" || kind === "binary") && level > this.limit) {
      refuseValue("LIMIT", `the value nests deeper than ${this.limit} levels of JSON`);
    }
    switch (kind) {
      case "double":
        return this.parts.push(doubleToken(reduced.value));
      case "string":
        // For text, ECMAScript's escapes are those of CANON-02.
        return this.parts.push(JSON.stringify(reduced.value));
      case "binary":
        return this.parts.push('{"__base64__":"', reduced.octets.toString("base64"), '"}');
      case "array":
        return this.list("[", reduced.items, "]", (item) => this.value(item, level + 1));
      case "map":
        return this.list("{", reduced.pairs, "}", ([key, member]) => {
          this.parts.push(JSON.stringify(key), ":");
          this.value(member, level + 1);
        });
      default:
        return this.parts.push(kind === "null" ? "null" : String(reduced.value));
    }
  }

  list(opening, items, closing, write) {
    this.parts.push(opening);
    items.forEach((item, i) => {
      if (i > 0) this.parts.push(",");
      write(item);
    });
    this.parts.push(closing);
  }
}

/** Returns the canonical JSON of a value; throws Refused (LIMIT) beyond a number of levels. */
export function writeJson(value, limit = DEPTH) {
  const writer = new Writer(limit);
  writer.value(value, 1);
  return Buffer.from(writer.parts.join(""));
}
