import type { Integration } from './find-integration.ts';

/** The fields of an integration that are watched. */
const watchedFields = [
  'id',
  'name',
  'provider',
  'status',
  'statusDetail',
  'lastError',
  'connectedAccount',
  'connectedAt',
  'accounts',
  'authorizationEndsAt',
  'connectLink',
] as const satisfies readonly (keyof Integration)[];

export type Watched = Pick<Integration, (typeof watchedFields)[number]>;

/** `found`: it existed when the watch started. */
export interface Change extends Watched {
  readonly at: string;
  readonly change: 'found' | 'added' | 'changed' | 'removed';
  /** The status before; null for a new one. */
  readonly statusBefore: Watched['status'] | null;
}

const watchedOf = (integration: Watched): Watched =>
  Object.fromEntries(watchedFields.map((field) => [field, integration[field]])) as unknown as Watched;

/** Compared by content: some fields are objects. */
const isSame = (a: Watched, b: Watched): boolean =>
  JSON.stringify(watchedOf(a)) === JSON.stringify(watchedOf(b));

/** The changes between two lists. `before` is undefined for the first list. */
export function changesBetween(
  before: readonly Watched[] | undefined,
  after: readonly Watched[],
  at: string,
): Change[] {
  const earlier = new Map((before ?? []).map((one) => [one.id, one]));
  const later = new Set(after.map(({ id }) => id));
  const kept = after.flatMap((one): Change[] => {
    const old = earlier.get(one.id);
    if (old !== undefined && isSame(old, one)) return [];
    const change = old !== undefined ? 'changed' : before === undefined ? 'found' : 'added';
    return [{ at, change, statusBefore: old?.status ?? null, ...watchedOf(one) }];
  });
  const removed = (before ?? [])
    .filter(({ id }) => !later.has(id))
    .map((one): Change => ({ at, change: 'removed', statusBefore: one.status, ...watchedOf(one) }));
  return [...kept, ...removed];
}
