import { startTcpProxy, type TcpProxy } from '@patchbay/testing/tcp-proxy';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { shownIn } from '../rpc/reader.fixture.ts';
import {
  callAsMemberOf,
  clientOf,
  createTrail,
  logger,
  organizationMessage,
  recordEntries,
  startAudit,
  type TestTrail,
} from '../test-bed.fixture.ts';
import { createReplicaPool } from './reads.ts';

let primary: TestTrail;
/** Stands for a replica: another database with fewer entries, so that one sees which of both was read. */
let replica: TestTrail;
let way: TcpProxy;
let audit: Awaited<ReturnType<typeof startAudit>>;
let organizationId: string;

beforeAll(async () => {
  [primary, replica] = await Promise.all([createTrail(), createTrail()]);
  way = await startTcpProxy(replica.url);
  const early = await startAudit(replica.url);
  organizationId = await recordEntries(early, 2);
  await early.stop();
  audit = await startAudit(primary.url, undefined, { readUrl: way.url });
  await audit.publish(...Array.from({ length: 3 }, () => organizationMessage(organizationId)));
});
afterAll(async () => {
  await audit?.stop();
  await way?.close();
  await Promise.all([primary?.stop(), replica?.stop()]);
});

/** How many entries each of the three reads finds. */
async function counts() {
  const client = clientOf(audit.routes);
  const call = callAsMemberOf(organizationId);
  const listed = shownIn(await client.listAuditLogs({ limit: 50 }, call)).length;
  let exported = 0;
  for await (const { lines } of client.exportAuditLogs({}, call))
    exported += Buffer.from(lines).toString().trimEnd().split('\n').length;
  const { intact, checked } = await client.verifyAuditLogs({}, call);
  return { listed, exported, intact, checked: Number(checked) };
}

it('pages, exports and verifications read at the replica alone, and at the primary while it is away', async () => {
  expect(await counts()).toEqual({ listed: 2, exported: 2, intact: true, checked: 2 });
  const { rows } = await replica.db.pool.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity where datname = current_database()
       and usename <> current_user`,
  );
  expect(rows).toEqual([{ name: 'audit reads' }]);

  await way.close();
  expect(await counts()).toEqual({ listed: 3, exported: 3, intact: true, checked: 3 });
  expect(await audit.notReady()).toEqual({});
  await audit.publish(organizationMessage(organizationId));
  expect(await counts()).toMatchObject({ listed: 4, checked: 4 });
});

it('the connections to the replica cannot write, whatever the address is', async () => {
  const pool = createReplicaPool({ url: primary.url }, primary.url, { logger });
  onTestFinished(() => pool.component.stop());
  const write = { name: 'write', text: `insert into dead_letters default values` };
  await expect(pool.query(write)).rejects.toThrow('in a read-only transaction');
});
