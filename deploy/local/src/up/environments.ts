import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { fileVariableOf, isSecret } from '@patchbay/config/secret';
import { isFilePath } from '@patchbay/config/variables';
import { byName } from '@patchbay/platform/by-name';
import {
  type DatabaseRole,
  factsOf,
  publishingServices,
  type ServiceName,
  serviceNames,
  urlVariableOf,
} from '@patchbay/platform/services';
import { kafkaVariables } from '@patchbay/service/variables';
import { createKeysOfPairs, formatPairKeys } from '@patchbay/tokens/pair-keys';
import {
  createServiceKeys,
  formatPrivateKey,
  formatServicePublicKeys,
  publicKeysOf,
  type ServiceKeys,
} from '@patchbay/tokens/service-keys';
import type { EventKeys } from '../secrets.ts';
import { variablesOf } from '../services.ts';
import type { ServicePorts } from './ports.ts';
import { type StackVariables, startedServers } from './servers.ts';

export interface EnvironmentOptions {
  readonly ports: ServicePorts;
  /** URL with the service's own role, by service. */
  readonly databaseUrls: Readonly<Record<DatabaseRole, string>>;
  readonly redisUrl: string;
  readonly kafkaBrokers: readonly string[];
  readonly smtpUrl: string;
  readonly sealingKeys: string;
  /** Default: new ones. Pass the same ones again where Kafka may hold events that were signed with them. */
  readonly eventKeys?: EventKeys;
  /** In the format of `HEAD_SIGNING_KEY`. Default: a new one. */
  readonly headKey?: string;
  /** Values for variables that the stack does not set itself. Default: none. */
  readonly inherited?: Readonly<Record<string, string | undefined>>;
  /** Added to every service's environment unfiltered, last: telemetry variables, overrides of a test. */
  readonly extra?: Readonly<Record<string, string>>;
}

export type Environment = Readonly<Record<string, string>>;

/**
 * The environment of each service process. Generates new caller keys on every call: all services must be started with it.
 */
export function environmentsOf(options: EnvironmentOptions): Record<ServiceName, Environment> {
  const { ports, redisUrl, kafkaBrokers, smtpUrl, sealingKeys, inherited = {}, extra = {} } = options;
  const { eventKeys = byName(publishingServices, createServiceKeys) } = options;
  const { headKey = formatPrivateKey(createServiceKeys().privateKey) } = options;
  const signingKeys: Readonly<Partial<Record<ServiceName, ServiceKeys>>> = eventKeys;
  const databaseUrls: Readonly<Partial<Record<ServiceName, string>>> = options.databaseUrls;
  const keys = createKeysOfPairs();
  // One certificate for all services, which has to name 127.0.0.1.
  const given = { ...inherited, ...extra };
  const certificate = given['RPC_TLS_CERTIFICATE'] || given[fileVariableOf('RPC_TLS_CERTIFICATE')];
  const rpcScheme = certificate ? 'https' : 'http';
  const schemeOf = (name: ServiceName) => (factsOf(name).serves === 'rpc' ? rpcScheme : 'http');
  const publicUrl = `http://localhost:${ports.gateway.main}`;
  const shared = {
    HOST: '127.0.0.1',
    ...Object.fromEntries(
      serviceNames.map((name) => [urlVariableOf(name), `${schemeOf(name)}://127.0.0.1:${ports[name].main}`]),
    ),
    PUBLIC_URL: publicUrl,
    PORTAL_URL: `http://localhost:${ports.portal.main}`,
    REDIS_URL: redisUrl,
    KAFKA_BROKERS: kafkaBrokers.join(','),
    SMTP_URL: smtpUrl,
    SEALING_KEYS: sealingKeys,
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  };
  return byName(serviceNames, (name) => {
    const { [name]: signingKey } = signingKeys;
    const consumed = publishingServices.filter((publisher) => factsOf(name).consumes.includes(publisher));
    const own: Readonly<Record<string, string | undefined>> = {
      ...shared,
      PORT: String(ports[name].main),
      RPC_PORT: String(ports[name].main),
      ADMIN_PORT: String(ports[name].admin),
      DATABASE_URL: databaseUrls[name],
      CALLING_KEYS: formatPairKeys(keys.calling(name)),
      CALLER_KEYS: formatPairKeys(keys.callers(name)),
      EVENT_SIGNING_KEY: signingKey && formatPrivateKey(signingKey.privateKey),
      EVENT_VERIFYING_KEYS: formatServicePublicKeys(publicKeysOf(consumed, eventKeys)),
      HEAD_SIGNING_KEY: headKey,
    };
    // A service gets only the variables that its config reads: some of the others are secrets.
    const read = Object.entries(variablesOf[name]).flatMap(([variable, schema]) => {
      if (variable in own) return own[variable] === undefined ? [] : [[variable, own[variable]]];
      const value = inherited[variable];
      const path = isSecret(schema) ? inherited[fileVariableOf(variable)] : undefined;
      // Paths are made absolute: a service runs in its own folder.
      return [
        ...(value === undefined ? [] : [[variable, value && isFilePath(schema) ? resolve(value) : value]]),
        ...(path ? [[fileVariableOf(variable), resolve(path)]] : []),
      ];
    });
    return { ...Object.fromEntries(read), OTEL_SERVICE_NAME: name, ...extra };
  });
}

const namesOfKafka = new Set(Object.keys(kafkaVariables).flatMap((name) => [name, fileVariableOf(name)]));

/** Of a database with poolers or replicas. `make up` gives each service a role in `DATABASE_URL`, and these would name another one. */
const namesOfOtherDatabases = new Set(
  ['DATABASE_SESSION_URL', 'DATABASE_READ_URL'].flatMap((name) => [name, fileVariableOf(name)]),
);

/**
 * The variables of the shell that services may get. Where the stack starts its own Kafka, a single broker without TLS and users,
 * those of another Kafka are left out: services would demand TLS of it, or send it a password.
 */
export const inheritedFrom = (environment: StackVariables): StackVariables => {
  const startsKafka = startedServers(environment).includes('kafka');
  const isLeftOut = (name: string): boolean =>
    namesOfOtherDatabases.has(name) || (startsKafka && namesOfKafka.has(name));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isLeftOut(name)));
};

const file = new URL('../../../service.env', import.meta.url);

/** Variables of the runtime that every process of a service gets, from `deploy/service.env`. */
export const readServiceSettings = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parseEnv(readFileSync(file, 'utf8'))).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
