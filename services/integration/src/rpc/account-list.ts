import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AccountSchema } from '@patchbay/contracts/patchbay/integration/v1/use_service';
import { conflict, Failure, invalid } from '@patchbay/errors/failure';
import { attemptMs } from '../attempts/limits.ts';
import { maxListedAccounts } from '../attempts/reached-accounts.ts';
import { reportFailure } from '../attempts/run-attempt.ts';
import { withToken } from '../attempts/verify.ts';
import type { ListedAccount } from '../connector/connector.ts';
import { ProviderFailure, sentenceOf } from '../connector/failure.ts';
import { type Integration, neverConnected } from '../domain/integration.ts';
import { providerOf } from '../providers/catalogue.ts';
import { findCredentials } from '../store/credentials.ts';
import type { Dependencies } from './dependencies.ts';

/** What the provider answered, as a failure of ours: a permanent one is settled by the next verification. */
function refusalOf(failure: ProviderFailure, providerName: string): Failure {
  const sentence = sentenceOf(failure, 'check', providerName);
  if (failure.kind === 'permanent') return conflict(sentence);
  const seconds = failure.retryAfterMs === undefined ? undefined : Math.ceil(failure.retryAfterMs / 1000);
  return new Failure('unavailable', sentence, {
    byProvider: failure.kind === 'transient',
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  });
}

/** An account list has no cursor of its own: pages before the asked one are read again. */
function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^[1-9]\d{0,3}$/.test(cursor))
    throw invalid({ path: 'cursor', message: 'is not a cursor of this list' });
  return Number(cursor);
}

const present = ({
  name,
  currency,
  timeZone,
  status,
  parentId,
  settings,
  ...account
}: ListedAccount): MessageInitShape<typeof AccountSchema> => {
  const [setting] = Object.entries(settings).map(([named, value]) => ({ name: named, value }));
  return {
    ...account,
    ...(name !== null && { name }),
    ...(currency !== null && { currency }),
    ...(timeZone !== null && { timeZone }),
    ...(status !== null && { status }),
    ...(parentId !== null && { parentId }),
    ...(setting && { setting }),
  };
};

async function* first(accounts: AsyncIterable<ListedAccount>, count: number): AsyncGenerator<ListedAccount> {
  let index = 0;
  for await (const account of accounts) {
    yield account;
    index += 1;
    if (index >= count) return;
  }
}

/** Asks the provider for the accounts of a connection. Pages are read while `search` needs them. */
async function readAccounts<T>(
  dependencies: Dependencies,
  integration: Integration,
  callSignal: AbortSignal,
  search: (accounts: AsyncIterable<ListedAccount>) => Promise<T>,
): Promise<T> {
  const { db, sealer, catalogue, connectorOf, takeTurn, clock, logger } = dependencies;
  const provider = providerOf(catalogue, integration);
  const { listAccounts: list } = connectorOf(integration.provider);
  if (list === undefined) throw conflict(`${provider.name} has no list of accounts.`);
  const stored = await findCredentials(db, sealer, integration);
  if (stored === undefined) throw neverConnected();
  const signal = AbortSignal.any([callSignal, clock.deadline(attemptMs)]);
  const turn = await takeTurn(integration);
  try {
    return await withToken(dependencies, integration, stored, signal, (connection) =>
      search(first(list(connection, signal), maxListedAccounts)),
    );
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    reportFailure({ provider, integrationId: integration.id, logger }, 'list', error);
    throw refusalOf(error, provider.name);
  } finally {
    turn.release();
  }
}

/** The accounts with these ids, until all of them are found. `ids` null: all accounts. */
async function* among(
  accounts: AsyncIterable<ListedAccount>,
  ids: readonly string[] | null,
): AsyncGenerator<ListedAccount> {
  const left = ids && new Set(ids);
  for await (const account of accounts) {
    if (left?.delete(account.id) === false) continue;
    yield account;
    if (left?.size === 0) return;
  }
}

/** A page of the accounts of a connection, for an answer. `ids`: those that may be shown; null: all of them. */
export async function accountPage(
  dependencies: Dependencies,
  integration: Integration,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  signal: AbortSignal,
  ids: readonly string[] | null,
) {
  const offset = offsetOf(cursor);
  const end = offset + limit;
  // One more than the page has tells whether there is another page.
  const accounts = await readAccounts(dependencies, integration, signal, (listed) =>
    Array.fromAsync(first(among(listed, ids), end + 1)),
  );
  return {
    accounts: accounts.slice(offset, end).map(present),
    ...(accounts.length > end && { nextCursor: String(end) }),
  };
}

/** The accounts with these ids that the list has, by their ids. */
export const findAccounts = (
  dependencies: Dependencies,
  integration: Integration,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ListedAccount>> =>
  readAccounts(dependencies, integration, signal, async (listed) => {
    const found = await Array.fromAsync(among(listed, ids));
    return new Map(found.map((account) => [account.id, account]));
  });
