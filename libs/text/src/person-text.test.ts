import { describe, expect, it } from 'vitest';
import { noControlCharacters, withoutControlPattern } from './characters.ts';
import { personText, personTextPattern } from './person-text.ts';
import { displayName } from './rules.ts';

const rule = personText(1, 3);
const problemsOf = (text: string) => rule.problemsOf(rule.normalize(text));

describe('text that people type', () => {
  it.each(['a', ' abc ', '  😀😀😀\n'])('a person may type %j', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('typed text is stored without the space around it', () => {
    expect(rule.normalize('  😀 😀\n')).toBe('😀 😀');
  });

  it.each(['', '   ', 'abcd', '😀😀😀😀', 'a'.repeat(1_000)])(
    'the length of typed text is measured in code points: %j',
    (text) => {
      expect(problemsOf(text)).toEqual(['must have 1 to 3 characters']);
    },
  );

  it.each(['a\u0000', 'a\nb', 'a\u007fb', 'a\u0085b'])(
    'typed text with a control character is refused: %j',
    (text) => {
      expect(problemsOf(text)).toEqual(['must not contain control characters']);
    },
  );

  it('text that is far too long is refused without being read', () => {
    expect(problemsOf('a\n\u200b'.repeat(100_000))).toEqual(['must have 1 to 3 characters']);
  });

  it('all problems of a typed text are reported', () => {
    expect(problemsOf('a\nb\nc')).toEqual([
      'must have 1 to 3 characters',
      'must not contain control characters',
    ]);
  });

  it.each([
    [' ab ', 'ab'],
    ['a\u0000b', 'a b'],
    ['abcd', 'abc'],
    ['ab cd', 'ab'],
    ['😀😀😀😀', '😀😀😀'],
    ['a\ud800', 'a\ufffd'],
  ])('the text %j of another system becomes %j', (text, fitting) => {
    expect(rule.fit(text)).toBe(fitting);
    expect(problemsOf(fitting)).toEqual([]);
  });

  it.each(['', '  ', '\u0000'])('the text %j of another system cannot be used', (text) => {
    expect(rule.fit(text)).toBeUndefined();
  });
});

/** All characters up to U+FFFF except surrogates. */
const characters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter((text) =>
  text.isWellFormed(),
);
const placesOf = (character: string) => [character, `a${character}`, `${character}a`, `a${character}b`];

describe.each(['', 'u'])('a published pattern, read with the flags %j,', (flags) => {
  const published = new RegExp(personTextPattern, flags);
  const withoutControl = new RegExp(withoutControlPattern, flags);

  it('the published pattern matches every text that the rule accepts', () => {
    const refused = characters
      .flatMap(placesOf)
      .filter((text) => displayName.normalize(text) === text && displayName.problemsOf(text).length === 0)
      .filter((text) => !published.test(text));
    expect(refused).toEqual([]);
    for (const text of ['👩‍🚀', 'Love ❤️', 'Ada Lovelace', 'می‌خواهم']) expect(text).toMatch(published);
  });

  it('the published pattern matches no text that is empty, has spaces around it or has an ASCII control character', () => {
    for (const text of ['', ' ', ' Ada', 'Ada ', 'A\u0000da', 'Ada\n', '\tAda'])
      expect(text).not.toMatch(published);
  });

  it('the published pattern without control characters matches exactly the texts without them', () => {
    const differing = characters
      .flatMap(placesOf)
      .filter((text) => withoutControl.test(text) !== noControlCharacters.holds(text));
    expect(differing).toEqual([]);
  });
});

it.each([
  [' Ada\u200b\u202e Lovelace\u0000 ', 'Ada Lovelace'],
  ['Ada\r\nBcc: eve@evil.example', 'Ada  Bcc: eve@evil.example'],
  ['👩‍🚀 Sally', '👩‍🚀 Sally'],
  ['a'.repeat(300), 'a'.repeat(255)],
  [`${'a'.repeat(253)}👩‍🚀`, `${'a'.repeat(253)}👩`],
])('the name %j of another system becomes %j', (name, cleaned) => {
  expect(displayName.fit(name)).toBe(cleaned);
});

it.each(['', ' ', '\u200b\u2060', '\u3164', '\ufeff\u00ad'])(
  'the name %j of another system is dropped',
  (name) => {
    expect(displayName.fit(name)).toBeUndefined();
  },
);
