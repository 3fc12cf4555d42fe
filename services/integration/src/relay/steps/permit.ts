import type { Authorization } from '../../connector/connector.ts';
import type { StoredCredentials } from '../../store/credentials.ts';
import { demandActive, type Permission, permissionOf } from '../permission.ts';
import type { RelayCaller } from '../relay-parts.ts';
import type { Found } from './find.ts';

/** What the caller may do with what was found, and what authorizes it at the provider. */
export interface Permitted extends Found {
  readonly permission: Permission;
  readonly stored: StoredCredentials;
  readonly authorization: Authorization;
}

/** Refuses a caller who may not use the integration, then an integration that cannot be used. */
export function permit(found: Found, { caller, role }: Pick<RelayCaller, 'caller' | 'role'>): Permitted {
  const { integration, connector, settings, access } = found;
  const permission = permissionOf(caller, role, integration, access);
  const { stored } = demandActive(integration);
  const authorization = connector.authorize({ settings, credentials: stored.credentials });
  return { ...found, permission, stored, authorization };
}
