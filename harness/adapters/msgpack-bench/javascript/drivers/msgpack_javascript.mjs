// @msgpack/msgpack: `decode` and `encode`.

import {
  EXT_TIMESTAMP, ExtData, ExtensionCodec, decode, decodeTimestampToTimeSpec, encode, encodeTimeSpecToTimestamp,
} from '@msgpack/msgpack';

import { showExtension } from '../notation.mjs';
import { Unsupported } from '../protocol.mjs';

class Time {
  constructor(sec, nsec) {
    this.sec = sec;
    this.nsec = nsec;
  }
}

/** The careful user has 64-bit integers as BigInts, and timestamps whole instead of as Dates. */
export function drive(careful) {
  const options = careful ? { useBigInt64: true, extensionCodec: timestampsWhole() } : undefined;
  return {
    read: (data) => decode(data, options),
    write: (value) => encode(value, options),
    shown(value) {
      if (value instanceof ExtData) return showExtension(value.type, value.data);
      if (value instanceof Time) return { timestamp: [String(BigInt(value.sec)), String(value.nsec)] };
      return undefined;
    },
    extension: (type, data) => new ExtData(type, data),
    ...(careful && {
      integer: (whole) => whole,
      wide: true,
      timestamp,
    }),
  };
}

function timestamp(seconds, nanoseconds) {
  if (BigInt(Number(seconds)) !== seconds) throw new Unsupported('a number is exact to 2^53');
  return new Time(Number(seconds), Number(nanoseconds));
}

function timestampsWhole() {
  const codec = new ExtensionCodec();
  codec.register({
    type: EXT_TIMESTAMP,
    encode: (value) => (value instanceof Time ? encodeTimeSpecToTimestamp(value) : null),
    decode(data) {
      const { sec, nsec } = decodeTimestampToTimeSpec(data);
      return new Time(sec, nsec);
    },
  });
  return codec;
}
