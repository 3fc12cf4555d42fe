import { describe, expect, it } from 'vitest';
import { createScrubbers } from './scrub.ts';

const token = 'Atza|IwEB/x"y\\z é';
const scrubbers = createScrubbers({
  secrets: [token, 'short', 'Atza|IwEB', 'YWxpY2U6cw=='],
  names: ['googleSecret'],
});

/** Scrubs the text in parts that end at these offsets. */
function scrubbed(text: string, ...ends: number[]): string {
  const bytes = Buffer.from(text);
  const scrubber = scrubbers();
  const starts = [0, ...ends];
  return Buffer.concat([
    ...starts.map((start, index) => scrubber.push(bytes.subarray(start, ends[index] ?? bytes.length))),
    scrubber.end(),
  ]).toString();
}

const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicode = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

describe('a secret in an answer', () => {
  it.each([
    ['as it is', token],
    ['in JSON', JSON.stringify(token).slice(1, -1)],
    ['in JSON with escaped slashes', JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON as code units', unicode(token)],
    ['in JSON as code units in upper case', unicode(token).toUpperCase().replaceAll('\\U', '\\u')],
    ['percent-encoded', encodeURIComponent(token)],
    ['percent-encoded as a form', new URLSearchParams([['', token]]).toString().slice(1)],
    ['percent-encoded byte by byte', percent(token)],
    ['percent-encoded in upper case', percent(token).toUpperCase()],
    ['in JSON, percent-encoded', encodeURIComponent(JSON.stringify(token).slice(1, -1))],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(token)).slice(3, -3)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(token))],
    ['in two of these ways', `${encodeURIComponent(token.slice(0, 5))}${unicode(token.slice(5))}`],
  ])('a secret is replaced wherever an answer is split: %s', (_, written) => {
    const text = `{"next":"https://a.example/?t=${written}&u=ü"}`;
    const bytes = Buffer.byteLength(text);
    for (let end = 0; end <= bytes; end += 1)
      expect(scrubbed(text, end)).toBe('{"next":"https://a.example/?t=sealed&u=ü"}');
    expect(scrubbed(text, ...Array.from({ length: bytes }, (_each, index) => index))).toBe(
      '{"next":"https://a.example/?t=sealed&u=ü"}',
    );
  });

  it('the longer of two secrets with the same beginning is replaced as a whole', () => {
    expect(scrubbed(`${token} Atza|IwEB YWxpY2U6cw==`)).toBe('sealed sealed sealed');
  });

  it.each(['line\none\ttab', 'p%41%zz%', 'pass😀word', '%2525%25', 'a+b c d'])(
    'a secret of characters that are escaped is replaced in every way to write it: %j',
    (secret) => {
      const json = JSON.stringify(secret).slice(1, -1);
      for (const form of [
        secret,
        json,
        unicode(secret),
        encodeURIComponent(secret),
        encodeURIComponent(json),
      ]) {
        const scrubber = createScrubbers({ secrets: [secret] })();
        const shown = Buffer.concat([scrubber.push(Buffer.from(`<${form}>`)), scrubber.end()]).toString();
        expect(shown).toMatch(/^<sealed\\*>$/);
      }
    },
  );

  it.each(['\\'.repeat(40), `\\"${'\\'.repeat(9)}x`, 'a\\b\\c\\d'])(
    'a secret that has little besides backslashes is replaced in JSON and percent-encoded: %j',
    (secret) => {
      const json = JSON.stringify(secret).slice(1, -1);
      for (const form of [secret, json, encodeURIComponent(secret), encodeURIComponent(json)]) {
        const scrubber = createScrubbers({ secrets: [secret] })();
        const shown = Buffer.concat([scrubber.push(Buffer.from(`<${form}>`)), scrubber.end()]).toString();
        expect(shown).toBe('<sealed>');
      }
    },
  );

  it.each([
    ['backslashes', `${'\\'.repeat(30)}x`, '\\'],
    ['one letter', `${'a'.repeat(1_000)}b`, 'a'],
    ['the beginning of the secret', 'ya29.'.repeat(400), 'ya29.'.repeat(399)],
  ])('the time grows with the length alone, in parts of one byte too: %s', (_, secret, repeated) => {
    const scrubber = createScrubbers({ secrets: [secret] })();
    const bytes = Buffer.alloc(262_144, repeated);
    let size = 0;
    for (const byte of bytes) size += scrubber.push(Buffer.of(byte)).length;
    expect(size + scrubber.end().length).toBeLessThanOrEqual(bytes.length);
  });

  it('text without a secret passes byte for byte, however it is split', () => {
    const text = `Atza|Iw "short" \\u0041\\ %41%7 \u0000ü€😀 "access_token_count": "12"`;
    for (let end = 0; end <= Buffer.byteLength(text); end += 1) expect(scrubbed(text, end)).toBe(text);
  });
});

describe('a value of a hidden name', () => {
  it.each([
    ['"access_token":"page-token"', '"access_token":"sealed"'],
    ['"access_token" : "a\\"b\\\\" , "id":"1"', '"access_token" : "sealed" , "id":"1"'],
    ['"googleSecret":"","x":"y"', '"googleSecret":"sealed","x":"y"'],
    ['"access_token":"one","access_token":"two"', '"access_token":"sealed","access_token":"sealed"'],
  ])('a value of a hidden name is replaced wherever the answer is split: %s', (inner, expected) => {
    const text = `{${inner}}`;
    for (let end = 0; end <= text.length; end += 1) expect(scrubbed(text, end)).toBe(`{${expected}}`);
    expect(scrubbed(text, ...Array.from({ length: text.length }, (_, index) => index))).toBe(`{${expected}}`);
  });

  it.each(['googleSecret', 'google_secret', 'GoogleSecret'])('a hidden name is found as %s too', (name) => {
    expect(scrubbed(`{"${name}":"x"}`)).toBe(`{"${name}":"sealed"}`);
  });

  it('a hidden value that never ends is not shown', () => {
    expect(scrubbed('{"access_token":"abc')).toBe('{"access_token":"sealed');
  });
});
