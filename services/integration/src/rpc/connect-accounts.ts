import type {
  ConnectService,
  SetConnectAccountsRequest,
} from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import type { Queryable } from '@patchbay/database/query';
import { conflict, invalid, notFound, unauthenticated } from '@patchbay/errors/failure';
import { findInactiveState, inactiveFailure } from '@patchbay/events/inactive-organizations';
import { most } from '@patchbay/platform/maximums';
import { callOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { type AccountChoice, choiceMs, openChoice, sealChoice } from '../attempts/consent.ts';
import { endChangedGrants } from '../attempts/reached-accounts.ts';
import { accountName } from '../attempts/run-attempt.ts';
import type { ListedAccount } from '../connector/connector.ts';
import type { Values } from '../connector/credentials.ts';
import type { Provider } from '../connector/provider.ts';
import { waitForCatchUp } from '../consumer/catch-up.ts';
import {
  accountNamed,
  chooseAccounts,
  chosenIds,
  hasChosen,
  sameChoice,
  shownAccount,
  withShortNames,
} from '../domain/chosen-accounts.ts';
import { disabledRefusesLink, type Integration, sameValues } from '../domain/integration.ts';
import { providerOf } from '../providers/catalogue.ts';
import { scheduleVerification } from '../store/due-work.ts';
import {
  findAnyIntegration,
  lockIntegration,
  type StoredIntegration,
  saveIntegration,
  turnOfIntegration,
} from '../store/integrations.ts';
import { accountPage, findAccounts } from './account-list.ts';
import type { Dependencies } from './dependencies.ts';
import { settingsOf } from './input.ts';
import { presentConnectOutcome } from './present.ts';

/** The settings that name an account. */
const accountIn = (settings: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));

/**
 * The choice that a new connection offers; undefined if there is nothing to choose: a member has named the account. Whoever chose before can
 * choose again.
 */
export function choiceFor(
  { catalogue, sealer }: Pick<Dependencies, 'catalogue' | 'sealer'>,
  integration: Integration,
): string | undefined {
  const { id, connectedAt, settings, accounts } = integration;
  const { listsAccounts, accountSettings } = providerOf(catalogue, integration).use;
  const isNamed = accountNamed(settings, accountSettings) !== undefined && accounts === null;
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
  const inactive = await findInactiveState(db, workspace.organizationId);
  if (inactive !== undefined) throw inactiveFailure(inactive);
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
    return accountPage(dependencies, integration, asked, context.signal, null);
  };

/** The ids that the client chose; null: every account. */
function askedFor({ choice }: SetConnectAccountsRequest): readonly string[] | null {
  if (choice.case === 'all') return null;
  if (choice.case === undefined) throw invalid({ path: '', message: 'must have either accountIds or all' });
  const ids = [...new Set(choice.value.ids)];
  if (ids.length < 1 || ids.length > most.chosenAccounts)
    throw invalid({ path: 'accountIds', message: `must have 1 to ${most.chosenAccounts} ids` });
  return ids;
}

/** Those of the wanted accounts that the provider lists, by their ids. */
type Listed = ReadonlyMap<string, ListedAccount>;

/**
 * The settings after a choice: they name the account if it is the only one. An account that an earlier choice has named gives way, with the
 * settings that were named with it. Throws where a member has named one that is not chosen.
 */
function settingsAfter(
  provider: Provider,
  { settings: before, accounts: earlier }: Integration,
  ids: readonly string[] | null,
  found: Listed,
): Values {
  const { accountSettings } = provider.use;
  const settingsNaming = (id: string | undefined): Values => {
    const settings = found.get(id ?? '')?.settings ?? {};
    return provider.normalizeSettings?.(settings) ?? settings;
  };
  const only = ids?.length === 1 ? settingsNaming(ids[0]) : {};
  const chosen = accountIn(only, accountSettings);
  const isNameable = Object.keys(chosen).length > 0;
  const named = accountIn(before, accountSettings);
  const namedId = accountNamed(before, accountSettings);
  if (namedId === undefined) return isNameable ? settingsOf(provider, { ...before, ...only }) : before;
  if (ids === null || (isNameable ? sameValues(named, chosen) : ids.includes(namedId))) return before;
  if (earlier?.length !== 1 || earlier[0]?.id !== namedId)
    throw conflict('The settings already name another account.');
  const together = settingsNaming(namedId);
  const kept = Object.entries(before).filter(
    ([name, value]) => !accountSettings.includes(name) && together[name] !== value,
  );
  return settingsOf(provider, { ...Object.fromEntries(kept), ...(isNameable && only) });
}

/**
 * The first of several choices counts. The integration is read again under the lock: a member may have named an account meanwhile. Grants
 * that the choice makes meaningless end with it.
 */
export const setConnectAccounts =
  (dependencies: Dependencies): Method<typeof ConnectService.method.setConnectAccounts> =>
  async (request, context) => {
    const { db, transact, outbox, catalogue } = dependencies;
    const ids = askedFor(request);
    const choice = await readChoice(dependencies, request.token, context.signal);
    const before = chosenFor(await findAnyIntegration(db, choice.integrationId), choice);
    await refuseWhilePaused(db, before);
    if (hasChosen(before, ids)) return presentConnectOutcome(before);
    const provider = providerOf(catalogue, before);
    const wanted = [
      ...(ids ?? []),
      ...(before.accounts?.length === 1 ? before.accounts : []).map(({ id }) => id),
    ];
    const found: Listed =
      ids === null ? new Map() : await findAccounts(dependencies, before, wanted, context.signal);
    const missing = ids?.find((id) => !found.has(id));
    if (missing !== undefined)
      throw invalid({
        path: 'accountIds',
        message: `must be accounts that ${provider.name} lists, and ${missing.slice(0, 100)} is none`,
      });
    return transact({ name: 'set connect accounts', turn: turnOfIntegration(before) }, async (tx) => {
      const locked = await lockIntegration(tx, before.id);
      const current = chosenFor(locked, choice);
      if (locked === undefined || hasChosen(current, ids)) return presentConnectOutcome(current);
      const settings = settingsAfter(provider, current, ids, found);
      const accounts =
        ids && withShortNames(ids.map((id) => ({ id, name: accountName(found.get(id)?.name ?? null) })));
      const { accountSettings } = provider.use;
      // The name that is shown now may be of another account.
      const known = accounts === null ? current.connectedAccount : null;
      const connectedAccount = shownAccount({ accounts, settings }, accountSettings, known);
      const { integration, events } = chooseAccounts(
        current,
        { accounts, settings, connectedAccount },
        tx.now(),
      );
      await saveIntegration(tx, locked, integration);
      if (!sameValues(settings, current.settings)) await scheduleVerification(tx, locked, 0);
      const call = callOf(context);
      await outbox.record(tx, call, events);
      await endChangedGrants(dependencies, tx, call, locked, integration, {
        isOtherChoice: !sameChoice(chosenIds(current), ids),
        hasAccount: (id) => ids === null || ids.includes(id),
      });
      return presentConnectOutcome(integration);
    });
  };
