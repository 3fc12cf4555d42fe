import { describe, expect, it } from 'vitest';
import { arrayOf, linesOf } from './audit-logs.ts';

const hash = '9f'.repeat(32);
const textOf = (...entries: { text: string; hash: string }[]): string =>
  Buffer.from(linesOf(entries)).toString();

describe('lines of an export', () => {
  it('a line of an export is the stored text with the hash as the last field', () => {
    const texts = ['{"a":1}', '{"name":"Zoë \u{1f600} \u2028","b":{}}'];
    expect(textOf(...texts.map((text) => ({ text, hash })))).toBe(
      `{"a":1,"hash":"${hash}"}\n{"name":"Zoë \u{1f600} \u2028","b":{},"hash":"${hash}"}\n`,
    );
    expect(linesOf([])).toHaveLength(0);
  });

  it.each([
    ['no field', '{}', {}],
    ['space around it', ' {"a":1} ', { a: 1 }],
    ['no field but space', '{ }', {}],
    ['line breaks', '{"a":1,\n"b":"\\n"}', { a: 1, b: '\n' }],
    ['a hash', '{"hash":"another","a":1}', { a: 1 }],
  ])('a line of an export is one JSON document, also if an altered entry has %s', (_, text, entry) => {
    const lines = textOf({ text, hash }, { text: '{"b":2}', hash }).split('\n');
    expect(lines.map((line) => (line === '' ? undefined : (JSON.parse(line) as unknown)))).toEqual([
      { ...entry, hash },
      { b: 2, hash },
      undefined,
    ]);
  });

  it.each([
    ['beside others', '{"a":1,"hash":"another"}'],
    ['first', '{"hash":"another","a":1}'],
    ['before a space', '{"a":1,"hash" :"another"}'],
    ['with an escape sequence', '{"a":1,"h\\u0061sh":"another"}'],
    ['twice', '{"hash":"another","a":1,"hash":"a third"}'],
  ])('a line of an export has one hash, also if an altered entry has one %s', (_, text) => {
    expect(textOf({ text, hash })).toBe(`{"a":1,"hash":"${hash}"}\n`);
  });

  it.each([
    '{"a":"hash","b":"\\"hash\\":"}',
    '{"a":"\\u001b[1m"}',
    '{"metadata":{"hash":"of a file"}}',
    '{"z":{"hash":1},"10":2,"9":3}',
  ])('a line of an export keeps %s as it is', (text) => {
    expect(textOf({ text, hash })).toBe(`${text.slice(0, -1)},"hash":"${hash}"}\n`);
  });

  it('a line of an export shows an altered hash', () => {
    expect(JSON.parse(textOf({ text: '{"a":1}', hash: '"\n' }))).toEqual({ a: 1, hash: '"\n' });
  });
});

describe('an array of a page', () => {
  it('a page is one JSON document, whatever was altered in an entry', () => {
    const texts = ['{"a":"Zoë \u{1f600}"}', ' { "hash":"another" } ', '{\n}'];
    for (const some of [[], texts.slice(0, 1), texts]) {
      const array = Buffer.from(arrayOf(some.map((text) => ({ text, hash })))).toString();
      expect(JSON.parse(array)).toEqual(some.map((text) => ({ ...(JSON.parse(text) as object), hash })));
    }
  });
});
