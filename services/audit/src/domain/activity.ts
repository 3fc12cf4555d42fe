import type { Value } from '@patchbay/trail/domain-event';
import type { Entry } from './entry.ts';

/** An entry as everybody who sees its workspace may read it. */
export interface Activity {
  readonly id: string;
  readonly action: string;
  readonly occurredAt: string;
  readonly actor: { readonly type: string; readonly name: string | null };
  readonly target: { readonly type: string; readonly id: string; readonly name: string };
  readonly metadata: { readonly [name: string]: Value };
}

/**
 * The details that entries about workspaces, integrations and grants show to everybody. A name that is not here stays with admins: it may
 * name a person, such as an operator, or another workspace.
 */
const shown: ReadonlySet<string> = new Set([
  'access',
  'account',
  'accounts',
  'accountsOmitted',
  'api',
  'apiKeyId',
  'apiKeyPrefix',
  'connectedAccount',
  'daysLeft',
  'endsAt',
  'expiresAt',
  'grantId',
  'integrationId',
  'kind',
  'method',
  'path',
  'provider',
  'reason',
  'status',
]);

export const activityOf = ({ id, action, occurredAt, actor, target, metadata }: Entry): Activity => ({
  id,
  action,
  occurredAt,
  actor: { type: actor.type, name: actor.name },
  target: { type: target.type, id: target.id, name: target.name },
  metadata: Object.fromEntries(Object.entries(metadata).filter(([name]) => shown.has(name))),
});
