// The notation (section 17) to values; every refusal of section 13 but that of depth in the carrier.

import { mayHoldObjects } from "./arrays.mjs";
import { DTYPES, OBJECT, writeElements } from "./dtypes.mjs";
import { DEPTH, integerInRange, LARGEST } from "./limits.mjs";
import { isFill, isLabel } from "./meaning.mjs";
import { refuseValue } from "./refusal.mjs";
import { uniqueSet } from "./sets.mjs";
import { hasElements } from "./shapes.mjs";
import { decodeHex, sortByKey } from "./text.mjs";
import { parseDatetime, parseDuration } from "./times.mjs";
import * as values from "./values.mjs";

const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const DOUBLE = /^0x[0-9a-f]{16}$/;
const RESERVED = new Set(["__type__", "__base64__"]);

/** Throws the complaint about a request that is not in the notation; it is no refusal. */
function malformed(what) {
  throw new SyntaxError(`not the notation of SciSerialize: ${what}`);
}

function text(notation) {
  if (typeof notation?.utf8 === "string") refuseValue("UTF8", `the octets ${notation.utf8} are not text`);
  if (typeof notation !== "string") malformed("a text is a string");
  if (!notation.isWellFormed()) refuseValue("UTF8", "the string has half a surrogate pair");
  return notation;
}

function digits(notation) {
  return INTEGER.test(notation) ? notation : malformed("an integer is decimal digits in a string");
}

function integer(notation) {
  return BigInt(digits(notation));
}

/** Returns an integer that the format has numbers for. */
function integerOf64(notation) {
  return integerInRange(digits(notation)) ?? refuseValue("NUMBER", "the integer is not in -2^63 .. 2^64 - 1");
}

function listOf(notation) {
  return Array.isArray(notation) ? notation : malformed("a list is expected");
}

class Reader {
  constructor(context) {
    this.context = context;
  }

  /** Returns the value of a notation, within so many arrays, objects and sets. */
  value(notation, depth) {
    if (notation === null) return values.NULL;
    if (typeof notation === "boolean") return values.boolean(notation);
    if (typeof notation !== "object") malformed("a value is null, a boolean or an object");
    const kinds = Object.keys(notation);
    if (kinds.length !== 1 || !Object.hasOwn(READERS, kinds[0])) malformed(`an object with the members ${kinds}`);
    return READERS[kinds[0]](this, notation[kinds[0]], depth);
  }

  /** Returns the values of a list that lies in one more array, object or set. */
  values(notation, depth) {
    if (depth >= DEPTH) refuseValue("LIMIT", `the value nests deeper than ${DEPTH} levels`);
    return listOf(notation).map((item) => this.value(item, depth + 1));
  }

  /** Returns a list of values all of which have to be of a kind. */
  members(notation, depth, isMember, what) {
    const found = this.values(notation, depth);
    return found.every(isMember) ? found : refuseValue("MEMBER", `a ${what} of another kind`);
  }

  /** Returns the array in a value of a kind; a data frame gives its shape, which is not in the notation. */
  array(kind, notation, depth, shape = listOf(notation.shape).map(integer)) {
    const { dtype } = notation;
    const isObjects = dtype === OBJECT && mayHoldObjects(kind, this.context);
    if (!isObjects && !DTYPES.has(dtype)) refuseValue("DTYPE", `${JSON.stringify(dtype)} is none of the dtypes`);
    const count = listOf(notation.elements).length;
    if (shape.some((dimension) => dimension < 0n)) refuseValue("SHAPE", "a dimension is negative");
    if (!hasElements(shape, count)) refuseValue("SHAPE", `${count} elements are not as many as the shape has`);
    if (shape.some((dimension) => dimension > LARGEST)) refuseValue("NUMBER", "a dimension is above 2^64 - 1");
    if (isObjects) return { kind, dtype, shape, elements: this.values(notation.elements, depth) };
    const octets = writeElements(dtype, notation.elements);
    return { kind, dtype, shape, octets: octets ?? refuseValue("VALUE", `an element that ${dtype} has not`) };
  }

  needExtension(name) {
    if (!this.context.extensions.has(name)) refuseValue("UNKNOWN_TYPE", `the extension ${name} is not on`);
  }
}

const READERS = {
  utf8: (reader, notation) => text({ utf8: notation }),
  number(reader, notation) {
    if (DOUBLE.test(notation)) {
      const value = values.doubleOfBits(BigInt(notation));
      return Number.isFinite(value) ? values.double(value) : refuseValue("NUMBER", "the number is not finite");
    }
    return values.integer(integerOf64(notation));
  },
  str: (reader, notation) => values.string(text(notation)),
  bin: (reader, notation) => values.binary(decodeHex(notation)),
  array: (reader, notation, depth) => values.array(reader.values(notation, depth)),
  map(reader, notation, depth) {
    const keys = listOf(notation).map(([key]) => text(key));
    const reserved = keys.find((key) => RESERVED.has(key));
    if (reserved !== undefined) refuseValue("RESERVED", `a map cannot have the key ${reserved}`);
    if (new Set(keys).size < keys.length) refuseValue("DUPLICATE_KEY", "a map has a key twice");
    const members = reader.values(notation.map(([, value]) => value), depth);
    return values.map(sortByKey(keys.map((key, i) => [key, members[i]])));
  },
  unknown: () => refuseValue("UNKNOWN_TYPE", "objects of unknown type are not written"),
  datetime(reader, notation) {
    const found = parseDatetime(text(notation));
    return { kind: "datetime", text: found ?? refuseValue("VALUE", "the date-time is outside of the format's") };
  },
  timedelta(reader, notation) {
    const microseconds = parseDuration(...listOf(notation).map(integerOf64));
    return { kind: "timedelta", microseconds: microseconds ?? refuseValue("VALUE", "the duration is out of range") };
  },
  ndarray: (reader, notation, depth) => reader.array("ndarray", notation, depth),
  dataframe(reader, notation, depth) {
    const columns = reader.members(notation.columns, depth, isLabel, "label");
    const rows = reader.members(notation.rows, depth, isLabel, "label");
    const shape = [rows, columns].map(({ length }) => BigInt(length));
    return { ...reader.array("dataframe", notation, depth, shape), columns, rows };
  },
  unique_set(reader, notation, depth) {
    reader.needExtension("unique_set");
    return uniqueSet(reader.values(notation, depth)) ?? refuseValue("VALUE", "elements of the set are equal");
  },
  maskedarray(reader, notation, depth) {
    reader.needExtension("maskedarray");
    const found = reader.array("maskedarray", notation, depth);
    const masked = listOf(notation.mask);
    if (!hasElements(found.shape, masked.length)) refuseValue("SHAPE", "the mask has another number of elements");
    const mask = writeElements("bool", masked) ?? refuseValue("VALUE", "a mask is of booleans");
    const [fill] = reader.members([notation.fill], depth, isFill, "fill value");
    return { ...found, mask, fill };
  },
};

/** Returns the value of a notation; throws Refused, and SyntaxError if it is no notation. */
export function fromNotation(notation, context) {
  return new Reader(context).value(notation, 0);
}
