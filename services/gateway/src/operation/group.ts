import type { ServiceName } from '@patchbay/platform/services';

/**
 * The groups of operations, and the service that owns each and enforces the rules of its operations. The invitations in
 * `account` are served by organization although identity owns the group: no path of `account` names an organization, so
 * there is no rule to enforce. Relayed requests are served by relay, the second program of integration.
 */
const ownerOf = {
  infra: 'gateway',
  auth: 'identity',
  account: 'identity',
  organizations: 'organization',
  workspaces: 'organization',
  'api-keys': 'organization',
  integrations: 'integration',
  uses: 'integration',
  connect: 'integration',
  webhooks: 'webhook',
  audit: 'audit',
} as const satisfies Readonly<Record<string, ServiceName>>;

export type Group = keyof typeof ownerOf;

/** The part of an operation that says which service owns it. */
export interface Owned {
  readonly group: Group;
  /** Where it is another one than that of the group. */
  readonly ownedBy?: ServiceName;
}

/** The service that serves an operation and enforces its rule. */
export const ownerIn = ({ group, ownedBy }: Owned): ServiceName => ownedBy ?? ownerOf[group];
