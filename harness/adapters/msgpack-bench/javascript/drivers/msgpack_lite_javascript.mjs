// msgpack-lite: `decode` and `encode`.

import { Int64BE, Uint64BE } from 'int64-buffer'; // what comes out with the option int64, its documentation says
import msgpack from 'msgpack-lite';

import { showExtension } from '../notation.mjs';
import { Unsupported } from '../protocol.mjs';

const ExtBuffer = msgpack.decode(Buffer.from('d46000', 'hex')).constructor;

/** The careful user keeps 64-bit integers and maps whole, and has no extensions that turn into objects. */
export function drive(careful) {
  const options = careful ? { codec: msgpack.createCodec({ int64: true, usemap: true }) } : undefined;
  return {
    read: (data) => msgpack.decode(data, options),
    write: (value) => msgpack.encode(value, options),
    shown(value) {
      if (value instanceof ExtBuffer) return showExtension(value.type, value.buffer);
      if (Int64BE.isInt64BE(value) || Uint64BE.isUint64BE(value)) return { int: value.toString() };
      return undefined;
    },
    extension: (type, data) => new ExtBuffer(data, type),
    maps: careful,
    ...(careful && { integer, timestamp, wide: true }),
  };
}

const integer = (whole) => (whole < 0n ? new Int64BE(String(whole)) : new Uint64BE(String(whole)));

function timestamp() {
  throw new Unsupported('it has no timestamps');
}
