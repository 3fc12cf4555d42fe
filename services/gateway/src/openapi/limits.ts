import { defaultLimits, type LimitName } from '@patchbay/cache/rate-limits';

/** What each limit counts. */
const counted: Readonly<Record<LimitName, string>> = {
  signInLinkPerEmail: 'sign-in links asked for, per email address',
  signInLinkPerAddress: 'sign-in links asked for, per client address',
  signUpPerEmail: 'sign-ups, per email address',
  signUpPerAddress: 'sign-ups, per client address',
  invitationPerKey: 'invitations sent, also again, per API key',
  invitationPerRecipient: 'invitations sent, also again, per recipient and organization',
  invitationPerOrganization: 'invitations sent, also again, per organization',
  deviceStartPerAddress: 'device authorizations started, per client address',
  verifyPerOrganization: 'verifications of the audit trail, per organization',
  attemptPerOrganization: 'attempts to connect, verify or enable integrations, per organization',
  publicPerAddress: 'requests to operations that need no credential, per client address',
  connectPerAddress: 'requests to the connect flow, per client address',
  connectPerToken: 'requests to the connect flow, per connect link',
  failedCredentialPerAddress: 'wrong credentials, per client address',
  requestPerCaller: 'requests, per person (all sessions together) or API key',
};

const unit = (seconds: number): string =>
  seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;

/** Every limit with its default, as a table in Markdown. */
export const limitsTable = [
  '| Limit | Counts | Default |',
  '|---|---|---|',
  ...(Object.keys(counted) as LimitName[]).map((name) => {
    const { limit, windowSeconds } = defaultLimits[name];
    return `| \`${name}\` | ${counted[name]} | ${limit} in ${unit(windowSeconds)} |`;
  }),
].join('\n');
