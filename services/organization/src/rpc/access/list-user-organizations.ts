import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { invalid } from '@patchbay/errors/failure';
import { onlyFor } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { listOrganizationIds } from '../../store/organizations.ts';
import type { Dependencies } from '../dependencies.ts';

/** Maximum per call, to bound the query and the response. */
const maxUsers = 1_000;

export const listUserOrganizations =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listUserOrganizations> =>
  async ({ userIds }, context) => {
    onlyFor(context, 'audit');
    if (userIds.length > maxUsers) {
      throw invalid({ path: 'userIds', message: `must be ${maxUsers} at most` });
    }
    const organizationIds = await listOrganizationIds(db, userIds);
    return {
      users: userIds.map((userId) => ({
        userId,
        organizationIds: organizationIds.get(userId.toLowerCase()) ?? [],
      })),
    };
  };
