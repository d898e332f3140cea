// The array in an ndarray, data frame or masked array, made from its members (sections 8 to 11).

import { DTYPES, OBJECT } from "./dtypes.mjs";
import { flatten, hasElements } from "./shapes.mjs";

/** Tells whether arrays of a tag may have the dtype `object` in a request. */
export const mayHoldObjects = (tag, context) => tag !== "maskedarray" && context.extensions.has(OBJECT);

const isBoolean = (octet) => octet <= 1;

/** Returns the array of a tagged object's members, which are of their kinds; refuses in the order of section 15. */
export function arrayOfMembers(tag, members, context, refuse) {
  const dtype = members.dtype.value;
  const isObjects = dtype === OBJECT && mayHoldObjects(tag, context);
  if (!isObjects && !DTYPES.has(dtype)) refuse("DTYPE", `${JSON.stringify(dtype)} is none of the dtypes`);
  const shape = members.shape.items.map(({ value }) => value);
  if (shape.some((dimension) => dimension < 0n)) refuse("SHAPE", "a dimension is negative");
  if (tag === "dataframe" && shape.length !== 2) refuse("SHAPE", "a data frame has two dimensions");
  const found = { kind: tag, dtype, shape };
  if (isObjects) {
    found.elements = flatten(members.bytes, shape) ?? refuse("SHAPE", "the nest of elements does not fit the shape");
  } else {
    found.octets = octetsOfShape(members.bytes.octets, DTYPES.get(dtype).size, shape, refuse);
  }
  if (tag === "dataframe") addLabels(found, members, refuse);
  const mask = members.mask_bytes?.octets;
  if (mask && !hasElements(shape, mask.length)) refuse("SHAPE", "mask_bytes has not one octet for each element");
  if (dtype === "bool" && !found.octets.every(isBoolean)) refuse("VALUE", "a boolean is neither 00 nor 01");
  if (mask && !mask.every(isBoolean)) refuse("VALUE", "an octet of mask_bytes is neither 00 nor 01");
  return mask ? { ...found, mask, fill: members.fill_value } : found;
}

function octetsOfShape(octets, size, shape, refuse) {
  if (octets.length % size !== 0 || !hasElements(shape, octets.length / size)) {
    refuse("SHAPE", `${octets.length} octets are not what the shape has elements of ${size}`);
  }
  return octets;
}

function addLabels(frame, members, refuse) {
  frame.columns = members.columns.items;
  frame.rows = members.rows.items;
  const [rows, columns] = frame.shape;
  if (BigInt(frame.rows.length) !== rows) refuse("SHAPE", `${frame.rows.length} labels for ${rows} rows`);
  if (BigInt(frame.columns.length) !== columns) {
    refuse("SHAPE", `${frame.columns.length} labels for ${columns} columns`);
  }
}
