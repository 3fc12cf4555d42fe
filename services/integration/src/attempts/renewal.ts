import { notFound } from '@patchbay/errors/failure';
import { systemActor } from '@patchbay/events/envelope';
import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { backoffMs } from '@patchbay/runtime/backoff';
import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import { createSharedPromises } from '@patchbay/runtime/shared-promise';
import { forOrganization } from '../connector/call.ts';
import type { Credentials } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import type { Integration } from '../domain/integration.ts';
import { restore } from '../domain/outcome.ts';
import { providerOf, settingsFor } from '../providers/catalogue.ts';
import { findCredentials, type StoredCredentials, saveRenewed } from '../store/credentials.ts';
import { scheduleVerification } from '../store/due-work.ts';
import {
  type LockedIntegration,
  lockIntegration,
  saveIntegration,
  turnOfIntegration,
} from '../store/integrations.ts';
import { beginRenewal, endRenewal, type RenewalStart } from '../store/renewal-lease.ts';
import { putRevocation } from '../store/revocations.ts';
import type { Tx } from '../store/transaction.ts';
import type { AttemptDependencies, Renew } from './dependencies.ts';
import { AttemptInterrupted, renewalLeaseMs, renewalMs, saveMs } from './limits.ts';
import { report, reportFailure } from './run-attempt.ts';

export interface Renewals {
  readonly renew: Renew;
  /** Its drain waits for running renewals. Its stop logs those whose result is not saved. */
  readonly component: Component;
}

export type RenewalParts = Pick<
  AttemptDependencies,
  'transact' | 'outbox' | 'sealer' | 'catalogue' | 'connectorOf' | 'logger' | 'clock'
>;

type Start = RenewalStart & {
  /** Whether the integration was active when the lease was taken. */
  readonly wasActive?: boolean;
};
type Begun = Extract<Start, { state: 'begun' }>;

const interruptedHint = 'An earlier renewal was interrupted before its result was saved, which may be why.';

const unsent: ReadonlySet<OutgoingError['failure']> = new Set(['suspended', 'busy', 'address_refused']);

/**
 * Whether the provider may have renewed although no tokens came back: it or a proxy failed afterwards, or the answer was lost or
 * unreadable. A refusal, a rate limit and a request that was not sent renew nothing.
 */
function mayHaveRenewed(error: unknown): boolean {
  if (!(error instanceof ProviderFailure)) return true;
  if (error.kind !== 'transient' || error.reason === 'rate_limited') return false;
  return !(error.cause instanceof OutgoingError && unsent.has(error.cause.failure));
}

const withHint = ({ reason, code, hint, retryAfterMs, cause }: ProviderFailure): ProviderFailure =>
  new ProviderFailure(reason, {
    hint: hint === undefined ? interruptedHint : `${hint} ${interruptedHint}`,
    ...(code !== undefined && { code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    cause,
  });

/**
 * Renews access tokens, one renewal at a time per integration over all processes. Some providers replace the refresh token with
 * each renewal and refuse the earlier one. So a lease in the row keeps other processes away during the request, and the new
 * tokens are saved before they are used. A renewal that has begun runs to its end, even if its caller is gone.
 */
export function createRenewals(parts: RenewalParts): Renewals {
  const { transact, outbox, sealer, catalogue, connectorOf, logger, clock } = parts;
  const running = createSharedPromises<StoredCredentials>();
  /** Those whose renewed tokens exist in this process alone. */
  const unsaved = new Set<Integration>();
  const stopping = new AbortController();

  const begin = (integration: Integration, version: number): Promise<Start> =>
    transact(
      { name: 'begin a renewal', turn: turnOfIntegration(integration) },
      async (tx): Promise<Start> => {
        const locked = await lockIntegration(tx, integration.id);
        if (locked === undefined) return { state: 'gone' };
        const start = await beginRenewal(tx, sealer, locked, version, renewalLeaseMs);
        return { ...start, wasActive: locked.integration.status === 'active' };
      },
    );

  /**
   * Makes an integration active again that another process set to `error`: its refusal was about the refresh token that this
   * renewal has replaced.
   */
  const restoreRefused = async (tx: Tx, locked: LockedIntegration): Promise<void> => {
    const { integration, events } = restore(locked.integration, tx.now());
    await saveIntegration(tx, locked, integration);
    await scheduleVerification(tx, locked, 0);
    await outbox.record(tx, systemActor, events);
  };

  /** Undefined if the credentials were replaced, or the integration was deleted, since the renewal began. */
  const save = (
    integration: Integration,
    { stored: { version }, wasActive }: Begun,
    renewed: Credentials,
  ): Promise<StoredCredentials | undefined> =>
    transact({ name: 'save renewed credentials', turn: turnOfIntegration(integration) }, async (tx) => {
      const locked = await lockIntegration(tx, integration.id);
      if (locked !== undefined) {
        const saved = await saveRenewed(tx, sealer, locked, version, renewed);
        if (saved === undefined) return findCredentials(tx, sealer, locked.integration);
        if (wasActive && locked.integration.status === 'error') await restoreRefused(tx, locked);
        return saved;
      }
      // The integration was deleted: the secrets that wait for revocation are the earlier ones.
      if (connectorOf(integration.provider).revoke !== undefined)
        await putRevocation(tx, sealer, integration, renewed.secrets);
      return undefined;
    });

  const lose = (integration: Integration, error?: unknown): void => {
    unsaved.delete(integration);
    logger.error(
      { err: error, integration: integration.id, provider: integration.provider },
      'saving renewed credentials failed and they are lost',
    );
  };

  /** Retries while the database cannot be reached: the renewed tokens exist nowhere else. */
  const saveSurely = async (
    integration: Integration,
    begun: Begun,
    renewed: Credentials,
  ): Promise<StoredCredentials | undefined> => {
    const giveUpAt = clock.uptime() + saveMs;
    unsaved.add(integration);
    for (let failures = 0; ; failures += 1) {
      try {
        const saved = await save(integration, begun, renewed);
        unsaved.delete(integration);
        return saved;
      } catch (error) {
        // The stop has logged it.
        if (!unsaved.has(integration)) throw error;
        if (stopping.signal.aborted || clock.uptime() >= giveUpAt) {
          lose(integration, error);
          throw error;
        }
        if (failures === 0)
          logger.warn(
            { err: error, integration: integration.id, provider: integration.provider },
            'saving renewed credentials failed, retrying',
          );
        // Often: when Postgres is back and the lease has ended, another process may use the replaced refresh token.
        await clock.sleep(backoffMs(failures, { max: 1_000 }), stopping.signal);
      }
    }
  };

  /** Returns credentials that another process has saved meanwhile; otherwise gives the lease back. */
  const end = (integration: Integration, version: number, interrupted: boolean) =>
    transact(
      { name: 'end a renewal', turn: turnOfIntegration(integration) },
      async (tx): Promise<StoredCredentials | undefined> => {
        const locked = await lockIntegration(tx, integration.id);
        if (locked === undefined) return undefined;
        const stored = await findCredentials(tx, sealer, integration);
        if (stored !== undefined && stored.version !== version) return stored;
        await endRenewal(tx, locked, version, interrupted);
        return undefined;
      },
    );

  const perform = async (integration: Integration, begun: Begun): Promise<StoredCredentials> => {
    const { stored, interrupted } = begun;
    const { version, credentials } = stored;
    const provider = providerOf(catalogue, integration);
    const subject = { provider, integrationId: integration.id, logger };
    let renewed: Credentials;
    try {
      const connector = connectorOf(integration.provider);
      if (connector.renew === undefined) throw new ProviderFailure('ended');
      const renew = connector.renew.bind(connector);
      const connection = { settings: settingsFor(catalogue, integration), credentials };
      renewed = await forOrganization(integration.workspace.organizationId, () =>
        renew(connection, clock.deadline(renewalMs)),
      );
    } catch (error) {
      const later = await end(integration, version, interrupted || mayHaveRenewed(error));
      if (!(error instanceof ProviderFailure)) throw error;
      if (later !== undefined) {
        report(subject, 'renew', error);
        return later;
      }
      reportFailure(subject, 'renew', error);
      throw interrupted && error.kind === 'permanent' ? withHint(error) : error;
    }
    report(subject, 'renew');
    const saved = await saveSurely(integration, begun, renewed);
    if (saved === undefined) throw notFound('the integration was deleted during a renewal');
    if (saved.credentials !== renewed)
      logger.info(
        { integration: integration.id, provider: integration.provider },
        'credentials were replaced during their renewal; the renewed ones were dropped',
      );
    return saved;
  };

  const awaited = async (
    renewal: Promise<StoredCredentials>,
    signal: AbortSignal,
  ): Promise<StoredCredentials> => {
    if (await inTime(renewal, signal)) return renewal;
    throw new AttemptInterrupted('the renewal takes too long');
  };

  return {
    async renew(integration, stored, signal) {
      const key = `${integration.id} ${stored.version}`;
      for (let waits = 0; ; waits += 1) {
        const own = running.get(key);
        if (own !== undefined) return awaited(own, signal);
        const begun = await begin(integration, stored.version);
        if (begun.state === 'gone') throw notFound('the integration was deleted before a renewal');
        if (begun.state === 'renewed') return begun.stored;
        if (begun.state === 'begun')
          return awaited(
            running.run(key, () => perform(integration, begun)),
            signal,
          );
        if (signal.aborted)
          throw new AttemptInterrupted('another process has the lease of the renewal, or died with it');
        await clock.sleep(backoffMs(waits, { min: 50, max: 1_000 }), signal);
      }
    },
    component: {
      name: 'renewals',
      async drain(deadline) {
        await inTime(running.settled(), deadline);
      },
      async stop() {
        for (const integration of unsaved) lose(integration);
        stopping.abort();
      },
    },
  };
}
