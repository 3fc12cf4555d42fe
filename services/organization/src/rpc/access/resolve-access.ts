import { accessToProto } from '@patchbay/access/proto';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveAccess as resolve } from '../../store/access.ts';
import type { Dependencies } from '../dependencies.ts';

export const resolveAccess =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.resolveAccess> =>
  async (path, context) => {
    const access = await resolve(db, principalOf(context), path);
    return { access: accessToProto(access) };
  };
