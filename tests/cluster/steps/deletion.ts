import { waitFor } from '@patchbay/testing/wait';
import { rowsLeft } from '../../rows-left.ts';
import { inDatabase } from '../../soak/restore/database.ts';
import type { Run } from '../run.ts';
import { expected } from '../story/expected.ts';
import { confirmSession } from '../story/passkey.ts';
import type { Told } from '../story/tell-story.ts';
import { relayedRead } from '../story/use-connection.ts';

/** Rows go in batches, events take their way, and a trail stays until its last head is published. */
const goneMs = 480_000;

/** Waits until no service has a row of these ids, and reconciliation finds nothing. */
async function waitUntilGone({ kubernetes, servers }: Run, ids: readonly string[]): Promise<void> {
  let left = '';
  await waitFor(
    async () => {
      const rows = await inDatabase(servers.postgres.url, (client) =>
        rowsLeft(async (text, values) => (await client.query(text, values)).rows, ids),
      );
      left = rows.map(({ table, column, count }) => `${table} ${column} ${count}`).join(', ');
      return rows.length === 0;
    },
    { what: 'the end of all rows', timeoutMs: goneMs, intervalMs: 1_000 },
  ).catch((error: Error) => {
    throw new Error(`${error.message}: ${left}`);
  });
  for (const service of ['integration', 'webhook']) {
    const said = await kubernetes.kubectl(
      'exec',
      `deployment/${service}`,
      '--',
      'node',
      'dist/main-reconcile.js',
    );
    if (!said.includes('nothing is left')) throw new Error(`reconciliation of ${service} found:\n${said}`);
  }
}

/** The workspace is deleted, then the organization, as its admin does it; nothing is left of either. */
export async function deleteTenant(run: Run, told: Told): Promise<void> {
  const { api, keyApi, organization, organizationSlug, workspace, integration, ids } = told;
  const [, ...ofWorkspace] = ids;
  await confirmSession(api, told.passkey);
  expected('the deletion of a workspace', 204, await api.delete(workspace));
  expected('a deleted workspace', 404, await api.get(workspace));
  expected('a relayed read of a deleted workspace', 404, await relayedRead(keyApi, integration));
  await waitUntilGone(run, ofWorkspace);
  run.log('  the workspace is gone: no row, nothing for reconciliation');

  const confirm = { confirm: organizationSlug };
  expected('the deletion of an organization', 202, await api.delete(organization, confirm));
  expected('a key of a closed organization', 401, await keyApi.get(`${organization}/workspaces`));
  // It would be deleted in seven days.
  await inDatabase(run.servers.postgres.url, (client) =>
    client.query(
      `update organization.organizations set deletes_at = now() - interval '1 second' where slug = $1`,
      [organizationSlug],
    ),
  );
  await waitFor(async () => (await api.get(organization)).status === 404, {
    what: 'the end of the organization',
    intervalMs: 500,
  });
  await waitUntilGone(run, ids);
  run.log('  the organization is gone: no row, nothing for reconciliation');
}
