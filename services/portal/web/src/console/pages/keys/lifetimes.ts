import { words } from '../../words/words.ts';

/** The choices for the lifetime of a key. */
export const lifetimes = ['7', '30', '90', '365', 'never'] as const;

export const lifetimeOptions = lifetimes.map((value) => ({ value, label: words.keys.lifetimes[value] }));

/** The request field for a choice. */
export const daysOf = (lifetime: string): number | null => (lifetime === 'never' ? null : Number(lifetime));
