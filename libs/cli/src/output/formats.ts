import stringWidth from 'fast-string-width';
import { cut } from './table.ts';

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
