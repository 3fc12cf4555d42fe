import { readConfig } from '@patchbay/config/config';
import { servingTlsProblems } from '@patchbay/service/rpc-tls';
import {
  kafkaVariables,
  mailVariables,
  sealingVariables,
  serviceVariables,
} from '@patchbay/service/variables';

export const variables = {
  ...serviceVariables('organization'),
  ...kafkaVariables,
  ...mailVariables,
  ...sealingVariables('queued mails and the links of invitations'),
};

export const readOrganizationConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('organization', variables, environment, servingTlsProblems);
