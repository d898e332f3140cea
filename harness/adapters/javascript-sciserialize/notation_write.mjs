// Values in the notation (section 17).

import { OBJECT, readElements } from "./dtypes.mjs";
import { splitDuration } from "./times.mjs";
import { bitsOfDouble } from "./values.mjs";

const list = (items) => items.map(toNotation);
const pairs = (members) => members.map(([key, value]) => [key, toNotation(value)]);
const elements = (value) => (value.dtype === OBJECT ? list(value.elements) : readElements(value.dtype, value.octets));

const WRITERS = {
  null: () => null,
  boolean: ({ value }) => value,
  integer: ({ value }) => ({ number: String(value) }),
  double: ({ value }) => ({ number: bitsOfDouble(value) }),
  string: ({ value }) => ({ str: value }),
  binary: ({ octets }) => ({ bin: octets.toString("hex") }),
  array: ({ items }) => ({ array: list(items) }),
  map: ({ pairs: members }) => ({ map: pairs(members) }),
  datetime: ({ text }) => ({ datetime: text }),
  timedelta: ({ microseconds }) => ({ timedelta: splitDuration(microseconds).map(String) }),
  ndarray: (value) => ({
    ndarray: { dtype: value.dtype, shape: value.shape.map(String), elements: elements(value) },
  }),
  dataframe: (value) => ({
    dataframe: {
      dtype: value.dtype,
      columns: list(value.columns),
      rows: list(value.rows),
      elements: elements(value),
    },
  }),
  unique_set: ({ items }) => ({ unique_set: list(items) }),
  maskedarray: (value) => ({
    maskedarray: {
      dtype: value.dtype,
      shape: value.shape.map(String),
      elements: elements(value),
      mask: Array.from(value.mask, (octet) => octet === 1),
      fill: toNotation(value.fill),
    },
  }),
};

/** Returns the notation of a value, ready for JSON.stringify. */
export function toNotation(value) {
  return WRITERS[value.kind](value);
}
