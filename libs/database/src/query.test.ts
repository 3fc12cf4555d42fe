import { expect, it } from 'vitest';
import { operationOf, tableOf } from './query.ts';

it.each([
  [' select 1', 'SELECT', undefined],
  ['INSERT INTO "identity"."users" ("id") VALUES ($1)', 'INSERT', 'users'],
  ['SELECT "t0"."id" FROM "identity"."users" AS "t0"', 'SELECT', 'users'],
  ['UPDATE "users" SET "name" = $1', 'UPDATE', 'users'],
  ['with a as (select 1) select', 'WITH', undefined],
  ['/* x */', 'OTHER', undefined],
])('a span of %j is named by its verb and table alone', (text, operation, table) => {
  expect(operationOf(text)).toBe(operation);
  expect(tableOf(text)).toBe(table);
});
