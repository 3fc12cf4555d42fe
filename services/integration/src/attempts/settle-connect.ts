import type { EventCall } from '@patchbay/events/envelope';
import { v7 as uuid } from 'uuid';
import type { Credentials } from '../connector/credentials.ts';
import type { Integration } from '../domain/integration.ts';
import { connectFailedOnly, settle } from '../domain/outcome.ts';
import { sameValues } from '../domain/update.ts';
import { removeLink } from '../store/connect-links.ts';
import { replaceCredentials } from '../store/credentials.ts';
import { scheduleVerification } from '../store/due-verifications.ts';
import {
  type LockedIntegration,
  lockIntegration,
  saveIntegration,
  turnOfIntegration,
} from '../store/integrations.ts';
import { putRevocation } from '../store/revocations.ts';
import type { AttemptParts } from './parts.ts';
import { settingsFor } from './provider-of.ts';
import { endOf, nextVerificationMs } from './schedule.ts';
import type { Tried } from './tried.ts';

export interface ConnectToSettle {
  /** As it was read before the attempt. */
  readonly before: Integration;
  /** The link that the attempt came by; undefined for members, who need none. */
  readonly linkId?: string;
  readonly tried: Tried;
  /** What the provider issued; undefined where it refused before. Stored after a success only. */
  readonly authorized?: Credentials;
}

export type ConnectSettled =
  | { readonly result: 'settled'; readonly locked: LockedIntegration }
  /** Nothing was changed: the integration was deleted, or is disabled, or the link was used, revoked or replaced. */
  | { readonly result: 'deleted' | 'disabled' | 'link_gone' };

/**
 * Records an attempt to connect in one short transaction, after the calls. A success by a link deletes the link in the same
 * transaction: of several of them one connects. A success of a member deletes whatever link there is.
 *
 * A failure is only in the trail where another attempt connected meanwhile, or where the provider refused settings that were changed
 * meanwhile. A success with earlier settings connects, because the credentials work; the background verifies at once with the new
 * ones. What was issued for an integration that was deleted meanwhile is left to the revocations.
 */
export const settleConnect = (
  { transact, outbox, sealer, catalogue, connectorOf, verificationIntervalMs }: AttemptParts,
  call: EventCall,
  { before, linkId, tried: { outcome }, authorized }: ConnectToSettle,
): Promise<ConnectSettled> =>
  transact(
    { name: 'settle connect', turn: turnOfIntegration(before) },
    async (tx): Promise<ConnectSettled> => {
      const connector = connectorOf(before.provider);
      const locked = await lockIntegration(tx, before.id);
      if (locked === undefined) {
        // With an id of its own: the credentials that the integration had before may wait for their revocation under its id.
        if (authorized !== undefined && connector.revoke !== undefined)
          await putRevocation(tx, sealer, { ...before, id: uuid() }, authorized.secrets);
        return { result: 'deleted' };
      }
      if (linkId !== undefined) {
        if (locked.link?.id !== linkId) return { result: 'link_gone' };
        if (locked.integration.status === 'disabled') return { result: 'disabled' };
      }
      const now = new Date();
      const current = { ...locked.integration, workspace: before.workspace };
      const otherSettings = !sameValues(current.settings, before.settings);
      const connectedSince = current.connectedAt?.getTime() !== before.connectedAt?.getTime();
      const isSuccess = outcome.kind === 'success';
      if (!isSuccess && (connectedSince || (otherSettings && outcome.kind === 'permanent'))) {
        await outbox.record(tx, call, [connectFailedOnly(current, outcome.kind)]);
        return { result: 'settled', locked };
      }
      const { integration, events } = settle(current, 'connect', outcome, now);
      await saveIntegration(tx, locked, integration);
      if (isSuccess && authorized !== undefined) {
        await removeLink(tx, locked);
        await replaceCredentials(tx, sealer, locked, authorized);
        const end = endOf(connector, {
          settings: settingsFor(catalogue, integration),
          credentials: authorized,
        });
        const delayMs = otherSettings ? 0 : nextVerificationMs(verificationIntervalMs, end, now);
        await scheduleVerification(tx, locked, delayMs);
      }
      await outbox.record(tx, call, events);
      return { result: 'settled', locked: { ...locked, integration, link: isSuccess ? null : locked.link } };
    },
  );
