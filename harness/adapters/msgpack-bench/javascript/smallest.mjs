// The canonical octets of a value, by which the pairs of a map stand in order in the notation.

import { Buffer } from 'node:buffer';

const WORDS = new Map([[null, 'c0'], [false, 'c2'], [true, 'c3']]);
// How many at most, how many octets tell it, header.
const STRINGS = [[31, 0, 0xa0], [0xff, 1, 0xd9], [0xffff, 2, 0xda], [0xffffffff, 4, 0xdb]];
const BINARIES = [[0xff, 1, 0xc4], [0xffff, 2, 0xc5], [0xffffffff, 4, 0xc6]];
const ARRAYS = [[15, 0, 0x90], [0xffff, 2, 0xdc], [0xffffffff, 4, 0xdd]];
const MAPS = [[15, 0, 0x80], [0xffff, 2, 0xde], [0xffffffff, 4, 0xdf]];
const EXTENSIONS = [[0xff, 1, 0xc7], [0xffff, 2, 0xc8], [0xffffffff, 4, 0xc9]];
const FIXED = { 1: 0xd4, 2: 0xd5, 4: 0xd6, 8: 0xd7, 16: 0xd8 };
// First and last value, bytes, header.
const INTEGERS = [
  [0n, 0x7fn, 0, 0x00], [-32n, -1n, 0, 0x100],
  [0n, 0xffn, 1, 0xcc], [0n, 0xffffn, 2, 0xcd], [0n, 0xffffffffn, 4, 0xce], [0n, (1n << 64n) - 1n, 8, 0xcf],
  [-0x80n, -1n, 1, 0xd0], [-0x8000n, -1n, 2, 0xd1], [-0x80000000n, -1n, 4, 0xd2], [-(1n << 63n), -1n, 8, 0xd3],
];

const digits = (number, size) => BigInt.asUintN(8 * size, BigInt(number)).toString(16).padStart(2 * size, '0');

const FORMS = {
  int: (atom) => integer(BigInt(atom)),
  float: (atom) => `cb${isNaN(atom) ? '7ff8000000000000' : atom.slice(2)}`,
  str: (text) => counted(Buffer.from(text).toString('hex'), STRINGS),
  utf8: (data) => counted(data, STRINGS),
  bin: (data) => counted(data, BINARIES),
  array: (items) => header(items.length, ARRAYS) + items.map(smallest).join(''),
  map: (pairs) => header(pairs.length, MAPS) + pairs.flat().map(smallest).join(''),
  ext: ({ type, data }) => extension(type, data),
  timestamp: ([seconds, nanoseconds]) => extension(-1, moment(BigInt(seconds), BigInt(nanoseconds))),
};

/** The canonical octets of a value in the notation, as hex. */
export function smallest(value) {
  if (WORDS.has(value)) return WORDS.get(value);
  const [[tag, content]] = Object.entries(value);
  return FORMS[tag](content);
}

/** Whether the bits are a NaN's, of which there is but one. */
const isNaN = (atom) => (BigInt(atom) & ~(1n << 63n)) > 0x7ff0n << 48n;

function integer(number) {
  const fit = INTEGERS.find(([first, last]) => first <= number && number <= last);
  if (!fit) return Buffer.from(String(number)).toString('hex'); // only a mistake is out of range
  const [, , size, head] = fit;
  return size ? digits(head, 1) + digits(number, size) : digits(BigInt(head) + number, 1);
}

function header(count, forms) {
  const [, size, head] = forms.find(([most]) => count <= most);
  return size ? digits(head, 1) + digits(count, size) : digits(head | count, 1);
}

const counted = (data, forms) => header(data.length / 2, forms) + data;

function extension(type, data) {
  const fixed = FIXED[data.length / 2];
  return (fixed ? digits(fixed, 1) : header(data.length / 2, EXTENSIONS)) + digits(type, 1) + data;
}

function moment(seconds, nanoseconds) {
  if (seconds < 0n || seconds >> 34n) return digits(nanoseconds, 4) + digits(seconds, 8);
  return nanoseconds || seconds >> 32n ? digits((nanoseconds << 34n) | seconds, 8) : digits(seconds, 4);
}
