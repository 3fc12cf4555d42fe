import { partsOf } from '../text/words.ts';
import type { Operation } from './operation.ts';

/** The noun of each group of the API; another group is its own noun. */
const nouns: Readonly<Record<string, string>> = {
  auth: 'session',
  account: 'account',
  organizations: 'org',
  workspaces: 'workspace',
  'api-keys': 'key',
  integrations: 'integration',
  uses: 'integration',
  infra: 'platform',
};

/** Collections whose noun differs from that of their group. */
const collections: readonly (readonly [path: RegExp, noun: string])[] = [
  [/\/members\b/, 'member'],
  [/\/invitations\b/, 'invitation'],
  [/\/grants\b/, 'grant'],
  [/\/providers\b/, 'provider'],
  [/\/relay\//, 'relay'],
];

/** Words of an operation id that repeat the noun. */
const said: Readonly<Record<string, readonly string[]>> = {
  org: ['organization', 'organizations'],
  member: ['organization', 'workspace', 'member', 'members'],
  invitation: ['organization', 'workspace', 'invitation', 'invitations'],
  key: ['api', 'key', 'keys'],
  audit: ['audit', 'logs'],
  account: ['me'],
};

export function nounOf({ tag, path }: Pick<Operation, 'tag' | 'path'>): string {
  const collection = collections.find(([pattern]) => pattern.test(path));
  return collection?.[1] ?? nouns[tag] ?? tag.replace(/s$/, '');
}

/** `list` of `integration` lists those of a workspace. */
const verbs: Readonly<Record<string, string>> = { listOrganizationIntegrations: 'list-all' };

/** `listOrganizationMembers` is `list` of `member`, `issueConnectLink` is `issue-connect-link` of `integration`. */
export function verbOf(operation: Pick<Operation, 'id' | 'tag' | 'path'>): string {
  const verb = verbs[operation.id];
  if (verb !== undefined) return verb;
  const noun = nounOf(operation);
  const drop = said[noun] ?? [noun, `${noun}s`];
  const words = partsOf(operation.id);
  return words.filter((word, index) => index === 0 || !drop.includes(word)).join('-');
}

/** The name of a flag: `expiresInDays` is `--expires-in-days`. */
export const kebab = (name: string): string => partsOf(name).join('-');
