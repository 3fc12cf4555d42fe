import { personText } from '@patchbay/text/person-text';

const text = personText(1, 200);

/**
 * An account's name as it is stored and shown: on one line, bounded, and without characters that are invisible or change the
 * direction of the text around them, because providers send any text.
 */
export const accountName = (name: string | null): string | null =>
  text.fit((name ?? '').replaceAll(/\s+/g, ' ')) ?? null;
