import { lifetimes } from '@patchbay/platform/lifetimes';
import type { Schemas } from '../../api/answer.ts';

/** A minute less than the API allows: a request takes time, and clocks differ. */
const freshMs = (lifetimes.freshMinutes - 1) * 60_000;

/** Whether the person confirmed the session recently. */
export const isFresh = (
  { authenticatedAt }: Pick<Schemas['Session'], 'authenticatedAt'>,
  now: number = Date.now(),
): boolean => now - Date.parse(authenticatedAt) < freshMs;
