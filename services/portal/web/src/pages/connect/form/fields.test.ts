import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.fixture.ts';
import { alternativesOf, bodyOf, initialValues, type ProviderField, partsOf, shownFields } from './fields.ts';

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
  it('has the alternatives in the place of the first of their fields', () => {
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

  it('begins with the defaults, in the type of the input', () => {
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

  it('sends the chosen alternative only, in the types of the fields, without what was left empty', () => {
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

  it('are twenty', () => expect(providers).toHaveLength(20));

  it.each(providers)('$provider shows each field in exactly one place', ({ connectFields }) => {
    const names = partsOf(connectFields).flatMap((part) =>
      part.kind === 'field'
        ? [part.field.name]
        : part.alternatives.flatMap((alternative) => alternative.fields.map(({ name }) => name)),
    );
    expect(names.toSorted()).toEqual(connectFields.map(({ name }) => name).toSorted());
  });

  it.each(providers)('$provider is sent whole with each alternative', ({ connectFields }) => {
    const typed = Object.fromEntries(connectFields.map(({ name }) => [name, `my-${name}`]));
    for (const group of [undefined, ...alternativesOf(connectFields).map((each) => each.group)]) {
      const sent = bodyOf(shownFields(connectFields, group), typed);
      for (const { name, group: own } of connectFields)
        expect(sent[name]).toBe(own === undefined || own === group ? `my-${name}` : undefined);
    }
  });
});
