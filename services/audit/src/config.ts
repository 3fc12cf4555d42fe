import { readConfig } from '@patchbay/config/config';
import { servingTlsProblems } from '@patchbay/service/rpc-tls';
import { kafkaVariables, serviceVariables } from '@patchbay/service/variables';

export const variables = { ...serviceVariables('audit'), ...kafkaVariables };

export const readAuditConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('audit', variables, environment, servingTlsProblems);
