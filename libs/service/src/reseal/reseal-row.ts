import { SealError } from '@patchbay/sealing/seal-error';
import type { SealedColumn } from '@patchbay/sealing/sealed-column';
import { keyIdOf, type Sealer } from '@patchbay/sealing/sealer';
import type { LockedRow } from './statements.ts';

export type ResealedRow =
  /** Every text has the first key already: somebody else has written the row since it was read. */
  | { readonly outcome: 'current' }
  /** `text` is the new value of the column: sealed text, or JSON. */
  | { readonly outcome: 'resealed'; readonly text: string }
  /** Nothing of the row is to be changed. */
  | { readonly outcome: 'unreadable'; readonly reason: string };

/** Seals what the row holds under other keys again with the first key. Pure. */
export function resealRow(column: SealedColumn, sealer: Sealer, row: LockedRow): ResealedRow {
  const { sealed, place } = row;
  const isCurrent = (text: string): boolean => keyIdOf(text) === sealer.keyId;
  const texts = typeof sealed === 'string' ? [sealed] : Object.values(sealed ?? {});
  if (sealed === null || texts.every(isCurrent)) return { outcome: 'current' };
  const again = (text: string, name: string): string =>
    isCurrent(text) ? text : column.reseal(sealer, text, place, name);
  try {
    if (typeof sealed === 'string') return { outcome: 'resealed', text: again(sealed, '') };
    const entries = Object.entries(sealed).map(([name, text]) => [name, again(text, name)] as const);
    return { outcome: 'resealed', text: JSON.stringify(Object.fromEntries(entries)) };
  } catch (error) {
    if (error instanceof SealError) return { outcome: 'unreadable', reason: error.message };
    throw error;
  }
}
