import { byName } from '@patchbay/platform/by-name';
import {
  type DatabaseService,
  type ServiceName,
  serviceNames,
  urlVariableOf,
} from '@patchbay/platform/services';
import { createCallerKeys, formatPrivateKey, formatPublicKeys } from '@patchbay/rpc/caller-token';
import { variablesOf } from '../services.ts';
import type { StackPorts } from './ports.ts';

export interface StackOptions {
  readonly ports: StackPorts;
  /** Of each service's own role. */
  readonly databaseUrls: Readonly<Record<DatabaseService, string>>;
  readonly redisUrl: string;
  readonly kafkaBrokers: readonly string[];
  readonly smtpUrl: string;
  readonly sealingKeys: string;
  /** Where services find the variables that the stack does not set itself. Default: nowhere. */
  readonly inherited?: Readonly<Record<string, string | undefined>>;
  /** Handed to every service as it is: telemetry, what a test wants to change. */
  readonly extra?: Readonly<Record<string, string>>;
}

export type Environment = Readonly<Record<string, string>>;

/** What each process reads at its start. Caller keys are made anew: all of them start together. */
export function environmentsOf(options: StackOptions): Record<ServiceName, Environment> {
  const { ports, redisUrl, kafkaBrokers, smtpUrl, sealingKeys, inherited = {}, extra = {} } = options;
  const databaseUrls: Readonly<Partial<Record<ServiceName, string>>> = options.databaseUrls;
  const keys = byName(serviceNames, createCallerKeys);
  const publicKeys = new Map(serviceNames.map((name) => [name, keys[name].publicKey]));
  const publicUrl = `http://localhost:${ports.gateway.main}`;
  const ofAll = {
    ...Object.fromEntries(
      serviceNames.map((name) => [urlVariableOf(name), `http://127.0.0.1:${ports[name].main}`]),
    ),
    PUBLIC_URL: publicUrl,
    PORTAL_URL: publicUrl,
    REDIS_URL: redisUrl,
    KAFKA_BROKERS: kafkaBrokers.join(','),
    SMTP_URL: smtpUrl,
    SEALING_KEYS: sealingKeys,
    CALLER_PUBLIC_KEYS: formatPublicKeys(publicKeys),
  };
  return byName(serviceNames, (name) => {
    const values: Readonly<Record<string, string | undefined>> = {
      ...inherited,
      ...ofAll,
      PORT: String(ports[name].main),
      RPC_PORT: String(ports[name].main),
      ADMIN_PORT: String(ports[name].admin),
      DATABASE_URL: databaseUrls[name],
      CALLER_PRIVATE_KEY: formatPrivateKey(keys[name].privateKey),
    };
    // A service gets the variables that it reads and no others: some of them are secrets.
    const read = Object.keys(variablesOf[name]).flatMap((variable) => {
      const value = values[variable];
      return value === undefined ? [] : [[variable, value]];
    });
    return { ...Object.fromEntries(read), OTEL_SERVICE_NAME: name, ...extra };
  });
}
