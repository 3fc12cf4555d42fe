import { conflict } from '@patchbay/errors/failure';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { type ApiKey, apiKeyEvent, newApiKey, statusOf, timeOf } from './api-key.ts';
import { endOfGrace, expiryOfReplacement, type Lifetime } from './api-key-expiry.ts';

export interface Rotation {
  /** The key before: revoked, or with its end moved to that of its grace window. */
  readonly retired: ApiKey;
  readonly replacement: ApiKey;
  readonly events: DomainEvent[];
}

/** Only what works can be replaced, and only once. */
function refuseUnlessRotatable(key: ApiKey, now: Date): void {
  const status = statusOf(key, now);
  if (key.rotatedAt !== null) throw conflict('The API key was rotated already: rotate its replacement.');
  if (status === 'disabled') throw conflict('The API key is disabled: enable it before you rotate it.');
  if (status !== 'active') {
    throw conflict(`The API key ${status === 'expired' ? 'has expired' : 'was revoked'}: create a new one.`);
  }
}

/** The same name and scope for whoever rotates. One event: the replacement is not told of by another. */
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
  const { key: replacement } = newApiKey({ ...key, ...replacedBy, expiresAt }, now);
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
