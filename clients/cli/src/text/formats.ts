import stringWidth from 'fast-string-width';
import { cut } from './table.ts';

/** Pads or cuts a text to the number of columns. */
export function pad(text: string, columns: number): string {
  const shown = cut(text, columns);
  return shown + ' '.repeat(columns - stringWidth(shown));
}

/** A local date and time: `2026-11-15 09:30:05`. */
export const localTime = (moment: string | Date): string => new Date(moment).toLocaleString('sv-SE');

/** A local time: `09:30:05`. */
export const timeOfDay = (moment: string | Date): string => new Date(moment).toLocaleTimeString('sv-SE');

/** A number with thousands separators. */
export const grouped = (number: number): string => number.toLocaleString('en');

export const entriesOf = (count: number): string => `${grouped(count)} ${count === 1 ? 'entry' : 'entries'}`;
