import { en, type Words } from './en.ts';

/** By the first part of a language tag. Another language is one more file, and a line here. */
const languages: Readonly<Record<string, Words>> = { en };

const languageOf = (tag: string): string => tag.split('-', 1)[0] ?? '';

/** The first of the reader's languages that there are words in, as they write it: with the region, for instance. */
export const locale = navigator.languages.find((tag) => languageOf(tag) in languages) ?? 'en';
document.documentElement.lang = languageOf(locale);

/** The texts in the language of the page. */
export const words: Words = languages[languageOf(locale)] ?? en;

/** In the language of the texts, and the way of the reader's region if they read that language there. */
export const formatDateTime = (iso: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
