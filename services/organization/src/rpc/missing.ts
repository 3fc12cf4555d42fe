import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { invalid } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { validate as isUuid } from 'uuid';
import { listMissing as list, maxIds } from '../store/missing.ts';
import type { Dependencies } from './dependencies.ts';

function refuseBadIds(path: string, ids: readonly string[]): void {
  if (ids.length > maxIds) throw invalid({ path, message: `must be ${maxIds} at most` });
  if (!ids.every((id) => isUuid(id))) throw invalid({ path, message: 'must be ids' });
}

export const listMissing =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listMissing> =>
  async ({ organizationIds, workspaceIds }) => {
    refuseBadIds('organizationIds', organizationIds);
    refuseBadIds('workspaceIds', workspaceIds);
    return list(db, { organizationIds, workspaceIds });
  };
