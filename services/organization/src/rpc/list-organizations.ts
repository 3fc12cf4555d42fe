import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { listOrganizations as list } from '../store/organizations.ts';
import type { Dependencies } from './dependencies.ts';
import { presentOrganization } from './present.ts';

export const listOrganizations =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listOrganizations> =>
  async (_request, context) => {
    const organizations = await list(db, userOf(context).userId);
    return { organizations: organizations.map(presentOrganization) };
  };
