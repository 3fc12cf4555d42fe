import { demand, inOrganization } from '@patchbay/access/rules';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveAccess } from '../../store/access.ts';
import { listMembers as list } from '../../store/members.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentMember } from '../present.ts';

export const listMembers =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listMembers> =>
  async (path, context) => {
    const access = await resolveAccess(db, principalOf(context), path);
    demand(access, inOrganization.seeMembers);
    return { members: (await list(db, access.organization.id)).map(presentMember) };
  };
