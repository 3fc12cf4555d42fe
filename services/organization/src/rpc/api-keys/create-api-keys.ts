import { personOf } from '@patchbay/access/caller';
import { knownKeyLevel } from '@patchbay/access/proto';
import { demand, inOrganization, inWorkspace } from '@patchbay/access/rules';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type {
  ApiKeyService,
  RotateApiKeyRequest,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { mintApiKey, prefixOf } from '@patchbay/tokens/api-key';
import { digestOf } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import { type ApiKey, newApiKey } from '../../domain/api-key.ts';
import { type Scope, scopeOf, unknownWorkspace } from '../../domain/api-key-access.ts';
import { expiryIn, type Lifetime, rotate } from '../../domain/api-key-rotation.ts';
import { findWorkspace, lockAccess, organizationTurn } from '../../store/access.ts';
import type { Access } from '../../store/access-row.ts';
import { forgetDeadKeys, insertKey, saveKey } from '../../store/api-keys.ts';
import { liveKeys, refuseWhenFull } from '../../store/bounds.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { roleOf } from '../input.ts';
import { demandMayCreate, lockKey, presentApiKey } from './api-keys.ts';

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
      workspaceIn: ({ workspace }) => workspace?.id,
      async create(tx, { organization, scope, workspace }) {
        const now = tx.now();
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
        await forgetDeadKeys(tx, organization, key.creator.userId, now);
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

const lifetimeOf = ({ expiry }: RotateApiKeyRequest): Lifetime => {
  if (expiry.case === 'expiresInDays') return { days: expiry.value };
  return expiry.case === 'neverExpires' && expiry.value ? 'forever' : 'as before';
};

/**
 * Demands the right to create a key of this scope, because the replacement is a new key of the caller: the creator who has
 * lost that right can disable and revoke the key, but not rotate it.
 */
export const rotateApiKey =
  ({ db, createOnce, outbox }: Dependencies): Method<typeof ApiKeyService.method.rotateApiKey> =>
  async (request, context) => {
    const caller = userOf(context);
    const secret = mintApiKey();
    const turn = await organizationTurn(db, caller, { organizationSlug: request.organizationSlug });
    return createOnce({ name: 'rotate API key', turn }, context, {
      async authorize(tx) {
        const locked = await lockKey(tx, caller, request);
        demandMayCreate(locked);
        return { organization: locked.access.organization, key: locked.key };
      },
      async create(tx, { organization, key }) {
        const now = tx.now();
        const { retired, replacement, events } = rotate(
          key,
          { id: uuid(), prefix: prefixOf(secret), creator: personOf(caller) },
          { graceHours: request.graceHours, lifetime: lifetimeOf(request) },
          now,
        );
        // Without a grace window the old key is revoked in this transaction and is subtracted from the count of live keys.
        const removed = retired.status === 'revoked' ? 1 : 0;
        await refuseWhenFull(tx, organization, liveKeys(replacement), { now, removed });
        await insertKey(tx, organization, replacement, digestOf(secret));
        await saveKey(tx, organization, retired);
        await forgetDeadKeys(tx, organization, replacement.creator.userId, now);
        await outbox.record(tx, callOf(context), events);
        return { apiKey: presentApiKey(replacement, now), key: secret };
      },
    });
  };
