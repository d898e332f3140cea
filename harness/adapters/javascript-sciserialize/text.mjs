// Text and octets: strict UTF-8, the order of keys, strict base64.

// A byte order mark inside a string is a character like any other.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns the text that octets hold, or null if they are not well-formed UTF-8. */
export function decodeUtf8(octets) {
  try {
    return utf8.decode(octets);
  } catch {
    return null;
  }
}

/** Returns pairs sorted by the UTF-8 octets of their keys (CANON-01); JavaScript's own order is that of UTF-16. */
export function sortByKey(pairs) {
  const ranked = pairs.map((pair) => ({ pair, octets: Buffer.from(pair[0]) }));
  return ranked.sort((a, b) => Buffer.compare(a.octets, b.octets)).map(({ pair }) => pair);
}

/** Returns the octets of a base64 text, or null if it is not the one text that RFC 4648 has for them (JSON-12). */
export function decodeBase64(text) {
  // Node's decoder is lenient; the one strict text is what its encoder writes.
  const octets = Buffer.from(text, "base64");
  return octets.toString("base64") === text ? octets : null;
}

/** Returns the octets of a hexadecimal text; throws SyntaxError if it is none. */
export function decodeHex(text) {
  const octets = Buffer.from(text, "hex");
  if (octets.toString("hex") !== text) throw new SyntaxError("not lower-case hexadecimal digits");
  return octets;
}
