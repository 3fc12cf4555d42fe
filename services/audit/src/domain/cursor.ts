import { invalid } from '@patchbay/errors/failure';
import type { Position } from './position.ts';

/** Prefix of the encoded text, so that a later format of cursors can be distinguished. */
const version = 'a2';

/** A cursor after this entry: the next page begins with the next older one. New entries do not shift it. */
export const cursorOf = ({ sequence, recordedAt }: Position): string =>
  Buffer.from(`${version}.${sequence}.${recordedAt.getTime()}`, 'utf8').toString('base64url');

/** Milliseconds: the end of the year 9999, the last that a timestamp of the API can have. */
const maxTime = 253_402_300_799_999;

const isWhole = (number: number, min: number, max: number): boolean =>
  Number.isSafeInteger(number) && number >= min && number <= max;

export function positionOf(cursor: string): Position {
  const [, sequence, time] = Buffer.from(cursor, 'base64url').toString('utf8').split('.').map(Number);
  if (sequence !== undefined && isWhole(sequence, 1, Number.MAX_SAFE_INTEGER)) {
    if (time !== undefined && isWhole(time, 0, maxTime)) {
      const position = { sequence, recordedAt: new Date(time) };
      // Encodes it again and compares, to refuse other encodings of the numbers, such as `041`.
      if (cursorOf(position) === cursor) return position;
    }
  }
  throw invalid({ path: 'cursor', message: 'is not a cursor of this list' });
}
