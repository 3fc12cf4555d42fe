import { en, type Words } from './en.ts';
import { languageOf, localeOf } from './locale.ts';

/** The texts by the first part of a language tag. A new language is one file and one line here. */
const languages: Readonly<Record<string, Words>> = { en };

export const locale = localeOf(navigator.languages, languages);
document.documentElement.lang = languageOf(locale);

/** The texts in the language of the page. */
export const words: Words = languages[languageOf(locale)] ?? en;

// Created once: that takes 40 times as long as a call, and a chart of a week formats 168 dates.
const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });

/** A date with its time, in the language of the texts and the format of the reader's region. */
export const formatDateTime = (iso: string): string => dateTimes.format(new Date(iso));
