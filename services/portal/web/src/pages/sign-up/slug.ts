/** The API's rule for a slug; slug.test.ts compares it with the OpenAPI document. */
const slugPattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

export const isSlug = (typed: string): boolean => slugPattern.test(typed.trim());

/** German and Danish letters as those languages write them in ASCII, and letters that NFKD does not decompose. */
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
    // In pasted text, letters and their marks can be separate characters.
    .normalize('NFC')
    .replaceAll(/[äöüßåøæœłđðþ]/g, (letter) => inLatin[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}|['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 63)
    .replace(/-$/, '');
