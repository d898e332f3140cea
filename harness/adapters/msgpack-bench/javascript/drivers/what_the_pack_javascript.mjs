// what-the-pack: `initialize`, which makes `decode` and `encode`.

import whatThePack from 'what-the-pack';

/** Its one option is how much memory it may use. */
export function drive() {
  const { decode, encode } = whatThePack.initialize(2 ** 22);
  return { read: decode, write: encode };
}
