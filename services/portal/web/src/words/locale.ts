/** The first part of a language tag. */
export const languageOf = (tag: string): string => tag.split('-', 1)[0] ?? '';

/** Whether `Intl` accepts the tag. Chromium reports tags such as `en-US@posix` on systems without a language. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The first of the reader's language tags that has texts, with its region. */
export const localeOf = (tags: readonly string[], languages: Readonly<Record<string, unknown>>): string =>
  tags.find((tag) => Object.hasOwn(languages, languageOf(tag)) && isTag(tag)) ?? 'en';
