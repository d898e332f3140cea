// Prints the Python parser that Kaitai Struct makes of a description.  Usage: node compile.js FORMAT.ksy
import { readFileSync } from "node:fs";
import compiler from "kaitai-struct-compiler";
import yaml from "js-yaml";

const KEEP_POSITIONS = true; // and what was read before an error: the oracle needs both
const description = yaml.load(readFileSync(process.argv[2], "utf8"));
const files = await compiler.compile("python", description, null, KEEP_POSITIONS);
process.stdout.write(Object.values(files).join("\n"));
