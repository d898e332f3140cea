// Values to canonical MessagePack (section 12): the shortest forms, and float 64 for every double.

import { DEPTH, LARGEST, SMALLEST } from "./limits.mjs";
import { reduce } from "./reduce.mjs";
import { refuseValue } from "./refusal.mjs";

// Forms in ascending order: the most that fits, the first byte, and the size of what follows it. Where that is 0, the
// length, count or number is added to the first byte.
const STRING = [[31, 0xa0, 0], [0xff, 0xd9, 1], [0xffff, 0xda, 2], [0xffffffff, 0xdb, 4]];
const BINARY = [[0xff, 0xc4, 1], [0xffff, 0xc5, 2], [0xffffffff, 0xc6, 4]];
const ARRAY = [[15, 0x90, 0], [0xffff, 0xdc, 2], [0xffffffff, 0xdd, 4]];
const MAP = [[15, 0x80, 0], [0xffff, 0xde, 2], [0xffffffff, 0xdf, 4]];
const POSITIVE = [[0x7f, 0x00, 0], [0xff, 0xcc, 1], [0xffff, 0xcd, 2], [0xffffffff, 0xce, 4], [LARGEST, 0xcf, 8]];
// By -1 - number, as -1 is the least of them.
const NEGATIVE = [[31, 0x100, 0], [0x7f, 0xd0, 1], [0x7fff, 0xd1, 2], [0x7fffffff, 0xd2, 4], [-1n - SMALLEST, 0xd3, 8]];

class Writer {
  constructor() {
    this.octets = Buffer.alloc(256);
    this.length = 0;
  }

  /** Returns the place of so many new octets, and may replace `octets` for it. */
  reserve(size) {
    const place = this.length;
    this.length += size;
    if (this.length > this.octets.length) {
      const grown = Buffer.alloc(2 * this.length);
      this.octets.copy(grown, 0, 0, place);
      this.octets = grown;
    }
    return place;
  }

  byte(octet) {
    const place = this.reserve(1);
    this.octets[place] = octet;
  }

  append(octets) {
    const place = this.reserve(octets.length);
    octets.copy(this.octets, place);
  }

  double(value) {
    this.byte(0xcb);
    const place = this.reserve(8);
    this.octets.writeDoubleBE(value, place);
  }

  head(forms, magnitude, number = BigInt(magnitude)) {
    const form = forms.find(([most]) => magnitude <= most) ?? refuseValue("LIMIT", "too long for MessagePack");
    const [, first, size] = form;
    const place = this.reserve(1 + size);
    this.octets[place] = size === 0 ? first + Number(number) : first;
    if (size === 8) this.octets.writeBigUInt64BE(BigInt.asUintN(64, number), place + 1);
    else if (size > 0) this.octets.writeUIntBE(Number(BigInt.asUintN(8 * size, number)), place + 1, size);
  }

  integer(number) {
    if (number >= 0n) this.head(POSITIVE, number);
    else this.head(NEGATIVE, -1n - number, number);
  }

  string(text) {
    const octets = Buffer.from(text);
    this.head(STRING, octets.length);
    this.append(octets);
  }

  binary(octets) {
    this.head(BINARY, octets.length);
    this.append(octets);
  }

  /** Writes a value; an array or map would be of this level. */
  value(value, level) {
    const reduced = reduce(value);
    switch (reduced.kind) {
      case "null":
        this.byte(0xc0);
        break;
      case "boolean":
        this.byte(reduced.value ? 0xc3 : 0xc2);
        break;
      case "integer":
        this.integer(reduced.value);
        break;
      case "double":
        this.double(reduced.value);
        break;
      case "string":
        this.string(reduced.value);
        break;
      case "binary":
        this.binary(reduced.octets);
        break;
      case "array":
        this.enter(level);
        this.head(ARRAY, reduced.items.length);
        for (const item of reduced.items) this.value(item, level + 1);
        break;
      case "map":
        this.enter(level);
        this.head(MAP, reduced.pairs.length);
        for (const [key, member] of reduced.pairs) {
          this.string(key);
          this.value(member, level + 1);
        }
        break;
    }
  }

  enter(level) {
    if (level > DEPTH) refuseValue("LIMIT", `the value nests deeper than ${DEPTH} levels of MessagePack`);
  }
}

/** Returns the canonical MessagePack of a value; throws Refused (LIMIT). */
export function writeMessagePack(value) {
  const writer = new Writer();
  writer.value(value, 1);
  return writer.octets.subarray(0, writer.length);
}
