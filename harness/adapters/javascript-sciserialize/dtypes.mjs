// The fourteen dtypes (section 8): sizes, and elements as atoms of the notation. Floats are moved as bits.

const INTEGER = /^(?:0|-?[1-9][0-9]{0,19})$/;

// `read(octets, at)` gives an atom; `write(octets, at, atom)` tells whether the atom is one of the dtype.
const bool = {
  size: 1,
  read: (octets, at) => octets[at] === 1,
  write(octets, at, atom) {
    octets[at] = atom === true ? 1 : 0;
    return typeof atom === "boolean";
  },
};

function integers(bits, signed) {
  const size = bits / 8;
  const least = signed ? -(2n ** BigInt(bits - 1)) : 0n;
  const most = least + 2n ** BigInt(bits) - 1n;
  return {
    size,
    read(octets, at) {
      if (size === 8) return String(signed ? octets.readBigInt64LE(at) : octets.readBigUInt64LE(at));
      return String(signed ? octets.readIntLE(at, size) : octets.readUIntLE(at, size));
    },
    write(octets, at, atom) {
      if (typeof atom !== "string" || !INTEGER.test(atom)) return false;
      const value = BigInt(atom);
      if (value < least || value > most) return false;
      writeBits(octets, at, size, BigInt.asUintN(bits, value));
      return true;
    },
  };
}

function floats(bits) {
  const size = bits / 8;
  const pattern = new RegExp(`^0x[0-9a-f]{${2 * size}}$`);
  return {
    size,
    read: (octets, at) => `0x${Buffer.from(octets.subarray(at, at + size)).reverse().toString("hex")}`,
    write(octets, at, atom) {
      if (typeof atom !== "string" || !pattern.test(atom)) return false;
      writeBits(octets, at, size, BigInt(atom));
      return true;
    },
  };
}

function complexes(part) {
  return {
    size: 2 * part.size,
    read: (octets, at) => [part.read(octets, at), part.read(octets, at + part.size)],
    write: (octets, at, atom) =>
      Array.isArray(atom) &&
      atom.length === 2 &&
      part.write(octets, at, atom[0]) &&
      part.write(octets, at + part.size, atom[1]),
  };
}

function writeBits(octets, at, size, bits) {
  if (size === 8) octets.writeBigUInt64LE(bits, at);
  else octets.writeUIntLE(Number(bits), at, size);
}

export const DTYPES = new Map([
  ["bool", bool],
  ["int8", integers(8, true)],
  ["int16", integers(16, true)],
  ["int32", integers(32, true)],
  ["int64", integers(64, true)],
  ["uint8", integers(8, false)],
  ["uint16", integers(16, false)],
  ["uint32", integers(32, false)],
  ["uint64", integers(64, false)],
  ["float16", floats(16)],
  ["float32", floats(32)],
  ["float64", floats(64)],
  ["complex64", complexes(floats(32))],
  ["complex128", complexes(floats(64))],
]);

/** The dtype of the extension `object`; its elements are values and have no octets. */
export const OBJECT = "object";

/** Returns the elements that octets hold, as atoms. */
export function readElements(dtype, octets) {
  const { size, read } = DTYPES.get(dtype);
  return Array.from({ length: octets.length / size }, (_, i) => read(octets, i * size));
}

/** Returns the octets of elements, or null if one of them is not of the dtype. */
export function writeElements(dtype, elements) {
  const { size, write } = DTYPES.get(dtype);
  const octets = Buffer.alloc(elements.length * size);
  return elements.every((atom, i) => write(octets, i * size, atom)) ? octets : null;
}
