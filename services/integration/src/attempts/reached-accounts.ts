import type { EventCall } from '@patchbay/events/envelope';
import type { Connection, Connector, ListedAccount } from '../connector/connector.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { accountNamed } from '../domain/chosen-accounts.ts';
import { type AccountsChange, endsWith, grantRevoked } from '../domain/grant.ts';
import type { Integration } from '../domain/integration.ts';
import { listLiveGrants, revokeGrants } from '../store/grants.ts';
import type { LockedIntegration } from '../store/integrations.ts';
import type { Tx } from '../store/transaction.ts';
import type { AttemptDependencies } from './dependencies.ts';

/** The most accounts that are read: whoever has more names the account in the settings. */
export const maxListedAccounts = 1_000;

/** Whether a connection has an account. */
export type HasAccount = (id: string) => boolean;

/**
 * The accounts of a new connection that was verified with the account of the settings. Where the provider does not tell all of them
 * (it lists none, refuses the list for good, or has more than are read), no account counts as lost. Any other failure is thrown.
 */
export async function readReached(
  { listAccounts }: Pick<Connector, 'listAccounts'>,
  connection: Connection,
  accountSettings: readonly string[],
  signal: AbortSignal,
): Promise<HasAccount> {
  if (listAccounts === undefined) return () => true;
  const ids = new Set<string>();
  const read = async (accounts: AsyncIterable<ListedAccount>): Promise<void> => {
    for await (const { id } of accounts) if (ids.add(id).size >= maxListedAccounts) return;
  };
  try {
    await read(listAccounts(connection, signal));
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'permanent') return () => true;
    throw error;
  }
  if (ids.size === 0 || ids.size >= maxListedAccounts) return () => true;
  const named = accountNamed(connection.settings, accountSettings);
  return (id) => ids.has(id) || id === named;
}

/** Ends the live grants that were for something else than what the integration is now, each with its entry in the trail. */
export async function endChangedGrants(
  { outbox }: Pick<AttemptDependencies, 'outbox'>,
  tx: Tx,
  call: EventCall,
  locked: LockedIntegration,
  integration: Integration,
  change: AccountsChange,
): Promise<void> {
  const ended = (await listLiveGrants(tx, locked)).filter((grant) => endsWith(grant, change));
  await revokeGrants(tx, locked, ended);
  await outbox.record(
    tx,
    call,
    ended.map((grant) => grantRevoked(integration, grant, 'accounts_changed')),
  );
}
