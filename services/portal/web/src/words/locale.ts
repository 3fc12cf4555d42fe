/** Of a language tag: its first part. */
export const languageOf = (tag: string): string => tag.split('-', 1)[0] ?? '';

/** Whether `Intl` takes it. Chromium has tags such as `en-US@posix` where the system has no language. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The first of the reader's languages that there are words in, as they write it: with the region, for instance. */
export const localeOf = (tags: readonly string[], languages: Readonly<Record<string, unknown>>): string =>
  tags.find((tag) => Object.hasOwn(languages, languageOf(tag)) && isTag(tag)) ?? 'en';
