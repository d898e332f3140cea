// The worked examples of the specification, each a test: node --test.
//
// What the codec does not do yet is skipped. Values are compared to the letter, but for NaNs; `goldenwire smoke
// --examples-of-spec` knows what else a format lets differ.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { codec } from './codec.mjs';
import { octets, Rejected, Unsupported } from './protocol.mjs';

const FORMAT = 'sample';
const lines = readFileSync(new URL('examples.jsonl', import.meta.url), 'utf8').trim().split('\n');

/** Whether two values are; {"nan":"8"} stands for any NaN of eight digits. */
function same(expected, found) {
  if (typeof expected !== 'object' || expected === null) return expected === found;
  if (typeof expected.nan === 'string') return typeof found === 'string' && found.length === 2 + Number(expected.nan);
  if (typeof found !== 'object' || found === null || Array.isArray(expected) !== Array.isArray(found)) return false;
  const names = Object.keys(expected);
  return names.length === Object.keys(found).length && names.every((name) => same(expected[name], found[name]));
}

for (const example of lines.map((line) => JSON.parse(line))) {
  test(`Example ${example.example}: ${example.title}`, (t) => {
    const context = example.context ?? null;
    const due = [example, ...Object.values(example.outcomes ?? {})];
    let found;
    try {
      found = codec.decode(FORMAT, octets(example.bytes), context);
    } catch (error) {
      if (error instanceof Unsupported) return t.skip(error.message);
      if (!(error instanceof Rejected)) throw error;
      assert(due.some((outcome) => 'rejected' in outcome), `refused: ${error.code} at ${error.offset}: ${error.message}`);
      return undefined;
    }
    const values = due.filter((outcome) => 'value' in outcome).map((outcome) => outcome.value);
    assert(values.some((value) => same(value, found)), `found ${JSON.stringify(found)}`);
    if (example.canonical) {
      const again = codec.decode(FORMAT, codec.encode(FORMAT, found, context, null), context);
      assert(same(found, again), `came back as ${JSON.stringify(again)}`);
    }
    return undefined;
  });
}
