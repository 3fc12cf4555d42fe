import { invalid } from '@patchbay/errors/failure';

/** In front of what it holds, so that a later kind of cursor is told apart from this one. */
const version = 'a1.';

/** A place in the trail: the page after it begins with the next older entry. Entries that arrive do not move it. */
export const cursorOf = (sequence: number): string =>
  Buffer.from(`${version}${sequence}`, 'utf8').toString('base64url');

export function sequenceOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const sequence = Number(text.slice(version.length));
  // Made again and compared: what decodes to the same number in another spelling is not ours either.
  if (!Number.isSafeInteger(sequence) || sequence < 1 || cursorOf(sequence) !== cursor) {
    throw invalid({ path: 'cursor', message: 'is not a cursor of this list' });
  }
  return sequence;
}
