// A codec of the format dspack, at its beginning: a data set whose rows have one field, a Q.
//
// Read `goldenwire spec dspack`, then go on, a part at a time:
//
// 1. decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
// 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
// 3. what you have not come to throws Unsupported, which is honest and never passes;
// 4. declare in hello what the text lists as features and policies, once you keep what they promise.

import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { integer, integerOf, Rejected, serve, Unsupported } from './protocol.mjs';

const SCHEMA = /^!Q\(([a-z]+)\)$/;
// The meta block before and after the schema, as an encoder writes it without a description and user meta.
const BEFORE = '\x84\xa7version\x01\xa6schema';
const AFTER = '\xabdescription\xa0\xa4meta\x80';
const VERSION = BEFORE.indexOf('\x01'); // where the version stands in the block
const MEMBERS = ['version', 'schema', 'fields', 'description', 'meta', 'rows']; // of a data set in a request
const MOST = (1n << 64n) - 1n; // the greatest Q

const block = (schema) => BEFORE + String.fromCharCode(0xa0 | (schema.length & 31)) + schema + AFTER;

function onlyFiles(context) {
  if (context !== null && !isDeepStrictEqual(context, { scope: 'file' })) {
    throw new Unsupported('another scope than file: not written yet');
  }
}

function* rowsOf(data, at) {
  for (; at < data.length; at += 12) {
    if (data.length - at < 4) throw new Rejected('TRUNCATED', at, 'expected a row_length of 4 bytes');
    if (data.readUInt32BE(at) !== 8) {
      throw new Unsupported('a row of another length, or the end of a data set: not written yet');
    }
    if (data.length - at < 12) throw new Rejected('TRUNCATED', at + 4, 'expected a row of 8 bytes');
    yield [integerOf(data.readBigUInt64BE(at + 4))];
  }
}

/** @type {import('./protocol.mjs').Codec} */
export const codec = {
  hello() {
    return {
      codec: { name: 'my-codec', version: '0.1', language: 'JavaScript' },
      formats: { dspack: { operations: ['decode', 'encode', 'transcode'], features: ['codes', 'offsets'], policies: {} } },
    };
  },

  decode(format, bytes, context) {
    onlyFiles(context);
    const data = Buffer.from(bytes);
    if (data.length < 2) throw new Rejected('TRUNCATED', 0, `expected a meta_length of 2 bytes, found ${data.length}`);
    const end = 2 + data.readUInt16BE(0);
    const meta = data.toString('latin1', 2, end);
    if (!meta.startsWith(BEFORE.slice(0, VERSION)) || data.length < end || end === 0x10001 || !meta.endsWith(AFTER)) {
      throw new Unsupported('another meta block than that of an encoder: not written yet');
    }
    const version = meta.charCodeAt(VERSION);
    if (version > 1 && version < 0x80) throw new Rejected('VERSION', 2 + VERSION, `expected version 1, found ${version}`);
    const schema = meta.slice(BEFORE.length + 1, meta.length - AFTER.length);
    const name = SCHEMA.exec(schema)?.[1];
    if (!name || meta !== block(schema)) {
      throw new Unsupported('another schema than one Q, or another form of the meta block: not written yet');
    }
    const head = { version: '1', schema, fields: [{ name, note: null }], description: '', meta: { map: {} } };
    return [{ ...head, rows: [...rowsOf(data, end)] }];
  },

  encode(format, value, context, plan) {
    onlyFiles(context);
    const set = Array.isArray(value) && value.length === 1 ? value[0] : null;
    const plain = SCHEMA.test(set?.schema) && set.schema.length < 32 && set.description === '' && Array.isArray(set.rows);
    const { version = '1' } = set ?? {};
    const known = version === '1' && Object.keys(set ?? {}).every((name) => MEMBERS.includes(name));
    if (!plain || !known || !isDeepStrictEqual(set.meta, { map: {} })) {
      throw new Unsupported('another value than a data set of one Q, without a description and meta: not written yet');
    }
    const meta = Buffer.from(block(set.schema), 'latin1');
    const rows = set.rows.map((row) => {
      if (!Array.isArray(row) || row.length !== 1) throw new Unsupported('a row that is no list of one: not written yet');
      const data = Buffer.alloc(12);
      data.writeUInt32BE(8);
      data.writeBigUInt64BE(integer(row[0], 0n, MOST, 'VALUE'), 4);
      return data;
    });
    return Buffer.concat([Buffer.of(meta.length >> 8, meta.length & 0xff), meta, ...rows]);
  },

  transcode(format, data, context) {
    return this.encode(format, this.decode(format, data, context), context, null);
  },
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) await serve(codec);
