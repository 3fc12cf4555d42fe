import { randomUUID } from 'node:crypto';
import { waitFor } from '@patchbay/testing/wait';
import { aims, type RequestAims } from '../aims.ts';
import type { Target } from '../load.ts';
import { createWorkspace, insertIntegrations, type Platform } from '../platform.ts';
import type { Meters } from '../processes.ts';

/** A kind of request that is measured. */
export interface Kind {
  readonly name: string;
  readonly target: Target;
  /** CPU of these processes is summed. */
  readonly meters: Meters;
  readonly aims?: RequestAims;
  /** Resolves when the asynchronous effects of this many requests are done; their CPU counts. */
  readonly settled?: (requests: number) => Promise<unknown>;
}

const acme = '/v1/organizations/acme';

/** Renames of workspaces, each connection of its own workspace, until the audit trail has their entries. */
async function createRenames(platform: Platform, connections: number): Promise<Kind> {
  const { address: origin, people, serviceMeters: meters, call, sql } = platform;
  for (let index = 0; index < connections; index += 1) await createWorkspace(platform, `bench-${index}`);
  const { id } = await call('GET', acme, undefined, people[0]);
  const countEntries = async (): Promise<number> =>
    (
      await sql<{ sequence: number }>(
        'select sequence::int from audit.chain_heads where organization_id = $1',
        [id],
      )
    )[0]?.sequence ?? 0;
  let recorded = await countEntries();
  return {
    name: 'PATCH …/workspaces/{workspaceSlug}',
    target: {
      origin,
      path: acme,
      headers: people,
      requestsOf: (connection) =>
        ['Spring', 'Winter'].map((name) => ({
          method: 'PATCH',
          path: `${acme}/workspaces/bench-${connection}`,
          headers: { 'content-type': 'application/json' },
          // A name of its own in each run: renaming to the same name records nothing.
          body: JSON.stringify({ name: `${name} ${randomUUID()}` }),
        })),
    },
    meters,
    async settled(requests) {
      const expected = recorded + requests;
      await waitFor(async () => (recorded = await countEntries()) >= expected, {
        what: 'the audit trail to have every change',
        timeoutMs: 60_000,
      });
    },
  };
}

/** Our requests, by a short name; `connections` is the largest number of connections. */
export async function createKinds(platform: Platform, connections: number): Promise<Record<string, Kind>> {
  const { address: origin, people, serviceMeters: meters, call } = platform;
  const keys = await Promise.all(
    people.map(async (_, index) => {
      const requested = { name: `Bench ${index}`, level: 'organization', role: 'admin' };
      const { key } = await call('POST', `${acme}/api-keys`, requested, people[0]);
      return { 'x-api-key': String(key) };
    }),
  );
  const workspace = await createWorkspace(platform, 'bench-twenty');
  await insertIntegrations(platform, workspace, 20);
  const kind = (
    name: string,
    path: string,
    extra: Partial<Kind> = {},
    headers = people as Target['headers'],
  ): Kind => ({
    name,
    target: { origin, path, headers },
    meters,
    ...extra,
  });
  return {
    me: kind('GET /v1/me', '/v1/me', { aims: aims.requests.me }),
    organizations: kind('GET /v1/organizations', '/v1/organizations', { aims: aims.requests.organizations }),
    organization: kind('GET /v1/organizations/{orgSlug}', acme),
    organizationByKey: kind(
      'GET /v1/organizations/{orgSlug}, by key',
      acme,
      { aims: aims.requests.organizationByKey },
      keys,
    ),
    auditPage: kind('GET …/audit-logs, 10 entries', `${acme}/audit-logs?limit=10`, {
      aims: aims.requests.auditPage,
    }),
    integrations: kind('GET …/integrations, 20', workspace.path),
    renames: await createRenames(platform, connections),
  };
}
