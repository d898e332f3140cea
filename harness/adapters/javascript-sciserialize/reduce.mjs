// Reducing a value to the kinds of the carriers (GEN-01), members in canonical order (CANON-01).

import { nest } from "./shapes.mjs";
import { splitDuration } from "./times.mjs";
import * as values from "./values.mjs";

// The members are given in ascending order of their keys; `__type__` comes before all of them.
const tagged = (tag, members) => values.map([["__type__", values.string(tag)], ...Object.entries(members)]);
const shape = (value) => values.array(value.shape.map(values.integer));
const content = (value) => (value.elements ? nest(value.elements, value.shape) : values.binary(value.octets));

const REDUCE = {
  datetime: ({ text }) => tagged("datetime", { isostr: values.string(text) }),
  timedelta({ microseconds }) {
    const [days, seconds, microsec] = splitDuration(microseconds).map(values.integer);
    return tagged("timedelta", { days, microsec, seconds });
  },
  ndarray: (value) =>
    tagged("ndarray", { bytes: content(value), dtype: values.string(value.dtype), shape: shape(value) }),
  dataframe: (value) =>
    tagged("dataframe", {
      bytes: content(value),
      columns: values.array(value.columns),
      dtype: values.string(value.dtype),
      rows: values.array(value.rows),
      shape: shape(value),
    }),
  maskedarray: (value) =>
    tagged("maskedarray", {
      bytes: content(value),
      dtype: values.string(value.dtype),
      fill_value: value.fill,
      mask_bytes: values.binary(value.mask),
      shape: shape(value),
    }),
  unique_set: ({ items }) => tagged("unique_set", { set: values.array(items) }),
};

/** Returns the value if a carrier has its kind, else the map that stands for it; what is in it is left as it is. */
export function reduce(value) {
  return REDUCE[value.kind]?.(value) ?? value;
}
