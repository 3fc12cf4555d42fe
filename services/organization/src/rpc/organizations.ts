import { demand, inOrganization } from '@patchbay/access/rules';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { callOf, principalOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { renameOrganization } from '../domain/organization.ts';
import { lockAccess, organizationTurn, resolveAccess } from '../store/access.ts';
import { organizationOfKey } from '../store/key-access.ts';
import { listOrganizations as list, saveOrganizationName } from '../store/organizations.ts';
import type { Dependencies } from './dependencies.ts';
import { presentOrganization } from './present.ts';

export const listOrganizations =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listOrganizations> =>
  async (_request, context) => {
    const caller = principalOf(context);
    const organizations =
      caller.type === 'api_key' ? [await organizationOfKey(db, caller)] : await list(db, caller.userId);
    return { organizations: organizations.map(presentOrganization) };
  };

export const getOrganization =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.getOrganization> =>
  async ({ slug }, context) => {
    const access = await resolveAccess(db, principalOf(context), { organizationSlug: slug });
    demand(access, inOrganization.see);
    return { organization: presentOrganization(access.organization) };
  };

export const updateOrganization =
  ({ db, transact, outbox }: Dependencies): Method<typeof OrganizationService.method.updateOrganization> =>
  async ({ slug, name }, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, { organizationSlug: slug });
    return transact({ name: 'update organization', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, { organizationSlug: slug });
      demand(access, inOrganization.rename);
      const { organization, events } = renameOrganization(access.organization, name);
      if (events.length > 0) {
        await saveOrganizationName(tx, organization, new Date());
        await outbox.record(tx, callOf(context), events);
      }
      return { organization: presentOrganization(organization) };
    });
  };
