import canonicalize from 'canonicalize';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalForm } from './canonical.ts';

/** Strings in which writers of JSON differ: escapes, controls, what JavaScript once refused, pairs of surrogates, and names of every object. */
const nastyStrings = [
  '',
  '"\\/\b\f\n\r\t',
  '\u0000\u001f\u007f\u0080\u2028\u2029\ufeff',
  'ü€😀\u{10ffff}',
  '\\ud800',
  '\\u00e9',
  '0',
  '9',
  '10',
  '-1',
  '1.5',
  '4294967294',
  '4294967295',
  '__proto__',
  'constructor',
  'toJSON',
  'a',
  'A',
  '\ufb01',
  '\u{1f600}',
];
const nastyNumbers = [0, -0, 100, 1.5, 0.1, -0.5, 1e21, 1e20, 1e-6, 1e-7, 5e-324, 1.7976931348623157e308];
nastyNumbers.push(
  Number('12345678901234567'),
  0.1 + 0.2,
  Number.MAX_SAFE_INTEGER,
  Number('333333333.33333329'),
  1e23,
);

const text = fc.oneof(fc.constantFrom(...nastyStrings), fc.fullUnicodeString({ maxLength: 8 }));
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    fc.constantFrom(...nastyNumbers),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    // From entries: an assignment to `__proto__` would set the prototype.
    fc.array(fc.tuple(text, tie('value')), { maxLength: 6 }).map((fields) => Object.fromEntries(fields)),
  ),
}));

describe('the RFC 8785 form', () => {
  it('the canonical form is that of the npm package, whether names are in order or not', () => {
    fc.assert(
      fc.property(json, (value) => {
        const form = canonicalize(value);
        expect(canonicalForm(value)).toBe(form);
        expect(canonicalForm(JSON.parse(String(form)))).toBe(form);
      }),
      { numRuns: 3_000 },
    );
  });

  it('a text equals its canonical form only if it was written in it', () => {
    const spaced = fc.tuple(json, fc.constantFrom(undefined, 1, '\t'), fc.boolean());
    fc.assert(
      fc.property(spaced, ([value, space, isForm]) => {
        const given = isForm ? String(canonicalize(value)) : JSON.stringify(value, undefined, space);
        expect(canonicalForm(JSON.parse(given)) === given).toBe(canonicalize(JSON.parse(given)) === given);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each<[what: string, text: string]>([
    ['a space', '{"a": 1}'],
    ['names out of order', '{"b":1,"a":2}'],
    ['names like numbers in the order of the numbers', '{"9":1,"10":2}'],
    ['a name twice', '{"a":1,"a":2}'],
    ['an escape that is not needed', '{"a":"\\u0041"}'],
    ['a number with zeros', '{"a":1.0}'],
    ['a number written out', '{"a":1000000000000000000000}'],
    ['minus zero', '{"a":-0}'],
    ['more digits than a number has', '{"a":12345678901234567}'],
  ])('the canonical form does not have %s', (_, given) => {
    expect(canonicalForm(JSON.parse(given))).not.toBe(given);
  });

  it('the canonical form sorts names by UTF-16 units, also those that look like numbers', () => {
    const names = ['\ufb01', '\u{1f600}', '€', 'a', 'Z', '9', '10', '__proto__'];
    const value = Object.fromEntries(names.map((name) => [name, name]));
    expect(canonicalForm(value).match(/"[^"]*"(?=:)/g)).toEqual(
      ['10', '9', 'Z', '__proto__', 'a', '€', '\u{1f600}', '\ufb01'].map((name) => `"${name}"`),
    );
  });

  it('the canonical form respects toJSON, such as that of dates', () => {
    const date = new Date(0);
    expect(canonicalForm({ date })).toBe('{"date":"1970-01-01T00:00:00.000Z"}');
    expect(canonicalForm({ a: { toJSON: () => ({ c: 1, b: 2 }) } })).toBe('{"a":{"b":2,"c":1}}');
  });

  it.each<[value: unknown, message: string]>([
    [Number.NaN, 'NaN is not allowed'],
    [Number.POSITIVE_INFINITY, 'Infinity is not allowed'],
    ['\ud800', 'Lone surrogate is not allowed'],
    [{ '\udc00': 1 }, 'Lone surrogate is not allowed'],
    [[{ a: '\udc00\ud800' }], 'Lone surrogate is not allowed'],
    [undefined, 'this has no JSON form'],
    [() => 1, 'this has no JSON form'],
  ])('the value %j has no canonical form: %s', (value, message) => {
    expect(() => canonicalForm(value)).toThrow(message);
  });
});
