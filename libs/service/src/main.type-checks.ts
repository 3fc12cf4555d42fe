import { readConfig } from '@patchbay/config/config';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import type { EventPublisher } from '@patchbay/events/transport';
import { runService } from './main.ts';
import { kafkaVariables, serviceVariables, signingVariables, verifyingVariables } from './variables.ts';

/** Compiled, never run: the type check fails if the code after a `@ts-expect-error` compiles. */

const built = { routes: () => {}, components: [] };
const plain = (environment: NodeJS.ProcessEnv) =>
  readConfig('organization', serviceVariables('organization'), environment);
const withKafka = (environment: NodeJS.ProcessEnv) =>
  readConfig(
    'audit',
    { ...serviceVariables('audit'), ...kafkaVariables, ...verifyingVariables('audit') },
    environment,
  );
const withoutVerifyingKeys = (environment: NodeJS.ProcessEnv) =>
  readConfig(
    'integration',
    { ...serviceVariables('integration'), ...kafkaVariables, ...signingVariables },
    environment,
  );

export const checks = [
  () =>
    runService({
      name: 'organization',
      readConfig: plain,
      // @ts-expect-error no events without KAFKA_BROKERS
      build: (_config, { source }) => (source ? built : built),
    }),
  () =>
    runService({
      name: 'audit',
      readConfig: withKafka,
      // @ts-expect-error no publisher without a key that signs
      build: (_config, { publisher }: { publisher: EventPublisher }) => (publisher ? built : built),
    }),
  () =>
    runService({
      name: 'integration',
      readConfig: withoutVerifyingKeys,
      // @ts-expect-error no events without the keys that verify them
      build: (_config, { source }: { source: VerifiedEventSource }) => (source ? built : built),
    }),
  () =>
    runService({
      name: 'audit',
      // @ts-expect-error audit calls organization: the address and the key are missing
      readConfig: plain,
      build: () => built,
    }),
  // @ts-expect-error the gateway is no RPC service
  () => runService({ name: 'gateway', readConfig: withKafka, build: () => built }),
];
