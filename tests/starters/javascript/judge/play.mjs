// Plays the rows of tests/starters/judgements.py to the starter's judge.

import { createInterface } from 'node:readline';
import { judge } from './judge.mjs';

for await (const line of createInterface({ input: process.stdin })) {
  const { question, replies } = JSON.parse(line);
  const asked = [];
  const [outcome] = judge(question, (request) => {
    asked.push(request);
    return replies[asked.length - 1] ?? { failed: 'asked too often' };
  });
  console.log(JSON.stringify({ outcome, asked: asked.slice(1) }));
}
