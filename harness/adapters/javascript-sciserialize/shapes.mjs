// Shapes: how many elements they have, and the nests of arrays of objects (EXT-03).

import { DEPTH } from "./limits.mjs";
import { refuseValue } from "./refusal.mjs";
import * as values from "./values.mjs";

/** Tells whether a shape, of dimensions that are BigInts and not negative, has so many elements (LIM-01). */
export function hasElements(shape, count) {
  if (shape.includes(0n)) return count === 0;
  let product = 1n;
  for (const dimension of shape) {
    product *= dimension;
    // Stopping here keeps the product small, whatever the shape claims.
    if (product > BigInt(count)) return false;
  }
  return product === BigInt(count);
}

/** Returns the elements in a nest of array values, or null if the nest does not fit the shape. */
export function flatten(nest, shape) {
  let level = [nest];
  for (const dimension of shape) {
    if (!level.every(({ kind, items }) => kind === "array" && BigInt(items.length) === dimension)) return null;
    level = level.flatMap(({ items }) => items);
  }
  return level;
}

// An array without elements may still be a nest of very many empty arrays; no document of theirs would be of use.
const MOST_ARRAYS = 2 ** 22;

/** Returns the elements nested as deep as the shape has dimensions; throws Refused (LIMIT). */
export function nest(elements, shape) {
  const empty = shape.indexOf(0n);
  const visible = empty < 0 ? shape : shape.slice(0, empty + 1);
  if (visible.length > DEPTH) refuseValue("LIMIT", `nested deeper than ${DEPTH} levels`);
  const counts = [1];
  for (const dimension of visible) {
    const count = BigInt(counts.at(-1)) * dimension;
    if (empty >= 0 && count > MOST_ARRAYS) refuseValue("LIMIT", "a nest of too many empty arrays");
    counts.push(Number(count));
  }
  let level = elements;
  for (let axis = visible.length - 1; axis >= 0; axis -= 1) {
    const [inner, width] = [level, Number(visible[axis])];
    level = Array.from({ length: counts[axis] }, (_, i) => values.array(inner.slice(i * width, (i + 1) * width)));
  }
  return level[0];
}
