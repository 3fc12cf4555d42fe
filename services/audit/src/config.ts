import { readConfig } from '@patchbay/config/config';
import { kafkaProblems } from '@patchbay/service/kafka-security';
import { kafkaVariables, serviceVariables, verifyingVariables } from '@patchbay/service/variables';

export const variables = {
  ...serviceVariables('audit'),
  ...kafkaVariables,
  ...verifyingVariables('audit'),
};

export const readAuditConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('audit', variables, environment, kafkaProblems);
