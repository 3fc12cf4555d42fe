import { getMe } from './account/get-me.ts';
import { signUp } from './account/sign-up.ts';
import { updateMe } from './account/update-me.ts';
import { listAuditLogs } from './audit/list-audit-logs.ts';
import { verifyAuditLogs } from './audit/verify-audit-logs.ts';
import { requestSignInLink } from './auth/request-sign-in-link.ts';
import { signOut } from './auth/sign-out.ts';
import { verifySignInLink } from './auth/verify-sign-in-link.ts';
import { getHealth } from './infra/get-health.ts';
import { getOpenApi } from './infra/get-open-api.ts';
import { getVersion } from './infra/get-version.ts';
import { getProvider } from './integrations/get-provider.ts';
import { listProviders } from './integrations/list-providers.ts';
import type { Operation } from './operation.ts';
import { getOrganization } from './organizations/get-organization.ts';
import { listOrganizations } from './organizations/list-organizations.ts';

/** Every operation of the API, in the order the document shows them. */
export const operations: readonly Operation[] = [
  signUp,
  getMe,
  updateMe,
  requestSignInLink,
  verifySignInLink,
  signOut,
  listOrganizations,
  getOrganization,
  listProviders,
  getProvider,
  listAuditLogs,
  verifyAuditLogs,
  getHealth,
  getVersion,
  getOpenApi,
];
