// A codec of the format sample, at its beginning: it knows one value by heart, and declines everything else.
//
// Read `goldenwire spec sample`, then replace what is known by heart with what reads and writes bytes, a part at a time:
//
// 1. decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
// 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
// 3. what you have not come to throws Unsupported, which is honest and never passes;
// 4. declare in hello what the text lists as features and policies, once you keep what they promise.

import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { octets, serve, Unsupported } from './protocol.mjs';

// One value of the format: the context of its request, its bytes, and what they mean.
const CONTEXT = JSON.parse("@CONTEXT@");
const BYTES = octets("@BYTES@");
const VALUE = JSON.parse("@VALUE@");

/** @type {import('./protocol.mjs').Codec} */
export const codec = {
  hello() {
    return {
      codec: { name: 'my-codec', version: '0.1', language: 'JavaScript' },
      formats: { sample: { operations: ['decode', 'encode', 'transcode'], features: ["@FEATURE@"], policies: {} } },
    };
  },

  decode(format, data, context) {
    if (isDeepStrictEqual([data, context], [BYTES, CONTEXT])) return VALUE;
    throw new Unsupported('these bytes: not written yet');
  },

  encode(format, value, context, plan) {
    if (isDeepStrictEqual([value, context, plan], [VALUE, CONTEXT, null])) return BYTES;
    throw new Unsupported('this value: not written yet');
  },

  transcode(format, data, context) {
    return this.encode(format, this.decode(format, data, context), context, null);
  },
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) await serve(codec);
