import { internal, invalid } from '@patchbay/errors/failure';
import type { EventCall } from '@patchbay/events/envelope';
import { outsideOfCall } from '@patchbay/runtime/call-signal';
import { v7 as uuid } from 'uuid';
import { forOrganization } from '../connector/call.ts';
import type { Credentials, Values } from '../connector/credentials.ts';
import { choiceAfterConnecting, chosenIds, sameChoice } from '../domain/chosen-accounts.ts';
import { type Entered, readConnectFields } from '../domain/fields.ts';
import { type Integration, sameValues } from '../domain/integration.ts';
import { connectFailedOnly, settle, showingChosen } from '../domain/outcome.ts';
import { providerOf, settingsFor } from '../providers/catalogue.ts';
import { removeLink } from '../store/connect-links.ts';
import { replaceCredentials } from '../store/credentials.ts';
import { scheduleVerification, verifySooner } from '../store/due-work.ts';
import { hasPinnedGrants } from '../store/grants.ts';
import {
  type LockedIntegration,
  lockIntegration,
  saveIntegration,
  turnOfIntegration,
} from '../store/integrations.ts';
import { putRevocation } from '../store/revocations.ts';
import type { AttemptDependencies } from './dependencies.ts';
import { attemptMs } from './limits.ts';
import { endChangedGrants, type HasAccount, readReached } from './reached-accounts.ts';
import { type AttemptResult, runAttempt } from './run-attempt.ts';
import { endOf, firstRetryMs, nextVerificationMs } from './schedule.ts';

/** Validates the connect fields and returns the function that signs in with them. An oauth provider is refused. */
export function connectByForm(
  { catalogue, connectorOf }: Pick<AttemptDependencies, 'catalogue' | 'connectorOf'>,
  integration: Integration,
  entered: Entered = {},
): ConnectAttempt['authorize'] {
  const { name, authMethod, connectFields } = providerOf(catalogue, integration);
  if (authMethod !== 'credentials')
    throw invalid({ path: '', message: `${name} is connected by consent, through the connect link` });
  const fields = readConnectFields(connectFields, entered);
  const connector = connectorOf(integration.provider);
  return async (settings, signal) => {
    if (connector.login === undefined) throw internal(`${integration.provider} has no login`);
    return connector.login(fields, settings, signal);
  };
}

interface ConnectToSettle {
  /** As it was read before the attempt. */
  readonly before: Integration;
  /** The connect link of the attempt; undefined for members, who need none. */
  readonly linkId?: string;
  readonly result: AttemptResult;
  /** Credentials that the provider issued; undefined if it refused before. Stored only after a success. */
  readonly authorized?: Credentials;
  /** The accounts of the new connection; undefined where nothing depended on them when the attempt began. */
  readonly hasAccount?: HasAccount;
}

export type ConnectSettled =
  | { readonly result: 'settled'; readonly locked: LockedIntegration }
  /** Nothing was changed: the integration was deleted or is disabled, or the link was used, revoked or replaced. */
  | { readonly result: 'deleted' | 'disabled' | 'link_gone' };

/**
 * Records an attempt to connect in one short transaction, after the requests. A success through a link deletes the link in the
 * same transaction, so that one of several attempts connects. A success of a member deletes any link.
 *
 * A failure is recorded only in the trail if another attempt has connected meanwhile, or if the provider refused settings that
 * have changed since. A success with earlier settings still connects, because the credentials work; the background verifies at
 * once with the new settings. Credentials issued for an integration that was deleted meanwhile are queued for revocation.
 *
 * A new connection ends grants that were for something else, and a choice of accounts of which it has none.
 */
export const settleConnect = (
  { transact, outbox, sealer, catalogue, connectorOf, verificationIntervalMs }: AttemptDependencies,
  call: EventCall,
  { before, linkId, result: { outcome, failure }, authorized, hasAccount }: ConnectToSettle,
): Promise<ConnectSettled> =>
  transact(
    { name: 'settle connect', turn: turnOfIntegration(before) },
    async (tx): Promise<ConnectSettled> => {
      const connector = connectorOf(before.provider);
      const locked = await lockIntegration(tx, before.id);
      if (locked === undefined) {
        // With a new id: the earlier credentials of the integration may wait for revocation under its id.
        if (authorized !== undefined && connector.revoke !== undefined)
          await putRevocation(tx, sealer, { ...before, id: uuid() }, authorized.secrets);
        return { result: 'deleted' };
      }
      if (linkId !== undefined) {
        if (locked.link?.id !== linkId) return { result: 'link_gone' };
        if (locked.integration.status === 'disabled') return { result: 'disabled' };
      }
      const now = tx.now();
      const current = { ...locked.integration, workspace: before.workspace };
      const otherSettings = !sameValues(current.settings, before.settings);
      const connectedSince = current.connectedAt?.getTime() !== before.connectedAt?.getTime();
      const isSuccess = outcome.kind === 'success';
      if (!isSuccess && (connectedSince || (otherSettings && outcome.kind === 'permanent'))) {
        await outbox.record(tx, call, [connectFailedOnly(current, outcome.kind)]);
        return { result: 'settled', locked };
      }
      const accounts = hasAccount ? choiceAfterConnecting(current, hasAccount) : current.accounts;
      const { accountSettings } = providerOf(catalogue, before).use;
      const shown = showingChosen(outcome, { ...current, accounts }, accountSettings);
      const { integration, events } = settle(current, 'connect', shown, now, accounts);
      const end =
        isSuccess && authorized !== undefined
          ? endOf(connector, { settings: settingsFor(catalogue, integration), credentials: authorized })
          : integration.authorizationEndsAt;
      await saveIntegration(tx, locked, { ...integration, authorizationEndsAt: end });
      if (isSuccess && authorized !== undefined) {
        await removeLink(tx, locked);
        await replaceCredentials(tx, sealer, locked, authorized);
        const delayMs = otherSettings ? 0 : nextVerificationMs(verificationIntervalMs, end, now);
        await scheduleVerification(tx, locked, delayMs);
      } else if (integration.lastErrorAt === now) {
        // The credentials from before are still there: so that the failure is not shown for hours after its cause has ended.
        await verifySooner(tx, locked, firstRetryMs(verificationIntervalMs, failure));
      }
      await outbox.record(tx, call, events);
      if (isSuccess && current.connectedAt !== null)
        await endChangedGrants({ outbox }, tx, call, locked, integration, {
          isOtherChoice: !sameChoice(chosenIds(current), chosenIds(integration)),
          // A grant that was made during the attempt ends if nobody has asked for the accounts.
          hasAccount: hasAccount ?? (() => false),
        });
      return { result: 'settled', locked: { ...locked, integration, link: isSuccess ? null : locked.link } };
    },
  );

interface ConnectAttempt {
  readonly integration: Integration;
  /** The connect link of the attempt; undefined for members. */
  readonly linkId?: string;
  /** Signs in at the provider, or exchanges the code of a consent. */
  readonly authorize: (settings: Values, signal: AbortSignal) => Promise<Credentials>;
}

/** Signs in, verifies and records the outcome, even if the caller is gone by then: issued credentials exist nowhere else. */
export async function attemptConnect(
  parts: AttemptDependencies,
  call: EventCall,
  { integration, linkId, authorize }: ConnectAttempt,
): Promise<{ readonly result: AttemptResult; readonly settled: ConnectSettled }> {
  const { db, catalogue, connectorOf, takeTurn, clock, logger } = parts;
  const settings = settingsFor(catalogue, integration);
  const provider = providerOf(catalogue, integration);
  const subject = { provider, integrationId: integration.id, logger };
  const { accounts, connectedAt } = integration;
  const needsAccounts =
    connectedAt !== null && (accounts !== null || (await hasPinnedGrants(db, integration.id)));
  const signal = clock.deadline(attemptMs);
  let authorized: Credentials | undefined;
  let hasAccount: HasAccount | undefined;
  const turn = await takeTurn(integration);
  const result = await runAttempt(subject, 'connect', () =>
    forOrganization(integration.workspace.organizationId, async () => {
      authorized = await authorize(settings, signal);
      const connector = connectorOf(integration.provider);
      const connection = { settings, credentials: authorized };
      const account = await connector.verify(connection, signal);
      if (needsAccounts)
        hasAccount = await readReached(connector, connection, provider.use.accountSettings, signal);
      return account;
    }),
  ).finally(() => turn.release());
  const settled = await outsideOfCall(() =>
    settleConnect(parts, call, {
      before: integration,
      result,
      ...(linkId !== undefined && { linkId }),
      ...(authorized !== undefined && { authorized }),
      ...(hasAccount !== undefined && { hasAccount }),
    }),
  );
  return { result, settled };
}
