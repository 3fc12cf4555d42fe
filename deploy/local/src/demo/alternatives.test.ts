import { describe, expect, it } from 'vitest';
import { alternativesOf } from './alternatives.ts';

const fields = [
  { name: 'login', label: 'Login' },
  { name: 'password', label: 'Password' },
  { name: 'token', label: 'Token' },
];
const way = (values: Record<string, string>) => ({ name: '', fields: values, settings: {}, account: null });

describe('what to type', () => {
  it('is listed once for each set of fields, in the order of the form', () => {
    const ways = [
      way({ password: 'p', login: 'l' }),
      way({ token: 't' }),
      way({ login: 'x', password: 'y' }),
    ];
    expect(alternativesOf(ways, fields)).toEqual([
      [
        { label: 'Login', value: 'l' },
        { label: 'Password', value: 'p' },
      ],
      [{ label: 'Token', value: 't' }],
    ]);
  });

  it('is nothing where there is a consent page', () => {
    expect(alternativesOf([way({})], [])).toEqual([]);
  });
});
