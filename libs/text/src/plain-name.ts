import { replaceForbiddenCharacters } from './characters.ts';

/** Characters; a longer name is cut off. Stored names of people have up to 255. */
const most = 100;

/**
 * The places within a name where mail clients recognize an address: behind a dot (also the full-width and ideographic ones
 * that domains may have, and the small one that becomes a dot in NFKC) or a colon, around an @, and between two slashes of either kind.
 */
const withinLink = /(?<=[.。．｡․﹒:])(?=\S)|(?<=\S)(?=@)|(?<=@)(?=\S)|(?<=[/\\])(?=[/\\])/gu;

/**
 * Initial and final quotation marks by Unicode's categories, and those that the categories leave out: unpaired, low (`„`), ornamental and
 * ideographic ones. Corner brackets (`「」`) stay: they do not look like the end of ours.
 */
const quotationMarks = /[\p{Pi}\p{Pf}"＂„‚❛-❠❮❯〝-〟🙶-🙸⹂]/gu;

/**
 * A name that somebody chose, in quotation marks, for the text of a mail: `“Acme”`. A mail of ours must not carry the links or
 * the sentences of others. So spaces break what mail clients would turn into a link (`“evil. com”`): they do that in plain
 * text too, where no markup could prevent it. Quotation marks within the name become apostrophes, so that they cannot end the
 * quotation.
 *
 * Telephone numbers stay as they are, though telephones turn them into links: names have numbers (`Studio 54`, `Acme 2024`), of
 * which spaces would not stop a telephone from recognizing one, and a call is made by a person who sees the number.
 */
export function plainName(name: string): string {
  const cleaned = replaceForbiddenCharacters(name.toWellFormed())
    .replaceAll(quotationMarks, "'")
    .replaceAll(withinLink, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(cleaned);
  const cut =
    characters.length > most
      ? `${characters
          .slice(0, most - 1)
          .join('')
          .trimEnd()}…`
      : cleaned;
  return `“${replaceForbiddenCharacters(cut)}”`;
}
