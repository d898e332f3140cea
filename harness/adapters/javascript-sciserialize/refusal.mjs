// What a codec throws: its no to an input or a value, and its "not here" to a request.

/** A refusal of an input or a value: a class of section 15, the byte at fault where there is one, words for people. */
export class Refused extends Error {
  constructor(code, offset, message) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}

/** A request for something that this codec does not have. */
export class Unsupported extends Error {}

/** Throws the refusal of a value that has no encoding. */
export function refuseValue(code, message) {
  throw new Refused(code, undefined, message);
}
