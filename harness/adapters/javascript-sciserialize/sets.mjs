// Sets: no equal elements (EXT-01, EXT-08), in the order of the elements' canonical JSON (CANON-08).

import { writeJson } from "./json_write.mjs";
import { identity } from "./values.mjs";

/** Returns the set of items, or null if two of them are equal; throws Refused if one has no canonical JSON. */
export function uniqueSet(items) {
  if (new Set(items.map(identity)).size < items.length) return null;
  // On both carriers the order is that of JSON, and what it nests is no matter.
  const ranked = items.map((item) => ({ item, octets: writeJson(item, Infinity) }));
  ranked.sort((a, b) => Buffer.compare(a.octets, b.octets));
  return { kind: "unique_set", items: ranked.map(({ item }) => item) };
}
