import { readFile } from 'node:fs/promises';
import { defaultLimits, type LimitName } from '@patchbay/cache/rate-limits';
import { expect, it } from 'vitest';
import { replaceBlock } from './block.ts';
import { table } from './table.ts';

const counted: Readonly<Record<LimitName, string>> = {
  signInLinkPerEmail: 'sign-in links requested for an email address',
  signInLinkPerAddress: 'sign-in links requested from an address',
  signUpPerEmail: 'sign-ups of an email address',
  signUpPerAddress: 'sign-ups from an address',
  invitationPerKey: 'invitations made or resent through an API key',
  invitationPerRecipient: 'invitations of an organization to an email address, resent ones too',
  invitationPerOrganization: 'invitations of an organization, resent ones too',
  deviceStartPerAddress: 'device authorizations started from an address',
  verifyPerOrganization: 'verifications of the trail of an organization',
  attemptPerOrganization:
    'attempts at providers of an organization: integrations connected by members and keys, verified or enabled',
  publicPerAddress:
    'requests to public operations, except health, version and documentation, from an address',
  connectPerAddress: 'requests of the connect flow from an address',
  connectPerToken: 'requests with a connect link',
  failedCredentialPerAddress:
    'wrong bearers, cookies, keys, link tokens and device codes from an address; beyond it, whatever carries a credential is refused without a lookup',
  requestPerCaller: 'requests of a person, or of an API key',
};

const windowOf = (seconds: number): string => {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'hour' : `${seconds / 3600} hours`;
  return seconds === 60 ? 'minute' : `${seconds / 60} minutes`;
};

it('docs/security.md has every limit', async () => {
  const rows = (Object.keys(defaultLimits) as LimitName[]).map((name) => {
    const { limit, windowSeconds } = defaultLimits[name];
    return [`\`${name}\``, `${limit.toLocaleString('en')} per ${windowOf(windowSeconds)}`, counted[name]];
  });
  const page = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const limits = table(['Limit', 'Default', 'Counts'], rows);
  await expect(replaceBlock(page, 'limits', limits)).toMatchFileSnapshot('../../docs/security.md');
});
