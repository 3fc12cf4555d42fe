import { expect, it } from 'vitest';
import { operationOf } from './query.ts';

it.each([
  [' select 1', 'SELECT'],
  ['BEGIN', 'BEGIN'],
  ['with a as (select 1) select', 'WITH'],
  ['/* x */', 'OTHER'],
])('of the text %j a span has the first word alone', (text, operation) => {
  expect(operationOf(text)).toBe(operation);
});
