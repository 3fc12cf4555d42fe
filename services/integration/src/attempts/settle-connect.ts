import type { EventCall } from '@patchbay/events/envelope';
import type { Credentials } from '../connector/credentials.ts';
import type { Integration } from '../domain/integration.ts';
import { settle } from '../domain/outcome.ts';
import { removeLink, takeLink } from '../store/connect-links.ts';
import { replaceCredentials } from '../store/credentials.ts';
import { scheduleVerification } from '../store/due-verifications.ts';
import { type LockedIntegration, lockIntegration, saveIntegration } from '../store/integrations.ts';
import type { AttemptParts } from './parts.ts';
import { endOf, nextVerificationMs } from './schedule.ts';
import type { Tried } from './tried.ts';

export interface ConnectToSettle {
  /** As it was read before the attempt. */
  readonly before: Integration;
  /** The link that the attempt came by; undefined for members, who need none. */
  readonly linkId?: string;
  readonly tried: Tried;
  /** Set after a success. */
  readonly credentials?: Credentials;
}

export type ConnectSettled =
  | { readonly result: 'settled'; readonly locked: LockedIntegration }
  /** Nothing was changed: the integration was deleted, or is disabled, or the link was used, revoked or replaced. */
  | { readonly result: 'deleted' | 'disabled' | 'link_gone' };

/**
 * Records an attempt to connect in one short transaction, after the calls. A success by a link deletes the link in the same
 * transaction: of several of them one connects. A success of a member deletes whatever link there is.
 */
export const settleConnect = (
  { transact, outbox, sealer, connectorOf, verificationIntervalMs }: AttemptParts,
  call: EventCall,
  { before, linkId, tried: { outcome }, credentials }: ConnectToSettle,
): Promise<ConnectSettled> =>
  transact('settle connect', async (tx): Promise<ConnectSettled> => {
    const locked = await lockIntegration(tx, before.id);
    if (locked === undefined) return { result: 'deleted' };
    if (linkId !== undefined) {
      if (locked.link?.id !== linkId) return { result: 'link_gone' };
      if (locked.integration.status === 'disabled') return { result: 'disabled' };
    }
    const now = new Date();
    const { integration, events } = settle(
      { ...locked.integration, workspace: before.workspace },
      'connect',
      outcome,
      now,
    );
    await saveIntegration(tx, locked, integration);
    if (credentials !== undefined) {
      if (linkId === undefined) await removeLink(tx, locked);
      else await takeLink(tx, linkId);
      await replaceCredentials(tx, sealer, locked, credentials);
      const end = endOf(credentials, { renewable: connectorOf(integration.provider).renew !== undefined });
      await scheduleVerification(tx, locked, nextVerificationMs(verificationIntervalMs, end, now));
    }
    await outbox.record(tx, call, events);
    const link = credentials === undefined ? locked.link : null;
    return { result: 'settled', locked: { ...locked, integration, link } };
  });
