import { Failure } from '@patchbay/errors/failure';
import type { Connection, Connector, ListedAccount } from '../connector/connector.ts';
import type { Provider } from '../connector/provider.ts';
import { createRules, demandAccount, type Judgement } from '../relay/rules.ts';
import { targetOf } from '../relay/target.ts';
import { type Relayed, signal } from './simulated.fixture.ts';

/** All accounts that the connector lists. */
export async function accountsOf(connector: Connector, connection: Connection): Promise<ListedAccount[]> {
  const accounts: ListedAccount[] = [];
  for await (const account of connector.listAccounts?.(connection, signal) ?? []) accounts.push(account);
  return accounts;
}

export interface JudgedRequest extends Relayed {
  /** A body that is not `json`. */
  readonly text?: string;
}

/**
 * Judges requests to an api by its rules, such as `GET customers/1/campaigns`, without sending them. `authorizing` has the headers
 * that Patchbay sets.
 */
export function judgeOf({ use }: Provider, name: string, authorizing: readonly string[] = ['authorization']) {
  const api = use.apis.find((candidate) => candidate.name === name);
  if (api === undefined) throw new Error(`no api ${name}`);
  const rules = createRules(use, api, new Set(authorizing));
  const judge = (line: string, { query = '', headers = {}, json, text }: JudgedRequest = {}): Judgement => {
    const [method = '', path = ''] = line.split(' ');
    const body = Buffer.from(text ?? (json === undefined ? '' : JSON.stringify(json)));
    return rules({ method, target: targetOf('https://api.example/v1', path, query, api), headers, body });
  };
  /** `allowed`, or the code of the error with which a grant for these accounts is refused. */
  const verdict = (line: string, sent: JudgedRequest, granted: readonly string[] | null): string => {
    try {
      demandAccount(judge(line, sent), granted);
      return 'allowed';
    } catch (error) {
      return error instanceof Failure ? error.code : String(error);
    }
  };
  return { judge, verdict };
}
