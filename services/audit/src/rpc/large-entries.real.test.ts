import type { Client } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Statement } from '@patchbay/database/query';
import { createRpcTransport } from '@patchbay/rpc/client';
import { createRpcServer } from '@patchbay/rpc/server';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { createTestCallers } from '@patchbay/testing/callers';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trailEvent } from '../domain/trail-event.fixture.ts';
import {
  callAsMemberOf,
  logger,
  message,
  recordOldEntries,
  sharedAudit,
  sharedTrail,
} from '../test-bed.fixture.ts';
import { shownIn } from './reader.fixture.ts';
import { routes } from './routes.ts';

const trail = await sharedTrail();
const audit = await sharedAudit(trail.url);

const megabyte = 1024 * 1024;
/** Near the largest entry that versions without a maximum recorded. Compresses well: the bounds must not be those of stored bytes. */
const note = 'x'.repeat(400_000);
const count = 20;
const oldestFirst = Array.from({ length: count }, (_, index) => index + 1);

interface Read {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly rows: number;
  readonly bytes: number;
}

const sequenceOf = (text: string): number => (JSON.parse(text) as { sequence: number }).sequence;
/** The lines of a part of an export. */
const textsOf = (lines: Uint8Array): string[] => Buffer.from(lines).toString('utf8').trimEnd().split('\n');

/** A node of the output of `explain (format json)`. */
interface Plan {
  readonly 'Node Type': string;
  readonly Plans?: readonly Plan[];
}
const nodeTypesOf = (plan: Plan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(nodeTypesOf)];

describe('a trail of large entries', () => {
  const organizationId = v7();
  /** Has many small entries. */
  const other = v7();
  let server: ReturnType<typeof createRpcServer>;
  let transport: ReturnType<typeof createRpcTransport>;
  let client: Client<typeof AuditService>;
  /** The pages that the service has read. */
  let reads: Read[] = [];
  const asAdmin = callAsMemberOf(organizationId);

  beforeAll(async () => {
    for (const _ of oldestFirst)
      await recordOldEntries(
        trail,
        organizationId,
        trailEvent({ action: 'workspace.created', metadata: { note } }),
      );
    // The plans are those of a large table.
    await audit.publish(message({ about: { organizationId: other } }));
    await trail.db.pool.query(
      `insert into entries (organization_id, sequence, event_id, action, occurred_at, recorded_at, target_type,
                            target_id, entry, hash)
       select organization_id, number, gen_random_uuid(), action, occurred_at, recorded_at, target_type,
              target_id, entry, hash
       from entries, generate_series(2, 20000) as number where organization_id = $1`,
      [other],
    );
    await trail.db.pool.query('analyze entries');
    const callers = createTestCallers();
    server = createRpcServer({
      service: 'audit',
      routes: routes({
        db: {
          now: () => new Date(),
          async query(statement, values = []) {
            const rows = await trail.db.query(statement, values);
            const bytes = Buffer.byteLength(JSON.stringify(rows));
            if (statement.name.startsWith('entries '))
              reads.push({ statement, values, rows: rows.length, bytes });
            return rows as never;
          },
        },
        locks: {
          tryLock: async () => ({ signal: new AbortController().signal, release: async () => {} }),
        },
        trustedKeys: [],
      }),
      port: 0,
      host: '127.0.0.1',
      verifier: callers.verifier('audit'),
      logger,
    });
    await server.start?.();
    transport = createRpcTransport({
      from: 'gateway',
      to: 'audit',
      minter: callers.minter('gateway'),
      baseUrl: `http://127.0.0.1:${server.port()}`,
      defaultTimeoutMs: 60_000,
    });
    client = createServiceClient(AuditService, 'audit', transport);
  });
  beforeEach(() => {
    reads = [];
  });
  afterAll(async () => {
    await transport?.close();
    await server?.stop?.();
  });

  /** No page read more than this, one of a single entry aside. */
  const expectPagesBelow = (bytes: number): void => {
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((read) => read.bytes > bytes && read.rows > 1)).toEqual([]);
    expect(Math.max(...reads.map((read) => read.bytes))).toBeLessThan(megabyte * 2.1);
  };

  it('a trail of large entries is listed in pages with fewer entries than the limit', async () => {
    const sequences: number[] = [];
    let cursor = '';
    do {
      const page = await client.listAuditLogs({ limit: 200, cursor }, asAdmin);
      sequences.push(...shownIn(page).map(({ sequence }) => sequence));
      expect(shownIn(page)).toHaveLength(5);
      cursor = page.nextCursor;
    } while (cursor !== '');
    expect(sequences).toEqual(oldestFirst.toReversed());
    expectPagesBelow(2.1 * megabyte);
    // Each page is one query, and no query was needed to find out that the last one is the last.
    expect(reads).toHaveLength(4);
  });

  it('a trail of large entries is exported completely', async () => {
    const sequences: number[] = [];
    for await (const { lines } of client.exportAuditLogs({}, asAdmin)) {
      sequences.push(...textsOf(lines).map(sequenceOf));
    }
    expect(sequences).toEqual(oldestFirst);
    expectPagesBelow(2.1 * megabyte);
    expect(reads).toHaveLength(4);
  });

  it('a trail of large entries is verified in pages of a few milliseconds', async () => {
    const verified = await client.verifyAuditLogs({}, asAdmin);
    expect(verified).toMatchObject({ intact: true, checked: BigInt(count), nextSequence: 0n });
    expectPagesBelow(0.3 * megabyte);
  });

  it('large and small entries are read by an index without sorting', async () => {
    const page = await client.listAuditLogs({ limit: 200 }, callAsMemberOf(other));
    expect(shownIn(page)).toHaveLength(200);
    await client.verifyAuditLogs({}, callAsMemberOf(other));
    const stream = client.exportAuditLogs({}, callAsMemberOf(other))[Symbol.asyncIterator]();
    expect((await stream.next()).done).toBe(false);
    await stream.return?.();
    const statements = new Map(reads.map((read) => [read.statement.name, read]));
    expect(statements.size).toBe(3);
    for (const { statement, values } of statements.values()) {
      const { rows } = await trail.db.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) ${statement.text}`,
        [...values],
      );
      const nodes = nodeTypesOf(rows[0]?.['QUERY PLAN'][0].Plan as Plan);
      expect({ name: statement.name, nodes }).toMatchObject({
        nodes: expect.arrayContaining(['Index Scan']) as unknown,
      });
      expect(nodes.filter((node) => /Seq Scan|Sort/.test(node))).toEqual([]);
    }
  });
});
