// notepack.io: `decode` and `encode`, which have no options.

import notepack from 'notepack.io';

export const drive = () => ({ read: (data) => notepack.decode(data), write: (value) => notepack.encode(value) });
