import { urlVariableOf } from '@patchbay/platform/services';
import type { Client } from 'pg';
import type { AuditBench } from './audit.ts';
import { createAuditDatabase } from './audit-databases.ts';
import { loadTrails } from './audit-load.ts';
import { createOrganizations } from './audit-organizations.ts';
import { cpuOf, cpuWithChildrenOf } from './cpu.ts';
import type { Kind } from './rounds.ts';
import { largestTrail } from './settings.ts';
import type { StartedService } from './stack.ts';

/** The same organization's trail with so many entries: a database of its own, and processes of audit and the gateway on it. */
export interface Trail {
  readonly length: number;
  readonly organizationId: string;
  readonly origin: string;
  /** Of its audit logs. */
  readonly path: string;
  readonly audit: StartedService;
  readonly gateway: StartedService;
  readonly owner: Client;
  /** Audit and Postgres are summed. */
  readonly meters: Pick<Kind, 'processes' | 'servers'>;
  stop(): Promise<void>;
}

const slug = 'bench-trail';

/** Loads a trail of each length and starts its processes. */
export async function createTrails({ sql, stack, servers, settings }: AuditBench): Promise<Trail[]> {
  // The default of 1 GB makes Postgres write everything twice while millions of entries are loaded.
  await sql.query(`alter system set max_wal_size = '8GB'`);
  await sql.query('select pg_reload_conf()');
  const [organizationId = ''] = await createOrganizations(sql, [slug]);
  const postmaster = servers.postgres.pid;
  if (postmaster === undefined) throw new Error('the bench has not started Postgres');
  const trails: Trail[] = [];
  for (const length of [1_000, largestTrail, ...(settings.entries === undefined ? [] : [settings.entries])]) {
    const { url, owner } = await createAuditDatabase(servers.postgres.url, `trail_${length}`);
    const began = performance.now();
    await loadTrails(owner, organizationId, length);
    // What is left to do in the background would be measured with the pages.
    await sql.query('checkpoint');
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    process.stderr.write(`  loaded ${length.toLocaleString('en')} entries in ${seconds} s\n`);
    const audit = await stack.startAnother('audit', { DATABASE_URL: url });
    const gateway = await stack.startAnother('gateway', { [urlVariableOf('audit')]: audit.address });
    trails.push({
      length,
      organizationId,
      origin: gateway.address,
      path: `/v1/organizations/${slug}/audit-logs`,
      audit,
      gateway,
      owner,
      meters: {
        processes: { audit: () => cpuOf(audit.pid), postgres: () => cpuWithChildrenOf(postmaster) },
        servers: { gateway: () => cpuOf(gateway.pid) },
      },
      async stop() {
        await Promise.all([audit.stop(), gateway.stop()]);
      },
    });
  }
  return trails;
}
