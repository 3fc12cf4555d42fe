import { createClient } from '@connectrpc/connect';
import { readConfig } from '@patchbay/config/config';
import { Health, HealthCheckResponse_ServingStatus } from '@patchbay/contracts/grpc/health/v1/health';
import { createRpcTransport } from '@patchbay/rpc/client';
import type { RpcServer } from '@patchbay/rpc/server';
import type { Component } from '@patchbay/runtime/component';
import { createRuntime } from '@patchbay/runtime/runtime';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestCallers } from '@patchbay/testing/callers';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { describe, expect, it, onTestFinished } from 'vitest';
import { composeService } from './main.ts';
import {
  kafkaVariables,
  mailVariables,
  sealingVariables,
  serviceVariables,
  signingVariables,
  verifyingVariables,
} from './variables.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const callers = createTestCallers();
const eventKeys = createTestEventKeys();

const environment = {
  RPC_PORT: '0',
  DATABASE_URL: 'postgres://localhost/patchbay',
  ORGANIZATION_URL: 'http://127.0.0.1:9',
  KAFKA_BROKERS: 'localhost:9092',
  SMTP_URL: 'smtp://localhost',
  PORTAL_URL: 'https://portal.example',
  SEALING_KEYS: generateSealingKey(),
};
const own: Component = { name: 'own work' };
const namesOf = (components: readonly Component[]) => components.map(({ name }) => name);

describe('a service composed from its configuration', () => {
  it('a service starts its parts first and its server last', () => {
    const variables = {
      ...serviceVariables('identity'),
      ...kafkaVariables,
      ...signingVariables,
      ...mailVariables,
      ...sealingVariables('everything'),
    };
    const config = readConfig('identity', variables, {
      ...environment,
      ...callers.environment('identity'),
      ...eventKeys.environment('identity'),
    });
    const components = composeService(
      {
        name: 'identity',
        build(_config, { publisher, organization, sender, sealer }) {
          expect([publisher, organization, sender, sealer]).not.toContain(undefined);
          return { routes: () => {}, components: [own] };
        },
      },
      config,
      logger,
    );
    expect(namesOf(components)).toEqual([
      'calls to organization',
      'kafka publisher',
      'smtp',
      'own work',
      'rpc server',
    ]);
  });

  it('a service has a publisher only if it has events of its own', () => {
    const variables = {
      ...serviceVariables('audit'),
      ...kafkaVariables,
      ...verifyingVariables('audit'),
    };
    const config = readConfig('audit', variables, {
      ...environment,
      ...callers.environment('audit'),
      ...eventKeys.environment('audit'),
    });
    const components = composeService(
      {
        name: 'audit',
        build(_config, { source }) {
          expect(source).toBeDefined();
          return { routes: () => {}, components: [own] };
        },
      },
      config,
      logger,
    );
    expect(namesOf(components)).toEqual(['calls to organization', 'own work', 'rpc server']);
  });

  it('the health of a service is that of its own components', async () => {
    let works = false;
    const components = composeService(
      {
        name: 'integration',
        build: () => ({
          routes: () => {},
          components: [
            { ...own, ready: () => (works ? Promise.resolve() : Promise.reject(new Error('no'))) },
          ],
        }),
      },
      readConfig('integration', serviceVariables('integration'), {
        ...environment,
        ...callers.environment('integration'),
      }),
      logger,
    );
    const runtime = createRuntime(components, logger);
    await runtime.start();
    onTestFinished(() => runtime.stop());
    const server = components.at(-1) as RpcServer;
    const transport = createRpcTransport({
      from: 'gateway',
      to: 'integration',
      baseUrl: `http://127.0.0.1:${server.port()}`,
      minter: callers.minter(),
    });
    onTestFinished(() => transport.close());
    const status = async () => (await createClient(Health, transport).check({})).status;
    expect(await status()).toBe(HealthCheckResponse_ServingStatus.NOT_SERVING);
    works = true;
    expect(await status()).toBe(HealthCheckResponse_ServingStatus.SERVING);
  });
});
