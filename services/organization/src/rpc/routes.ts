import type { ConnectRouter } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { admitAddress } from './admit-address.ts';
import type { Dependencies } from './dependencies.ts';
import { getOrganization } from './get-organization.ts';
import { listOrganizations } from './list-organizations.ts';
import { listUserOrganizations } from './list-user-organizations.ts';
import { parkSignUp } from './park-sign-up.ts';
import { provisionUser } from './provision-user.ts';
import { resolveAccess } from './resolve-access.ts';

export const routes = (dependencies: Dependencies) => (router: ConnectRouter) =>
  router.service(OrganizationService, {
    parkSignUp: parkSignUp(dependencies),
    admitAddress: admitAddress(dependencies),
    provisionUser: provisionUser(dependencies),
    resolveAccess: resolveAccess(dependencies),
    listUserOrganizations: listUserOrganizations(dependencies),
    listOrganizations: listOrganizations(dependencies),
    getOrganization: getOrganization(dependencies),
  });
