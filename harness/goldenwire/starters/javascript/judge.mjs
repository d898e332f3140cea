// Judges a codec's answers to the golden vectors as `goldenwire check` does, with nothing but Node's standard library.
//
// `judge(question, ask)` puts a question, a line of vectors.jsonl, to a codec and returns an outcome and the reason:
//
//     pass        the answer is as it has to be
//     roundtrip   these bytes are not the golden ones, but the codec's own decoder reads the right value in them;
//                 `goldenwire check` is stricter, because it reads them with a decoder of its own
//     declined    the codec does not do this
//     fail        the answer is wrong
//
// `ask(request)` returns the reply to a request of the protocol; both are objects, as JSON has them.

import { existsSync, readFileSync } from 'node:fs';

const SHOWN = 300; // characters of a value in a message
const has = (object, name) => Object.hasOwn(object ?? {}, name);

/** The questions of a file, GOLDENWIRE_EXPORT if that is set; none if only the usual file is missing. */
export function questions(file, command) {
  const named = process.env.GOLDENWIRE_EXPORT;
  if (!named && !existsSync(file)) return [];
  const text = readFileSync(named || file, 'ascii');
  if (!text) throw new Error(`${named || file} has no questions; make it again: ${command}`);
  return text.trimEnd().split('\n').map((line) => JSON.parse(line));
}

export function judge(question, ask) {
  const reply = ask(question.request);
  if (has(reply, 'unsupported')) {
    return question.passes.some((one) => has(one, 'unsupported')) ? ['pass', ''] : ['declined', reply.unsupported];
  }
  return judged(question, reply, ask);
}

function judged({ request, passes, compare = [] }, reply, ask) {
  if (passes.some((expected) => fits(expected, reply, compare))) return ['pass', ''];
  const meanings = passes.filter((one) => has(one, 'means')).map(({ means }) => ({ value: means }));
  if (!meanings.length || !has(reply, 'bytes')) return ['fail', differs(passes, reply)];
  const read = ask(ofBytes(request, reply.bytes));
  if (has(read, 'unsupported')) {
    return ['declined', 'other bytes than the golden ones, and no decoder to read them; goldenwire check has one'];
  }
  if (meanings.some((meaning) => fits(meaning, read, compare))) return ['roundtrip', ''];
  return ['fail', `its bytes ${shown(reply.bytes)}, decoded\n${differs(meanings, read)}`];
}

/** The request to decode bytes in the context of another request. */
const ofBytes = ({ id, format, context }, bytes) => ({ id, op: 'decode', format, bytes, context });

function fits(expected, reply, tags) {
  if (has(expected, 'value')) return has(reply, 'value') && same(expected.value, reply.value, tags);
  if (has(expected, 'rejected')) return has(reply, 'rejected') && refuses(expected.rejected, reply.rejected);
  return has(expected, 'bytes') && reply.bytes === expected.bytes;
}

function refuses({ codes, offset, offsets, no_offset: none }, found) {
  const code = found.code ?? '';
  if (codes && !codes.includes(code)) return false;
  if (none) return (found.offset ?? null) === null;
  const due = offset ?? (has(offsets, code) ? offsets[code] : undefined);
  return due === undefined || due === found.offset;
}

// Values are the same as JSON, but for any NaN, numbers by value and sets.

const INFINITY = new Map([['4', '7c00'], ['8', '7f800000'], ['16', '7ff0000000000000'], ['32', `7fff${'0'.repeat(28)}`]]);

/** Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits. */
export function same(expected, found, tags = []) {
  if (typeof expected !== 'object' || expected === null) return expected === found;
  const names = Object.keys(expected);
  const [only] = names.length === 1 ? names : [];
  if (only === 'nan' && INFINITY.has(expected.nan)) return isNaN(found, INFINITY.get(expected.nan));
  if (typeof found !== 'object' || found === null || Array.isArray(expected) !== Array.isArray(found)) return false;
  if (names.length !== Object.keys(found).length || !names.every((name) => has(found, name))) return false;
  if (only === 'number' && tags.includes(only)) return same(whole(expected.number), whole(found.number), tags);
  if (only === 'unique_set' && tags.includes(only)) return paired(expected.unique_set, found.unique_set, tags);
  return names.every((name) => same(expected[name], found[name], tags));
}

const isHex = (atom, digits) => typeof atom === 'string' && atom.length === 2 + digits && /^0x[0-9a-f]+$/.test(atom);

/** Whether an atom is the bits of a NaN, which are above those of infinity, without the sign. */
function isNaN(atom, infinity) {
  return isHex(atom, infinity.length) && (parseInt(atom[2], 16) & 7) + atom.slice(3) > infinity;
}

/** The integer of a double that is one, except for -0.0; any other atom as it is. */
function whole(atom) {
  if (!isHex(atom, 16) || atom === '0x8000000000000000') return atom;
  const double = Buffer.from(atom.slice(2), 'hex').readDoubleBE();
  return Number.isInteger(double) ? BigInt(double).toString() : atom;
}

/** Whether the elements of two sets can be paired; one moves to another partner to make room. */
function paired(expected, found, tags) {
  if (!Array.isArray(expected) || !Array.isArray(found) || expected.length !== found.length) return false;
  const partners = new Map(); // place among the found -> place among the expected
  const pair = (wanting, tried) =>
    found.some((element, place) => {
      if (tried.has(place) || !same(expected[wanting], element, tags)) return false;
      tried.add(place);
      if (partners.has(place) && !pair(partners.get(place), tried)) return false;
      partners.set(place, wanting);
      return true;
    });
  return expected.every((_, place) => pair(place, new Set()));
}

// Messages

/** The text of a failure: the reason, and what the question is about. */
export function explained({ summary, request, requirements }, reason) {
  const sentences = requirements.map(({ id, text }) => `${id}: ${text}`);
  return [summary, reason, `request   ${shown(request)}`, ...sentences].join('\n');
}

/** The line that is printed after all questions, by the number of each outcome. */
export function summary({ pass = 0, roundtrip = 0, fail = 0, declined = 0 }) {
  const asked = pass + roundtrip + fail + declined;
  const line = `vectors: ${asked} asked, ${pass + roundtrip} passed, ${fail} failed, ${declined} declined`;
  if (!roundtrip) return line;
  return `${line}; ${roundtrip} passed by the codec's own decoder alone, for which goldenwire check is stricter`;
}

const differs = (expected, { id, ...found }) =>
  `expected  ${expected.map(shown).join('\nor        ')}\nfound     ${found.failed ?? shown(found)}`;

function shown(value) {
  const text = JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}... (${text.length} characters)`;
}
