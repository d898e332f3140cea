// Says back what it is told, by the starter's protocol.mjs: what tests/starters/hostile.py describes.

import * as protocol from './protocol.mjs';

const backwards = (data) => Uint8Array.from(data).reverse();
const number = (data) => (data.length ? BigInt(`0x${protocol.octetsOf(backwards(data))}`) : 0n);
const stored = (value, size) => backwards(protocol.octets(BigInt.asUintN(8 * size, value).toString(16).padStart(2 * size, '0')));

await protocol.serve({
  hello() {
    const formats = { echo: { operations: ['decode', 'encode', 'transcode'] } };
    return { codec: { name: 'echo', version: '1', language: 'JavaScript' }, formats };
  },

  decode(format, data, context) {
    switch (context?.say) {
      case 'rejected':
        throw new protocol.Rejected(context.code, data.length, context.message);
      case 'unsupported':
        throw new protocol.Unsupported(context.message);
      case 'failed':
        throw new TypeError(context.message);
    }
    switch (context?.atom) {
      case 'integer':
        return protocol.integerOf(context.signed ? BigInt.asIntN(8 * data.length, number(data)) : number(data));
      case 'bits':
        return protocol.bitsOf(number(data), data.length);
      case 'octets':
        return protocol.octetsOf(data);
      case 'text':
        return protocol.textOf(data);
      case 'boolean':
        return data[0] === 1;
    }
    return context;
  },

  encode(format, value, context, plan) {
    if (plan !== null) return protocol.octets(plan);
    const size = Number(protocol.integer(context.size ?? '0', 0n, 64n));
    switch (context.atom) {
      case 'integer': {
        const most = 1n << BigInt(8 * size);
        const [low, high] = context.signed ? [-most / 2n, most / 2n - 1n] : [0n, most - 1n];
        return stored(protocol.integer(value, low, high), size);
      }
      case 'bits':
        return stored(protocol.bits(value, size), size);
      case 'octets':
        return protocol.octets(value);
      case 'text':
        return protocol.text(value);
    }
    return [protocol.boolean(value) ? 1 : 0];
  },

  transcode: (format, data) => data,
});
