import type { Clock } from '@patchbay/runtime/clock';
import { demandChoice, demandOwnAccount } from '../permission.ts';
import type { RelayParts } from '../relay-parts.ts';
import { forbidden } from '../rules.ts';
import type { Judged } from './judge.ts';
import type { Permitted } from './permit.ts';
import type { Turn } from './turn.ts';

/** Milliseconds: a token that expires while a request is sent is renewed before it. */
const marginMs = 30_000;

export interface Renewing extends Pick<RelayParts, 'tokens'> {
  /** Finds and permits again. */
  readonly current: () => Promise<Permitted>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What the request is sent with after a renewal, if it is still allowed: members and the client may have changed things meanwhile. */
async function renewed(
  { tokens, current }: Renewing,
  { integration, stored, permission }: Permitted,
  { judgement }: Judged,
  { signal }: Turn,
  why: 'expired' | 'refused',
): Promise<Permitted> {
  await tokens.renew(integration.id, stored.version, why, signal);
  const later = await current();
  if (later.permission.grantId !== permission.grantId) throw forbidden('The grant has ended.');
  demandChoice(judgement, later.permission);
  demandOwnAccount(later.api, later.settings, later.permission);
  return later;
}

/** Renews a token that expires before a request could be answered. */
export async function renewExpired(
  renewing: Renewing,
  permitted: Permitted,
  judged: Judged,
  turn: Turn,
): Promise<Permitted> {
  const { expiresAt } = permitted.stored.credentials;
  const isExpired = expiresAt !== null && expiresAt.getTime() - marginMs <= renewing.clock.now().getTime();
  return isExpired && permitted.connector.renew !== undefined
    ? renewed(renewing, permitted, judged, turn, 'expired')
    : permitted;
}

/** Renews a token that the provider has refused, unless it was found to work a moment ago. */
export async function renewRefused(
  renewing: Renewing,
  permitted: Permitted,
  judged: Judged,
  turn: Turn,
): Promise<Permitted> {
  return permitted.connector.renew !== undefined && !permitted.integration.isWorking
    ? renewed(renewing, permitted, judged, turn, 'refused')
    : permitted;
}
