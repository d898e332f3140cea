// Tables: refusals of bytes and of values by class, date-times, UTF-8, doubles, integers in MessagePack, limits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { reply } from "./session.mjs";
import { decodeUtf8 } from "./text.mjs";
import { parseDatetime } from "./times.mjs";

const ask = (op, context, argument) => reply({ id: 1, op, format: "sciserialize", context, ...argument });
const decode = (text, extensions = []) =>
  ask("decode", { carrier: "json", extensions }, { bytes: Buffer.from(text).toString("hex") });
const array = (members) => `{"__type__":"ndarray","bytes":{"__base64__":""},"dtype":"int8",${members}}`;
const wrapped = (kind, levels, inner) => JSON.parse(`{"${kind}":[`.repeat(levels) + inner + "]}".repeat(levels));
const deep = (levels, inner = []) => wrapped("array", levels - 1, JSON.stringify({ array: inner }));

// [text, class, offset, extensions]
const REFUSALS = [
  ["", "SYNTAX", 0],
  [" \n", "SYNTAX", 2],
  ["\ufeff1", "SYNTAX", 0],
  ["[1,]", "SYNTAX", 3],
  ['["\\u12G4"]', "SYNTAX", 6],
  ['["\\x"]', "SYNTAX", 3],
  ['["a\nb"]', "SYNTAX", 3],
  ["[1.,2]", "SYNTAX", 3],
  ["[+1]", "SYNTAX", 1],
  ["{a:1}", "SYNTAX", 1],
  ['{"a" 1}', "SYNTAX", 5],
  ["[1 2]", "SYNTAX", 3],
  ["\u00a01", "SYNTAX", 0],
  ['["\\ud800", nul', "UTF8", 1],
  ['["\\ud800', "SYNTAX", 8],
  ['{"\\ud83d":1}', "UTF8", 1],
  ["[1e400,", "NUMBER", 1],
  ["-9223372036854775809", "NUMBER", 0],
  [`1${"0".repeat(400)}`, "NUMBER", 0],
  ['{"a":1,"a"', "DUPLICATE_KEY", 7],
  ["[".repeat(129), "LIMIT", 128],
  ['[{"__base64__":"AA==","__type__":1}]', "RESERVED", 1],
  ['{"__base64__":"-_8="}', "BASE64", 0],
  ['{"__base64__":"AA== "}', "BASE64", 0],
  ['{"__base64__":"AA=\\n="}', "BASE64", 0],
  ['{"__type__":null}', "RESERVED", 0],
  ['{"__type__":"object"}', "UNKNOWN_TYPE", 0, ["object"]],
  ['{"__type__":"toString"}', "UNKNOWN_TYPE", 0],
  [array('"shape":[0],"__proto__":1'), "MEMBER", 0],
  [array('"shape":[0.0]'), "MEMBER", 0],
  [array('"shape":[true]'), "MEMBER", 0],
  [array('"shape":[1,-1]'), "SHAPE", 0],
  [array('"shape":[4294967296,4294967296]'), "SHAPE", 0],
  ['{"__type__":"ndarray","bytes":[],"dtype":"object","shape":[0]}', "MEMBER", 0],
  ['{"__type__":"ndarray","bytes":{"__base64__":""},"dtype":"object","shape":[0]}', "DTYPE", 0],
  ['{"__type__":"ndarray","bytes":{"__base64__":""},"dtype":"object","shape":[0]}', "SHAPE", 0, ["object"]],
  ['{"__type__":"ndarray","bytes":[[1],[]],"dtype":"object","shape":[2,1]}', "SHAPE", 0, ["object"]],
  ['{"__type__":"unique_set","set":[[1,{"a":2}],[1.0,{"a":2e0}]]}', "VALUE", 0, ["unique_set"]],
];

for (const [text, code, offset, extensions] of REFUSALS) {
  test(`${text.slice(0, 60)} is refused as ${code} at ${offset}`, () => {
    const { rejected } = decode(text, extensions);
    assert.deepEqual([rejected?.code, rejected?.offset], [code, offset]);
  });
}

const N = (number) => ({ number });
const nd = (dtype, shape, elements) => ({ ndarray: { dtype, shape, elements } });
const masked = (mask, fill) => ({ maskedarray: { dtype: "int8", shape: ["1"], elements: ["1"], mask, fill } });
const ALL = ["maskedarray", "object", "unique_set"];

// [value, class, extensions]
const VALUES = [
  [N("0x7ff0000000000000"), "NUMBER"],
  [N("0x7ff8000000000001"), "NUMBER"],
  [N("18446744073709551616"), "NUMBER"],
  [N("-9223372036854775809"), "NUMBER"],
  [{ map: [["__type__", null]] }, "RESERVED"],
  [{ array: [{ map: [["__base64__", { str: "" }]] }] }, "RESERVED"],
  [{ map: [["a", null], ["a", null]] }, "DUPLICATE_KEY"],
  [{ utf8: "eda080" }, "UTF8"],
  [{ str: "\ud800" }, "UTF8"],
  [{ map: [[{ utf8: "ff" }, null]] }, "UTF8"],
  [{ utf8: "61" }, "UTF8"],
  [{ unknown: [["__type__", { str: "color" }]] }, "UNKNOWN_TYPE"],
  [{ unique_set: [] }, "UNKNOWN_TYPE"],
  [masked([true], N("1")), "UNKNOWN_TYPE"],
  [nd("float128", [], []), "DTYPE"],
  [nd("<i2", ["0"], []), "DTYPE"],
  [nd("object", ["1"], [null]), "DTYPE"],
  [nd("int8", ["2"], ["1"]), "SHAPE"],
  [nd("int8", ["-1", "0"], []), "SHAPE"],
  [nd("int8", ["1"], ["128"]), "VALUE"],
  [nd("int8", ["1"], ["-0"]), "VALUE"],
  [nd("bool", ["1"], ["1"]), "VALUE"],
  [nd("float32", ["1"], ["0x3ff0000000000000"]), "VALUE"],
  [nd("complex64", ["1"], [["0x3f800000"]]), "VALUE"],
  [{ datetime: "2015-02-29T00:00:00" }, "VALUE"],
  [{ timedelta: ["999999999", "86400", "0"] }, "VALUE"],
  [{ timedelta: ["-999999999", "0", "-1"] }, "VALUE"],
  [{ timedelta: ["-213503982", "0", "18446744073709551616"] }, "NUMBER"],
  [{ timedelta: ["0", "0", "-9223372036854775809"] }, "NUMBER"],
  [{ unique_set: [N("1"), N("0x3ff0000000000000")] }, "VALUE", ALL],
  [masked([], N("1")), "SHAPE", ALL],
  [masked([true], null), "MEMBER", ALL],
  [{ dataframe: { dtype: "int8", columns: [null], rows: [], elements: [] } }, "MEMBER"],
  [{ dataframe: { dtype: "int8", columns: [{ str: "" }], rows: [N("1")], elements: [] } }, "SHAPE"],
  [nd("object", Array(129).fill("1"), [null]), "LIMIT", ALL],
  [deep(129), "LIMIT"],
];

for (const [value, code, extensions] of VALUES) {
  for (const carrier of ["json", "msgpack"]) {
    test(`${JSON.stringify(value).slice(0, 70)} is not written in ${carrier}: ${code}`, () => {
      assert.equal(ask("encode", { carrier, extensions }, { value }).rejected?.code, code);
    });
  }
}

test("a binary object is a level of JSON and none of MessagePack", () => {
  const value = deep(128, [{ bin: "" }]);
  assert.equal(ask("encode", { carrier: "json" }, { value }).rejected?.code, "LIMIT");
  const { bytes } = ask("encode", { carrier: "msgpack" }, { value });
  assert.deepEqual(ask("decode", { carrier: "msgpack" }, { bytes }).value, value);
});

test("sets in sets take no more time than their levels", () => {
  const value = wrapped("unique_set", 64, "");
  const { bytes } = ask("encode", { carrier: "msgpack", extensions: ALL }, { value });
  assert.deepEqual(ask("decode", { carrier: "msgpack", extensions: ALL }, { bytes }).value, value);
});

const DATES = [
  ["2000-02-29T00:00:00.5Z", "2000-02-29T00:00:00.500000+00:00"],
  ["2000-02-28T00:00:00.000000-23:59", "2000-02-28T00:00:00-23:59"],
  ["2000-02-28T00:00:00+05", "2000-02-28T00:00:00+05:00"],
];
const NO_DATES = [
  ...["1900-02-29T00:00:00", "0000-01-01T00:00:00", "2000-01-01T24:00:00", "2000-01-01T00:00:00-00:00"],
  ...["2000-01-01T00:00:00.", "2000-01-01T00:00:00.0000001", "2000-01-01t00:00:00", "2000-01-01"],
  ...["2000-01-01T00:00:00\n", "2000-01-01T00:00:00+0530", "２000-01-01T00:00:00", "2000-01-01T00:00:00+24"],
];

for (const [text, expected] of [...DATES, ...NO_DATES.map((text) => [text, null])]) {
  test(`the date-time ${JSON.stringify(text)} is ${expected}`, () => assert.equal(parseDatetime(text), expected));
}

test("UTF-8 is well-formed as the table of section 3 has it", () => {
  const rows = [[[0xc2, 0xdf], [0x80, 0xbf]], [[0xe0, 0xe0], [0xa0, 0xbf], [0x80, 0xbf]]];
  rows.push([[0xe1, 0xec], [0x80, 0xbf], [0x80, 0xbf]], [[0xed, 0xed], [0x80, 0x9f], [0x80, 0xbf]]);
  rows.push([[0xee, 0xef], [0x80, 0xbf], [0x80, 0xbf]], [[0xf0, 0xf0], [0x90, 0xbf], [0x80, 0xbf], [0x80, 0xbf]]);
  rows.push([[0xf1, 0xf3], [0x80, 0xbf], [0x80, 0xbf], [0x80, 0xbf]]);
  rows.push([[0xf4, 0xf4], [0x80, 0x8f], [0x80, 0xbf], [0x80, 0xbf]]);
  for (let first = 0x80; first <= 0xff; first += 1) {
    for (let second = 0; second <= 0xff; second += 1) {
      for (const tail of [[], [0x80], [0xbf, 0x80], [0x7f, 0x80], [0xc0]]) {
        const octets = [first, second, ...tail];
        const row = rows.find(([[low, high]]) => first >= low && first <= high);
        const fits = row && row.every(([low, high], i) => octets[i] >= low && octets[i] <= high);
        const rest = octets.slice(row?.length ?? 0);
        const isText = Boolean(fits) && rest.every((octet) => octet < 0x80);
        assert.equal(decodeUtf8(Buffer.from(octets)) !== null, isText, octets.join());
      }
    }
  }
});
