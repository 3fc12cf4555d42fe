import type { Schemas } from '../../../api/answer.ts';

/** What is typed to create a grant. */
export interface GrantValues {
  readonly apiKeyId: string;
  readonly access: Schemas['UseAccess'];
  /** `named`: the account of the settings. `some`: those of `ids`. */
  readonly accounts: 'named' | 'every' | 'some';
  readonly ids: string;
  /** Days, or '' for never. */
  readonly expires: string;
}

export const expiryDays = [30, 90, 180, 365];

const maxAccounts = 100;

/** The ids of a text, one for each line or with commas between them. Undefined: none, or too many. */
export function idsIn(text: string): string[] | undefined {
  const ids = [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];
  return ids.length === 0 || ids.length > maxAccounts ? undefined : ids;
}

export const grantOf = ({ apiKeyId, access, accounts, ids, expires }: GrantValues): Schemas['NewGrant'] => ({
  apiKeyId,
  access,
  // Left out, the API takes the account of the settings.
  ...(accounts !== 'named' && { accounts: accounts === 'every' ? null : (idsIn(ids) ?? []) }),
  expiresInDays: expires === '' ? null : Number(expires),
});

/** Keys that can be given access: they work, reach the workspace, and may do more than look. A person's own key has that person's role. */
export const grantable = (
  keys: readonly Schemas['ApiKey'][],
  workspaceSlug: string,
): readonly Schemas['ApiKey'][] =>
  keys.filter(
    (key) =>
      key.status === 'active' &&
      key.role !== 'viewer' &&
      (key.workspaceSlug === undefined || key.workspaceSlug === workspaceSlug),
  );
