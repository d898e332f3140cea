// The goldenwire protocol, version 1, for a codec written in JavaScript: Node's standard library alone, to be copied
// anywhere. Types stand in protocol.d.mts.
//
// `serve(codec)` answers requests from standard input until it ends. A codec has `hello()`, which returns the members
// `codec` and `formats` of the reply, and those of these that it supports:
//
//     decode(format, data, context) -> value      encode(format, value, context, plan) -> bytes
//     transcode(format, data, context) -> bytes
//
// It throws Rejected to refuse its input and Unsupported for what it does not do; any other error is `failed`. The atoms
// of the notation are read by `integer`, `bits`, `octets`, `boolean` and `text`, and written by the functions of the same
// names with `Of`: integers and the bits of floats are BigInts, octets Uint8Arrays. `goldenwire protocol` says more.

import { writeSync } from 'node:fs';

/** Refuses the input: an error class of the format, the byte where the bad field begins, a sentence; all optional. */
export class Rejected extends Error {
  constructor(code = '', offset = undefined, message = '') {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}

/** Says that the codec does not do what it is asked. */
export class Unsupported extends Error {}

// The atoms of the notation. What is none is refused, with the error class that the format has for a bad value.

/** The BigInt of "-128"; low and high are the least and the greatest that are allowed. */
export function integer(atom, low, high, code = '') {
  if (typeof atom !== 'string' || !/^(?:0|-?[1-9][0-9]*)$/.test(atom)) {
    throw new Rejected(code, undefined, `expected an integer as a decimal string, found ${shown(atom)}`);
  }
  const longest = Math.max(String(low).length, String(high).length);
  const limited = low !== undefined && high !== undefined; // then it is not computed where it is far too long
  if ((limited && atom.length > longest) || BigInt(atom) < low || BigInt(atom) > high) {
    throw new Rejected(code, undefined, `expected an integer from ${low} to ${high}, found ${shown(atom)}`);
  }
  return BigInt(atom);
}

export const integerOf = (number) => BigInt(number).toString();

/** The bits of a float of `size` bytes, as an unsigned BigInt: 0x3f800000n for "0x3f800000". */
export function bits(atom, size, code = '') {
  if (typeof atom !== 'string' || atom.length !== 2 + 2 * size || !/^0x[0-9a-f]+$/.test(atom)) {
    throw new Rejected(code, undefined, `expected 0x and ${2 * size} digits of a float's bits, found ${shown(atom)}`);
  }
  return BigInt(atom);
}

export const bitsOf = (number, size) => `0x${BigInt(number).toString(16).padStart(2 * size, '0')}`;

/** The bytes of "01ff". */
export function octets(atom, code = '') {
  if (typeof atom !== 'string' || !/^(?:[0-9a-f]{2})*$/.test(atom)) {
    throw new Rejected(code, undefined, `expected pairs of lower-case hex digits, found ${shown(atom)}`);
  }
  return new Uint8Array(Buffer.from(atom, 'hex'));
}

export const octetsOf = (data) => Buffer.from(data).toString('hex');

export function boolean(atom, code = '') {
  if (typeof atom !== 'boolean') throw new Rejected(code, undefined, `expected true or false, found ${shown(atom)}`);
  return atom;
}

/** The bytes of a text in UTF-8; a lone surrogate has none. */
export function text(atom, code = '') {
  if (typeof atom !== 'string' || /\p{Surrogate}/u.test(atom)) {
    throw new Rejected(code, undefined, `expected text, found ${shown(atom)}`);
  }
  return new TextEncoder().encode(atom);
}

/** The text of bytes in UTF-8. Throws a TypeError where they are none: it is for the codec to look before. */
export const textOf = (data) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);

function shown(value) {
  const whole = JSON.stringify(value) ?? 'nothing';
  return whole.length <= 60 ? whole : `${whole.slice(0, 50)}... (${whole.length} characters)`;
}

// The conversation

/** The reply to a request, both as objects. */
export function answer(codec, request) {
  if (request.op === 'hello') return { protocol: 1, ...codec.hello() };
  const { id } = request;
  try {
    return { id, ...done(codec, request) };
  } catch (error) {
    const said = words(error?.message ?? error);
    if (error instanceof Rejected) {
      return { id, rejected: { code: error.code || undefined, offset: error.offset, message: said || undefined } };
    }
    if (error instanceof Unsupported) return { id, unsupported: said };
    const first = `${error?.name ?? 'Error'}: ${said}`.replaceAll('\n', ' ');
    return { id, failed: `${first}\n${words(error?.stack ?? '')}` }; // the log comes after the first line
  }
}

function done(codec, { op, format, bytes, value, context = null, plan = null }) {
  if (!['decode', 'encode', 'transcode'].includes(op) || !codec[op]) throw new Unsupported(`the operation ${op}`);
  if (op === 'encode') return { bytes: octetsOf(codec.encode(format, value, context, plan)) };
  const result = codec[op](format, octets(bytes), context);
  return op === 'decode' ? { value: result } : { bytes: octetsOf(result) };
}

/** Text for people, in which no lone surrogate may stand. */
const words = (said) => String(said).replace(/\p{Surrogate}/gu, '\ufffd');

/** Answer each line of standard input, until it ends. What the codec logs goes to standard error. */
export async function serve(codec) {
  console.log = console.info = console.debug = console.error;
  let started = []; // the pieces of a line whose end has not come yet
  for await (let chunk of process.stdin) {
    for (let end; (end = chunk.indexOf(10)) >= 0; chunk = chunk.subarray(end + 1)) {
      reply(codec, Buffer.concat([...started, chunk.subarray(0, end)]).toString());
      started = [];
    }
    if (chunk.length) started.push(chunk);
  }
}

function reply(codec, line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch (error) {
    console.error(`cannot read a request: ${error.message}`);
    process.exit(2);
  }
  let left = Buffer.from(`${JSON.stringify(answer(codec, request))}\n`);
  while (left.length) {
    try {
      left = left.subarray(writeSync(1, left)); // at once, so that a crash loses no reply
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}
