import { ratioAims } from './aims.ts';
import type { BenchWorkspace } from './integration-seeds.ts';
import type { Kind } from './rounds.ts';
import type { SignedIn } from './session.ts';

/** Of the tables of the five processes. */
export const kindNames = {
  me: 'GET /v1/me, bearer',
  organizations: 'GET /v1/organizations, bearer',
  organization: 'GET /v1/organizations/{orgSlug}, bearer',
  organizationByKey: 'GET /v1/organizations/{orgSlug}, key',
  auditPage: 'GET …/audit-logs, 10 entries, bearer',
  integrations: 'GET …/integrations, 20, bearer',
  signIn: 'POST /v1/auth/magic-link/verify',
};

type Meters = Pick<Kind, 'processes' | 'servers'>;

/** Frequent requests with a session, sent by several people in turn. */
export const patchbayKinds = (
  origin: string,
  { headers }: SignedIn,
  meters: Meters,
): [me: Kind, organizations: Kind] => [
  { name: kindNames.me, origin, path: '/v1/me', headers, ...meters },
  { name: kindNames.organizations, origin, path: '/v1/organizations', headers, ...meters },
];

/** What the kinds of `stackKinds` read. */
interface Seeded {
  /** Everybody is an admin of the organization. */
  readonly signedIn: SignedIn;
  readonly keys: Kind['headers'];
  /** With twenty integrations. */
  readonly workspace: BenchWorkspace;
}

/** The reads of the five processes, those of `patchbayKinds` first; each with its aims. */
export function stackKinds(
  origin: string,
  { signedIn, keys, workspace }: Seeded,
  meters: Meters,
): [me: Kind, organizations: Kind, ...others: Kind[]] {
  const [me, organizations] = patchbayKinds(origin, signedIn, meters);
  const { headers } = signedIn;
  const path = '/v1/organizations/acme';
  return [
    { ...me, aims: ratioAims.me },
    { ...organizations, aims: ratioAims.organizations },
    { name: kindNames.organization, origin, path, headers, ...meters },
    {
      name: kindNames.organizationByKey,
      origin,
      path,
      headers: keys,
      aims: ratioAims.organizationByKey,
      ...meters,
    },
    {
      name: kindNames.auditPage,
      origin,
      path: `${path}/audit-logs?limit=10`,
      headers,
      aims: ratioAims.auditPage,
      ...meters,
    },
    { name: kindNames.integrations, origin, path: workspace.path, headers, ...meters },
  ];
}
