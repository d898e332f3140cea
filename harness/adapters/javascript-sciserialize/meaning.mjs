// The meaning pass: the tree of a carrier to a value. Every refusal is at the object at fault.

import { arrayOfMembers, mayHoldObjects } from "./arrays.mjs";
import { OBJECT } from "./dtypes.mjs";
import { Refused } from "./refusal.mjs";
import { uniqueSet } from "./sets.mjs";
import { decodeBase64, sortByKey } from "./text.mjs";
import { parseDatetime, parseDuration } from "./times.mjs";
import * as values from "./values.mjs";

const TAG = "__type__";
const BASE64 = "__base64__";

// What a member may be: `(value, members, context)` to a truth.
const kind = (name) => (value) => value.kind === name;
const arrayOf = (isItem) => (value) => value.kind === "array" && value.items.every(isItem);

export const isLabel = (value) => ["string", "integer", "datetime"].includes(value.kind);
export const isFill = (value) => ["integer", "double", "boolean"].includes(value.kind);

// `bytes` may be anything where the dtype makes it a nest of values.
const isContent = (tag) => (value, members, context) =>
  value.kind === "binary" || (members.dtype.value === OBJECT && mayHoldObjects(tag, context));

const arrayMembers = (tag) => ({ shape: arrayOf(kind("integer")), dtype: kind("string"), bytes: isContent(tag) });
const arrayType = (tag, members = {}) => ({
  members: { ...arrayMembers(tag), ...members },
  make: (found, context, refuse) => arrayOfMembers(tag, found, context, refuse),
});

const CORE = new Map([
  [
    "datetime",
    {
      members: { isostr: kind("string") },
      make({ isostr }, context, refuse) {
        const text = parseDatetime(isostr.value) ?? refuse("VALUE", "isostr is not in the grammar of date-times");
        return { kind: "datetime", text };
      },
    },
  ],
  [
    "timedelta",
    {
      members: { days: kind("integer"), seconds: kind("integer"), microsec: kind("integer") },
      make({ days, seconds, microsec }, context, refuse) {
        const microseconds = parseDuration(days.value, seconds.value, microsec.value);
        return { kind: "timedelta", microseconds: microseconds ?? refuse("VALUE", "the duration is out of range") };
      },
    },
  ],
  ["ndarray", arrayType("ndarray")],
  ["dataframe", arrayType("dataframe", { columns: arrayOf(isLabel), rows: arrayOf(isLabel) })],
]);

const EXTENSIONS = new Map([
  [
    "unique_set",
    {
      members: { set: kind("array") },
      make: ({ set }, context, refuse) => uniqueSet(set.items) ?? refuse("VALUE", "elements of the set are equal"),
    },
  ],
  ["maskedarray", arrayType("maskedarray", { mask_bytes: kind("binary"), fill_value: isFill })],
]);

class Interpreter {
  constructor(context) {
    this.context = context;
  }

  value(node) {
    if (node.kind === "array") return values.array(node.items.map((item) => this.value(item)));
    return node.kind === "object" ? this.object(node) : node;
  }

  object({ at, members }) {
    const refuse = (code, message) => {
      throw new Refused(code, at, message);
    };
    const pairs = [...members].map(([key, node]) => [key, this.value(node)]);
    if (members.has(BASE64)) return this.binary(pairs, refuse);
    return members.has(TAG) ? this.tagged(pairs, refuse) : values.map(sortByKey(pairs));
  }

  binary(pairs, refuse) {
    if (this.context.carrier !== "json") refuse("RESERVED", `${BASE64} is a key of JSON alone`);
    const [, text] = pairs[0];
    if (pairs.length > 1 || text.kind !== "string") refuse("RESERVED", `${BASE64} is a string and alone`);
    return values.binary(decodeBase64(text.value) ?? refuse("BASE64", "the text is not strict base64 (RFC 4648, 4)"));
  }

  tagged(pairs, refuse) {
    const found = Object.fromEntries(pairs);
    const { [TAG]: tag, ...rest } = found;
    if (tag.kind !== "string") refuse("RESERVED", `${TAG} is not a string`);
    const type = CORE.get(tag.value) ?? (this.context.extensions.has(tag.value) && EXTENSIONS.get(tag.value));
    if (!type) refuse("UNKNOWN_TYPE", `the type ${JSON.stringify(tag.value)} is unknown or not on`);
    const expected = Object.keys(type.members);
    for (const key of expected) if (!Object.hasOwn(rest, key)) refuse("MEMBER", `the member ${key} is missing`);
    for (const key of Object.keys(rest)) {
      if (!expected.includes(key)) refuse("MEMBER", `the member ${JSON.stringify(key)} is one too many`);
      if (!type.members[key](rest[key], rest, this.context)) refuse("MEMBER", `${key} is of another kind`);
    }
    return type.make(rest, this.context, refuse);
  }
}

/** Returns the value of a tree; throws Refused. */
export function interpret(tree, context) {
  return new Interpreter(context).value(tree);
}
