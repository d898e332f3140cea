// The protocol: requests and replies as objects.

import { readJson } from "./json_read.mjs";
import { writeJson } from "./json_write.mjs";
import { interpret } from "./meaning.mjs";
import { readMessagePack } from "./msgpack_read.mjs";
import { writeMessagePack } from "./msgpack_write.mjs";
import { fromNotation } from "./notation_read.mjs";
import { toNotation } from "./notation_write.mjs";
import { Refused, Unsupported } from "./refusal.mjs";
import { decodeHex } from "./text.mjs";

const FORMAT = "sciserialize";
const EXTENSIONS = ["unique_set", "maskedarray", "object"];
const CARRIERS = new Map([
  ["json", { read: readJson, write: writeJson }],
  ["msgpack", { read: readMessagePack, write: writeMessagePack }],
]);
const OPERATIONS = {
  decode: (request, context) => ({ value: toNotation(read(request, context)) }),
  encode: ({ value }, context) => ({ bytes: write(fromNotation(value, context), context) }),
  transcode: (request, context) => ({ bytes: write(read(request, context), context) }),
};

export const HELLO = {
  protocol: 1,
  codec: { name: "javascript-sciserialize", version: "1.0", language: "JavaScript" },
  formats: {
    [FORMAT]: {
      operations: Object.keys(OPERATIONS),
      features: [...CARRIERS.keys(), "dataframe", ...EXTENSIONS, "canonical", "codes", "offsets", "order"],
      policies: {
        "sciserialize.unknown-type": "reject",
        "sciserialize.big-integer": "exact",
        "sciserialize.minus-zero": "integer",
        "sciserialize.non-finite": "reject",
        "sciserialize.integral-float": "reject",
        "sciserialize.isostr": "profile",
        "sciserialize.dtype-alias": "reject",
        "sciserialize.bom": "reject",
        "sciserialize.depth": "limit",
        "sciserialize.large-shape": "accept",
      },
    },
  },
};

/** Returns the value of a request's bytes, which are hexadecimal in a line and raw in a process of their own. */
function read({ bytes }, context) {
  const octets = typeof bytes === "string" ? decodeHex(bytes) : bytes;
  return interpret(CARRIERS.get(context.carrier).read(octets), context);
}

function write(value, context) {
  return CARRIERS.get(context.carrier).write(value).toString("hex");
}

/** Returns a request's context with its defaults (CTX-01, CTX-02); throws Unsupported. */
function contextOf({ carrier = "json", extensions = [], ...rest } = {}) {
  const further = Object.keys(rest);
  if (further.length > 0) throw new Unsupported(`a context with ${further} is not implemented`);
  if (!CARRIERS.has(carrier)) throw new Unsupported(`the carrier ${carrier} is not implemented`);
  for (const name of extensions) {
    if (!EXTENSIONS.includes(name)) throw new Unsupported(`the extension ${name} is not implemented`);
  }
  return { carrier, extensions: new Set(extensions) };
}

function answerOf(request) {
  if (request.format !== FORMAT) throw new Unsupported(`the format ${request.format} is not implemented`);
  if (!Object.hasOwn(OPERATIONS, request.op)) throw new Unsupported(`the operation ${request.op} is not implemented`);
  if ((request.plan ?? null) !== null) throw new Unsupported("the format has no plans");
  return OPERATIONS[request.op](request, contextOf(request.context ?? undefined));
}

function complaint(error) {
  if (error instanceof Refused) {
    return { rejected: { code: error.code, offset: error.offset, message: error.message } };
  }
  return error instanceof Unsupported ? { unsupported: error.message } : { failed: String(error) };
}

/** Returns the reply to a request, with its id if it has one. Nothing that an input does makes it throw. */
export function reply(request) {
  if (request.op === "hello") return HELLO;
  try {
    return { id: request.id, ...answerOf(request) };
  } catch (error) {
    return { id: request.id, ...complaint(error) };
  }
}
