import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.fixture.ts';
import {
  alternativesOf,
  bodyOf,
  earlyProblemWith,
  initialValues,
  type ProviderField,
  partsOf,
  problemWith,
  refusedFields,
  shownFields,
} from './fields.ts';

const field = (name: string, more: Partial<ProviderField> = {}): ProviderField => ({
  name,
  label: name,
  type: 'string',
  required: true,
  ...more,
});
const fields = [
  field('user'),
  field('password', { type: 'secret', group: 'password' }),
  field('token', { type: 'secret', group: 'tokens' }),
  field('refresh', { type: 'secret', group: 'tokens' }),
  field('seats', { type: 'integer', required: false }),
  field('sandbox', { type: 'boolean', default: 'true' }),
  field('region', { type: 'enum', options: ['NA', 'EU'], default: 'EU' }),
];

describe('the form of a provider', () => {
  it('alternatives stand in the place of the first of their fields', () => {
    expect(partsOf(fields).map((part) => (part.kind === 'field' ? part.field.name : part.kind))).toEqual([
      'user',
      'choice',
      'seats',
      'sandbox',
      'region',
    ]);
    expect(alternativesOf(fields)).toMatchObject([
      { group: 'password', fields: [{ name: 'password' }] },
      { group: 'tokens', fields: [{ name: 'token' }, { name: 'refresh' }] },
    ]);
  });

  it('a form begins with the defaults of its fields, in the type of each input', () => {
    expect(initialValues(fields)).toEqual({
      user: '',
      password: '',
      token: '',
      refresh: '',
      seats: '',
      sandbox: true,
      region: 'EU',
    });
  });

  it('a form sends only the chosen alternative, in the types of the fields, without empty values', () => {
    const typed = { ...initialValues(fields), user: ' ada ', password: 'p', token: 't', refresh: 'r' };
    expect(bodyOf(shownFields(fields, 'tokens'), typed)).toEqual({
      user: 'ada',
      token: 't',
      refresh: 'r',
      sandbox: true,
      region: 'EU',
    });
    expect(bodyOf(shownFields(fields, 'password'), { ...typed, seats: '12', sandbox: false })).toEqual({
      user: 'ada',
      password: 'p',
      seats: 12,
      sandbox: false,
      region: 'EU',
    });
  });
});

describe('the forms of all providers', async () => {
  const providers = await catalogue();

  it('the catalogue has twenty providers', () => expect(providers).toHaveLength(20));

  it.each(providers)('the form of $provider shows each field exactly once', ({ connectFields }) => {
    const names = partsOf(connectFields).flatMap((part) =>
      part.kind === 'field'
        ? [part.field.name]
        : part.alternatives.flatMap((alternative) => alternative.fields.map(({ name }) => name)),
    );
    expect(names.toSorted()).toEqual(connectFields.map(({ name }) => name).toSorted());
  });

  it.each(providers)('the form of $provider sends every field of each alternative', ({ connectFields }) => {
    const typed = Object.fromEntries(connectFields.map(({ name }) => [name, `my-${name}`]));
    for (const group of [undefined, ...alternativesOf(connectFields).map((each) => each.group)]) {
      const sent = bodyOf(shownFields(connectFields, group), typed);
      for (const { name, group: own } of connectFields)
        expect(sent[name]).toBe(own === undefined || own === group ? `my-${name}` : undefined);
    }
  });
});

const text = { name: 'a', label: 'A', type: 'string', required: true } as const;

describe('a value', () => {
  it.each([
    [text, '', 'missing'],
    [text, '  ', 'missing'],
    [text, undefined, 'missing'],
    [{ ...text, required: false }, ' ', undefined],
    [text, 'x'.repeat(4_097), undefined],
    [{ ...text, maxLength: 64 }, 'x'.repeat(65), 'tooLong'],
    [{ ...text, maxLength: 64 }, ` ${'🔑'.repeat(64)} `, undefined],
    [{ ...text, pattern: '\\d+' }, ' 12 ', undefined],
    [{ ...text, pattern: '\\d+' }, '12a', 'pattern'],
    [{ ...text, pattern: '^[\\x21-\\x7e]+$' }, 'two words', 'signs'],
    [{ ...text, type: 'integer' }, '12', undefined],
    [{ ...text, type: 'integer' }, '1.5', 'notWhole'],
    [{ ...text, type: 'integer' }, '9007199254740993', 'notWhole'],
    [{ ...text, type: 'boolean' }, false, undefined],
  ] as const)('the field %j with the value %s has the problem %s', (given, value, problem) => {
    expect(problemWith(given, value)).toBe(problem);
  });

  it('a problem is shown while typing only if more characters cannot fix it', () => {
    const digits = { ...text, pattern: '\\d{4}' };
    expect(earlyProblemWith(text, '', { left: true })).toBeUndefined();
    expect(earlyProblemWith(digits, '12', { left: false })).toBeUndefined();
    expect(earlyProblemWith(digits, '12', { left: true })).toBe('pattern');
    expect(earlyProblemWith({ ...text, type: 'integer' }, 'a', { left: false })).toBe('notWhole');
  });

  it('every pattern of a provider has its own error text', async () => {
    const patterned = (await catalogue())
      .flatMap(({ connectFields }) => connectFields)
      .filter(({ pattern }) => pattern !== undefined);
    expect(patterned.length).toBeGreaterThan(0);
    for (const each of patterned) {
      expect(problemWith(each, 'a key with spaces')).toBe('signs');
      expect(problemWith(each, 'aZ09-_.~+/=|')).toBeUndefined();
    }
  });
});

const [login, password] = [field('login'), field('password')];

it('problems from the server appear at their fields in the order of the form, and others apart', () => {
  const errors = [
    { path: 'password', message: 'is required' },
    { path: '', message: 'fill in one of these alternatives' },
    { path: 'apiToken', message: 'is not a field of this provider' },
    { path: 'login', message: 'must match ^a$' },
    { path: 'login', message: 'is too long' },
  ];
  expect(refusedFields(errors, [login, password])).toEqual({
    fields: [{ field: login }, { field: password, message: 'is required' }],
    others: ['Fill in one of these alternatives.', 'ApiToken is not a field of this provider.'],
  });
});
