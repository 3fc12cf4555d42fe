import { words } from '../../words/words.ts';

/** Choices of how long a key works. */
export const lifetimes = ['7', '30', '90', '365', 'never'] as const;

export const lifetimeOptions = lifetimes.map((value) => ({ value, label: words.keys.lifetimes[value] }));

/** What the API takes for a choice. */
export const daysOf = (lifetime: string): number | null => (lifetime === 'never' ? null : Number(lifetime));
