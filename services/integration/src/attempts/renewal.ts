import { notFound } from '@patchbay/errors/failure';
import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { backoffMs, pause } from '@patchbay/runtime/backoff';
import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import type { Credentials } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import type { Integration } from '../domain/integration.ts';
import { findCredentials, type StoredCredentials, saveRenewed } from '../store/credentials.ts';
import { lockIntegration } from '../store/integrations.ts';
import { beginRenewal, endRenewal, type RenewalStart } from '../store/renewal-lease.ts';
import { putRevocation } from '../store/revocations.ts';
import { renewalLeaseMs, renewalMs } from './limits.ts';
import type { AttemptParts } from './parts.ts';
import { providerOf, settingsFor } from './provider-of.ts';
import { report } from './tried.ts';

/**
 * Resolves with credentials of a later version than those that are given: renewed by this call, or by somebody else meanwhile.
 * They are saved by then. Throws a `ProviderFailure` where the provider does not renew them.
 */
export type Renew = (
  integration: Integration,
  stored: StoredCredentials,
  signal: AbortSignal,
) => Promise<StoredCredentials>;

export interface Renewals {
  readonly renew: Renew;
  /** Its drain waits for renewals that are under way. */
  readonly component: Component;
}

export type RenewalParts = Omit<AttemptParts, 'renew' | 'db' | 'outbox' | 'verificationIntervalMs'> & {
  readonly leaseMs?: number;
};

type Begun = Extract<RenewalStart, { state: 'begun' }>;

const interruptedHint =
  'An earlier renewal of the authorization was interrupted before its result was saved, which may be the cause.';

/** Failures of requests that were never sent. */
const unsent: ReadonlySet<OutgoingError['failure']> = new Set(['suspended', 'busy', 'address_refused']);

/** Whether the provider may have renewed although there was no answer. */
const mayHaveRenewed = (error: unknown): boolean =>
  error instanceof ProviderFailure &&
  error.cause instanceof OutgoingError &&
  !unsent.has(error.cause.failure);

const withHint = ({ reason, code, hint, retryAfterMs, cause }: ProviderFailure): ProviderFailure =>
  new ProviderFailure(reason, {
    hint: hint === undefined ? interruptedHint : `${hint} ${interruptedHint}`,
    ...(code !== undefined && { code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    cause,
  });

/**
 * Renews access tokens, one renewal at a time per integration over all processes. Some providers replace the refresh token with
 * each renewal and refuse the one before: so a lease in the row keeps others away during the call, and what came back is saved
 * before it is used. A renewal that has begun runs to its end, whatever becomes of the request that wanted it.
 */
export function createRenewals(parts: RenewalParts): Renewals {
  const { transact, sealer, catalogue, connectorOf, logger, leaseMs = renewalLeaseMs } = parts;
  const running = new Map<string, Promise<StoredCredentials>>();

  const begin = (integration: Integration, version: number): Promise<RenewalStart> =>
    transact('begin a renewal', async (tx) => {
      const locked = await lockIntegration(tx, integration.id);
      if (locked === undefined) return { state: 'gone' };
      return beginRenewal(tx, sealer, locked, version, leaseMs);
    });

  /** Undefined where the credentials were replaced, or the integration was deleted, since the renewal began. */
  const save = (
    integration: Integration,
    version: number,
    renewed: Credentials,
  ): Promise<StoredCredentials | undefined> =>
    transact('save renewed credentials', async (tx) => {
      const locked = await lockIntegration(tx, integration.id);
      if (locked !== undefined)
        return (
          (await saveRenewed(tx, sealer, locked, version, renewed)) ??
          findCredentials(tx, sealer, locked.integration)
        );
      // Deleted meanwhile: the secrets that wait for their revocation are the earlier ones.
      if (connectorOf(integration.provider).revoke !== undefined)
        await putRevocation(tx, sealer, integration, renewed.secrets);
      return undefined;
    });

  /** Tries again while the database cannot be reached: what came back exists nowhere else. */
  const saveSurely = async (
    integration: Integration,
    version: number,
    renewed: Credentials,
  ): Promise<StoredCredentials | undefined> => {
    const giveUp = AbortSignal.timeout(leaseMs);
    for (let failures = 0; ; failures += 1) {
      try {
        return await save(integration, version, renewed);
      } catch (error) {
        if (giveUp.aborted) {
          logger.error(
            { err: error, integration: integration.id, provider: integration.provider },
            'renewed credentials could not be saved and are lost',
          );
          throw error;
        }
        await pause(backoffMs(failures), giveUp);
      }
    }
  };

  /** What somebody else has saved meanwhile, if anything; else gives the lease back. */
  const end = (integration: Integration, version: number, interrupted: boolean) =>
    transact('end a renewal', async (tx): Promise<StoredCredentials | undefined> => {
      const locked = await lockIntegration(tx, integration.id);
      if (locked === undefined) return undefined;
      const stored = await findCredentials(tx, sealer, integration);
      if (stored !== undefined && stored.version !== version) return stored;
      await endRenewal(tx, locked, version, interrupted);
      return undefined;
    });

  const perform = async (
    integration: Integration,
    { stored: { version, credentials }, interrupted }: Begun,
  ): Promise<StoredCredentials> => {
    const provider = providerOf(catalogue, integration);
    const subject = { provider, integrationId: integration.id, logger };
    let renewed: Credentials;
    try {
      const connector = connectorOf(integration.provider);
      if (connector.renew === undefined) throw new ProviderFailure('ended');
      const connection = { settings: settingsFor(catalogue, integration), credentials };
      renewed = await connector.renew(connection, AbortSignal.timeout(renewalMs));
    } catch (error) {
      const later = await end(integration, version, interrupted || mayHaveRenewed(error));
      if (!(error instanceof ProviderFailure)) throw error;
      report(subject, 'renew', error);
      if (later !== undefined) return later;
      throw interrupted && error.kind === 'permanent' ? withHint(error) : error;
    }
    report(subject, 'renew');
    const saved = await saveSurely(integration, version, renewed);
    if (saved === undefined) throw notFound('the integration was deleted during a renewal');
    if (saved.credentials !== renewed)
      logger.info(
        { integration: integration.id, provider: integration.provider },
        'credentials were replaced while they were renewed; the later ones stay',
      );
    return saved;
  };

  const start = (key: string, integration: Integration, begun: Begun): Promise<StoredCredentials> => {
    const renewal = perform(integration, begun).finally(() => running.delete(key));
    // Whoever wanted it may have gone: its failure must not end the process.
    renewal.catch(() => {});
    running.set(key, renewal);
    return renewal;
  };

  const awaited = async (
    renewal: Promise<StoredCredentials>,
    signal: AbortSignal,
  ): Promise<StoredCredentials> => {
    if (await inTime(renewal, signal)) return renewal;
    throw new ProviderFailure('unavailable', { code: 'the renewal takes too long' });
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
        if (begun.state === 'begun') return awaited(start(key, integration, begun), signal);
        if (signal.aborted)
          throw new ProviderFailure('unavailable', { code: 'the renewal of another process takes too long' });
        await pause(backoffMs(waits, { min: 50, max: 1_000 }), signal);
      }
    },
    component: {
      name: 'renewals',
      async drain(deadline) {
        await inTime(Promise.allSettled(running.values()), deadline);
      },
    },
  };
}
