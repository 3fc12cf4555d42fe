import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { setRequestIds, usersOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { listOrganizationsOf } from '../../store/organizations.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentOrganization } from '../present.ts';

export const listOrganizationsOfUsers =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listOrganizationsOfUsers> =>
  async ({ requestIds }, context) => {
    setRequestIds(context, requestIds);
    const lists = await listOrganizationsOf(db, usersOf(context));
    return {
      lists: lists.map((organizations) => ({ organizations: organizations.map(presentOrganization) })),
    };
  };
