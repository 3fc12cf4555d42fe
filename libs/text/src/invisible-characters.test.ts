import { describe, expect, it } from 'vitest';
import { displayName } from './rules.ts';

const problemsOf = (text: string) => displayName.problemsOf(displayName.normalize(text));
const invisible = ['must not contain invisible characters'];

/** The characters of these code points and ranges, such as `202A-202E`. */
const charactersOf = (codes: string): string[] =>
  codes.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });

describe('a name has no invisible characters', () => {
  it.each([
    ['controls of direction', '061C 200E-200F 202A-202E 2066-2069'],
    ['zero-width characters', '200B-200D 2060-2065 206A-206F 00AD 034F 180E'],
    ['fillers and blanks', '115F-1160 3164 FFA0 17B4-17B5 2800 1D159'],
    ['variation selectors', 'FE00-FE0F E0100-E01EF 180B-180D 180F'],
    ['tags', 'E0000-E007F'],
    ['format controls', 'FFF9-FFFB 1D173-1D17A 1BCA0-1BCA3 13430-1343F'],
  ])('%s', (_what, codes) => {
    for (const character of charactersOf(codes)) {
      for (const text of [`Ac${character}me`, `A${character}`, `${character}A`, character]) {
        expect({ text: encodeURIComponent(text), problems: problemsOf(text) }).toEqual({
          text: encodeURIComponent(text),
          problems: invisible,
        });
      }
    }
  });

  it('a byte order mark, which is trimmed at the ends', () => {
    expect(problemsOf('Ac\ufeffme')).toEqual(invisible);
    expect(displayName.normalize('\ufeffAcme\ufeff')).toBe('Acme');
    expect(problemsOf('\ufeff')).toEqual(['must have 1 to 255 characters']);
  });

  it.each([
    ['a joiner between Latin letters', 'Ac\u200dme'],
    ['a joiner after an emoji with nothing behind it', '😀\u200d'],
    ['a joiner between an emoji and a letter', '😀\u200dA'],
    ['two joiners between emoji', '👩\u200d\u200d🚀'],
    ['two joiners between Persian letters', 'می\u200c\u200cخواهم'],
    ['a non-joiner at the end of a Persian word', 'می\u200c'],
    ['an emoji selector after a letter', 'A\ufe0f'],
    ['an emoji selector after a digit that is no keycap', '1\ufe0f'],
    ['two selectors after an emoji', '❤\ufe0f\ufe0f'],
    ['two selectors after an ideograph', '葛\u{e0100}\u{e0101}'],
    ['two variation selectors after a Mongolian letter', 'ᠠ\u180b\u180b'],
    ['a control of direction in Hebrew', 'שלום\u200f'],
    ['a control of direction in Arabic', 'علي\u061c'],
    ['a text in tags behind a flag', '🏴\u{e0065}\u{e0076}\u{e0069}\u{e006c}\u{e007f}'],
    ['tags that are not ended', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}'],
    ['a zero-width space between Thai and Latin', 'ไทย\u200bThai'],
  ])('%s', (_what, text) => {
    expect(problemsOf(text)).toEqual(invisible);
  });

  it.each(['\u2028', '\u2029'])('nor a line separator: %j', (separator) => {
    expect(problemsOf(`a${separator}b`)).toEqual(['must not contain control characters']);
  });
});

describe('a name may have', () => {
  it.each([
    ['an emoji', 'Team 😀'],
    ['an emoji in its emoji form', 'Love ❤️'],
    ['an emoji in its text form', 'Call ☎︎'],
    ['a profession', '👩‍🚀'],
    ['a profession with a skin tone', '👩🏽‍🚀'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['a flag in colours', '🏳️‍🌈 and 🏴‍☠️'],
    ['the flag of a country', '🇩🇪'],
    ['the flag of a part of a country', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['keycaps', '1️⃣ and #️⃣'],
    ['Persian', 'می‌خواهم ۲۰‌ساله'],
    ['Hindi with a chosen form', 'क्‍ष श्री क्‌ष'],
    ['Malayalam that ends with a joiner', 'അവന്‍'],
    ['Sinhala', 'ශ්‍රී ලංකා'],
    ['Bengali', 'র‌্যাব'],
    ['a Japanese family name', '葛󠄀城'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ᠌ ᠪᠠᠶᠢᠨ᠎ᠠ'],
    ['Khmer with the places of breaks', 'ភាសា​ខ្មែរ'],
    ['Braille', '⠁⠃⠀⠉'],
    ['Arabic with a sign of numbers', '؀١٢'],
    ['combining accents', 'Zoe\u0308'],
    ['a no-break space', 'Acme\u00a0Inc.'],
    ['an ideographic space', '山田\u3000太郎'],
  ])('%s', (_what, text) => {
    expect(problemsOf(text)).toEqual([]);
    expect(displayName.fit(text)).toBe(text);
  });
});

it('what is made to fit is valid and stays as it is when it is made to fit again', () => {
  const parts = [
    'A',
    '😀',
    '\u200d',
    '\ufe0f',
    'م',
    '\u200c',
    '\u202e',
    '🏴',
    '\u{e0067}',
    '1',
    '\u20e3',
    '葛',
    '\u{e0100}',
    ' ',
  ];
  let seed = 1;
  const pick = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return parts[seed % parts.length] ?? '';
  };
  for (let round = 0; round < 5_000; round += 1) {
    const fitting = displayName.fit(Array.from({ length: 8 }, pick).join(''));
    if (fitting === undefined) continue;
    expect(problemsOf(fitting)).toEqual([]);
    expect(displayName.fit(fitting)).toBe(fitting);
  }
});
