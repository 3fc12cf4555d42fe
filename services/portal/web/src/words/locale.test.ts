import { expect, it } from 'vitest';
import { localeOf } from './locale.ts';

const languages = { en: {} };

it.each([
  [['de-DE', 'en-GB', 'en-US'], 'en-GB'],
  [['de-DE'], 'en'],
  [[], 'en'],
  // Intl throws for these.
  [['en-US@posix'], 'en'],
  [['en-US@posix', 'en-IE'], 'en-IE'],
  [['en-'], 'en'],
  [['constructor'], 'en'],
])('a reader of %j gets the form of %s', (tags, locale) => {
  expect(localeOf(tags, languages)).toBe(locale);
  expect(() => new Intl.NumberFormat(localeOf(tags, languages))).not.toThrow();
});
