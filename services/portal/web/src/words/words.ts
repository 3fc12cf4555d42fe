import { en, type Words } from './en.ts';
import { languageOf, localeOf } from './locale.ts';

/** By the first part of a language tag. Another language is one more file, and a line here. */
const languages: Readonly<Record<string, Words>> = { en };

export const locale = localeOf(navigator.languages, languages);
document.documentElement.lang = languageOf(locale);

/** The texts in the language of the page. */
export const words: Words = languages[languageOf(locale)] ?? en;

// To make a formatter takes 40 times as long as to use it, and a chart of a week has 168 times.
const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });

/** In the language of the texts, and the way of the reader's region if they read that language there. */
export const formatDateTime = (iso: string): string => dateTimes.format(new Date(iso));
