import { replaceForbiddenCharacters } from './forbidden-characters.ts';

/** Characters; a longer name is cut off. Names of people may have 255. */
const most = 100;

/**
 * The places within a name where mail clients recognize an address: behind a dot (also the full-width and ideographic ones
 * that domains may have) or a colon, around an @, and between two slashes of either kind.
 */
const withinLink = /(?<=[.。．｡․:])(?=\S)|(?<=\S)(?=@)|(?<=@)(?=\S)|(?<=[/\\])(?=[/\\])/gu;

/**
 * A name that somebody chose, in quotation marks, for the text of a mail: `“Acme”`. A mail of ours must not carry the links or
 * the sentences of others. So spaces break what mail clients would turn into a link (`“evil. com”`): they do that in plain
 * text too, where no markup could prevent it. Quotation marks within the name become apostrophes, so that they cannot end the
 * quotation.
 */
export function plainName(name: string): string {
  const cleaned = replaceForbiddenCharacters(name.toWellFormed())
    .replaceAll(/["“”„‟«»＂]/gu, "'")
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
