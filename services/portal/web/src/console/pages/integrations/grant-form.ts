import type { Schemas } from '../../../api/answer.ts';

/** The values of the form for a grant. */
export interface GrantValues {
  readonly apiKeyId: string;
  readonly access: Schemas['UseAccess'];
  /** `named`: the account in the settings. `some`: the accounts in `ids`. */
  readonly accounts: 'named' | 'every' | 'some';
  readonly ids: string;
  /** Days, or '' for never. */
  readonly expires: string;
}

export const expiryDays = [30, 90, 180, 365];

const maxAccounts = 100;

/** Parses ids, separated by lines or commas. Undefined: none or too many. */
export function idsIn(text: string): string[] | undefined {
  const ids = [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];
  return ids.length === 0 || ids.length > maxAccounts ? undefined : ids;
}

export const grantOf = ({ apiKeyId, access, accounts, ids, expires }: GrantValues): Schemas['NewGrant'] => ({
  apiKeyId,
  access,
  // Omitted: the API uses the account in the settings.
  ...(accounts !== 'named' && { accounts: accounts === 'every' ? null : (idsIn(ids) ?? []) }),
  expiresInDays: expires === '' ? null : Number(expires),
});

/** Keys that can get a grant: usable, with access to the workspace, and a role above viewer. A personal key has the role of its person. */
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
