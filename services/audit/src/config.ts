import { createPublicKey } from 'node:crypto';
import { readConfig } from '@patchbay/config/config';
import { secret } from '@patchbay/config/secret';
import { optionalWholeNumber, parsedBy, url, wholeNumber } from '@patchbay/config/variables';
import { kafkaProblems } from '@patchbay/service/kafka-security';
import { pairKeyProblems } from '@patchbay/service/pair-keys';
import { redisProblems, redisVariables } from '@patchbay/service/redis';
import { rpcTlsVariables, servingTlsProblems } from '@patchbay/service/rpc-tls';
import {
  callVariables,
  databaseVariables,
  kafkaVariables,
  logVariables,
  serviceVariables,
  signingVariables,
  verifyingVariables,
} from '@patchbay/service/variables';
import { parsePrivateKey, parsePublicKeys } from '@patchbay/tokens/service-keys';
import type { HeadOptions } from './domain/signed-head.ts';

/** For every process that signs or checks heads of chains. */
const headVariables = {
  HEAD_SIGNING_KEY: secret(
    parsedBy(parsePrivateKey).describe(
      'The Ed25519 key that signs the heads of chains, base64 of PKCS8. Kept away from the database: it is what a forger of a trail lacks',
    ),
  ),
  HEAD_VERIFYING_KEYS: parsedBy(parsePublicKeys)
    .optional()
    .describe('Public keys of earlier `HEAD_SIGNING_KEY`s, base64 of SPKI, comma-separated'),
};

export const variables = {
  ...serviceVariables('audit'),
  DATABASE_READ_URL: secret(
    url('postgres', 'postgresql')
      .optional()
      .describe(
        'One streaming replica, as the same role and no pooler, where pages, exports and verifications of trails are read; while it does not answer, they are read at `DATABASE_URL`; unset: there',
      ),
  ),
  ...kafkaVariables,
  ...signingVariables,
  ...verifyingVariables('audit'),
  ...headVariables,
  ...redisVariables,
  HEAD_INTERVAL_SECONDS: wholeNumber(60, 1, 86_400).describe(
    'How often the heads of the chains that have grown are signed and published',
  ),
  RETAIN_DELETED_TRAILS_DAYS: wholeNumber(0, 0, 36_500).describe(
    'How many days the trail of a deleted organization stays; 0: it is removed with the organization',
  ),
};

/** Of `main-retain`, and of whoever runs it on one machine. */
export const retentionVariables = {
  RETENTION_MONTHS: optionalWholeNumber(1, 1_200).describe(
    'Entries of the audit trail that were recorded in a month which ended longer ago than this many months are removed; unset: all are kept',
  ),
};

export const retainVariables = {
  DATABASE_URL: secret(
    url('postgres', 'postgresql').describe('Postgres, as the owner of the schema, who migrates it too'),
  ),
  ...headVariables,
  ...retentionVariables,
  ...logVariables,
};

export const readRetainConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('main-retain', retainVariables, environment);

export const readAuditConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('audit', variables, environment, (given) => [
    ...kafkaProblems(given),
    ...pairKeyProblems(given),
    ...redisProblems(given),
    ...servingTlsProblems(given),
  ]);

type KeyConfig = Pick<ReturnType<typeof readRetainConfig>, 'HEAD_SIGNING_KEY' | 'HEAD_VERIFYING_KEYS'>;
type HeadConfig = KeyConfig & Pick<ReturnType<typeof readAuditConfig>, 'HEAD_INTERVAL_SECONDS'>;

export const headKeysOf = (config: KeyConfig): Omit<HeadOptions, 'intervalMs'> => ({
  privateKey: config.HEAD_SIGNING_KEY,
  ...(config.HEAD_VERIFYING_KEYS && { earlierKeys: config.HEAD_VERIFYING_KEYS }),
});

export const headsOf = (config: HeadConfig): HeadOptions => ({
  ...headKeysOf(config),
  intervalMs: config.HEAD_INTERVAL_SECONDS * 1_000,
});

/** The variables of `main-check-heads`, which needs only public keys. */
const checkVariables = {
  ...databaseVariables,
  ...logVariables,
  HEAD_SIGNING_KEY: secret(headVariables.HEAD_SIGNING_KEY.optional()),
  HEAD_VERIFYING_KEYS: headVariables.HEAD_VERIFYING_KEYS,
};

export function readCheckConfig(environment: NodeJS.ProcessEnv) {
  const { HEAD_SIGNING_KEY, HEAD_VERIFYING_KEYS, ...config } = readConfig(
    'check-heads',
    checkVariables,
    environment,
    (given) =>
      given['HEAD_VERIFYING_KEYS'] || given['HEAD_SIGNING_KEY']
        ? []
        : ['HEAD_VERIFYING_KEYS is required, or HEAD_SIGNING_KEY'],
  );
  const own = HEAD_SIGNING_KEY === undefined ? [] : [createPublicKey(HEAD_SIGNING_KEY)];
  return { ...config, publicKeys: [...own, ...(HEAD_VERIFYING_KEYS ?? [])] };
}

/** For `main-check-heads --kafka`. */
export const readCheckKafkaConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('check-heads', kafkaVariables, environment, kafkaProblems);

/** Of the command, whatever it does. */
export const readDeadLetterConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('dead letters', { ...databaseVariables, ...logVariables }, environment);

/** Of a replay, besides: it verifies events and asks organization, as audit does. */
export const readReplayConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig(
    'dead letters',
    { ...callVariables('audit'), ...verifyingVariables('audit'), ...rpcTlsVariables },
    environment,
  );
