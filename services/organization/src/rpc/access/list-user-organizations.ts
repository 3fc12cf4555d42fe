import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { onlyFor } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { listOrganizationIds } from '../../store/organizations.ts';
import type { Dependencies } from '../dependencies.ts';

export const listUserOrganizations =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listUserOrganizations> =>
  async ({ userId }, context) => {
    onlyFor(context, 'audit');
    return { organizationIds: await listOrganizationIds(db, userId) };
  };
