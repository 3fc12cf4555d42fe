/** Codes of the characters that have to be found in a JSON text, in ascending order. */
export const code = {
  quote: 0x22,
  comma: 0x2c,
  array: 0x5b,
  backslash: 0x5c,
  arrayEnd: 0x5d,
  object: 0x7b,
  objectEnd: 0x7d,
} as const;

/** The index of the next quote, comma, bracket or brace that is not before `start`; the length of the text where none is. */
export function nextToken(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    const found = text.charCodeAt(index);
    if (found === code.quote || found === code.comma) return index;
    if (found < code.array || found > code.objectEnd) continue;
    if (found <= code.arrayEnd ? found !== code.backslash : found === code.object || found === code.objectEnd)
      return index;
  }
  return text.length;
}

/**
 * The index of the quote that ends the string literal at `start`; the length of the text where none does. Only a string with
 * escape sequences is read character by character: a body may be one long string.
 */
export function endOfString(text: string, start: number): number {
  const next = text.indexOf('"', start + 1);
  if (next === -1) return text.length;
  let index = start + 1;
  while (index < next && text.charCodeAt(index) !== code.backslash) index += 1;
  if (index === next) return next;
  for (; index < text.length; index += 1) {
    const found = text.charCodeAt(index);
    if (found === code.backslash) index += 1;
    else if (found === code.quote) return index;
  }
  return text.length;
}
