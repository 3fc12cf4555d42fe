import type { Connection, Connector, ListedAccount } from '../connector/connector.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { accountNamed } from '../domain/chosen-accounts.ts';

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
