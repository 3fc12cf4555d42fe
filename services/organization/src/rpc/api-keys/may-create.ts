import { demand, inOrganization, inWorkspace } from '@patchbay/access/rules';
import { effectiveRole } from '../../domain/access.ts';
import type { LockedKey } from './change-api-key.ts';

/**
 * Demands the right to create a key of this scope now. Whoever manages the key may disable and revoke it; what makes it work,
 * or replaces it by one that works, also needs this right: a creator who was demoted must not get the former role back.
 */
export function demandMayCreate({ access, key, assigned }: LockedKey): void {
  if (key.level === 'organization') demand(access, inOrganization.mintKeys);
  if (key.level === 'workspace') {
    const role = effectiveRole({ role: access.organization.role, assigned }) ?? 'guest';
    demand({ workspace: { role } }, inWorkspace.mintKeys);
  }
}
