// msgpack5: an instance with `decode` and `encode`.

import { Buffer } from 'node:buffer';

import msgpack5 from 'msgpack5';

import { showExtension } from '../notation.mjs';
import { Unsupported } from '../protocol.mjs';

class Kept {
  constructor(type, data) {
    this.type = type;
    this.data = data;
  }
}

/** The careful user has maps as Maps, doubles as doubles, and has registered all types of extensions above 0. */
export function drive(careful) {
  const codec = careful ? msgpack5({ preferMap: true, forceFloat64: true }) : msgpack5();
  const driver = { read: (data) => codec.decode(data), write: (value) => codec.encode(value).slice() };
  if (!careful) return driver;
  for (let type = 1; type <= 127; type++) codec.registerDecoder(type, (data) => new Kept(type, data));
  codec.registerEncoder((value) => value instanceof Kept, ({ type, data }) => Buffer.from([type, ...data]));
  return { ...driver, maps: true, shown: keptAs, extension };
}

const keptAs = (value) => (value instanceof Kept ? showExtension(value.type, value.data) : undefined);

function extension(type, data) {
  if (type < 1) throw new Unsupported('one may register the types 1 to 127');
  return new Kept(type, data);
}
