import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { inWorkspace } from '@patchbay/access/rules';
import type {
  CreateGrantRequest,
  GrantSchema,
  UseService,
} from '@patchbay/contracts/patchbay/integration/v1/use_service';
import { invalid, notFound } from '@patchbay/errors/failure';
import { readAll } from '@patchbay/errors/field-problems';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { demandChosen } from '../domain/chosen-accounts.ts';
import {
  accountsOf,
  alreadyGranted,
  demandWithinAccess,
  expiryOf,
  type Grant,
  grantCreated,
  grantRevoked,
  refuseWhenFull,
  statusOf,
} from '../domain/grant.ts';
import { accessFor, providerOf } from '../providers/catalogue.ts';
import {
  countLiveGrants,
  insertGrant,
  listGrants as listStored,
  revokeGrant as revokeStored,
} from '../store/grants.ts';
import type { Dependencies } from './dependencies.ts';
import { readAccess } from './input.ts';
import { findForMember, idOf, lockForMember, turnForMember } from './member-integration.ts';

const present = ({ key, ...grant }: Grant, now: Date): MessageInitShape<typeof GrantSchema> => {
  const { id, access, accounts, createdByEmail, createdAt, expiresAt, lastUsedAt } = grant;
  return {
    id,
    key,
    access,
    ...(accounts !== null && { accounts: { ids: [...accounts] } }),
    status: statusOf({ key, ...grant }, now),
    createdByEmail,
    createdAt: timestampFromDate(createdAt),
    ...(expiresAt && { expiresAt: timestampFromDate(expiresAt) }),
    ...(lastUsedAt && { lastUsedAt: timestampFromDate(lastUsedAt) }),
  };
};

const reachOf = ({ reach }: CreateGrantRequest): readonly string[] | null | undefined => {
  if (reach.case === 'everyAccount') return null;
  return reach.case === 'accounts' ? reach.value.ids : undefined;
};

const daysOf = ({ lifetime }: CreateGrantRequest): number | null | undefined =>
  lifetime.case === 'neverExpires' ? null : lifetime.value;

export const createGrant =
  ({ createOnce, outbox, catalogue }: Dependencies): Method<typeof UseService.method.createGrant> =>
  async (request, context) => {
    const { email: createdByEmail } = userOf(context);
    const access = accessOf(context, inWorkspace.grantUse);
    const { grantee } = request;
    const turn = turnForMember(access, request.integrationId);
    return createOnce({ name: 'create grant', turn }, context, {
      authorize: (tx) => lockForMember(tx, access, request.integrationId),
      async create(tx, { locked, integration }) {
        if (grantee.case !== 'key')
          throw invalid({ path: 'apiKeyId', message: grantee.value ?? 'is missing' });
        const now = tx.now();
        const { accountSettings } = providerOf(catalogue, integration).use;
        const asked = readAll({
          access: () => readAccess(request.access),
          accounts: () => accountsOf(reachOf(request), integration, accountSettings),
          expiresAt: () => expiryOf(daysOf(request), now),
        });
        demandWithinAccess(asked.access, accessFor(catalogue, integration));
        demandChosen(integration, asked.accounts ?? []);
        refuseWhenFull(await countLiveGrants(tx, locked));
        const grant: Grant = {
          id: uuid(),
          integrationId: integration.id,
          key: grantee.value,
          ...asked,
          createdByEmail,
          createdAt: now,
          revokedAt: null,
          lastUsedAt: null,
        };
        if (!(await insertGrant(tx, locked, grant))) throw alreadyGranted();
        await outbox.record(tx, callOf(context), [grantCreated(integration, grant)]);
        return { grant: present(grant, now) };
      },
    });
  };

export const listGrants =
  ({ db }: Dependencies): Method<typeof UseService.method.listGrants> =>
  async ({ integrationId }, context) => {
    const { integration } = await findForMember(db, accessOf(context, inWorkspace.see), integrationId);
    const now = db.now();
    return { grants: (await listStored(db, integration.id)).map((grant) => present(grant, now)) };
  };

/** A relayed request that runs ends within seconds. */
export const revokeGrant =
  ({ transact, outbox }: Dependencies): Method<typeof UseService.method.revokeGrant> =>
  async ({ integrationId, grantId }, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.grantUse);
    const turn = turnForMember(access, integrationId);
    return transact({ name: 'revoke grant', turn }, async (tx) => {
      const { locked, integration } = await lockForMember(tx, access, integrationId);
      const grant = await revokeStored(tx, locked, idOf(grantId));
      if (grant === undefined) throw notFound('no such live grant');
      await outbox.record(tx, callOf(context), [grantRevoked(integration, grant)]);
      return {};
    });
  };
