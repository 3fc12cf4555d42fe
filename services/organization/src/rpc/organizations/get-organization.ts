import { demand, inOrganization } from '@patchbay/access/rules';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveAccess } from '../../store/access.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentOrganization } from '../present.ts';

export const getOrganization =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.getOrganization> =>
  async ({ slug }, context) => {
    const access = await resolveAccess(db, principalOf(context), { organizationSlug: slug });
    demand(access, inOrganization.see);
    return { organization: presentOrganization(access.organization) };
  };
