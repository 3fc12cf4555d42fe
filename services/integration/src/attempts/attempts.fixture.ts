import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import { createLogger } from '@patchbay/telemetry/logger';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import type { SimulatedAnswer, SimulatedRequest } from '@patchbay/testing/ad-providers/simulator';
import { afterAll } from 'vitest';
import { providers } from '../providers/index.ts';
import { installationsOf } from '../providers/providers-file.ts';
import { asClient, createTenant, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { startIntegration, type TestIntegration, type TestOptions } from '../test-bed.fixture.ts';
import { type RotatingSimulator, rotating, simulateRotating } from './rotating-provider.fixture.ts';

/** Asserts that a value is defined. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('it is missing');
  return value;
}

/** The connect fields that the simulated Criteo accepts. */
export const criteoFields = { clientId: 'criteo-client', clientSecret: 'criteo-customer-secret' };

/** The service with simulated providers, and steps that many tests share. */
export interface AttemptBed {
  readonly service: TestIntegration;
  readonly adProviders: AdProviders;
  readonly rotor: RotatingSimulator;
  /** Sends to the simulators, and has no breaker: tests let them fail often. */
  readonly outgoing: Outgoing;
  newTenant(): Tenant;
  /** Answers requests to this path like this; without arguments the simulator answers again. */
  fail(provider: string, path?: string, answer?: SimulatedAnswer): void;
  /** The requests to a path, oldest first. */
  requests(provider: string, path: string): SimulatedRequest[];
  /** Resolves as soon as a path has got so many requests in all. */
  requested(provider: string, path: string, count: number): Promise<void>;
  /** Starts a consent through the link and agrees or declines; resolves with the query of the callback. */
  consent(token: string, options?: { readonly decline?: boolean }): Promise<string>;
  /** Calls the callback; resolves with the location of the redirect. */
  comeBack(query: string): Promise<string>;
  /** An integration of the rotating provider, connected. */
  connectedRotor(tenant: Tenant): Promise<string>;
  /** An integration of criteo, connected by its form. */
  connectedForm(tenant: Tenant): Promise<string>;
  /** One row of a table, by the id of the integration. */
  row(
    table: 'integrations' | 'credentials' | 'revocations',
    id: string,
  ): Promise<Record<string, unknown> | undefined>;
  stop(): Promise<void>;
}

const isTo =
  (path: string) =>
  ({ url }: SimulatedRequest): boolean =>
    new URL(url).pathname === path;

export async function startAttemptBed(options: TestOptions = {}): Promise<AttemptBed> {
  const rotor = simulateRotating();
  const adProviders = await startAdProviders([...createSimulators(), rotor]);
  const known = [...providers, rotating];
  const outgoing = createOutgoing({
    allowedOrigins: [adProviders.origin],
    breaker: { failures: Number.POSITIVE_INFINITY, maxSuspendMs: 0 },
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  const service = await startIntegration({
    providers: known,
    installations: installationsOf(known).parse(adProviders.installations),
    outgoing,
    ...options,
  });
  const query = async (text: string, values: unknown[]) => (await service.db.pool.query(text, values)).rows;
  const consent: AttemptBed['consent'] = async (token, how) => {
    const { authorizationUrl } = await service.connect.startConnectOauth({ token }, asClient());
    return (await adProviders.consent(authorizationUrl, how)).search.slice(1);
  };
  const comeBack: AttemptBed['comeBack'] = async (text) =>
    (await service.connect.completeConnectOauth({ query: text }, asClient())).location;
  return {
    service,
    adProviders,
    rotor,
    outgoing,
    newTenant: () => createTenant(service),
    fail(provider, path, answer = { status: 503 }) {
      if (path === undefined) return adProviders.of(provider).fail();
      return adProviders.of(provider).fail({
        name: 'a fault',
        kind: 'transient',
        shows: 'verify',
        answer: ({ url }) => (new URL(url).pathname === path ? answer : undefined),
      });
    },
    requests: (provider, path) => adProviders.of(provider).requests.filter(isTo(path)),
    requested: (provider, path, count) =>
      adProviders.of(provider).until((requests) => requests.filter(isTo(path)).length >= count),
    consent,
    comeBack,
    async connectedRotor(tenant) {
      const integration = await tenant.create({ provider: 'rotating', name: 'Rotor' });
      await comeBack(await consent(tokenOf(integration)));
      return integration.id;
    },
    async connectedForm(tenant) {
      const { id: integrationId } = await tenant.create();
      await service.integrations.connectIntegration({ integrationId, fields: criteoFields }, tenant.as());
      return integrationId;
    },
    async row(table, id) {
      const key = table === 'credentials' ? 'integration_id' : 'id';
      return (await query(`select * from ${table} where ${key} = $1`, [id]))[0];
    },
    async stop() {
      await service.stop();
      await outgoing.component.stop?.();
      await adProviders.stop();
    },
  };
}

/** One that all tests of a file share. */
export async function sharedAttemptBed(options?: TestOptions): Promise<AttemptBed> {
  const bed = await startAttemptBed(options);
  afterAll(() => bed.stop());
  return bed;
}
