/**
 * The conditions on characters as `pattern`s of JSON Schema, for the OpenAPI document; the rules themselves do not use them. They
 * contain only what ECMA-262 (with and without its flag `u`), Python, Java and .NET read alike: no `\p{…}`, no `\s`, which has other
 * characters in each, and no characters above U+FFFF.
 */

/** Control characters and line separators. */
const control = '\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029';

/** What `trim` removes. */
const space = '\\x09-\\x0d \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';

/**
 * Invisible characters up to U+FFFF that are refused wherever they stand. Those that emoji or a script need are left out: no pattern
 * can say beside which characters they are accepted.
 */
const invisible =
  '\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe03-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb';

/** No control characters: exactly what `noControlCharacters` accepts. */
export const withoutControlPattern = `^[^${control}]*$`;

const within = `[^${control}${invisible}]`;
const atTheEnds = `[^${control}${invisible}${space}]`;

/**
 * A text that is trimmed and then has 1 to `max` characters, none of which is refused everywhere. The bound is in the pattern and not a
 * `maxLength`, which would count the spaces around the text too. Characters are code points, as JSON Schema reads patterns; where an
 * engine counts UTF-16 units instead, it refuses texts of more than half as many emoji.
 */
export const personTextPattern = (max: number): string =>
  `^[${space}]*${atTheEnds}(?:${within}{0,${max - 2}}${atTheEnds})?[${space}]*$`;

/** A pattern with `^` and `$`, of a text that is trimmed first. */
export const trimmedPattern = (pattern: string): string =>
  pattern.replace('^', `^[${space}]*`).replace('$', `[${space}]*$`);
