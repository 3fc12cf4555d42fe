import type { OutgoingAnswer } from './outgoing.ts';

/** Statuses of a host that does not work. Not 500, by which some providers answer mistakes of the caller, and not 429. */
const statuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether an answer counts as a failure of its host, unless the caller of the request knows better. */
export const isOutage = ({ status }: Pick<OutgoingAnswer, 'status'>): boolean => statuses.has(status);
