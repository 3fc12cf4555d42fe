import type { Answer, Schemas } from '../../api/answer.ts';

export type Account = Schemas['Account'];

/** The maximum that the API lists. */
export const maxAccounts = 1_000;

/** Reads page after page. */
export async function readAccounts(
  readPage: (cursor: string | undefined) => Promise<Answer<Schemas['AccountPage']>>,
): Promise<Answer<Account[]>> {
  const accounts: Account[] = [];
  let cursor: string | undefined;
  do {
    const answer = await readPage(cursor);
    if (!answer.ok) return answer;
    accounts.push(...answer.data.accounts);
    cursor = answer.data.nextCursor ?? undefined;
  } while (cursor !== undefined && accounts.length < maxAccounts);
  return { ok: true, data: accounts };
}

export const nameOf = ({ name, id }: Account): string => name ?? id;

/** Turns `ENTITY_STATUS_ACTIVE` of a provider into "entity status active". */
const readable = (word: string): string => word.replaceAll('_', ' ').toLowerCase();

/** Details that distinguish accounts with the same name. */
export const detailsOf = ({ id, type, currency, status }: Account): string =>
  [id, readable(type), currency, status && readable(status)].filter(Boolean).join(' · ');

/** Lower case and without the dashes that providers show in account numbers. */
const folded = (text: string): string => text.toLowerCase().replaceAll('-', '');

/** The accounts that have every word of the search in their name or id. */
export function matching(accounts: readonly Account[], search: string): Account[] {
  const wanted = folded(search).split(/\s+/);
  return accounts.filter((account) => {
    const text = folded(`${account.name ?? ''} ${account.id}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** Maximum of matches in the list, so that the button stays in reach on a phone. A search finds the others. */
export const shownAtMost = 10;

/** The first matches, after the chosen accounts that are not among them: every account that will be sent is visible. */
export function shownOf(
  accounts: readonly Account[],
  found: readonly Account[],
  chosen: ReadonlySet<string>,
): Account[] {
  const first = found.slice(0, shownAtMost);
  return [...accounts.filter((account) => chosen.has(account.id) && !first.includes(account)), ...first];
}
