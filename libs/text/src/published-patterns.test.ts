import { describe, expect, it } from 'vitest';
import { noControlCharacters } from './forbidden-characters.ts';
import { personTextPattern, withoutControlPattern } from './published-patterns.ts';
import { displayName } from './rules.ts';

/** All characters up to U+FFFF except surrogates. */
const characters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter((text) =>
  text.isWellFormed(),
);
const placesOf = (character: string) => [character, `a${character}`, `${character}a`, `a${character}b`];

describe.each(['', 'u'])('a published pattern, read with the flags %j,', (flags) => {
  const personText = new RegExp(personTextPattern, flags);
  const withoutControl = new RegExp(withoutControlPattern, flags);

  it('matches every trimmed text that the rule for texts of people accepts', () => {
    const refused = characters
      .flatMap(placesOf)
      .filter((text) => displayName.normalize(text) === text && displayName.problemsOf(text).length === 0)
      .filter((text) => !personText.test(text));
    expect(refused).toEqual([]);
    for (const text of ['👩‍🚀', 'Love ❤️', 'Ada Lovelace', 'می‌خواهم']) expect(text).toMatch(personText);
  });

  it('matches no text that is empty, has spaces around it or contains an ASCII control character', () => {
    for (const text of ['', ' ', ' Ada', 'Ada ', 'A\u0000da', 'Ada\n', '\tAda'])
      expect(text).not.toMatch(personText);
  });

  it('matches exactly the texts without control characters where control characters are all that is refused', () => {
    const differing = characters
      .flatMap(placesOf)
      .filter((text) => withoutControl.test(text) !== noControlCharacters.holds(text));
    expect(differing).toEqual([]);
  });
});
