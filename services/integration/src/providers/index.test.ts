import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Field, maxLengths } from '../connector/provider.ts';
import { providers } from './index.ts';

const fieldsOf = ({ connectFields, settingsFields }: (typeof providers)[number]): Field[] => [
  ...connectFields,
  ...settingsFields,
];

describe('the provider list', () => {
  it('the provider list has every provider folder under its name', () => {
    const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(providers.map(({ provider }) => provider).toSorted()).toEqual(folders.toSorted());
  });

  it('only settings that authorization or verification needs are required', () => {
    const required = providers.flatMap(({ provider, settingsFields }) =>
      settingsFields.filter((field) => field.required).map((field) => `${provider}.${field.name}`),
    );
    expect(required).toEqual([
      'amazon_dsp.region',
      'magnite.publisherId',
      'pubmatic.publisherId',
      'index_exchange.accountId',
    ]);
  });

  describe.each(providers)('$provider', (descriptor) => {
    const fields = fieldsOf(descriptor);

    it('a provider has a snake_case value, a display name and documentation on https', () => {
      expect(descriptor.provider).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
      expect(descriptor.name).not.toBe('');
      expect(new URL(descriptor.documentationUrl).protocol).toBe('https:');
    });

    it('a provider names no field twice and labels each field', () => {
      const names = fields.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(fields.filter(({ label }) => label.trim() === '')).toEqual([]);
    });

    it('the patterns of a provider compile and match whole values', () => {
      for (const { pattern } of fields) {
        if (pattern === undefined) continue;
        expect(() => new RegExp(pattern, 'u')).not.toThrow();
        expect(pattern).toMatch(/^\^.*\$$/);
      }
    });

    it('a provider bounds the length of its texts and secrets, and of nothing else', () => {
      const isText = ({ type }: Field) => type === 'string' || type === 'secret';
      const bounded = Object.values(maxLengths) as (number | undefined)[];
      for (const field of fields) expect(isText(field) ? bounded : [undefined]).toContain(field.maxLength);
    });

    it('every typed setting of a provider has a pattern, because settings become parts of paths, queries and headers', () => {
      const typed = descriptor.settingsFields.filter(({ type }) => type === 'string');
      expect(typed.filter(({ pattern }) => pattern === undefined)).toEqual([]);
    });

    it('every typed setting of a provider describes its format by an example that matches its pattern', () => {
      for (const { type, description, pattern = '' } of descriptor.settingsFields) {
        if (type !== 'string') continue;
        const example = /such as (\S+?)[.,]?(?:\s|$)/.exec(description ?? '')?.[1];
        expect(example).toMatch(new RegExp(pattern, 'u'));
      }
    });

    it('a provider gives options to every enum and to nothing else, and its defaults are among them', () => {
      for (const field of fields) {
        expect(field.options !== undefined && field.options.length > 1).toBe(field.type === 'enum');
        expect([undefined, ...(field.options ?? [])]).toContain(field.default);
      }
    });

    it('a credentials provider asks for a secret, an oauth provider for no connect field', () => {
      const asksForSecret = descriptor.connectFields.some(({ type }) => type === 'secret');
      expect(asksForSecret).toBe(descriptor.authMethod === 'credentials');
      expect(descriptor.connectFields.length > 0).toBe(descriptor.authMethod === 'credentials');
      expect(descriptor.settingsFields.filter(({ type }) => type === 'secret')).toEqual([]);
    });

    it('a provider has no groups or at least two, each with a required field', () => {
      const groups = new Set(fields.flatMap(({ group }) => group ?? []));
      expect(groups.size).not.toBe(1);
      for (const group of groups) {
        expect(fields.some((field) => field.group === group && field.required)).toBe(true);
      }
    });
  });
});
