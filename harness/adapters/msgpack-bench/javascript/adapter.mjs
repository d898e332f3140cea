// Puts goldenwire's questions to a MessagePack package of JavaScript: `adapter.mjs DRIVER default|careful HELLO`.
//
// The driver is a module in the folder drivers; HELLO is a file with the reply to hello.

import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';

import { build, describe } from './notation.mjs';
import { Rejected, Unsupported, serve } from './protocol.mjs';

// What the language throws when it comes to grief; everything else is the package's no.
const MISHAPS = [TypeError, ReferenceError, SyntaxError];
const OURS = [Rejected, Unsupported];
const HOST = /call stack size|Invalid (array|string|typed array) length|allocation failed|Map maximum size|heap/;

const [, , name, options, hello] = process.argv;
const { drive } = await import(`./drivers/${name}.mjs`);
const driver = { ...drive(options === 'careful'), build: (value) => build(value, driver) };

function ask(operation, argument) {
  try {
    return driver[operation](argument);
  } catch (error) {
    const isRefusal = error instanceof Error && !MISHAPS.some((one) => error instanceof one) && !HOST.test(error.message);
    throw isRefusal && !OURS.some((one) => error instanceof one) ? new Rejected('', undefined, `${error.name}: ${error.message}`) : error;
  }
}

await serve({
  hello: () => JSON.parse(readFileSync(hello, 'utf8')),
  decode: (_format, data) => describe(ask('read', Buffer.from(data)), driver),
  encode: (_format, value) => ask('write', ask('build', value)),
  transcode: (_format, data) => ask('write', ask('read', Buffer.from(data))),
});
