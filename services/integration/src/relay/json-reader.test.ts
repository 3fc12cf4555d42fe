import { describe, expect, it } from 'vitest';
import { valuesAt } from './body.ts';
import type { JsonValue } from './json-document.ts';
import { readJson as readBytes } from './json-reader.ts';
import { hashAscii, hashed, hashOf } from './names.ts';

const readJson = (text: string) => readBytes(Buffer.from(text));

/** What it reads, made with JSON.parse; undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function valueOf(json: JsonValue): unknown {
  if (json.kind === 'object')
    return Object.fromEntries(json.inner().map((value) => [value.name, valueOf(value)]));
  if (json.kind === 'list') return json.inner().map(valueOf);
  return json.kind === 'text' ? json.text : (JSON.parse(json.text) as unknown);
}

const readValue = (text: string): unknown => {
  const json = readJson(text);
  return json === undefined ? undefined : { value: valueOf(json) };
};

/** The same numbers in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('JSON that rules read', () => {
  it.each([
    '',
    ' ',
    '0',
    '-0',
    '01',
    '-',
    '1.',
    '.5',
    '1.5e+3',
    '1e',
    '1e-',
    '+1',
    '1 2',
    'tru',
    'true',
    'truefalse',
    'nul',
    'NaN',
    '"a',
    '"\t"',
    '"\\u00zz"',
    '"\\u00e9"',
    '"\\x"',
    '"\\"',
    '[1,]',
    '[,1]',
    '{"a":1,}',
    '{"a"}',
    '{"a" 1}',
    '{a:1}',
    '{1:1}',
    '{"é":1,"\\n":2}',
    '{"\u0001":1}',
    '[1]]',
    '[}',
    '{]',
    ' [ 1 , { "a" : [ ] } ] \r\n',
    '\u00a0[]',
    '[]\u2028',
    '{"__proto__":1,"a":{}}',
  ])('%j is read where JSON.parse reads it', (text) => {
    expect(readValue(text)).toEqual(parsed(text));
  });

  it('every text with one change is read where JSON.parse reads it', () => {
    // No escape sequence is in a name: after many objects, JSON.parse of Node 24 takes \f there for \\.
    const texts = [
      '{"a":[1,-2.5e+10,true,null,"x\\u00e9\\n"],"b":{"c":"\\\\","é":false}}',
      '[[],{},[{"a":{"b":[0.0]}}],"\\ud83d\\ude00."]',
      ' { "a" : 1 , "b" : [ "c" , 12 ] } ',
    ];
    const signs = '{}[]",:\\u0 1-+.eEtfné\u0000\n\u2028/x';
    const random = createRandom(1);
    const differing = Array.from({ length: 5_000 }, () => {
      const text = texts[random(texts.length)] ?? '';
      const at = random(text.length);
      const sign = random(4) === 0 ? '' : (signs[random(signs.length)] ?? '');
      return text.slice(0, at) + sign + text.slice(at + random(2));
    }).filter((text) => {
      try {
        // Half of a pair alone is read as U+FFFD.
        const expected = JSON.stringify(parsed(text), (_, value: unknown) =>
          typeof value === 'string' ? value.toWellFormed() : value,
        );
        return JSON.stringify(readValue(text)) !== expected;
      } catch {
        // Two of one name.
        return false;
      }
    });
    expect(differing).toEqual([]);
  });

  it.each(['007f', '0080', '07ff', '0800', 'd7ff', 'd800', 'dbff', 'dc00', 'DFFF', 'e000', 'ffff'])(
    '\\u%s is read as JSON.parse reads it, but for half of a pair',
    (digits) => {
      const text = `"\\u${digits}."`;
      expect(readJson(text)?.text).toBe((JSON.parse(text) as string).toWellFormed());
    },
  );

  it.each(['\\ud800\\udc00', '\\ud83d\\ude00', '\\udbff\\udfff', '\\ud800\\ud800\\udc00'])(
    'the pair in %s is one character',
    (escapes) => {
      expect(readJson(`"${escapes}"`)?.text).toBe((JSON.parse(`"${escapes}"`) as string).toWellFormed());
    },
  );

  it('every value has its place, its name and its text', () => {
    const text = '{"a":[1,{"b\\u0062":"x\\n"}],"c":12345678901234567890}';
    expect(readJson(text)?.withInner.map(({ name, kind, text: said }) => [name, kind, said])).toEqual([
      [undefined, 'object', '{"a":[1,{"bb":"x\n"}],"c":12345678901234567890}'],
      ['a', 'list', '[1,{"bb":"x\n"}]'],
      [undefined, 'number', '1'],
      [undefined, 'object', '{"bb":"x\n"}'],
      ['bb', 'text', 'x\n'],
      ['c', 'number', '12345678901234567890'],
    ]);
  });

  it.each(['null', 'false', '""', '[]', '{ }'])('%s is empty', (text) => {
    expect(readJson(text)?.isEmpty).toBe(true);
  });

  it.each(['0', 'true', '" "', '[null]', '{"a":null}'])('%s is not empty', (text) => {
    expect(readJson(text)?.isEmpty).toBe(false);
  });
});

describe('names of one object', () => {
  it.each([
    ['{"é":1,"É":2}', 'É'],
    ['{"\u{10400}":1,"\u{10428}":2}', '\u{10428}'],
    ['{"\\ud801\\udc00":1,"\u{10428}":2}', '\u{10428}'],
    ['{"ας":1,"ΑΣ":2}', 'ΑΣ'],
    // The sign of kelvin.
    ['{"k":1,"\u212a":2}', '\u212a'],
    ['{"a\\/b":1,"A/b":2}', 'A/b'],
  ])('%s are two of one name', (text, name) => {
    expect(() => readJson(text)).toThrow(`The body has the name "${name}" twice.`);
  });

  it.each(['{"a_b":1,"ab":2}', '{"a[0]":1,"a[1]":2}'])('%s are two names', (text) => {
    expect(readJson(text)?.inner()).toHaveLength(2);
  });

  it('more than 1,000 with characters beyond ASCII are refused', () => {
    const object = (count: number, letter: string) =>
      `{${Array.from({ length: count }, (_, index) => `"${letter}${index}":0`).join()}}`;
    for (const letter of ['é', '\\u00e9']) {
      expect(readJson(object(1_000, letter))?.inner()).toHaveLength(1_000);
      expect(() => readJson(object(1_001, letter))).toThrow(
        'more than 1000 names with characters beyond ASCII',
      );
    }
    expect(() => readJson(`{"${'é'.repeat(65_537)}":0}`)).toThrow('of more than 65536 characters');
    expect(readJson(object(2_000, '\\u0061'))?.inner()).toHaveLength(2_000);
  });

  it('the second of 60,000 objects and the last of 60,000 names are found', () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `"n${index}":0`);
    const objects = Array.from({ length: 60_000 }, () => '{"a":0}');
    expect(readJson(`{${names.join()}}`)?.inner()).toHaveLength(60_000);
    expect(readJson(`[${objects.join()}]`)?.inner()).toHaveLength(60_000);
    expect(() => readJson(`{${names.join()},"N0":1}`)).toThrow('The body has the name "N0" twice.');
    expect(() => readJson(`[{"a":0,"A":0},${objects.slice(1).join()}]`)).toThrow(
      'The body has the name "A" twice.',
    );
  });
});

describe('the hash of a name', () => {
  const long = (first: string, last: string) => `${first}${'x'.repeat(16_383)}${last}`;
  const hashesOf = (name: string): readonly number[] => {
    const bytes = Buffer.from(name);
    hashAscii(bytes, 0, bytes.length);
    return [hashed.hash, hashed.plainHash];
  };

  it('is another one where two characters of a long name are exchanged', () => {
    expect(hashOf(long('a', 'b'))).not.toBe(hashOf(long('b', 'a')));
    const [hash, plainHash] = hashesOf(`_${long('a', 'b')}`);
    const [otherHash, otherPlainHash] = hashesOf(`_${long('b', 'a')}`);
    expect(hash).not.toBe(otherHash);
    expect(plainHash).not.toBe(otherPlainHash);
  });

  it('is the same however it is made', () => {
    const name = long('a', 'b');
    expect(hashesOf(name)).toEqual([hashOf(name), hashOf(name)]);
    expect(hashesOf(`A_${name.slice(1)}`)[1]).toBe(hashOf(name));
  });
});

describe('values by name', () => {
  const json = readJson(
    '{"Account_Id":1,"a":[{"accountid[0]":"2"},{"\\u0061ccountId":3}],"accountIdx":4,"[accountId":5}',
  );
  it.each([
    ['/accountId', ['1']],
    ['/**/accountId', ['1', '2', '3']],
    ['/a/*/accountId', ['2', '3']],
    ['/a/1/accountId', ['3']],
    ['/a/2/accountId', []],
    ['/a/accountId', []],
    ['/a/*[accountId=3]/accountId', ['3']],
    ['/accountId/x', []],
  ])('%s', (pointer, texts) => {
    expect(valuesAt(json, pointer).map(({ text }) => text)).toEqual(texts);
  });
});
