// The doors: `node main.mjs` for a conversation in lines, `node main.mjs OPERATION FORMAT [CONTEXT]` for one request.

import { once } from "node:events";
import { reply } from "./session.mjs";

const LINE_FEED = 0x0a;

/** Yields the lines of a stream as text; a line may come in many chunks, and a chunk hold many lines. */
async function* lines(stream) {
  let pieces = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end; (end = chunk.indexOf(LINE_FEED, start)) >= 0; start = end + 1) {
      pieces.push(chunk.subarray(start, end));
      yield Buffer.concat(pieces).toString("utf8");
      pieces = [];
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString("utf8");
}

/** Writes a message on one line, and returns when the reader has room for another. */
async function send(message) {
  if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, "drain");
}

async function converse() {
  for await (const line of lines(process.stdin)) {
    if (line.trim() !== "") await send(reply(JSON.parse(line)));
  }
}

/** Returns the request that a command line and standard input make. */
async function requestOf([op, format, context]) {
  if (op === "hello") return { op };
  const input = Buffer.concat(await process.stdin.toArray());
  const content = op === "encode" ? JSON.parse(input.toString("utf8")) : { bytes: input };
  return { op, format, ...(context === undefined ? {} : { context: JSON.parse(context) }), ...content };
}

const command = process.argv.slice(2);
if (command.length > 0) await send(reply(await requestOf(command)));
else await converse();
