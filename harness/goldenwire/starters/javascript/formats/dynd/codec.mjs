// A codec of the format dynd, at its beginning: truth values and integers.
//
// Read `goldenwire spec dynd`, then go on, a part at a time:
//
// 1. decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
// 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
// 3. what you have not come to throws Unsupported, which is honest, and passes under unknown profiles alone;
// 4. declare in hello what the text lists as features and policies, once you keep what they promise.

import { pathToFileURL } from 'node:url';
import { boolean, integer, integerOf, Rejected, serve, Unsupported } from './protocol.mjs';

// By type string: the number of bytes, and whether it is signed.
const INTEGERS = new Map(
  [1, 2, 4, 8, 16].flatMap((size) => [
    [`int${8 * size}`, { size, signed: true }],
    [`uint${8 * size}`, { size, signed: false }],
  ]),
);

/** The type string of a core call. */
function typeOf(context) {
  if ('profile' in context) throw new Unsupported(`the profile ${context.profile}`);
  if (context.type !== 'bool' && !INTEGERS.has(context.type)) {
    throw new Unsupported('another type than bool and integers: not written yet');
  }
  return context.type;
}

/** @type {import('./protocol.mjs').Codec} */
export const codec = {
  hello() {
    return {
      codec: { name: 'my-codec', version: '0.1', language: 'JavaScript' },
      formats: { dynd: { operations: ['decode', 'encode', 'transcode'], features: ['codes', 'offsets'], policies: {} } },
    };
  },

  decode(format, data, context) {
    const type = typeOf(context);
    const { size, signed } = INTEGERS.get(type) ?? { size: 1 };
    if (data.length < size) throw new Rejected('TRUNCATED', 0, `expected ${size} bytes, found ${data.length}`);
    if (type === 'bool' && data[0] > 1) throw new Rejected('BOOL_INVALID', 0, `expected 00 or 01, found ${data[0]}`);
    if (data.length > size) throw new Rejected('TRAILING_BYTES', size, 'expected the end of the input');
    if (type === 'bool') return data[0] === 1;
    const number = data.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    return integerOf(signed ? BigInt.asIntN(8 * size, number) : number);
  },

  encode(format, value, context, plan) {
    const type = typeOf(context);
    if (type === 'bool') return Uint8Array.of(boolean(value, 'VALUE_INVALID') ? 1 : 0);
    const { size, signed } = INTEGERS.get(type);
    const most = 1n << BigInt(8 * size);
    const [low, high] = signed ? [-most / 2n, most / 2n - 1n] : [0n, most - 1n];
    const number = BigInt.asUintN(8 * size, integer(value, low, high, 'VALUE_INVALID'));
    return Uint8Array.from({ length: size }, (_, i) => Number((number >> BigInt(8 * i)) & 0xffn));
  },

  transcode(format, data, context) {
    return this.encode(format, this.decode(format, data, context), context, null);
  },
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) await serve(codec);
