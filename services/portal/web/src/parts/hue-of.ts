/** There are as many `--hue-…` pairs in styles/tokens.css. */
export const hues = 6;

/** Which of the hues a name gets: always the same one, on every page and in every browser. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const character of name.trim().toLowerCase())
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % hues;
}
