import { inWorkspace } from '@patchbay/access/rules';
import type {
  CreateIntegrationRequest,
  IntegrationService,
  UpdateIntegrationRequest,
} from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { readAll } from '@patchbay/errors/field-problems';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { accountAfterUpdate, accountNamed, demandChosen } from '../domain/chosen-accounts.ts';
import { linkExpiry } from '../domain/connect-link.ts';
import {
  type Integration,
  integrationDeleted,
  nameOf,
  newIntegration,
  refuseWhenFull,
  type Update,
  update,
} from '../domain/integration.ts';
import { providerOf } from '../providers/catalogue.ts';
import { saveLink } from '../store/connect-links.ts';
import { destroyCredentials } from '../store/credentials.ts';
import {
  deleteIntegration as deleteStored,
  findIntegration,
  insertIntegration,
  listIntegrations as listStored,
  saveIntegration,
} from '../store/integrations.ts';
import { countIntegrations, lockWorkspace, turnOfWorkspace } from '../store/workspaces.ts';
import { newLink } from './connect-links.ts';
import type { Dependencies } from './dependencies.ts';
import { readAccess, readProvider, readStatus, returnUrlOf, settingsOf } from './input.ts';
import { idOf, lockForMember, noSuchIntegration, turnForMember, workspaceOf } from './member-integration.ts';
import { presentIntegration } from './present.ts';

export const listIntegrations =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.listIntegrations> =>
  async ({ status, provider }, context) => {
    const { workspace } = accessOf(context, inWorkspace.see);
    const { db, catalogue } = dependencies;
    const filters = readAll({
      status: () => (status === undefined ? {} : { status: readStatus(status) }),
      provider: () =>
        provider === undefined ? {} : { provider: readProvider(catalogue, provider).provider },
    });
    const stored = await listStored(db, workspace.id, { ...filters.status, ...filters.provider });
    return { integrations: stored.map((one) => presentIntegration(dependencies, one)) };
  };

export const getIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.getIntegration> =>
  async ({ integrationId }, context) => {
    const { workspace } = accessOf(context, inWorkspace.see);
    const place = { workspaceId: workspace.id, id: idOf(integrationId) };
    const stored = await findIntegration(dependencies.db, place);
    if (stored === undefined) throw noSuchIntegration();
    return { integration: presentIntegration(dependencies, stored) };
  };

type Asked = Pick<Integration, 'provider' | 'name' | 'settings' | 'returnUrl' | 'access'>;

/** The validated request; throws every problem at once. */
function readCreation(
  { catalogue, publicUrl }: Pick<Dependencies, 'catalogue' | 'publicUrl'>,
  {
    provider,
    name,
    settings,
    returnUrl,
    connectLinkExpiresInDays: days,
    access = 'read',
  }: CreateIntegrationRequest,
  now: Date,
): Asked & { readonly linkExpiresAt: Date } {
  return readAll({
    provider: () => readProvider(catalogue, provider).provider,
    name: () => nameOf(name),
    settings: () => {
      const known = catalogue.find(provider);
      // An unknown provider has no fields to compare with, and is a problem of its own.
      return known === undefined ? {} : settingsOf(known.provider, settings);
    },
    returnUrl: () => (returnUrl === undefined ? null : returnUrlOf(returnUrl, publicUrl)),
    linkExpiresAt: () => linkExpiry('connectLinkExpiresInDays', days, now),
    access: () => readAccess(access, catalogue.find(provider)?.provider.use.access),
  });
}

/** Creates the integration with its first connect link, which has no event of its own. */
export const createIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.createIntegration> =>
  async (request, context) => {
    const { email: createdByEmail } = userOf(context);
    const workspace = workspaceOf(accessOf(context, inWorkspace.manageIntegrations));
    const { db, createOnce, outbox, sealer } = dependencies;
    const { linkExpiresAt, ...asked } = readCreation(dependencies, request, db.now());
    return createOnce({ name: 'create integration', turn: turnOfWorkspace(workspace) }, context, {
      // The caller token has the role; no further check is needed.
      authorize: async () => {},
      async create(tx) {
        const { integration, events } = newIntegration(
          { id: uuid(), workspace, createdByEmail, ...asked },
          tx.now(),
        );
        const locked = await lockWorkspace(tx, workspace);
        refuseWhenFull(await countIntegrations(tx, locked));
        const link = newLink(sealer, integration, context, linkExpiresAt);
        await insertIntegration(tx, integration);
        await saveLink(tx, integration, link);
        await outbox.record(tx, callOf(context), events);
        return { integration: presentIntegration(dependencies, { integration, link }) };
      },
    });
  };

/** The validated changes; throws every problem at once. */
const readUpdate = (
  { catalogue, publicUrl }: Pick<Dependencies, 'catalogue' | 'publicUrl'>,
  integration: Integration,
  { name, settings, returnUrl, clearReturnUrl }: UpdateIntegrationRequest,
): Update =>
  readAll({
    name: () => (name === undefined ? undefined : nameOf(name)),
    settings: () =>
      settings === undefined ? undefined : settingsOf(providerOf(catalogue, integration), settings),
    returnUrl: () => {
      if (clearReturnUrl) return null;
      return returnUrl === undefined ? undefined : returnUrlOf(returnUrl, publicUrl);
    },
  });

/** Verifies nothing: the next verification uses the changed settings. */
export const updateIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.updateIntegration> =>
  async (request, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { transact, outbox } = dependencies;
    const turn = turnForMember(access, request.integrationId);
    return transact({ name: 'update integration', turn }, async (tx) => {
      const { locked, integration: before } = await lockForMember(tx, access, request.integrationId);
      const asked = readUpdate(dependencies, before, request);
      const { accountSettings } = providerOf(dependencies.catalogue, before).use;
      const named = asked.settings && accountNamed(asked.settings, accountSettings);
      if (named !== undefined) demandChosen(before, [named]);
      const connectedAccount = accountAfterUpdate(before, asked.settings ?? before.settings, accountSettings);
      const { integration, events } = update(before, asked, tx.now(), connectedAccount);
      if (events.length > 0) {
        await saveIntegration(tx, locked, integration);
        await outbox.record(tx, callOf(context), events);
      }
      return { integration: presentIntegration(dependencies, { integration, link: locked.link }) };
    });
  };

/** Calls no provider: the background revokes the credentials, so that an outage of the provider does not delay the deletion. */
export const deleteIntegration =
  ({
    transact,
    outbox,
    catalogue,
    connectorOf,
  }: Dependencies): Method<typeof IntegrationService.method.deleteIntegration> =>
  async ({ integrationId }, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.deleteIntegrations);
    const turn = turnForMember(access, integrationId);
    return transact({ name: 'delete integration', turn }, async (tx) => {
      const { locked, integration } = await lockForMember(tx, access, integrationId);
      const revocable =
        catalogue.find(integration.provider) !== undefined &&
        connectorOf(integration.provider).revoke !== undefined;
      await destroyCredentials(tx, locked, { revocable });
      await deleteStored(tx, locked);
      await outbox.record(tx, callOf(context), [integrationDeleted(integration)]);
      return {};
    });
  };
