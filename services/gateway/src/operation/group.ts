import type { ServiceName } from '@patchbay/platform/services';

/**
 * The groups of operations, and the service that owns each: it does the work and demands the operation's rule. Where
 * `account` answers invitations it calls organization; no operation of it is under an organization, so none has a rule.
 */
export const ownerOf = {
  infra: 'gateway',
  auth: 'identity',
  account: 'identity',
  organizations: 'organization',
  workspaces: 'organization',
  'api-keys': 'organization',
  integrations: 'integration',
  connect: 'integration',
  audit: 'audit',
} as const satisfies Readonly<Record<string, ServiceName>>;

export type Group = keyof typeof ownerOf;
