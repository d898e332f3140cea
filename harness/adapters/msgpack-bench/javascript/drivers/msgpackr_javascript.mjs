// msgpackr: `unpack` and `pack`, and for the careful a `Packr` of its own.

import { Packr, addExtension, pack, unpack } from 'msgpackr';

import { showExtension } from '../notation.mjs';
import { Unsupported } from '../protocol.mjs';

const classes = new Map(); // by type: one is needed for each

/** The careful user has maps as Maps, and has registered the types of extensions that one may have, 1 to 100. */
export function drive(careful) {
  if (!careful) return { read: unpack, write: pack, integer: (whole) => whole };
  for (let type = 1; type <= 100; type++) register(type);
  const packr = new Packr({ useRecords: false, mapsAsObjects: false, variableMapSize: true, int64AsType: 'bigint' });
  return {
    read: (data) => packr.unpack(data),
    write: (value) => packr.pack(value),
    shown: (value) => (classes.get(value?.type) === value?.constructor ? shownAs(value) : undefined),
    extension(type, data) {
      if (!classes.has(type)) throw new Unsupported('one may register the types 1 to 100');
      return new (classes.get(type))(data);
    },
    integer: (whole) => whole,
    wide: true,
    maps: true,
  };
}

const shownAs = (value) => (value instanceof Object ? showExtension(value.type, value.data) : undefined);

function register(type) {
  const Class = class {
    constructor(data) {
      this.type = type;
      this.data = data;
    }
  };
  classes.set(type, Class);
  addExtension({ Class, type, pack: (value) => value.data, unpack: (data) => new Class(Uint8Array.from(data)) });
}
