/** The API's rule for a slug; slug.test.ts compares it with the OpenAPI document. */
export const slugPattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

export const isSlug = (typed: string): boolean => slugPattern.test(typed.trim());

/** As German and Danish write them in plain letters; and letters that Unicode does not decompose into a letter and a mark. */
const inLatin: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/** Suggests a slug for a name: "Müller & Söhne" becomes "mueller-soehne". '' if the name has no usable letter. */
export const suggestSlug = (name: string): string =>
  name
    .toLowerCase()
    // Pasted text may have letters and marks apart.
    .normalize('NFC')
    .replaceAll(/[äöüßåøæœłđðþ]/g, (letter) => inLatin[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}|['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 63)
    .replace(/-$/, '');
