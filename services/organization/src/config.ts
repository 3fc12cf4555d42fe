import { readConfig } from '@patchbay/config/config';
import { kafkaProblems } from '@patchbay/service/kafka-security';
import { servingTlsProblems } from '@patchbay/service/rpc-tls';
import {
  kafkaVariables,
  mailVariables,
  sealingVariables,
  serviceVariables,
  signingVariables,
  verifyingVariables,
} from '@patchbay/service/variables';

export const variables = {
  ...serviceVariables('organization'),
  ...kafkaVariables,
  ...signingVariables,
  ...verifyingVariables('organization'),
  ...mailVariables,
  ...sealingVariables('queued mails, the links of invitations and those that end watching'),
};

export const readOrganizationConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('organization', variables, environment, (given) => [
    ...kafkaProblems(given),
    ...servingTlsProblems(given),
  ]);
