import type { Schemas } from '../../../api/answer.ts';

type Account = Schemas['Account'];

/** The settings with the account replaced, at any level: a partner, or an advertiser of it. */
export function withAccount(
  settings: Schemas['FieldValues'],
  { setting }: Account,
  accounts: readonly Account[],
): Schemas['FieldValues'] {
  const naming = new Set(accounts.map((account) => account.setting?.name));
  return Object.fromEntries([
    ...Object.entries(settings).filter(([name]) => !naming.has(name)),
    ...(setting === null ? [] : [[setting.name, setting.value] as const]),
  ]);
}
