import { personOf } from '@patchbay/access/caller';
import { knownKeyLevel } from '@patchbay/access/proto';
import { demand, inOrganization, inWorkspace } from '@patchbay/access/rules';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { mintApiKey, prefixOf } from '@patchbay/tokens/api-key';
import { digestOf } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import { type ApiKey, newApiKey } from '../../domain/api-key.ts';
import { expiryIn } from '../../domain/api-key-expiry.ts';
import { type Scope, scopeOf, unknownWorkspace } from '../../domain/api-key-scope.ts';
import { findWorkspace, lockAccess, organizationTurn } from '../../store/access.ts';
import type { Access } from '../../store/access-row.ts';
import { insertKey } from '../../store/api-keys.ts';
import { liveKeys, refuseWhenFull } from '../../store/bounds.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { roleOf } from '../input.ts';
import { presentApiKey } from './present-api-key.ts';

export const createApiKey =
  ({ db, createOnce, outbox }: Dependencies): Method<typeof ApiKeyService.method.createApiKey> =>
  async (request, context) => {
    const caller = userOf(context);
    const secret = mintApiKey();
    const { organizationSlug, name, workspaceSlug } = request;
    const turn = await organizationTurn(db, caller, { organizationSlug });
    return createOnce({ name: 'create API key', turn }, context, {
      async authorize(tx) {
        const access = await lockAccess(tx, caller, { organizationSlug });
        demand(access, inOrganization.see);
        const role = request.role === Role.UNSPECIFIED ? undefined : roleOf(request.role);
        const scope = scopeOf({ level: knownKeyLevel(request.level), role, workspaceSlug });
        const workspace = await workspaceOfScope(tx, caller.userId, access, scope);
        return { organization: access.organization, scope, workspace };
      },
      async create(tx, { organization, scope, workspace }) {
        const now = new Date();
        const { key, events } = newApiKey(
          {
            id: uuid(),
            organizationId: organization.id,
            name,
            prefix: prefixOf(secret),
            level: scope.level,
            role: scope.role,
            workspace,
            creator: personOf(caller),
            expiresAt: expiryIn(request.expiresInDays, now),
          },
          now,
        );
        await refuseWhenFull(tx, organization, liveKeys(key), { now });
        await insertKey(tx, organization, key, digestOf(secret));
        await outbox.record(tx, callOf(context), events);
        return { apiKey: presentApiKey(key, now), key: secret };
      },
    });
  };

/** Refuses a caller who may not create keys of this scope; returns the workspace of a workspace-level key, else null. */
async function workspaceOfScope(
  tx: Tx,
  userId: string,
  { organization }: Access,
  scope: Scope,
): Promise<ApiKey['workspace']> {
  if (scope.level === 'organization') demand({ organization }, inOrganization.mintKeys);
  if (scope.level !== 'workspace') return null;
  const path = { organizationSlug: organization.slug, workspaceSlug: scope.workspaceSlug };
  const workspace = await findWorkspace(tx, userId, path);
  if (workspace === undefined) throw unknownWorkspace();
  demand({ workspace }, inWorkspace.mintKeys);
  const { id, slug, name } = workspace;
  return { id, slug, name };
}
