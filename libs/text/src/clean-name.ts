import { displayName } from './rules.ts';

/**
 * The name of a person as another system gives it, without control and invisible characters, of at most 255 characters.
 * Undefined where nothing is left.
 */
export const cleanName = (text: string): string | undefined => displayName.fit(text);
