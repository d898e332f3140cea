// The worked examples of the specification and the golden vectors, each a test: node --test.
//
// What the codec does not do yet is skipped. Values of the examples are compared to the letter, but for NaNs; `goldenwire
// smoke --examples-of-spec` knows what else a format lets differ. --test-name-pattern daphne/csr/ selects vectors.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codec } from './codec.mjs';
import { explained, judge, questions, same, summary } from './judge.mjs';
import { answer, octets, Rejected, Unsupported } from './protocol.mjs';

const FORMAT = 'sample';
const EXPORT = '@EXPORT@';
const MISSING = `vectors: no vectors.jsonl, which this makes: ${EXPORT}`;
const lines = readFileSync(new URL('examples.jsonl', import.meta.url), 'utf8').trim().split('\n');

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

const ask = (request) => JSON.parse(JSON.stringify(answer(codec, request)));
const asked = questions(fileURLToPath(new URL('vectors.jsonl', import.meta.url)), EXPORT);
const tally = {};

for (const question of asked) {
  test(`${question.id}/${question.operation}`, (t) => {
    const [outcome, reason] = judge(question, ask);
    tally[outcome] = (tally[outcome] ?? 0) + 1;
    if (outcome === 'declined') t.skip(reason);
    if (outcome === 'fail') assert.fail(explained(question, reason));
  });
}
if (!asked.length) test('vectors', { skip: MISSING });
after(() => console.log(asked.length ? summary(tally) : MISSING));
