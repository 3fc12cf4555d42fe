import { mailUrl } from '@patchbay/config/mail-url';
import { insecureHttpVariables, publicAddress } from '@patchbay/config/public-address';
import { secret } from '@patchbay/config/secret';
import {
  baseUrl,
  commaSeparated,
  flag,
  logLevel,
  parsedBy,
  port,
  portNumber,
  stopVariables,
  url,
  wholeNumber,
} from '@patchbay/config/variables';
import { internal } from '@patchbay/errors/failure';
import {
  type CalledBy,
  type ConsumingService,
  calledBy,
  consumedBy,
  type DatabaseRole,
  factsOf,
  type RpcServiceName,
  type ServiceName,
  trustedBy,
  type UrlVariable,
  urlVariableOf,
} from '@patchbay/platform/services';
import { parseSealingKeys } from '@patchbay/sealing/sealer';
import {
  parsePrivateKey,
  parseServicePublicKeys,
  type ServicePublicKeys,
} from '@patchbay/tokens/service-keys';
import { z } from 'zod';
import { kafkaSecurityVariables } from './kafka-security.ts';
import { pairKeysWith } from './pair-keys.ts';
import { rpcTlsVariables } from './rpc-tls.ts';

/** Groups of variables that several services read. A service's `config.ts` composes them and adds its own. */

export const logVariables = {
  LOG_LEVEL: logLevel().describe('fatal, error, warn, info, debug, trace or silent'),
};

export const databaseVariables = {
  DATABASE_URL: secret(url('postgres', 'postgresql').describe("Postgres, as this service's own role")),
  DATABASE_SESSION_URL: secret(
    url('postgres', 'postgresql')
      .optional()
      .describe(
        'Postgres itself, as the same role, where `DATABASE_URL` is a pooler in transaction mode: for `LISTEN`, session locks and migrations. The pooler must set the timeouts of sessions, see postgres.md; unset: `DATABASE_URL` is no pooler',
      ),
  ),
};

/** For a process whose pool may connect to a pooler. */
export const poolerVariables = {
  DATABASE_PREPARED_STATEMENTS: flag()
    .optional()
    .describe(
      'Whether statements are prepared once per connection; unset: unless `DATABASE_SESSION_URL` is set. `true` behind PgBouncer needs version 1.21 and `max_prepared_statements`',
    ),
};

/** For every process with a pool of database connections. */
export const poolVariables = {
  DATABASE_POOL_SIZE: wholeNumber(8, 2, 1_000).describe(
    'Connections that requests share; three quarters of them run transactions. See postgres.md for those beside them',
  ),
  DATABASE_CONNECT_TIMEOUT_SECONDS: wholeNumber(3, 1, 60).describe(
    'How long a new connection may take, and how long a statement waits for a free one',
  ),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: wholeNumber(10, 1, 3_600).describe(
    'Postgres cancels a statement that takes longer',
  ),
  DATABASE_LOCK_TIMEOUT_SECONDS: wholeNumber(8, 1, 60).describe(
    'How long a statement waits in Postgres for a lock; below `DATABASE_STATEMENT_TIMEOUT_SECONDS`. Waits in the process end at the deadline of the request',
  ),
};

/** For every program. */
export const buildVariables = {
  COMMIT: z
    .string()
    .optional()
    .describe('The commit this was built from, for the metric `patchbay_build` and for /version'),
};

/** For every process. */
export const processVariables = (name: ServiceName) => ({
  HOST: z.string().optional().describe('The address that its ports are bound to; unset: every interface'),
  ADMIN_PORT: port(factsOf(name).adminPort).describe('The port of /livez, /readyz and /metrics'),
  ...stopVariables,
  ...logVariables,
  ...buildVariables,
});

const callerVariables = (called: readonly ServiceName[]) => ({
  CALLING_KEYS: secret(
    parsedBy(pairKeysWith(called)).describe(
      '`service:base64,…`: the key of 32 bytes that this service shares with each one that it calls; the first one of each service is used',
    ),
  ),
});
type CallerVariables = ReturnType<typeof callerVariables>;

/** Distributes over the called services; `never` if the service calls none. */
type CallVariable<Called> = Called extends ServiceName ? UrlVariable<Called> | keyof CallerVariables : never;

/** The address of each called service, and the keys of the caller tokens; empty if no service is called. */
export type CallVariables<Name extends ServiceName> = {
  [Variable in CallVariable<CalledBy<Name>>]: Variable extends keyof CallerVariables
    ? CallerVariables[Variable]
    : ReturnType<typeof baseUrl>;
};

export function callVariables<Name extends ServiceName>(name: Name): CallVariables<Name> {
  const called: readonly ServiceName[] = calledBy(name);
  const urls = called.map((each) => [
    urlVariableOf(each),
    baseUrl().describe(`Where the ${each} service is called`),
  ]);
  const variables = called.length === 0 ? {} : { ...Object.fromEntries(urls), ...callerVariables(called) };
  return variables as CallVariables<Name>;
}

/** For every service that other services call. */
export const serviceVariables = <Name extends RpcServiceName & DatabaseRole>(name: Name) => ({
  RPC_PORT: port(factsOf(name).port).describe('The port that other services call: Connect over HTTP/1.1'),
  RPC_PLAIN_PORT: portNumber()
    .optional()
    .describe(
      'A second port, without TLS, for the time in which callers move to `RPC_PORT` with TLS (operations.md); unset: none',
    ),
  GRPC_PORT: portNumber()
    .optional()
    .describe('The port of gRPC and `grpc.health.v1` for other clients, over HTTP/2; unset: none'),
  ...processVariables(name),
  ...databaseVariables,
  ...poolerVariables,
  ...poolVariables,
  CALLER_KEYS: secret(
    parsedBy(pairKeysWith(trustedBy(name))).describe(
      '`service:base64,…`: the keys of 32 bytes that this service shares with those who may call; a service may be named twice, with an old and a new key',
    ),
  ),
  ...callVariables(name),
  ...rpcTlsVariables,
});

const replicas = () =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .optional();

export const kafkaVariables = {
  KAFKA_BROKERS: commaSeparated().describe('Brokers that events go through, comma-separated'),
  ...kafkaSecurityVariables,
  KAFKA_PARTITIONS: wholeNumber(6, 1, 1_000).describe(
    'Partitions of each topic that is created, and so the most processes of a service that consume it at once; topics that exist keep theirs. See kafka.md for more partitions later: events of one organization may be consumed out of order around the change',
  ),
  KAFKA_REPLICATION_FACTOR: replicas().describe(
    'Copies of each partition of the topics that are created; unset: as the brokers say',
  ),
  KAFKA_MIN_INSYNC_REPLICAS: replicas().describe(
    'Copies that must have stored an event before it counts as published; unset: as the brokers say',
  ),
  KAFKA_RETENTION_DAYS: wholeNumber(30, 2, 3_650).describe(
    'Days that events and dead letters stay in Kafka, the same for all services: longer than any outage of a consumer, and than the age of a backup that may be restored',
  ),
};

/** For a service that publishes events. */
export const signingVariables = {
  EVENT_SIGNING_KEY: secret(
    parsedBy(parsePrivateKey).describe(
      'The Ed25519 key that signs the events of this service, base64 of PKCS8',
    ),
  ),
};

/** A service without the key of one that it consumes would make a dead letter of each of its events. */
const parseVerifyingKeys =
  (name: ConsumingService) =>
  (text: string): ServicePublicKeys => {
    const keys = parseServicePublicKeys(text);
    const missing = consumedBy(name).filter((publisher) => !keys.has(publisher));
    if (missing.length > 0) throw internal(`must hold a key of ${missing.join(', ')}`);
    return keys;
  };

/** For a service that consumes events. */
export const verifyingVariables = (name: ConsumingService) => ({
  EVENT_VERIFYING_KEYS: parsedBy(parseVerifyingKeys(name)).describe(
    `\`service:base64,…\`: the public keys of the events of ${consumedBy(name).join(', ')}; a service may be named several times`,
  ),
});

export const mailVariables = {
  SMTP_URL: secret(
    mailUrl('smtp', 'smtps', 'file').describe(
      'The mail server, or the folder that keeps mails instead: `file:///…`',
    ),
  ),
  SMTP_REQUIRE_TLS: flag()
    .optional()
    .describe(
      'Whether `smtp://` sends nothing without STARTTLS; unset: unless the server is on loopback. A password is never sent in plain text to another machine. `NODE_EXTRA_CA_CERTS`, which Node reads itself, names private CAs',
    ),
  MAIL_FROM: z.string().min(3).default('Patchbay <no-reply@localhost>').describe('The sender of mails'),
  PORTAL_URL: publicAddress(baseUrl().describe('Where mailed links lead')),
  ...insecureHttpVariables,
};

/** `sealed` says what the service keeps sealed, for docs/configuration.md. */
export const sealingVariables = (sealed: string) => ({
  SEALING_KEYS: secret(
    parsedBy(parseSealingKeys).describe(
      `\`id:base64key,…\`: the first one seals ${sealed}, every one opens them`,
    ),
  ),
});
