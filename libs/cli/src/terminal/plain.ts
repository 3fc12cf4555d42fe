import stringWidth from 'string-width';

/**
 * A text of the API as a terminal may show it: without control characters, which could move the cursor or change colours, and without
 * characters that change the direction of writing.
 */
export const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]+/g, ' ');

/** A text of at most so many columns; `…` stands for what was cut off. It has no escape sequences. */
export function cut(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let shown = '';
  for (const character of text) {
    if (stringWidth(`${shown}${character}…`) > columns) break;
    shown += character;
  }
  return columns > 0 ? `${shown}…` : '';
}

/** A text of exactly so many columns. */
export function pad(text: string, columns: number): string {
  const shown = cut(text, columns);
  return shown + ' '.repeat(columns - stringWidth(shown));
}

/** A moment by the clock of the person: `2026-11-15 09:30:05`. */
export const localTime = (moment: string | Date): string => new Date(moment).toLocaleString('sv-SE');

/** A number with separators of thousands. */
export const grouped = (number: number): string => number.toLocaleString('en');
