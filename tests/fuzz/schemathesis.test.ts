import { readFileSync } from 'node:fs';
import { operations } from '@patchbay/gateway/operations';
import { expect, it } from 'vitest';
import { operationsThatRefuseValid } from './semantic-refusals.ts';

const settings = readFileSync(new URL('schemathesis.toml', import.meta.url), 'utf8');

/** The operations that each table `[[operations]]` names. */
const [disabled = [], refusing = []] = Array.from(
  settings.matchAll(/^include-operation-id = \[([^\]]*)\]/gm),
  ([, names = '']) => Array.from(names.matchAll(/"(\w+)"/g), ([, name = '']) => name),
);

it('Schemathesis expects a 400 for valid requests of the operations of which the fuzz test does', () => {
  expect(refusing.toSorted()).toEqual(operationsThatRefuseValid.toSorted());
});

it('its settings name operations that exist', () => {
  const ids = operations.map(({ id }) => id);
  expect([...disabled, ...refusing].filter((id) => !ids.some((known) => known === id))).toEqual([]);
  expect(disabled).toContain('signOut');
});
