import { demand, inOrganization } from '@patchbay/access/rules';
import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { notFound } from '@patchbay/errors/failure';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { mayManage } from '../../domain/api-key.ts';
import { resolveAccess } from '../../store/access.ts';
import { findKey } from '../../store/api-keys.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../input.ts';
import { presentApiKey } from './present-api-key.ts';

export const getApiKey =
  ({ db }: Dependencies): Method<typeof ApiKeyService.method.getApiKey> =>
  async ({ organizationSlug, apiKeyId }, context) => {
    const caller = userOf(context);
    const { userId } = caller;
    const access = await resolveAccess(db, caller, { organizationSlug });
    demand(access, inOrganization.see);
    const { id, role } = access.organization;
    const stored = await findKey(db, id, userId, idOf(apiKeyId));
    if (stored === undefined || !mayManage({ userId, role, assigned: stored.assigned }, stored.key)) {
      throw notFound('no such API key, or the caller may not see it');
    }
    return { apiKey: presentApiKey(stored.key, new Date()) };
  };
