// Values as the codec holds them: objects with a `kind`, valid from their making.
//
//   null | boolean {value} | integer {value: BigInt} | double {value: Number} | string {value} | binary {octets}
//   array {items} | map {pairs: [key, value], sorted by key} | unique_set {items, in canonical order}
//   datetime {text, in the spelling of CANON-06} | timedelta {microseconds: BigInt, of all of it}
//   ndarray | dataframe | maskedarray {dtype, shape: BigInt[], octets | elements (dtype object)},
//     dataframe with {columns, rows}, maskedarray with {mask: octets, fill}

export const NULL = { kind: "null" };
export const boolean = (value) => ({ kind: "boolean", value });
export const integer = (value) => ({ kind: "integer", value });
export const double = (value) => ({ kind: "double", value });
export const string = (value) => ({ kind: "string", value });
export const binary = (octets) => ({ kind: "binary", octets });
export const array = (items) => ({ kind: "array", items });
export const map = (pairs) => ({ kind: "map", pairs });

const scratch = new DataView(new ArrayBuffer(8));

/** Returns the double of 64 bits, given as a BigInt. */
export function doubleOfBits(bits) {
  scratch.setBigUint64(0, bits);
  return scratch.getFloat64(0);
}

/** Returns the bits of a double in the notation, `0x` and 16 digits. */
export function bitsOfDouble(value) {
  scratch.setFloat64(0, value);
  return `0x${scratch.getBigUint64(0).toString(16).padStart(16, "0")}`;
}

const list = (items) => `[${items.map(identity).join(",")}]`;
const cells = (value) => (value.elements ? list(value.elements) : value.octets.toString("hex"));
const lattice = (value) => `${value.dtype}[${value.shape}]${cells(value)}`;

const IDENTITY = {
  null: () => "null",
  boolean: ({ value }) => String(value),
  integer: ({ value }) => String(value),
  // An integral double is the integer of the same value, but for -0.0.
  double({ value }) {
    return Number.isInteger(value) && !Object.is(value, -0) ? String(BigInt(value)) : bitsOfDouble(value);
  },
  string: ({ value }) => JSON.stringify(value),
  binary: ({ octets }) => `bin:${octets.toString("hex")}`,
  array: ({ items }) => list(items),
  map: ({ pairs }) => `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${identity(value)}`).join(",")}}`,
  unique_set: ({ items }) => `set:[${items.map(identity).sort().join(",")}]`,
  datetime: ({ text }) => `datetime:${text}`,
  timedelta: ({ microseconds }) => `timedelta:${microseconds}`,
  ndarray: (value) => `ndarray:${lattice(value)}`,
  dataframe: (value) => `dataframe:${lattice(value)}${list(value.columns)}${list(value.rows)}`,
  maskedarray: (value) => `maskedarray:${lattice(value)}:${value.mask.toString("hex")}:${identity(value.fill)}`,
};

/** Returns a text that two values have in common if and only if they are the same (section 17, Comparison; EXT-08). */
export function identity(value) {
  return IDENTITY[value.kind](value);
}
