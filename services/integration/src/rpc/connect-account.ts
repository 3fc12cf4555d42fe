import type { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import type { Queryable } from '@patchbay/database/query';
import { conflict, invalid, notFound, unauthenticated } from '@patchbay/errors/failure';
import { findPause, refusalOfPause } from '@patchbay/events/paused-organizations';
import { callOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { type AccountChoice, choiceMs, openChoice, sealChoice } from '../attempts/consent.ts';
import type { Values } from '../connector/credentials.ts';
import { waitForCatchUp } from '../consumer/catch-up.ts';
import { disabledRefusesLink, type Integration, sameValues, update } from '../domain/integration.ts';
import { providerOf } from '../providers/catalogue.ts';
import { scheduleVerification } from '../store/due-work.ts';
import {
  findAnyIntegration,
  lockIntegration,
  type StoredIntegration,
  saveIntegration,
  turnOfIntegration,
} from '../store/integrations.ts';
import { accountPage, findAccount } from './account-list.ts';
import type { Dependencies } from './dependencies.ts';
import { settingsOf } from './input.ts';
import { presentConnectOutcome } from './present.ts';

/** The settings that name an account. */
const accountIn = (settings: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));

/** The choice that a new connection offers; undefined if there is nothing to choose. */
export function choiceFor(
  { catalogue, sealer }: Pick<Dependencies, 'catalogue' | 'sealer'>,
  integration: Integration,
): string | undefined {
  const { id, connectedAt, settings } = integration;
  const { listsAccounts, accountSettings } = providerOf(catalogue, integration).use;
  const isNamed = Object.keys(accountIn(settings, accountSettings)).length > 0;
  if (!listsAccounts || accountSettings.length === 0 || isNamed || connectedAt === null) return undefined;
  return sealChoice(sealer, { integrationId: id, connectedAt: connectedAt.getTime() });
}

async function readChoice(
  { sealer, mayUseCredentials, clock }: Pick<Dependencies, 'sealer' | 'mayUseCredentials' | 'clock'>,
  token: string,
  signal: AbortSignal,
): Promise<AccountChoice> {
  const choice = openChoice(sealer, token);
  if (choice === undefined) throw notFound('not a choice of this service');
  if (choice.connectedAt + choiceMs <= clock.now().getTime())
    throw unauthenticated(
      'The time to choose an account is over. Whoever sent the link can choose it, or send another link.',
    );
  await waitForCatchUp(mayUseCredentials, signal, clock);
  return choice;
}

/** For holders of links: nobody else has asked whether the organization is closed or suspended. */
export async function refuseWhilePaused(
  db: Queryable,
  { workspace }: Pick<Integration, 'workspace'>,
): Promise<void> {
  const pause = await findPause(db, workspace.organizationId);
  if (pause !== undefined) throw refusalOfPause(pause);
}

/** The integration of a choice. Throws if it was deleted, connected again or disabled since. */
function chosenFor(found: StoredIntegration | undefined, { connectedAt }: AccountChoice): Integration {
  if (found?.integration.connectedAt?.getTime() !== connectedAt)
    throw notFound('the integration was deleted or connected again');
  if (found.integration.status === 'disabled') throw disabledRefusesLink();
  return found.integration;
}

export const listConnectAccounts =
  (dependencies: Dependencies): Method<typeof ConnectService.method.listConnectAccounts> =>
  async ({ token, ...asked }, context) => {
    const choice = await readChoice(dependencies, token, context.signal);
    const integration = chosenFor(await findAnyIntegration(dependencies.db, choice.integrationId), choice);
    await refuseWhilePaused(dependencies.db, integration);
    return accountPage(dependencies, integration, asked, context.signal);
  };

/** The first of several choices counts. The settings are read again under the lock: a member may have named an account meanwhile. */
export const setConnectAccount =
  (dependencies: Dependencies): Method<typeof ConnectService.method.setConnectAccount> =>
  async ({ token, accountId }, context) => {
    const { db, transact, outbox, catalogue } = dependencies;
    const choice = await readChoice(dependencies, token, context.signal);
    const before = chosenFor(await findAnyIntegration(db, choice.integrationId), choice);
    await refuseWhilePaused(db, before);
    const provider = providerOf(catalogue, before);
    const { accountSettings } = provider.use;
    const account = await findAccount(dependencies, before, accountId, context.signal);
    if (account === undefined)
      throw invalid({ path: 'accountId', message: `is not an account that ${provider.name} lists` });
    const chosen = accountIn(
      provider.normalizeSettings?.(account.settings) ?? account.settings,
      accountSettings,
    );
    if (Object.keys(chosen).length === 0)
      throw invalid({ path: 'accountId', message: 'is an account that no setting can name' });
    return transact({ name: 'set connect account', turn: turnOfIntegration(before) }, async (tx) => {
      const locked = await lockIntegration(tx, before.id);
      const current = chosenFor(locked, choice);
      const named = accountIn(current.settings, accountSettings);
      const isNamed = Object.keys(named).length > 0;
      if (isNamed && !sameValues(named, chosen)) throw conflict('The settings already name another account.');
      const settings = isNamed
        ? undefined
        : settingsOf(provider, { ...current.settings, ...account.settings });
      const change = { name: undefined, settings, returnUrl: undefined };
      const { integration, events } = update(current, change, tx.now());
      if (locked !== undefined && events.length > 0) {
        await saveIntegration(tx, locked, integration);
        await scheduleVerification(tx, locked, 0);
        await outbox.record(tx, callOf(context), events);
      }
      return presentConnectOutcome(integration);
    });
  };
