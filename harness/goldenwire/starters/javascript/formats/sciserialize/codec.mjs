// A codec of the format sciserialize, at its beginning: null, true and false, on both carriers.
//
// Read `goldenwire spec sciserialize`, then go on, a part at a time:
//
// 1. decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
// 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
// 3. what you have not come to throws Unsupported, which is honest and never passes;
// 4. declare in hello what the text lists as features and policies, once you keep what they promise.

import { pathToFileURL } from 'node:url';
import { octets, octetsOf, Rejected, serve, Unsupported } from './protocol.mjs';

// By carrier: the values and their bytes in hex.
const BYTES = {
  json: new Map([[null, '6e756c6c'], [true, '74727565'], [false, '66616c7365']]),
  msgpack: new Map([[null, 'c0'], [true, 'c3'], [false, 'c2']]),
};

/** What there is on the carrier of a request, which is JSON if it has no context. */
const known = (context) => BYTES[context?.carrier ?? 'json'];

/** @type {import('./protocol.mjs').Codec} */
export const codec = {
  hello() {
    const features = ['json', 'msgpack', 'codes', 'offsets'];
    return {
      codec: { name: 'my-codec', version: '0.1', language: 'JavaScript' },
      formats: { sciserialize: { operations: ['decode', 'encode', 'transcode'], features, policies: {} } },
    };
  },

  decode(format, data, context) {
    if (!data.length) throw new Rejected('SYNTAX', 0, 'expected a value, found no bytes');
    for (const [value, bytes] of known(context)) if (bytes === octetsOf(data)) return value;
    throw new Unsupported('another value than null, true and false: not written yet');
  },

  encode(format, value, context, plan) {
    const bytes = known(context).get(value);
    if (bytes === undefined) throw new Unsupported('another value than null, true and false: not written yet');
    return octets(bytes);
  },

  transcode(format, data, context) {
    return this.encode(format, this.decode(format, data, context), context, null);
  },
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) await serve(codec);
