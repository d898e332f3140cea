// Random values on both carriers, and damage: what is written comes back, and no input makes the codec fail.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DTYPES, readElements } from "./dtypes.mjs";
import { reply } from "./session.mjs";

const EXTENSIONS = ["maskedarray", "object", "unique_set"];
const CARRIERS = ["json", "msgpack"];
const ROUNDS = 400;

/** Returns a generator of integers below a bound, the same for the same seed (mulberry32). */
function seeded(seed) {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

const TEXTS = ["", "a", "ä", "\u0000\u001f\u007f\u2028\"\\/", "\ufeff｡", "😀", "2015-02-18", "__proto__"].concat([
  "x".repeat(300),
]);
const NUMBERS = ["0", "-1", "127", "128", "-32", "-33", "65536", "-2147483649", "18446744073709551615"].concat([
  "-9223372036854775808", "0x8000000000000000", "0x3ff0000000000000", "0x0000000000000001", "0x7fefffffffffffff",
]);
const TOKENS = [..."[]{},:-0.1eE+\"\\u \t\n"].concat([
  '"a":', "12", "null", "true", '"\\ud800"', ',"b":[],', "\u00a0", "NaN", "],[",
]);
const DATES = ["0001-01-01T00:00:00", "2016-02-29T23:59:59.000001+05:30", "9999-12-31T00:00:00-23:59"];

class Maker {
  constructor(seed) {
    this.below = seeded(seed);
  }

  of(choices) {
    return choices[this.below(choices.length)];
  }

  list(length, make) {
    return Array.from({ length }, make);
  }

  octets(size) {
    return Buffer.from(this.list(size, () => this.below(256)));
  }

  elements(dtype, count, depth) {
    if (dtype === "object") return this.list(count, () => this.value(depth - 1));
    if (dtype === "bool") return this.list(count, () => this.below(2) === 1);
    return readElements(dtype, this.octets(count * DTYPES.get(dtype).size));
  }

  lattice(depth, dtypes) {
    const dtype = this.of(dtypes);
    const shape = this.list(this.below(4), () => this.below(4));
    const count = shape.reduce((product, dimension) => product * dimension, 1);
    return { dtype, shape: shape.map(String), elements: this.elements(dtype, count, depth) };
  }

  label() {
    return this.of([{ str: this.of(TEXTS) }, { number: this.of(NUMBERS.slice(0, 9)) }, { datetime: this.of(DATES) }]);
  }

  value(depth) {
    const plain = [...DTYPES.keys()];
    const leaf = [
      () => this.of([null, true, false]),
      () => ({ number: this.of(NUMBERS) }),
      () => ({ str: this.of(TEXTS) }),
      () => ({ bin: this.octets(this.below(9)).toString("hex") }),
      () => ({ datetime: this.of(DATES) }),
      () => ({ timedelta: [String(this.below(2e9) - 1e9 + 1), String(this.below(86400)), String(this.below(1e6))] }),
      () => ({ ndarray: this.lattice(depth, plain) }),
    ];
    const nested = [
      () => ({ array: this.list(this.below(20), () => this.value(depth - 1)) }),
      () => ({ map: this.pairs(depth) }),
      () => ({ ndarray: this.lattice(depth, ["object"]) }),
      () => this.frame(depth, [...plain, "object"]),
      () => this.masked(plain),
      () => ({ unique_set: [null, { bin: "" }, { str: "a" }, { number: "10" }, { number: "9" }] }),
    ];
    return this.of(depth > 0 ? [...leaf, ...nested] : leaf)();
  }

  pairs(depth) {
    const keys = [...new Set(this.list(this.below(6), () => this.of(TEXTS)))];
    keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return keys.map((key) => [key, this.value(depth - 1)]);
  }

  frame(depth, dtypes) {
    const columns = this.list(this.below(3), () => this.label());
    const rows = this.list(this.below(3), () => this.label());
    const dtype = this.of(dtypes);
    return { dataframe: { dtype, columns, rows, elements: this.elements(dtype, rows.length * columns.length, depth) } };
  }

  masked(dtypes) {
    const found = this.lattice(0, dtypes);
    const mask = found.elements.map(() => this.below(2) === 1);
    return { maskedarray: { ...found, mask, fill: this.of([true, { number: "63" }]) } };
  }
}

const ask = (op, carrier, argument) =>
  reply({ id: 1, op, format: "sciserialize", context: { carrier, extensions: EXTENSIONS }, ...argument });

for (const carrier of CARRIERS) {
  test(`random values come back from ${carrier}, and are written the same again`, () => {
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const value = new Maker(seed).value(3);
      const { bytes } = ask("encode", carrier, { value });
      assert.ok(bytes, `seed ${seed}: ${JSON.stringify(value)}`);
      assert.deepEqual(comparable(ask("decode", carrier, { bytes }).value), comparable(value), `seed ${seed}`);
      assert.equal(ask("transcode", carrier, { bytes }).bytes, bytes, `seed ${seed}`);
    }
  });

  test(`damaged ${carrier} is read or refused with a class and an offset in the input`, () => {
    for (let seed = 0; seed < 4 * ROUNDS; seed += 1) {
      const maker = new Maker(seed);
      const octets = Buffer.from(ask("encode", carrier, { value: maker.value(3) }).bytes, "hex");
      const at = maker.below(octets.length);
      const cut = octets.subarray(at + maker.below(3));
      const bytes = Buffer.concat([octets.subarray(0, at), maker.octets(maker.below(3)), cut]).toString("hex");
      const found = ask("decode", carrier, { bytes });
      if (found.rejected) {
        assert.match(found.rejected.code, /^[A-Z0-9_]+$/);
        assert.ok(found.rejected.offset >= 0 && found.rejected.offset <= bytes.length / 2);
      } else {
        assert.ok("value" in found, `seed ${seed}: ${JSON.stringify(found)}`);
        const again = ask("encode", carrier, { value: found.value });
        assert.deepEqual(ask("decode", carrier, again).value, found.value, `seed ${seed}`);
      }
    }
  });

  test(`every beginning of a document in ${carrier} is refused at its end or as a whole item`, () => {
    const { bytes } = ask("encode", carrier, { value: { array: [{ map: [["a", { str: "ä" }]] }, { number: "300" }] } });
    for (let size = 0; size < bytes.length / 2; size += 1) {
      const { rejected } = ask("decode", carrier, { bytes: bytes.slice(0, 2 * size) });
      assert.equal(rejected.code, "SYNTAX");
      assert.ok(carrier === "json" ? rejected.offset === size : rejected.offset <= size);
    }
  });
}

test("JSON that JavaScript's own reader refuses is refused, and no other is for its SYNTAX", () => {
  let refused = 0;
  for (let seed = 0; seed < 10 * ROUNDS; seed += 1) {
    const maker = new Maker(seed);
    const tokens = maker.list(1 + maker.below(4), () => maker.of(TOKENS));
    const text = seed % 2 ? tokens.join("") : `[${tokens.join("")}]`;
    const { rejected } = ask("decode", "json", { bytes: Buffer.from(text).toString("hex") });
    // Another defect may come before it.
    assert.ok(isJson(text) ? rejected?.code !== "SYNTAX" : rejected, text);
    refused += rejected?.code === "SYNTAX" ? 1 : 0;
  }
  assert.ok(refused > ROUNDS && refused < 9.8 * ROUNDS, `${refused}`);
});

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns a notation with the one order that a set has. */
function comparable(value) {
  const sorted = (items) => items.map((item) => JSON.stringify(item)).sort();
  return JSON.parse(JSON.stringify(value, (key, member) => (key === "unique_set" ? sorted(member) : member)));
}
