import { invalid } from '@patchbay/errors/failure';
import type { ApiKey } from './api-key.ts';

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const mostDays = 365;
const mostGraceHours = 168;

/** When a key ends that lives this many days, 1 to 365; undefined: never. */
export function expiryIn(days: number | undefined, now: Date): Date | null {
  if (days === undefined) return null;
  if (!Number.isInteger(days) || days < 1 || days > mostDays) {
    throw invalid({ path: 'expiresInDays', message: `must be a whole number from 1 to ${mostDays}` });
  }
  return new Date(now.getTime() + days * dayMs);
}

/** What the replacement of a key is asked to live: days, for ever, or as long as the key before was made for. */
export type Lifetime = { readonly days: number } | 'forever' | 'as before';

/** A key that expires is never replaced by one that does not, unless that is asked for. */
export function expiryOfReplacement(
  { createdAt, expiresAt }: Pick<ApiKey, 'createdAt' | 'expiresAt'>,
  lifetime: Lifetime,
  now: Date,
): Date | null {
  if (lifetime === 'forever') return null;
  if (lifetime !== 'as before') return expiryIn(lifetime.days, now);
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}

/** When a key ends that was replaced now: after 0 to 168 hours of grace, never later than it would have anyway. */
export function endOfGrace({ expiresAt }: Pick<ApiKey, 'expiresAt'>, graceHours: number, now: Date): Date {
  if (!Number.isInteger(graceHours) || graceHours < 0 || graceHours > mostGraceHours) {
    throw invalid({ path: 'graceHours', message: `must be a whole number from 0 to ${mostGraceHours}` });
  }
  const end = now.getTime() + graceHours * hourMs;
  return new Date(expiresAt === null ? end : Math.min(end, expiresAt.getTime()));
}
