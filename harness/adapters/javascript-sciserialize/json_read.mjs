// The carrier pass over JSON: bytes to a tree, every departure at its byte.
//
// The tree has values of the kinds null, boolean, integer, double, string and array, and
// objects {kind: "object", at, members: Map}, which the meaning pass turns into values.

import { DEPTH, integerInRange } from "./limits.mjs";
import { Refused } from "./refusal.mjs";
import { decodeUtf8 } from "./text.mjs";
import * as values from "./values.mjs";

const code = (character) => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code("\\");
const COMMA = code(",");
const COLON = code(":");
const MINUS = code("-");
const POINT = code(".");
const ZERO = code("0");
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [..."[]{}"].map(code);
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);
const EXPONENTS = new Set([..."eE"].map(code));
const SIGNS = new Set([..."+-"].map(code));
const HEX = new Set([..."0123456789abcdefABCDEF"].map(code));
const LITERALS = new Map([
  [code("n"), ["null", values.NULL]],
  [code("t"), ["true", values.boolean(true)]],
  [code("f"), ["false", values.boolean(false)]],
]);
const ESCAPES = new Map([...'"\\/bfnrt'].map((character, i) => [code(character), '"\\/\b\f\n\r\t'[i]]));
const UNICODE = code("u");

const isDigit = (byte) => byte >= 0x30 && byte <= 0x39;

class Reader {
  constructor(octets) {
    this.octets = octets;
    this.at = 0;
  }

  /** Throws the refusal of the byte at the reader's place, or of the end. */
  unexpected() {
    const byte = this.octets[this.at];
    const found = byte === undefined ? "the end" : `byte ${byte.toString(16).padStart(2, "0")}`;
    throw new Refused("SYNTAX", this.at, `no JSON document goes on with ${found} here`);
  }

  /** Takes the byte if it comes next, and tells whether it did. */
  takes(byte) {
    if (this.octets[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  need(byte) {
    if (!this.takes(byte)) this.unexpected();
  }

  space() {
    while (SPACES.has(this.octets[this.at])) this.at += 1;
  }

  document() {
    this.space();
    const value = this.value(1);
    this.space();
    if (this.at < this.octets.length) this.unexpected();
    return value;
  }

  /** Returns the value that begins here; an array or object would be of this level. */
  value(level) {
    const first = this.octets[this.at];
    if (first === QUOTE) return values.string(this.string());
    if (first === OPEN_ARRAY) return this.array(level);
    if (first === OPEN_OBJECT) return this.object(level);
    if (first === MINUS || isDigit(first)) return this.number();
    const [word, value] = LITERALS.get(first) ?? this.unexpected();
    for (const letter of word) this.need(code(letter));
    return value;
  }

  open(level) {
    if (level > DEPTH) throw new Refused("LIMIT", this.at, `nested deeper than ${DEPTH} levels`);
    this.at += 1;
    this.space();
  }

  array(level) {
    const items = [];
    this.open(level);
    if (this.takes(CLOSE_ARRAY)) return values.array(items);
    for (;;) {
      items.push(this.value(level + 1));
      this.space();
      if (this.takes(CLOSE_ARRAY)) return values.array(items);
      this.need(COMMA);
      this.space();
    }
  }

  object(level) {
    const found = { kind: "object", at: this.at, members: new Map() };
    this.open(level);
    if (this.takes(CLOSE_OBJECT)) return found;
    for (;;) {
      const key = this.key(found.members);
      this.space();
      this.need(COLON);
      this.space();
      found.members.set(key, this.value(level + 1));
      this.space();
      if (this.takes(CLOSE_OBJECT)) return found;
      this.need(COMMA);
      this.space();
    }
  }

  key(members) {
    const start = this.at;
    if (this.octets[start] !== QUOTE) this.unexpected();
    const key = this.string();
    if (members.has(key)) throw new Refused("DUPLICATE_KEY", start, `the object has ${JSON.stringify(key)} already`);
    return key;
  }

  /** Returns the text of the string that begins here. It is judged at its closing quote, so its grammar comes first. */
  string() {
    const start = this.at;
    const parts = [];
    this.at += 1;
    for (let run = this.at; ; ) {
      const byte = this.octets[this.at];
      if (byte === undefined || byte < 0x20) this.unexpected();
      if (byte === QUOTE || byte === BACKSLASH) {
        parts.push(decodeUtf8(this.octets.subarray(run, this.at)));
        this.at += 1;
        if (byte === QUOTE) break;
        parts.push(this.escape());
        run = this.at;
      } else {
        this.at += 1;
      }
    }
    const text = parts.length === 1 ? parts[0] : parts.join("");
    if (parts.includes(null) || !text.isWellFormed()) {
      throw new Refused("UTF8", start, "the string is not text: ill-formed UTF-8 or half a surrogate pair");
    }
    return text;
  }

  /** Returns the UTF-16 code unit that an escape stands for; the backslash has been taken. */
  escape() {
    const letter = this.octets[this.at];
    if (letter !== UNICODE && !ESCAPES.has(letter)) this.unexpected();
    this.at += 1;
    if (letter !== UNICODE) return ESCAPES.get(letter);
    const start = this.at;
    for (; this.at < start + 4; this.at += 1) {
      if (!HEX.has(this.octets[this.at])) this.unexpected();
    }
    return String.fromCharCode(parseInt(this.octets.toString("latin1", start, this.at), 16));
  }

  digits() {
    if (!isDigit(this.octets[this.at])) this.unexpected();
    while (isDigit(this.octets[this.at])) this.at += 1;
  }

  number() {
    const start = this.at;
    this.takes(MINUS);
    if (!this.takes(ZERO)) this.digits();
    let isFloat = false;
    if (this.takes(POINT)) {
      isFloat = true;
      this.digits();
    }
    if (EXPONENTS.has(this.octets[this.at])) {
      isFloat = true;
      this.at += 1;
      if (SIGNS.has(this.octets[this.at])) this.at += 1;
      this.digits();
    }
    const token = this.octets.toString("latin1", start, this.at);
    return isFloat ? floatToken(token, start) : integerToken(token, start);
  }
}

function floatToken(token, start) {
  const value = Number(token);
  if (!Number.isFinite(value)) throw new Refused("NUMBER", start, "the number is beyond the range of doubles");
  return values.double(value);
}

function integerToken(token, start) {
  const value = integerInRange(token);
  if (value === null) throw new Refused("NUMBER", start, "the integer is not in -2^63 .. 2^64 - 1");
  return values.integer(value);
}

/** Returns the tree of a JSON document; throws Refused. */
export function readJson(octets) {
  return new Reader(octets).document();
}
