import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveAccess as resolve } from '../store/access.ts';
import type { Dependencies } from './dependencies.ts';
import { roleToProto } from './present.ts';

export const resolveAccess =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.resolveAccess> =>
  async ({ organizationSlug }, context) => {
    const { organization } = await resolve(db, organizationSlug, userOf(context).userId);
    return { organizationId: organization.id, organizationRole: roleToProto[organization.role] };
  };
