import { describe, expect, it } from 'vitest';
import { asTexts, hasText, plainName, readBody, valuesAt } from './body.ts';

const read = (text: string, type?: string) => readBody(Buffer.from(text), type);
const messageOf = (text: string): string => {
  try {
    read(text);
    return 'read';
  } catch (error) {
    return (error as Error).message;
  }
};

const jsonOf = (text: string) => {
  const body = read(text);
  if (body.kind !== 'json') throw new Error(`${body.kind} is no JSON`);
  return body.json;
};

/** Every text of a parsed value, names before what they name. */
const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(value) ? textsOf(inner) : [name, ...textsOf(inner)],
  );
};

/** A value below a name, below the same name, and so on. */
const nested = (name: string, levels: number, inner: string): string =>
  `${`{"${name}":`.repeat(levels)}${inner}${'}'.repeat(levels)}`;

describe('a body that rules read', () => {
  it('levels and values are counted before a value is made', () => {
    // What follows is no JSON, which nobody finds out.
    expect(messageOf(`${'['.repeat(65)}!`)).toBe('body: The body has more than 64 levels.');
    expect(messageOf(`[${'1,'.repeat(200_000)}!`)).toBe(
      'body: The body has too many values: send it in parts.',
    );
    expect(messageOf(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe('read');
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"A":2}',
    '{"a":1,"\\u0061":2}',
    '{"b":[{"a" :1, "a"\n:2}]}',
    '{"a\\\\":1,"a\\\\":2}',
  ])('two of one name are refused: %s', (text) => {
    expect(messageOf(text)).toMatch(/^body: The body has the name .* twice\.$/);
  });

  it.each([
    '{"a":"\\"a\\":1","b":"a"}',
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":"{\\"a\\":[,","b":"\\\\"}',
    '{"x":["a","a"],"a":"a"}',
  ])('a name is not taken for another one: %s', (text) => {
    const json = jsonOf(text);
    for (const each of textsOf(JSON.parse(text))) expect(json.source).toContain(`"${each}"`);
  });

  it('text without an end is not JSON', () => {
    for (const text of ['{"a', '{"a\\"', '{"a":1', '[}'])
      expect(messageOf(text)).toBe('body: The body is not valid JSON.');
  });
});

describe('values that a pointer leads to', () => {
  it.each([
    ['/**/accountId', (count: number) => Array.from({ length: count }, () => ({ accountId: 1 }))],
    ['/*/accountId', (count: number) => Array.from({ length: count }, () => ({ accountId: 1 }))],
    ['/ids/*', (count: number) => ({ ids: Array.from({ length: count }, () => 1) })],
  ])('%s leads to 10,000 at most', (pointer, bodyOf) => {
    const valuesOf = (count: number) => valuesAt(jsonOf(JSON.stringify(bodyOf(count))), pointer);
    expect(valuesOf(10_000)).toHaveLength(10_000);
    expect(() => valuesOf(10_001)).toThrow('more than 10000 values in places that Patchbay reads');
  });
});

describe('a name', () => {
  it('case, underscores and indexes do not make another name', () => {
    for (const name of ['accountId', 'account_id', 'AccountID[0]', 'account[a_b]_id[\n]'])
      expect(plainName(name)).toBe('accountid');
  });

  it('millions of brackets that nothing closes are read once', () => {
    const open = '['.repeat(2_000_000);
    expect([open, `]${open}`, `[a]${open}\n`].map((name) => plainName(name).length)).toEqual([
      2_000_000, 2_000_001, 2_000_001,
    ]);
  });
});

describe('values of a body', () => {
  const count = 1_000;
  const list = `[${'1,'.repeat(count - 1)}1]`;
  const json = jsonOf(nested('ids', 60, list));

  it('a list that is below a name many times is walked once', () => {
    expect(valuesAt(json, '/**/ids')).toHaveLength(60);
    expect(asTexts(valuesAt(json, '/**/ids'))).toHaveLength(count);
    expect(valuesAt(json, '/**/ids/**').length).toBeLessThan(count + 200);
  });

  it('a value has a text where one is in it, however deep', () => {
    const bare = jsonOf(nested('a', 60, '[{},[],null,true]'));
    const others = valuesAt(jsonOf('[0,"",null,false,[]]'), '/*');
    expect([json, bare, ...others].map(hasText)).toEqual([true, false, true, true, false, false, false]);
  });
});
