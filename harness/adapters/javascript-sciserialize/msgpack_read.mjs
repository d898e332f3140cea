// The carrier pass over MessagePack: bytes to a tree of the same form as that of JSON, and with binary.

import { DEPTH } from "./limits.mjs";
import { Refused } from "./refusal.mjs";
import { decodeUtf8 } from "./text.mjs";
import * as values from "./values.mjs";

// First bytes c0 .. df: what follows, and the size in bytes of the number, length or count in the head.
const HEADS = new Map([
  [0xc0, ["constant", values.NULL]],
  [0xc2, ["constant", values.boolean(false)]],
  [0xc3, ["constant", values.boolean(true)]],
  [0xc4, ["binary", 1]],
  [0xc5, ["binary", 2]],
  [0xc6, ["binary", 4]],
  [0xca, ["float", 4]],
  [0xcb, ["float", 8]],
  [0xcc, ["unsigned", 1]],
  [0xcd, ["unsigned", 2]],
  [0xce, ["unsigned", 4]],
  [0xcf, ["unsigned", 8]],
  [0xd0, ["signed", 1]],
  [0xd1, ["signed", 2]],
  [0xd2, ["signed", 4]],
  [0xd3, ["signed", 8]],
  [0xd9, ["string", 1]],
  [0xda, ["string", 2]],
  [0xdb, ["string", 4]],
  [0xdc, ["array", 2]],
  [0xdd, ["array", 4]],
  [0xde, ["map", 2]],
  [0xdf, ["map", 4]],
]);
const NEVER_USED = 0xc1;

const isExtension = (head) => (head >= 0xc7 && head <= 0xc9) || (head >= 0xd4 && head <= 0xd8);
const isString = (head) => (head >= 0xa0 && head <= 0xbf) || (head >= 0xd9 && head <= 0xdb);

class Reader {
  constructor(octets) {
    this.octets = octets;
    this.at = 0;
  }

  document() {
    const value = this.item(1);
    if (this.at < this.octets.length) throw new Refused("SYNTAX", this.at, "the input goes on after its value");
    return value;
  }

  /** Returns the place of the next octets of an item, which are then taken; all of them have to be there. */
  take(size, start) {
    const place = this.at;
    if (size > this.octets.length - place) throw new Refused("SYNTAX", start, "the input ends within this item");
    this.at += size;
    return place;
  }

  /** Returns the item that begins here; an array or map would be of this level. */
  item(level) {
    const start = this.at;
    const head = this.first(start);
    if (head <= 0x7f) return values.integer(BigInt(head));
    if (head >= 0xe0) return values.integer(BigInt(head) - 256n);
    if (head <= 0x8f) return this.map(head & 0x0f, level, start);
    if (head <= 0x9f) return this.array(head & 0x0f, level, start);
    if (head <= 0xbf) return values.string(this.text(head & 0x1f, start));
    const [what, detail] = HEADS.get(head);
    switch (what) {
      case "constant":
        return detail;
      case "float":
        return this.float(detail, start);
      case "unsigned":
        return values.integer(this.unsigned(detail, start));
      case "signed":
        return values.integer(BigInt.asIntN(8 * detail, this.unsigned(detail, start)));
    }
    const count = Number(this.unsigned(detail, start));
    switch (what) {
      case "string":
        return values.string(this.text(count, start));
      case "binary":
        return values.binary(this.octets.subarray(this.take(count, start), this.at));
      case "array":
        return this.array(count, level, start);
      default:
        return this.map(count, level, start);
    }
  }

  /** Returns the first byte of an item, judged as far as it can be without the rest. */
  first(start) {
    const head = this.octets[this.take(1, start)];
    if (head === NEVER_USED) throw new Refused("SYNTAX", start, "the byte c1 begins nothing");
    if (isExtension(head)) throw new Refused("CARRIER_TYPE", start, "MessagePack's ext has no meaning here");
    return head;
  }

  unsigned(size, start) {
    const place = this.take(size, start);
    if (size === 8) return this.octets.readBigUInt64BE(place);
    return BigInt(this.octets.readUIntBE(place, size));
  }

  float(size, start) {
    const place = this.take(size, start);
    const value = size === 4 ? this.octets.readFloatBE(place) : this.octets.readDoubleBE(place);
    if (!Number.isFinite(value)) throw new Refused("NUMBER", start, "a number by itself has to be finite");
    return values.double(value);
  }

  text(size, start) {
    const place = this.take(size, start);
    const text = decodeUtf8(this.octets.subarray(place, this.at));
    if (text === null) throw new Refused("UTF8", start, "the str is not well-formed UTF-8");
    return text;
  }

  enter(level, start) {
    if (level > DEPTH) throw new Refused("LIMIT", start, `nested deeper than ${DEPTH} levels`);
  }

  // Items are read one after another, so a count that the input cannot hold reserves nothing.
  array(count, level, start) {
    this.enter(level, start);
    const items = [];
    for (let i = 0; i < count; i += 1) items.push(this.item(level + 1));
    return values.array(items);
  }

  map(count, level, start) {
    this.enter(level, start);
    const members = new Map();
    for (let i = 0; i < count; i += 1) {
      const key = this.key(members, level + 1);
      members.set(key, this.item(level + 1));
    }
    return { kind: "object", at: start, members };
  }

  key(members, level) {
    const start = this.at;
    const head = this.first(start);
    if (!isString(head)) throw new Refused("KEY_TYPE", start, "a key has to be a str");
    this.at = start;
    const key = this.item(level).value;
    if (members.has(key)) throw new Refused("DUPLICATE_KEY", start, `the map has ${JSON.stringify(key)} already`);
    return key;
  }
}

/** Returns the tree of a MessagePack document; throws Refused. */
export function readMessagePack(octets) {
  return new Reader(octets).document();
}
