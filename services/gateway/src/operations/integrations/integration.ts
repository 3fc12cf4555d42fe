import { inWorkspace } from '@patchbay/access/rules';
import type { z } from 'zod';
import { perOrganization } from '../../limits/per-organization.ts';
import type { integrationParams } from '../../schemas/integration.ts';

export const perOrganizationOfMember = perOrganization(inWorkspace.manageIntegrations);

/**
 * Of the operations in which members have credentials tried at a provider: a provider may lock the account of a customer after too
 * many wrong ones.
 */
export const attemptLimits = [{ name: 'attemptPerOrganization', per: perOrganizationOfMember }] as const;

/**
 * What shares a counter of refused credentials. The organization is part of it: otherwise a stranger could keep everybody from
 * connecting with a login whose name is known.
 */
export const refusalKey = (organizationId: string, provider = ''): string => `${organizationId} ${provider}`;

/**
 * Milliseconds for calls in which integration sends requests to a provider. Integration ends an attempt after 25 seconds by
 * itself and then answers what became of it.
 */
export const attemptTimeoutMs = 30_000;

/** From an answer that has a new integration to what can be done with the integration. */
export const integrationLinks = {
  getIntegration: { id: '/id' },
  updateIntegration: { id: '/id' },
  connectIntegration: { id: '/id' },
  verifyIntegration: { id: '/id' },
  deleteIntegration: { id: '/id' },
} as const;

/** Path parameters as fields of a request to integration; the workspace is in the caller token. */
export const integrationOf = ({ id }: Pick<z.output<typeof integrationParams>, 'id'>) => ({
  integrationId: id,
});
