import { readConfig } from '@patchbay/config/config';
import { flag } from '@patchbay/config/variables';
import { kafkaProblems } from '@patchbay/service/kafka-security';
import { pairKeyProblems } from '@patchbay/service/pair-keys';
import { rpcTlsVariables, servingTlsProblems } from '@patchbay/service/rpc-tls';
import {
  callVariables,
  databaseVariables,
  kafkaVariables,
  logVariables,
  sealingVariables,
  serviceVariables,
  signingVariables,
  verifyingVariables,
} from '@patchbay/service/variables';

export const variables = {
  ...serviceVariables('webhook'),
  ...kafkaVariables,
  ...signingVariables,
  ...verifyingVariables('webhook'),
  ...sealingVariables('the secrets of webhooks'),
  WEBHOOK_ALLOW_LOOPBACK: flag()
    .default(false)
    .describe(
      'Whether a webhook may be `http` on loopback, for development: whoever may create webhooks can then send requests to this host',
    ),
};

export const readWebhookConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('webhook', variables, environment, (given) => [
    ...kafkaProblems(given),
    ...pairKeyProblems(given),
    ...servingTlsProblems(given),
  ]);

/** Of `main-reconcile`, which asks organization. */
export const readReconcileConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig(
    'reconcile',
    { ...callVariables('webhook'), ...databaseVariables, ...logVariables, ...rpcTlsVariables },
    environment,
    pairKeyProblems,
  );
