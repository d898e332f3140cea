// The adapter javascript-sciserialize, which is in the folder `adapter`, as a codec on the starter's protocol.mjs.

import { pathToFileURL } from 'node:url';
import { HELLO, reply } from './adapter/session.mjs';
import { octets, octetsOf, Rejected, serve, Unsupported } from './protocol.mjs';

function told(request) {
  const { value, bytes, rejected, unsupported, failed } = reply({ id: 1, ...request });
  if (rejected) throw new Rejected(rejected.code, rejected.offset, rejected.message);
  if (unsupported !== undefined) throw new Unsupported(unsupported);
  if (failed !== undefined) throw new Error(failed);
  return bytes === undefined ? value : octets(bytes);
}

export const codec = {
  hello: () => HELLO,
  decode: (format, data, context) => told({ op: 'decode', format, bytes: octetsOf(data), context }),
  encode: (format, value, context, plan) => told({ op: 'encode', format, value, context, plan }),
  transcode: (format, data, context) => told({ op: 'transcode', format, bytes: octetsOf(data), context }),
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) await serve(codec);
