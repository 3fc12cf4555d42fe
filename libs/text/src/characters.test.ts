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
  ])('a name has no invisible characters: %s', (_what, codes) => {
    for (const character of charactersOf(codes)) {
      for (const text of [`Ac${character}me`, `A${character}`, `${character}A`, character]) {
        expect({ text: encodeURIComponent(text), problems: problemsOf(text) }).toEqual({
          text: encodeURIComponent(text),
          problems: invisible,
        });
      }
    }
  });

  it('a name has no byte order mark; at its ends it is trimmed', () => {
    expect(problemsOf('Ac\ufeffme')).toEqual(invisible);
    expect(displayName.normalize('\ufeffAcme\ufeff')).toBe('Acme');
    expect(problemsOf('\ufeff')).toEqual(['must have 1 to 255 characters']);
  });

  it.each([
    ['a joiner between Latin letters', 'Ac\u200dme'],
    ['a joiner after an emoji with nothing behind it', '😀\u200d'],
    ['a joiner between an emoji and a letter', '😀\u200dA'],
    ['a non-joiner at the end of a Persian word', 'می\u200c'],
    ['an emoji selector after a letter', 'A\ufe0f'],
    ['an emoji selector after a digit that is no keycap', '1\ufe0f'],
    ['two selectors after an emoji', '❤\ufe0f\ufe0f'],
    ['a control of direction in Hebrew', 'שלום\u200f'],
    ['a text in tags behind a flag', '🏴\u{e0065}\u{e0076}\u{e0069}\u{e006c}\u{e007f}'],
    ['tags that are not ended', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}'],
    ['a non-joiner before a Persian word', '\u200cها'],
    ['a non-joiner between Latin letters beside a Persian word', 'AP\u200cIها'],
    ['a non-joiner between a space and a Persian word', 'API \u200cها'],
    ['a non-joiner before a closing mark', '(کتاب\u200c)'],
    ['a non-joiner between an Arabic comma and a Latin letter', 'ها،\u200cA'],
    ['a zero-width space at the end of a Thai word', 'ไทย\u200b'],
    ['a zero-width space between Latin letters beside a Thai word', 'ไทยGo\u200bogle'],
    ['a zero-width space between Persian letters', 'می\u200bخواهم'],
  ])('a name has no invisible characters: %s', (_what, text) => {
    expect(problemsOf(text)).toEqual(invisible);
  });

  it.each(['\u2028', '\u2029'])('a name has no line separator: %j', (separator) => {
    expect(problemsOf(`a${separator}b`)).toEqual(['must not contain control characters']);
  });
});

describe('a name may have', () => {
  it.each([
    ['an emoji', 'Team 😀'],
    ['an emoji in its emoji form', 'Love ❤️'],
    ['an emoji in its text form', 'Call ☎︎'],
    ['a profession', '👩‍🚀'],
    ['a flag in colours', '🏳️‍🌈 and 🏴‍☠️'],
    ['the flag of a country', '🇩🇪'],
    ['the flag of a part of a country', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['keycaps', '1️⃣ and #️⃣'],
    ['Persian', 'می‌خواهم ۲۰‌ساله'],
    [
      'Persian endings of a Latin word, a digit and a quotation',
      'API\u200cها 5\u200cتایی «کتاب»\u200cها (کتاب)\u200cها',
    ],
    ['a Persian prefix of a Latin word', 'می\u200cLike'],
    ['Thai beside Latin', 'ไทย\u200bGoogle\u200bไทย'],
    ['Khmer beside a number', 'ខ្មែរ\u200b2024'],
    ['Newa', '𑐎𑑂\u200d𑐲 𑐎𑑂\u200c𑐲'],
    ['Grantha', '𑌕𑍍\u200d𑌷 𑌕𑍍\u200c𑌷'],
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
  ])('a name may have %s', (_what, text) => {
    expect(problemsOf(text)).toEqual([]);
    expect(displayName.fit(text)).toBe(text);
  });
});

it('a text that was made to fit is valid and does not change when it is made to fit again', () => {
  const parts = [
    'A',
    '😀',
    '\u200d',
    '\ufe0f',
    'م',
    '»',
    'ไ',
    '\u200b',
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
