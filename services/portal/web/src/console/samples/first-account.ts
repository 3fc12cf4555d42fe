import type { Schemas } from '../../api/answer.ts';
import { useRead } from '../data/queries.ts';

/** An account by its id, with what is known of it. */
export interface NamedAccount {
  readonly id: string;
  readonly name: string | null;
  readonly parentId?: string | null;
}

/** Fields of an integration that tell its accounts. */
type Accounted = Pick<Schemas['Integration'], 'settings' | 'accounts'>;

/** The account that the settings name. */
function inSettings({ settings, accounts }: Accounted, { accountSetting }: Schemas['FirstRead']) {
  const value = settings[accountSetting];
  if (value === undefined || value === '') return undefined;
  const id = String(value);
  return { id, name: accounts?.find((account) => account.id === id)?.name ?? null };
}

/** The account that samples are about, as far as the integration tells it. */
export const knownAccount = (integration: Accounted, read: Schemas['FirstRead']): NamedAccount | undefined =>
  inSettings(integration, read) ?? integration.accounts?.[0];

/** Whether an account is of the kind that the first read is about. */
export const isReadable = (
  { setting }: Schemas['Account'],
  { accountSetting }: Schemas['FirstRead'],
): boolean => setting?.name === accountSetting;

interface At {
  readonly orgSlug: string;
  readonly workspaceSlug: string;
  readonly id: string;
}

/** The account that samples are about. Asks the advertising system only if the integration does not tell it. */
export function useFirstAccount(
  at: At | undefined,
  integration: Accounted | undefined,
  provider: Schemas['Provider'] | undefined,
): NamedAccount | undefined {
  const read = provider?.firstRead;
  const known = integration && read && inSettings(integration, read);
  const { data } = useRead('listIntegrationAccounts', at ?? { orgSlug: '', workspaceSlug: '', id: '' }, {
    enabled:
      at !== undefined && read !== undefined && known === undefined && provider?.listsAccounts === true,
    live: false,
  });
  if (known !== undefined || integration === undefined || read === undefined) return known;
  return (
    data?.accounts.find((account) => isReadable(account, read)) ??
    data?.accounts[0] ??
    knownAccount(integration, read)
  );
}
