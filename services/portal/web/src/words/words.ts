import { en, type Words } from './en.ts';

/** By the first part of a language tag. Another language is one more file, and a line here. */
const languages: Readonly<Record<string, Words>> = { en };

const wanted =
  navigator.languages.map((tag) => tag.split('-', 1)[0] ?? '').find((tag) => tag in languages) ?? 'en';
document.documentElement.lang = wanted;

/** The texts in the first of the reader's languages that there is. */
export const words: Words = languages[wanted] ?? en;

/** Dates and numbers follow the reader's own locale, whatever the language of the texts. */
export const formatDateTime = (iso: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
