// A codec of the format daphne, at its beginning: dense matrices of integers, in one block.
//
// Read `goldenwire spec daphne`, then go on, a part at a time:
//
// 1. decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
// 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
// 3. what you have not come to throws Unsupported, which is honest and never passes;
// 4. declare in hello what the text lists as features and policies, once you keep what they promise.

import { pathToFileURL } from 'node:url';
import { integer, integerOf, Rejected, serve, Unsupported } from './protocol.mjs';

// The types by their codes, from 1: name, bytes, least and greatest value.
const TYPES = [false, true].flatMap((signed) =>
  [1, 2, 4, 8].map((size) => {
    const most = 1n << BigInt(8 * size);
    const [low, high] = signed ? [-most / 2n, most / 2n - 1n] : [0n, most - 1n];
    return { name: `${signed ? 'int' : 'uint'}${8 * size}`, size, signed, low, high };
  }),
);
const HEADER = 19; // bytes of version, data type, rows, columns, value type
const START = HEADER + 26; // and of a block's position, rows and columns, block type, value type
const DENSE_MATRIX = 1;
const DENSE_BLOCK = 1;
const MOST = 1n << 20n; // cells, for now
const MEMBERS = 'cells,columns,kind,rows,type';

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @type {import('./protocol.mjs').Codec} */
export const codec = {
  hello() {
    return {
      codec: { name: 'my-codec', version: '0.1', language: 'JavaScript' },
      formats: { daphne: { operations: ['decode', 'encode', 'transcode'], features: [], policies: {} } },
    };
  },

  decode(format, data, context) {
    if (!data.length) throw new Rejected('TRUNCATED', 0, 'expected the version, found no bytes');
    if (data[0] !== 1) throw new Rejected('VERSION', 0, `expected version 1, found ${data[0]}`);
    if (data.length < START) throw new Unsupported('an input that ends in a header: not written yet');
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    const [rows, columns] = [view.getBigUint64(2, true), view.getBigUint64(10, true)];
    const type = TYPES[data[18] - 1];
    if (data[1] !== DENSE_MATRIX || !type || !rows || !columns) {
      throw new Unsupported('another object than a dense matrix of integers: not written yet');
    }
    const position = [view.getBigUint64(HEADER, true), view.getBigUint64(HEADER + 8, true)];
    const shape = [view.getUint32(HEADER + 16, true), view.getUint32(HEADER + 20, true)].map(BigInt);
    const whole = `${position},${shape}` === `0,0,${rows},${columns}`;
    if (!whole || data[START - 2] !== DENSE_BLOCK || data[START - 1] !== data[18]) {
      throw new Unsupported('another block than one dense block: not written yet');
    }
    const [due, left] = [rows * columns * BigInt(type.size), data.length - START];
    if (left < due) throw new Rejected('TRUNCATED', START, `expected ${due} bytes of values, found ${left}`);
    if (left > due) throw new Rejected('TRAILING', START + Number(due), 'expected the end of the input');
    const cells = [];
    for (let place = 0n, at = START; at < data.length; place++, at += type.size) {
      let number = 0n;
      for (let i = type.size - 1; i >= 0; i--) number = (number << 8n) | BigInt(data[at + i]);
      if (type.signed) number = BigInt.asIntN(8 * type.size, number);
      if (number) cells.push([integerOf(place / columns), integerOf(place % columns), integerOf(number)]);
    }
    return { kind: 'DenseMatrix', rows: integerOf(rows), columns: integerOf(columns), type: type.name, cells };
  },

  encode(format, value, context, plan) {
    if (plan !== null || !isObject(value) || value.kind !== 'DenseMatrix') {
      throw new Unsupported('another object than a dense matrix: not written yet');
    }
    if (`${Object.keys(value).sort()}` !== MEMBERS || typeof value.type !== 'string' || !Array.isArray(value.cells)) {
      throw new Rejected('VALUE', undefined, `expected the members ${MEMBERS}`);
    }
    const code = 1 + TYPES.findIndex((type) => type.name === value.type);
    if (!code) throw new Unsupported(`the type ${value.type}: not written yet`);
    const { size, low, high } = TYPES[code - 1];
    const rows = integer(value.rows, 0n, (1n << 64n) - 1n, 'VALUE');
    const columns = integer(value.columns, 0n, (1n << 64n) - 1n, 'VALUE');
    if (!rows || !columns || rows * columns > MOST) {
      throw new Unsupported(`a matrix without cells, or of more than ${MOST}: not written yet`);
    }
    const data = new Uint8Array(START + Number(rows * columns) * size);
    const view = new DataView(data.buffer);
    data.set([1, DENSE_MATRIX]);
    [[2, rows], [10, columns]].forEach(([at, number]) => view.setBigUint64(at, number, true));
    [[35, rows], [39, columns]].forEach(([at, number]) => view.setUint32(at, Number(number), true));
    data.set([DENSE_BLOCK, code], START - 2);
    data[HEADER - 1] = code;
    const seen = new Set();
    for (const cell of value.cells) {
      if (!Array.isArray(cell) || cell.length !== 3) throw new Rejected('VALUE', undefined, 'expected row, column and value');
      const place = integer(cell[0], 0n, rows - 1n, 'VALUE') * columns + integer(cell[1], 0n, columns - 1n, 'VALUE');
      if (seen.has(place)) throw new Rejected('VALUE', undefined, `the cell ${cell[0]}, ${cell[1]} is listed twice`);
      seen.add(place);
      const number = BigInt.asUintN(8 * size, integer(cell[2], low, high, 'VALUE'));
      for (let i = 0; i < size; i++) data[START + Number(place) * size + i] = Number((number >> BigInt(8 * i)) & 0xffn);
    }
    return data;
  },

  transcode(format, data, context) {
    return this.encode(format, this.decode(format, data, context), context, null);
  },
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) await serve(codec);
