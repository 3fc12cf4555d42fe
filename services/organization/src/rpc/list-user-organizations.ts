import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type { Method } from '@patchbay/rpc/method';
import { onlyFor } from '@patchbay/rpc/caller';
import { listOrganizationIds } from '../store/organizations.ts';
import type { Dependencies } from './dependencies.ts';

export const listUserOrganizations =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listUserOrganizations> =>
  async ({ userId }, context) => {
    onlyFor(context, 'audit');
    return { organizationIds: await listOrganizationIds(db, userId) };
  };
