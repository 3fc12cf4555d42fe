import { endingSoonMs, type Schemas } from '@patchbay/client';
import { matches } from '../../data/matches.ts';

export type ApiKey = Schemas['ApiKey'];

const dayMs = 86_400_000;

/** Expires within the time in which an access of an integration ends soon. Every key that was replaced does: its panel counts down. */
export const endsSoon = ({ status, expiresAt }: ApiKey, now: number = Date.now()): boolean =>
  status === 'active' && expiresAt !== null && Date.parse(expiresAt) - now <= endingSoonMs;

/** Revoked or expired. */
export const hasEnded = (key: ApiKey): key is ApiKey & { readonly status: 'expired' | 'revoked' } =>
  key.status === 'expired' || key.status === 'revoked';

export type Recency = 'never' | 'day' | 'week' | 'month' | 'long';

/** How recently a key was used. */
export function recencyOf({ lastRequest }: ApiKey, now: number = Date.now()): Recency {
  if (lastRequest === undefined) return 'never';
  const days = (now - Date.parse(lastRequest)) / dayMs;
  if (days <= 1) return 'day';
  if (days <= 7) return 'week';
  return days <= 30 ? 'month' : 'long';
}

interface KeyFilter {
  /** '': keys that have not ended. `any`: all keys. */
  readonly status: string;
  /** '': all keys. */
  readonly level: string;
  readonly search: string;
}

/** The filtered keys, newest first. */
export function filterKeys(keys: readonly ApiKey[], { status, level, search }: KeyFilter): ApiKey[] {
  return keys
    .filter(
      (key) =>
        (status === '' ? !hasEnded(key) : status === 'any' || key.status === status) &&
        (level === '' || key.level === level) &&
        matches(search, key.name, key.prefix, key.creatorEmail, key.workspace ?? ''),
    )
    .toReversed();
}
