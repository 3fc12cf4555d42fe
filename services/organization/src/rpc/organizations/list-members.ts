import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { demand, inOrganization } from '../../domain/access.ts';
import { resolveAccess } from '../../store/access.ts';
import { listMembers as list } from '../../store/members.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentMember } from '../present.ts';

export const listMembers =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listMembers> =>
  async (path, context) => {
    const { organization } = await resolveAccess(db, principalOf(context), path);
    demand(organization.role, inOrganization.seeMembers);
    return { members: (await list(db, organization.id)).map(presentMember) };
  };
