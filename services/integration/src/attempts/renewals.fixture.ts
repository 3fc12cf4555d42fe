import { setTimeout as sleep } from 'node:timers/promises';
import { createTransact } from '@patchbay/database/transaction';
import { createOutbox } from '@patchbay/events/outbox';
import type { ManualClock } from '@patchbay/runtime/manual-clock';
import { createLog, type Log } from '@patchbay/testing/log';
import { afterAll, beforeAll } from 'vitest';
import type { Connector } from '../connector/connector.ts';
import type { Credentials } from '../connector/credentials.ts';
import type { Integration } from '../domain/integration.ts';
import { schema } from '../migrations.ts';
import { createCatalogue } from '../providers/catalogue.ts';
import { findCredentials, type StoredCredentials } from '../store/credentials.ts';
import { findAnyIntegration } from '../store/integrations.ts';
import type { Tenant } from '../tenant.fixture.ts';
import { type AttemptBed, present, startAttemptBed } from './attempts.fixture.ts';
import { createRenewals, type RenewalParts, type Renewals } from './renewal.ts';
import { rotating } from './rotating-provider.fixture.ts';

/** A connected integration as it is stored. */
export interface Connected {
  readonly id: string;
  readonly integration: Integration;
  readonly stored: StoredCredentials;
  readonly read: () => Promise<StoredCredentials>;
}

/** A service for the tests of one file. */
export interface RenewalBed {
  /** Set while the tests run. */
  readonly bed: AttemptBed;
  readonly log: Log;
  /** Renewals of one process, with a provider that answers as `renew` does. */
  processWith(
    renew: NonNullable<Connector['renew']>,
    options?: Partial<Pick<RenewalParts, 'transact' | 'clock'>>,
  ): Renewals;
  connected(tenant?: Tenant): Promise<Connected>;
}

/** Starts the service before the tests of the file and stops it after them. */
export function renewalBed(): RenewalBed {
  const log = createLog();
  let started: AttemptBed | undefined;
  const running = () => present(started);
  beforeAll(async () => {
    started = await startAttemptBed();
  });
  afterAll(() => started?.stop());
  return {
    get bed() {
      return running();
    },
    log,
    processWith(renew, options = {}) {
      const { db, sealer, clock } = running().service;
      const connector: Connector = {
        renew,
        authorize: () => ({ headers: {} }),
        verify: () => Promise.reject(new Error('nothing is verified here')),
        revoke: () => Promise.resolve(),
      };
      return createRenewals({
        transact: createTransact(db),
        outbox: createOutbox(schema),
        sealer,
        catalogue: createCatalogue([rotating], {}),
        connectorOf: () => connector,
        logger: log.logger,
        clock,
        ...options,
      });
    },
    async connected(tenant = running().newTenant()) {
      const bed = running();
      const { db, sealer } = bed.service;
      const id = await bed.connectedRotor(tenant);
      const { integration } = present(await findAnyIntegration(db, id));
      const read = async () => present(await findCredentials(db, sealer, integration));
      return { id, integration, read, stored: await read() };
    },
  };
}

export const never: AbortSignal = new AbortController().signal;

export const tokens = (text: string): Credentials => ({
  secrets: { accessToken: `access ${text}`, refreshToken: `refresh ${text}` },
  expiresAt: null,
  renewAt: null,
  endsAt: null,
});

/** Moves the clock as fast as time passes until the work has ended: for callers that wait for each other. */
export async function inRealTime<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  const isOver = work.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([isOver, sleep(10).then(() => false)]))) await clock.advance(10);
  return work;
}

/** Moves the clock until the work has ended. */
export async function whileMoving<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  const isOver = work.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([isOver, clock.advance(1_000).then(() => false)])));
  return work;
}

/** A provider that has begun to renew, and answers when it is released. */
export function slowProvider(text: string) {
  const [begun, gate] = [held(), held()];
  const renew = async (): Promise<Credentials> => {
    begun.release();
    await gate.promise;
    return tokens(text);
  };
  return { renew, begun: begun.promise, release: gate.release };
}

/** A promise that a test releases. */
export const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, release: () => resolve() };
};
