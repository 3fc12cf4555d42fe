import { readConfig } from '@patchbay/config/config';
import { kafkaProblems } from '@patchbay/service/kafka-security';
import { servingTlsProblems } from '@patchbay/service/rpc-tls';
import { kafkaVariables, serviceVariables, verifyingVariables } from '@patchbay/service/variables';

export const variables = {
  ...serviceVariables('audit'),
  ...kafkaVariables,
  ...verifyingVariables('audit'),
};

export const readAuditConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('audit', variables, environment, (given) => [
    ...kafkaProblems(given),
    ...servingTlsProblems(given),
  ]);
