import type { Schemas } from '@patchbay/client';
import { expect, it } from 'vitest';
import { alternativesOf, problemWith, valueOf } from './connect-form.ts';

type Field = Schemas['ProviderField'];
const fieldOf = (more: Partial<Field>): Field => ({
  name: 'f',
  label: 'F',
  type: 'string',
  required: true,
  ...more,
});

it.each<[Partial<Field>, string, string]>([
  [{}, '', 'required'],
  [{ required: false }, '', ''],
  [{ maxLength: 3 }, 'abcd', 'At most 3'],
  [{ maxLength: 3 }, '🙂🙂🙂', ''],
  [{ pattern: '\\d+' }, '12a', 'expected form'],
  [{ pattern: 'a|b' }, 'ab', 'expected form'],
  [{ pattern: '^[\\x21-\\x7e]+$' }, 'abc', ''],
  [{ type: 'integer' }, '1.5', 'whole number'],
  [{ type: 'integer' }, '99999999999999999999', 'whole number'],
  [{ type: 'integer' }, '-7', ''],
  [{ type: 'boolean' }, 'perhaps', 'y or n'],
  [{ type: 'boolean' }, 'no', ''],
])('a field with %j accepts %j, or says why not', (more, text, problem) => {
  expect(problemWith(fieldOf(more), text) ?? '').toContain(problem);
  expect(problemWith(fieldOf(more), text) === undefined).toBe(problem === '');
});

it.each<[Field['type'], string, unknown]>([
  ['integer', '7', 7],
  ['boolean', 'Yes', true],
  ['boolean', 'n', false],
  ['secret', '7', '7'],
])('a field of type %s makes %j of what was typed', (type, text, value) => {
  expect(valueOf(fieldOf({ type }), text)).toBe(value);
});

it('fields of a group are one alternative, by their labels', () => {
  const fields = [
    fieldOf({ label: 'Always' }),
    fieldOf({ label: 'API token', group: 'token' }),
    fieldOf({ label: 'Login', group: 'login' }),
    fieldOf({ label: 'Password', group: 'login' }),
  ];
  expect(alternativesOf(fields)).toEqual([
    { label: 'API token', value: 'token' },
    { label: 'Login and Password', value: 'login' },
  ]);
});
