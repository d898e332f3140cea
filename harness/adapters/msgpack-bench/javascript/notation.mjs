// From JavaScript's values to the notation of msgpack, and back: what the drivers of all packages share.
//
// A driver has `read(data)` and `write(value)`, and may have `shown(value)`, the notation of what is the package's own;
// `extension(type, data)`, `timestamp(seconds, nanoseconds)` and `integer(bigint)`, which make such; `wide`, true where a
// user writes integers of more than 32 bits as such, since numbers become floats; and `maps`, true where maps are Maps.

import { Buffer } from 'node:buffer';

import { Unsupported, bits, octets, octetsOf, text } from './protocol.mjs';
import { smallest } from './smallest.mjs';

const LOW = -(1n << 63n);
const HIGH = (1n << 64n) - 1n;
const CLASSES = [Error, RegExp, Promise, Set, WeakMap, Boolean, String, Number, ArrayBuffer, DataView];

/** The notation of what a package returned. Throws a TypeError for what has none. */
export function describe(value, driver) {
  const own = driver.shown?.(value);
  if (own !== undefined) return own;
  if (value === null) return null;
  if (typeof value in ATOMS) return ATOMS[typeof value](value);
  if (Array.isArray(value)) return { array: value.map((item) => describe(item, driver)) };
  if (value instanceof Uint8Array && (value.constructor === Uint8Array || Buffer.isBuffer(value))) {
    return { bin: octetsOf(value) };
  }
  if (value instanceof Date) return showDate(value);
  if (value instanceof Map) return showPairs([...value], driver);
  if (isPlain(value)) return showPairs(Object.entries(value), driver);
  throw new TypeError(`the package returned ${nameOf(value)}, which is no value of the format`);
}

const ATOMS = { boolean: (value) => value, string: showText, bigint: (value) => ({ int: String(value) }), number: showNumber };

function showText(value) {
  if (/\p{Surrogate}/u.test(value)) throw new TypeError('the package returned a string with half a surrogate pair');
  return { str: value };
}

/** A number without a fraction is an integer: JavaScript does not tell them apart. */
function showNumber(value) {
  const whole = Number.isInteger(value) && !Object.is(value, -0) && BigInt(value) >= LOW && BigInt(value) <= HIGH;
  if (whole) return { int: String(BigInt(value)) };
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return { float: `0x${octetsOf(new Uint8Array(view.buffer))}` };
}

function showPairs(pairs, driver) {
  const shown = pairs.map(([key, item]) => [describe(key, driver), describe(item, driver)]);
  const keyed = shown.map((pair) => [smallest(pair[0]), pair]);
  keyed.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  return { map: keyed.map(([, pair]) => pair) };
}

function showDate(date) {
  if (Number.isNaN(date.getTime())) throw new TypeError('the package returned an Invalid Date');
  return showTime(BigInt(date.getTime()) * 1_000_000n);
}

/** The notation of a time in nanoseconds since 1970. */
export function showTime(time) {
  const nanoseconds = ((time % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return { timestamp: [String((time - nanoseconds) / 1_000_000_000n), String(nanoseconds)] };
}

export const showExtension = (type, data) => ({ ext: { type: String(type), data: octetsOf(data) } });

/** Whether this is an object of no class; its prototype may be any other such. */
function isPlain(value) {
  if (typeof value !== 'object' || CLASSES.some((one) => value instanceof one) || ArrayBuffer.isView(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || !Object.hasOwn(prototype, 'constructor');
}

const nameOf = (value) => value?.constructor?.name ?? typeof value;

/** The value of the notation, as a user has it in hand. Throws Rejected, and Unsupported where JavaScript has none. */
export function build(value, driver) {
  if (value === null || typeof value === 'boolean') return value;
  const [[tag, content]] = Object.entries(value);
  return MAKERS[tag](content, driver);
}

const MAKERS = {
  int: (atom, driver) => number(BigInt(atom), driver),
  float: (atom) => new DataView(new BigUint64Array([bits(atom, 8)]).buffer).getFloat64(0, true),
  str: (atom) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(text(atom)),
  utf8: () => {
    throw new Unsupported('a string has no octets that are not UTF-8');
  },
  bin: (atom) => Buffer.from(octets(atom)),
  array: (items, driver) => items.map((item) => build(item, driver)),
  map: (pairs, driver) => (driver.maps ? asMap(pairs, driver) : asObject(pairs, driver)),
  ext: ({ type, data }, driver) => {
    if (!driver.extension) throw new Unsupported('it has no extensions to be written');
    return driver.extension(Number(type), Buffer.from(octets(data)));
  },
  timestamp: ([seconds, nanoseconds], driver) => (driver.timestamp ?? date)(BigInt(seconds), BigInt(nanoseconds)),
};

/** A number where it is exact; where it is not, or `wide` says so from 33 bits on, what the driver has for integers. */
function number(whole, driver) {
  const [least, most] = driver.wide ? [-0x8000_0000, 0xffff_ffff] : [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  if (whole >= BigInt(least) && whole <= BigInt(most)) return Number(whole);
  if (driver.integer) return driver.integer(whole);
  if (BigInt(Number(whole)) === whole && whole >= LOW && whole <= HIGH) return Number(whole);
  throw new Unsupported('a number is exact to 2^53');
}

function asObject(pairs, driver) {
  const made = {};
  for (const [key, item] of pairs) {
    const name = key?.str;
    if (name === undefined) throw new Unsupported('an object has strings for keys');
    if (Object.hasOwn(made, name)) throw new Unsupported('an object has no key twice');
    const value = build(item, driver);
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return made;
}

function asMap(pairs, driver) {
  const made = new Map(pairs.map(([key, item]) => [build(key, driver), build(item, driver)]));
  if (made.size < pairs.length) throw new Unsupported('a Map has no key twice');
  return made;
}

function date(seconds, nanoseconds) {
  if (nanoseconds % 1_000_000n || nanoseconds < 0n || nanoseconds > 999_999_999n) throw new Unsupported('a Date has 0 to 999 milliseconds');
  const made = new Date(Number(seconds * 1_000n + nanoseconds / 1_000_000n));
  if (Number.isNaN(made.getTime())) throw new Unsupported('a Date has some 270,000 years');
  return made;
}
