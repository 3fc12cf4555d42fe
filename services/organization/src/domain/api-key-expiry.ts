import { invalid } from '@patchbay/errors/failure';
import type { ApiKey } from './api-key.ts';

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const mostDays = 365;
const mostGraceHours = 168;

/** The expiry of a key that is created now and works for 1 to 365 days; without `days` null: it never expires. */
export function expiryIn(days: number | undefined, now: Date): Date | null {
  if (days === undefined) return null;
  if (!Number.isInteger(days) || days < 1 || days > mostDays) {
    throw invalid({ path: 'expiresInDays', message: `must be a whole number from 1 to ${mostDays}` });
  }
  return new Date(now.getTime() + days * dayMs);
}

/** The requested lifetime of a replacement; `as before`: the lifetime that the replaced key was created with. */
export type Lifetime = { readonly days: number } | 'forever' | 'as before';

/** The expiry of a replacement that is created now. Null, never, only for `forever` or where the replaced key has none. */
export function expiryOfReplacement(
  { createdAt, expiresAt }: Pick<ApiKey, 'createdAt' | 'expiresAt'>,
  lifetime: Lifetime,
  now: Date,
): Date | null {
  if (lifetime === 'forever') return null;
  if (lifetime !== 'as before') return expiryIn(lifetime.days, now);
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}

/** The end of the grace window of a key that is replaced now: in 0 to 168 hours, never after the key's own expiry. */
export function endOfGrace({ expiresAt }: Pick<ApiKey, 'expiresAt'>, graceHours: number, now: Date): Date {
  if (!Number.isInteger(graceHours) || graceHours < 0 || graceHours > mostGraceHours) {
    throw invalid({ path: 'graceHours', message: `must be a whole number from 0 to ${mostGraceHours}` });
  }
  const end = now.getTime() + graceHours * hourMs;
  return new Date(expiresAt === null ? end : Math.min(end, expiresAt.getTime()));
}
