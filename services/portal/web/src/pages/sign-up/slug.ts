/** The API's rule for a slug; slug.test.ts compares it with the OpenAPI document. */
export const slugPattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

export const isSlug = (typed: string): boolean => slugPattern.test(typed.trim());

/** Letters that Unicode does not decompose into a letter and a mark. */
const inLatin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/** Suggests a slug for a name: "Müller & Söhne" becomes "muller-sohne". '' if the name has no usable letter. */
export const suggestSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþ]/g, (letter) => inLatin[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}|['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 63)
    .replace(/-$/, '');
