import { describe, expect, it } from 'vitest';
import { type Entered, type FieldRule, readConnectFields, readSettings, withDefaults } from './fields.ts';

const field = (name: string, rest: Partial<FieldRule> = {}): FieldRule => ({
  name,
  type: 'string',
  required: false,
  ...rest,
});

const problemsOf = (read: () => unknown): readonly unknown[] => {
  try {
    read();
  } catch (error) {
    const { code, problems } = error as { code?: string; problems?: readonly object[] };
    expect(code).toBe('invalid');
    return (problems ?? []).map((problem) => Object.values(problem));
  }
  return [];
};

const settings = (given: Entered, ...fields: FieldRule[]) => readSettings(fields, given);

describe('settings', () => {
  it('settings are stored as entered, with trimmed texts', () => {
    const fields = [
      field('region', { type: 'enum', options: ['NA', 'EU'] }),
      field('seat', { type: 'integer' }),
      field('sandbox', { type: 'boolean' }),
      field('account', { pattern: '\\d+', required: true }),
    ];
    const given = { region: 'EU', seat: 12, sandbox: false, account: ' 007\n' };
    expect(readSettings(fields, given)).toEqual({ region: 'EU', seat: 12, sandbox: false, account: '007' });
  });

  it('optional settings may be missing or empty', () => {
    expect(settings({}, field('region'))).toEqual({});
    expect(settings({ region: '  ' }, field('region', { pattern: '\\d+' }))).toEqual({});
  });

  it.each<[string, Partial<FieldRule>, unknown, string]>([
    ['a number for a text', {}, 7, 'must be a text'],
    ['an object for a secret', { type: 'secret' }, {}, 'must be a text'],
    ['a text for a number', { type: 'integer' }, '7', 'must be a whole number'],
    ['a fraction', { type: 'integer' }, 7.5, 'must be a whole number'],
    ['an inexact number', { type: 'integer' }, 2 ** 53, 'must be a whole number'],
    ['a number of another form', { type: 'integer', pattern: '\\d{3}' }, 12, 'must match \\d{3}'],
    ['a text for a truth value', { type: 'boolean' }, 'true', 'must be true or false'],
    ['another option', { type: 'enum', options: ['NA', 'EU'] }, 'eu', 'must be one of NA, EU'],
    ['more than the pattern allows', { pattern: '\\d+' }, '12a', 'must match \\d+'],
    ['one half of an alternative pattern', { pattern: 'a|bc' }, 'abc', 'must match a|bc'],
    ['a second line', {}, 'a\nb', 'must not contain control characters'],
    ['NUL', { type: 'secret' }, 'a\u0000b', 'must not contain control characters'],
    ['a bidirectional control', {}, 'a\u202eb', 'must not contain invisible characters'],
    ['65 characters of 64', { maxLength: 64 }, '7'.repeat(65), 'must have 1 to 64 characters'],
    ['4,097 characters', { type: 'secret' }, '😀'.repeat(4_097), 'must have 1 to 4096 characters'],
  ])('settings are refused when they have %s', (_, rest, value, message) => {
    expect(problemsOf(() => settings({ x: value }, field('x', rest)))).toEqual([['settings.x', message]]);
  });

  it('a setting may have as many code points as its field allows', () => {
    const long = '😀'.repeat(64);
    expect(settings({ x: ` ${long} ` }, field('x', { maxLength: 64 }))).toEqual({ x: long });
  });

  it('every problem of the settings is named at once by its path', () => {
    const fields = [field('a', { required: true }), field('b', { required: true }), field('c')];
    expect(problemsOf(() => readSettings(fields, { z: 1, b: 2, c: 3 }))).toEqual([
      ['settings.z', 'is not a field of this provider'],
      ['settings.b', 'must be a text'],
      ['settings.c', 'must be a text'],
      ['settings.a', 'is required'],
    ]);
  });

  it('a failure about unknown settings is bounded, however many there are', () => {
    const names = Array.from({ length: 1_990 }, (_, index) => `name${index}`);
    const unknown = Object.fromEntries(names.map((name) => [name, 1]));
    const problems = problemsOf(() => settings(unknown, field('account', { required: true })));
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toEqual(['settings.account', 'is required']);
    expect(problemsOf(() => settings({ ['n'.repeat(250_000)]: 1 }))).toEqual([
      [`settings.${'n'.repeat(191)}…`, 'is not a field of this provider'],
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a setting may not be named %s',
    (name) => {
      const given = JSON.parse(`{"${name}": "x"}`) as Entered;
      expect(problemsOf(() => settings(given, field('a')))).toEqual([
        [`settings.${name}`, 'is not a field of this provider'],
      ]);
    },
  );

  it('a required setting whose name is a property of Object.prototype is still required', () => {
    expect(problemsOf(() => settings({}, field('constructor', { required: true })))).toEqual([
      ['settings.constructor', 'is required'],
    ]);
  });
});

describe('connect fields', () => {
  const fields = [
    field('apiToken', { type: 'secret', required: true, group: 'token' }),
    field('login', { required: true, group: 'login' }),
    field('password', { type: 'secret', required: true, group: 'login' }),
    field('domain', { group: 'login' }),
    field('seat', { required: true }),
  ];
  const alternatives =
    'fill in one of these alternatives, and nothing of another: apiToken, or login and password and domain';

  it.each<[string, Entered]>([
    ['the one', { apiToken: 't', seat: 's' }],
    ['the other', { login: 'l', password: 'p', seat: 's' }],
    ['with what is optional in it', { login: 'l', password: 'p', domain: 'd', seat: 's' }],
  ])('the connect fields of one group suffice: %s', (_, given) => {
    expect(readConnectFields(fields, given)).toEqual(given);
  });

  it('connect fields of another group may be empty texts', () => {
    const given = { apiToken: 't', login: '', password: ' ', seat: 's' };
    expect(readConnectFields(fields, given)).toEqual({ apiToken: 't', seat: 's' });
  });

  it.each<[string, Entered]>([
    ['no group', { seat: 's' }],
    ['half of a group', { login: 'l', seat: 's' }],
    ['only what is optional in a group', { domain: 'd', seat: 's' }],
    ['a group and half of another', { apiToken: 't', login: 'l', seat: 's' }],
    ['two groups', { apiToken: 't', login: 'l', password: 'p', seat: 's' }],
  ])('connect fields are refused with %s', (_, given) => {
    expect(problemsOf(() => readConnectFields(fields, given))).toEqual([['', alternatives]]);
  });

  it('problems of connect fields have the field name as path and are named all at once', () => {
    expect(problemsOf(() => readConnectFields(fields, { login: 7 }))).toEqual([
      ['login', 'must be a text'],
      ['seat', 'is required'],
      ['', alternatives],
    ]);
  });

  it('a connect field with a wrong value counts as filled in for its group', () => {
    expect(problemsOf(() => readConnectFields(fields, { apiToken: 7, seat: 's' }))).toEqual([
      ['apiToken', 'must be a text'],
    ]);
  });

  it('connect fields are refused for a provider without any', () => {
    expect(problemsOf(() => readConnectFields([], { code: 'x' }))).toEqual([
      ['code', 'is not a field of this provider'],
    ]);
    expect(readConnectFields([], {})).toEqual({});
  });
});

describe('withDefaults', () => {
  const fields = [
    field('environment', { default: 'production' }),
    field('version', { type: 'integer', default: '3' }),
    field('test', { type: 'boolean', default: 'false' }),
    field('account'),
  ];

  it('withDefaults adds missing defaults with the type of the field', () => {
    expect(withDefaults(fields, {})).toEqual({ environment: 'production', version: 3, test: false });
  });

  it('withDefaults keeps entered values', () => {
    const given = { environment: 'sandbox', version: 4, test: true, account: '7' };
    expect(withDefaults(fields, given)).toEqual(given);
  });
});
