import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { organizationOfKey } from '../../store/key-access.ts';
import { listOrganizations as list } from '../../store/organizations.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentOrganization } from '../present.ts';

export const listOrganizations =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listOrganizations> =>
  async (_request, context) => {
    const caller = principalOf(context);
    const organizations =
      caller.type === 'api_key' ? [await organizationOfKey(db, caller)] : await list(db, caller.userId);
    return { organizations: organizations.map(presentOrganization) };
  };
