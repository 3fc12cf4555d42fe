import stringWidth from 'string-width';

/** Control characters, which could move the cursor or change colours, and characters that change the direction of writing. */
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** A text of the API as a terminal may show it. */
export const plain = (text: string): string => text.replaceAll(unsafe, ' ');

/** JSON as a terminal may show it: the same values. */
export const plainJson = (json: string): string =>
  json.replaceAll(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

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

/** Its time of the day: `09:30:05`. */
export const timeOfDay = (moment: string | Date): string => new Date(moment).toLocaleTimeString('sv-SE');

/** A number with separators of thousands. */
export const grouped = (number: number): string => number.toLocaleString('en');

export const entriesOf = (count: number): string => `${grouped(count)} ${count === 1 ? 'entry' : 'entries'}`;
