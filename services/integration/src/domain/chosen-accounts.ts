import { conflict, Failure } from '@patchbay/errors/failure';
import type { Values } from '../connector/credentials.ts';
import {
  type ChosenAccount,
  type ChosenAccounts,
  type Integration,
  type IntegrationChange,
  integrationEvent,
  sameValues,
} from './integration.ts';

/** Bytes of the JSON of all accounts of an integration: lists have 1,000 integrations. */
const maxBytes = 8_000;
/** Bytes of the JSON of an account without its id and its name. */
const frameBytes = 22;

/** The beginning of a text in at most so many bytes; null if none of it fits. */
function beginning(text: string, most: number): string | null {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, most)));
  return text.slice(0, read).trimEnd() || null;
}

/** The accounts as they are stored: where they are many, their names are shortened. */
export function withShortNames(accounts: readonly ChosenAccount[]): readonly ChosenAccount[] {
  const ids = accounts.reduce((sum, { id }) => sum + Buffer.byteLength(id), 0);
  const room = Math.floor((maxBytes - ids) / accounts.length) - frameBytes;
  return accounts.map(({ id, name }) => ({ id, name: name === null ? null : beginning(name, room) }));
}

/** Ids of the accounts that may be used; null: every account of the connection. */
export const chosenIds = ({ accounts }: Pick<Integration, 'accounts'>): readonly string[] | null =>
  accounts?.map(({ id }) => id) ?? null;

/** The account that settings name, by the names in `accountSettings`, the narrowest first. */
export function accountNamed(settings: Values, accountSettings: readonly string[]): string | undefined {
  const value = accountSettings.map((name) => settings[name]).find((each) => each !== undefined);
  return value === undefined ? undefined : String(value);
}

/** Throws where one of these accounts is not among those that the client chose. */
export function demandChosen(integration: Pick<Integration, 'accounts'>, ids: readonly string[]): void {
  const allowed = chosenIds(integration);
  const other = ids.find((id) => allowed?.includes(id) === false);
  if (other !== undefined)
    throw new Failure(
      'forbidden',
      `The client chose which accounts may be used, and ${other.slice(0, 100)} is not one of them.`,
    );
}

/**
 * The name to show for the connected account. A choice decides it: the chosen account that the settings name, else the first one. `verified`:
 * what the provider named for these settings; null: it was not asked.
 */
export function shownAccount(
  { accounts, settings }: Pick<Integration, 'accounts' | 'settings'>,
  accountSettings: readonly string[],
  verified: string | null,
): string | null {
  const named = accountNamed(settings, accountSettings);
  const chosen = accounts?.find(({ id }) => id === named);
  const shown = chosen ?? accounts?.[0];
  if (shown === undefined) return verified;
  return shown.name ?? (chosen && verified) ?? shown.id;
}

/**
 * The name to show for the connected account after a change of the settings, of which the provider is asked later: the id of an account
 * that they name now, unless the client chose it by its name.
 */
export function accountAfterUpdate(
  before: Pick<Integration, 'accounts' | 'settings' | 'connectedAccount' | 'connectedAt'>,
  settings: Values,
  accountSettings: readonly string[],
): string | null {
  const named = accountNamed(settings, accountSettings);
  if (before.connectedAt === null || named === accountNamed(before.settings, accountSettings))
    return before.connectedAccount;
  return shownAccount({ ...before, settings }, accountSettings, named ?? before.connectedAccount);
}

/** Whether both have the same accounts, in any order. */
export const sameChoice = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null
    ? one === other
    : new Set(one).size === new Set(other).size && one.every((id) => other.includes(id));

/** Whether this connection has this choice already. Throws if it has another one. */
export function hasChosen(
  integration: Pick<Integration, 'accounts' | 'accountsChosenAt'>,
  ids: readonly string[] | null,
): boolean {
  if (integration.accountsChosenAt === null) return false;
  if (!sameChoice(chosenIds(integration), ids))
    throw conflict('The accounts of this connection were chosen already. Connect again to choose others.');
  return true;
}

interface Chosen {
  readonly accounts: ChosenAccounts;
  readonly settings: Values;
  readonly connectedAccount: string | null;
}

/** Keeps the choice of the present connection. The trail names it, also where it is the earlier one. */
export function chooseAccounts(integration: Integration, chosen: Chosen, now: Date): IntegrationChange {
  const changed: Integration = { ...integration, ...chosen, accountsChosenAt: now, updatedAt: now };
  const { accounts, settings } = chosen;
  const changes = [
    ...(sameChoice(chosenIds(integration), chosenIds(changed))
      ? []
      : [{ field: 'accounts', before: listed(integration.accounts), after: listed(accounts) }]),
    ...(sameValues(integration.settings, settings)
      ? []
      : [{ field: 'settings', before: integration.settings, after: settings }]),
  ];
  return {
    integration: changed,
    events: [
      integrationEvent('integration.accounts_chosen', changed, changes, { accounts: listed(accounts) }),
    ],
  };
}

/** As a value of the trail. */
export const listed = (accounts: ChosenAccounts) => accounts?.map(({ id, name }) => ({ id, name })) ?? null;

/**
 * The choice after a new connection, which holds until the client makes another one. It ends where the new connection has none of its
 * accounts: that one is of another login, and nobody has chosen there.
 */
export const choiceAfterConnecting = (
  { accounts }: Pick<Integration, 'accounts'>,
  hasAccount: (id: string) => boolean,
): ChosenAccounts => (accounts?.some(({ id }) => hasAccount(id)) === false ? null : accounts);
