import { conflict } from '@patchbay/errors/failure';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { type ApiKey, activeKey, apiKeyEvent, statusOf, timeOf } from './api-key.ts';
import { endOfGrace, expiryOfReplacement, type Lifetime } from './api-key-expiry.ts';

export interface Rotation {
  /** The replaced key: revoked, or with the end of its grace window as its expiry. */
  readonly retired: ApiKey;
  readonly replacement: ApiKey;
  readonly events: DomainEvent[];
}

/** Only an active key that was not rotated before can be rotated. */
function refuseUnlessRotatable(key: ApiKey, now: Date): void {
  const status = statusOf(key, now);
  if (key.rotatedAt !== null) throw conflict('The API key was rotated already: rotate its replacement.');
  if (status === 'disabled') throw conflict('The API key is disabled: enable it before you rotate it.');
  if (status !== 'active') {
    throw conflict(`The API key ${status === 'expired' ? 'has expired' : 'was revoked'}: create a new one.`);
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
