// The limits of the format.

/** The deepest level of arrays and objects (GEN-10, policy `limit`). */
export const DEPTH = 128;

/** Integers lie in -2^63 .. 2^64 - 1 (policy big-integer `exact`, JSON-21, MP-12). */
export const SMALLEST = -(2n ** 63n);
export const LARGEST = 2n ** 64n - 1n;

// No integer in range has more characters; longer ones are refused without being converted.
const LONGEST = 20;

/** Returns the integer that decimal digits stand for, or null if it is out of range. */
export function integerInRange(digits) {
  if (digits.length > LONGEST) return null;
  const integer = BigInt(digits);
  return integer >= SMALLEST && integer <= LARGEST ? integer : null;
}
