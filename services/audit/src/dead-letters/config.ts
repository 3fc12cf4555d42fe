import { readConfig } from '@patchbay/config/config';
import { rpcTlsVariables } from '@patchbay/service/rpc-tls';
import {
  callVariables,
  databaseVariables,
  logVariables,
  verifyingVariables,
} from '@patchbay/service/variables';

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
