import { describe, expect, it } from 'vitest';
import { noControlCharacters } from './forbidden-characters.ts';
import { personTextPattern, withoutControlPattern } from './published-patterns.ts';
import { displayName } from './rules.ts';

const accepts = (text: string) => displayName.problemsOf(displayName.normalize(text)).length === 0;

/** All characters up to U+FFFF but surrogates. */
const characters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter((text) =>
  text.isWellFormed(),
);
const placesOf = (character: string) => [
  character,
  `a${character}`,
  `${character}a`,
  `a${character}b`,
  `a ${character} b`,
];
const codesOf = (found: readonly string[]) => found.map((text) => text.charCodeAt(0).toString(16));

/** Needed by emoji or by a script, and so accepted beside some characters: no pattern can say which. */
const accepted = '180b 180c 180d 180e 180f 200b 200c 200d 2800 fe00 fe01 fe02 fe0e fe0f'.split(' ');

describe.each(['', 'u'])('the published patterns, read with the flags %j,', (flags) => {
  const personText = new RegExp(personTextPattern(255), flags);
  const withoutControl = new RegExp(withoutControlPattern, flags);

  it('match all that a rule for what people type accepts', () => {
    const refused = characters.filter((character) =>
      placesOf(character).some((text) => accepts(text) && !personText.test(text)),
    );
    expect(codesOf(refused)).toEqual([]);
    for (const text of ['👩‍🚀', 'Love ❤️', ' Ada Lovelace\n', '葛󠄀城', 'می‌خواهم'])
      expect(text).toMatch(personText);
  });

  it('match nothing that it refuses, but for characters that it accepts elsewhere', () => {
    const matched = characters.filter((character) =>
      placesOf(character).some((text) => personText.test(text) && !accepts(text)),
    );
    expect(codesOf(matched)).toEqual(accepted);
    for (const text of ['', ' ', ' \n\ufeff']) expect(text).not.toMatch(personText);
  });

  it('count what is left when the spaces around are trimmed', () => {
    for (const [text, matches] of [
      ['a', true],
      ['a'.repeat(255), true],
      [`  \t${'a '.repeat(127)}a\n${' '.repeat(300)}`, true],
      ['a'.repeat(256), false],
      [`${'a '.repeat(127)}ab`, false],
    ] as const) {
      expect([text, personText.test(text)]).toEqual([text, matches]);
      expect([text, accepts(text)]).toEqual([text, matches]);
    }
  });

  it('match the texts without control characters alone', () => {
    const differing = characters.filter((character) =>
      placesOf(character).some((text) => withoutControl.test(text) !== noControlCharacters.holds(text)),
    );
    expect(codesOf(differing)).toEqual([]);
  });
});
