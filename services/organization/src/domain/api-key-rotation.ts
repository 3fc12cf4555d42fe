import { conflict, invalid } from '@patchbay/errors/failure';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { type ApiKey, activeKey, apiKeyEvent, statusOf, timeOf } from './api-key.ts';

interface Rotation {
  /** The replaced key: revoked, or with the end of its grace window as its expiry. */
  readonly retired: ApiKey;
  readonly replacement: ApiKey;
  readonly events: DomainEvent[];
}

/** Only an active key that was not rotated before can be rotated. */
function refuseUnlessRotatable(key: ApiKey, now: Date): void {
  const status = statusOf(key, now);
  if (key.rotatedAt !== null) throw conflict('The API key was already rotated. Rotate its replacement.');
  if (status === 'disabled') throw conflict('The API key is disabled. Enable it before you rotate it.');
  if (status !== 'active') {
    throw conflict(`The API key ${status === 'expired' ? 'has expired' : 'was revoked'}. Create a new one.`);
  }
}

/** The replacement has the same name and scope, and the caller as its creator. Records one event, none for the creation. */
export function rotate(
  key: ApiKey,
  replacedBy: Pick<ApiKey, 'id' | 'prefix' | 'creator'>,
  { graceHours, lifetime }: { readonly graceHours: number; readonly lifetime: Lifetime },
  now: Date,
): Rotation {
  refuseUnlessRotatable(key, now);
  const expiresAt = expiryOfReplacement(key, lifetime, now);
  const end = endOfGrace(key, graceHours, now);
  const rotated = { ...key, rotatedAt: now, replacedBy: replacedBy.id };
  const retired: ApiKey =
    graceHours === 0 ? { ...rotated, status: 'revoked', revokedAt: now } : { ...rotated, expiresAt: end };
  const changes = [
    graceHours === 0
      ? { field: 'status', before: 'active', after: 'revoked' }
      : { field: 'expiresAt', before: timeOf(key.expiresAt), after: timeOf(end) },
  ];
  // The name is kept as it is stored, also where the rule for names has become stricter since.
  const replacement = activeKey({ ...key, ...replacedBy, expiresAt }, now);
  const { id, prefix } = replacement;
  const replacementMetadata = { id, prefix, expiresAt: timeOf(expiresAt) };
  return {
    retired,
    replacement,
    events: [
      apiKeyEvent('api_key.rotated', retired, changes, { graceHours, replacement: replacementMetadata }),
    ],
  };
}

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
