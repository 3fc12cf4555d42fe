import { invalid } from '@patchbay/errors/failure';

/** Prefix of the encoded text, so that a later format of cursors can be distinguished. */
const version = 'a1.';

/** A cursor after this entry: the next page begins with the next older one. New entries do not shift it. */
export const cursorOf = (sequence: number): string =>
  Buffer.from(`${version}${sequence}`, 'utf8').toString('base64url');

export function sequenceOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const sequence = Number(text.slice(version.length));
  // Encodes the number again and compares, to refuse other encodings of it, such as `a1.041`.
  if (!Number.isSafeInteger(sequence) || sequence < 1 || cursorOf(sequence) !== cursor) {
    throw invalid({ path: 'cursor', message: 'is not a cursor of this list' });
  }
  return sequence;
}
