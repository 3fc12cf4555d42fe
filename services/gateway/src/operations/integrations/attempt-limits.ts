import { inWorkspace } from '@patchbay/access/rules';
import { perOrganization } from '../per-organization.ts';

/**
 * Of the operations in which members have credentials tried at a provider: a provider may lock the account of a customer after too
 * many wrong ones.
 */
export const attemptLimits = [
  { name: 'attemptPerOrganization', per: perOrganization(inWorkspace.manageIntegrations) },
] as const;
