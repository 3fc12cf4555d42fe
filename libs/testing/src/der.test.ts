import { expect, it } from 'vitest';
import { integer } from './der.ts';

it.each([
  [[5], [2, 1, 5]],
  [[200], [2, 2, 0, 200]],
  [
    [0, 5],
    [2, 1, 5],
  ],
  [
    [0, 200],
    [2, 2, 0, 200],
  ],
  [
    [0, 0],
    [2, 1, 0],
  ],
])('an integer %j is written without needless zeros', (value, written) => {
  expect([...integer(Uint8Array.from(value))]).toEqual(written);
});
