import { demand, inOrganization } from '@patchbay/access/rules';
import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { mayManage } from '../../domain/api-key.ts';
import { resolveAccess } from '../../store/access.ts';
import { listKeys } from '../../store/api-keys.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentApiKey } from './present-api-key.ts';

export const listApiKeys =
  ({ db }: Dependencies): Method<typeof ApiKeyService.method.listApiKeys> =>
  async (path, context) => {
    const caller = userOf(context);
    const { userId } = caller;
    const access = await resolveAccess(db, caller, path);
    demand(access, inOrganization.see);
    const { id, role } = access.organization;
    const now = new Date();
    return {
      apiKeys: (await listKeys(db, id, userId))
        .filter(({ key, assigned }) => mayManage({ userId, role, assigned }, key))
        .map(({ key }) => presentApiKey(key, now)),
    };
  };
