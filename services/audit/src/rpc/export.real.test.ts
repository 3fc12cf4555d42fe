import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { Role } from '@patchbay/access/role';
import {
  AuditService,
  type ExportAuditLogsResponse,
} from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { createRpcTransport } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createRpcServer } from '@patchbay/rpc/server';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { createTestCallers } from '@patchbay/testing/callers';
import { v7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Entry } from '../domain/entry.ts';
import {
  callAsMemberOf,
  logger,
  message,
  organizationMessage,
  sharedAudit,
  sharedTrail,
} from '../test-bed.fixture.ts';
import { createReader, shownIn } from './reader.fixture.ts';
import { routes } from './routes.ts';

const trail = await sharedTrail();
const audit = await sharedAudit(trail.url);

type ExportedEntry = Entry & { readonly hash: string };
type ExportRequest = Parameters<Client<typeof AuditService>['exportAuditLogs']>[0];

const entriesOf = ({ lines }: ExportAuditLogsResponse): ExportedEntry[] =>
  Buffer.from(lines)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ExportedEntry);
const sequencesOf = (page: ExportAuditLogsResponse): number[] =>
  entriesOf(page).map(({ sequence }) => sequence);
const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
/** This second of one fixed minute. */
const at = (second: number) => new Date(Date.UTC(2026, 10, 15, 10, 0, second));

describe('an export of the trail', () => {
  const callers = createTestCallers();
  const fromGateway = { from: 'gateway', to: 'audit', minter: callers.minter('gateway') } as const;
  const verifier = callers.verifier('audit');
  let client: Client<typeof AuditService>;
  /** Queries made by the service behind `client` and `clientOverNetwork`. */
  let queries = 0;
  let countingRoutes: ReturnType<typeof routes>;

  beforeAll(async () => {
    const { db } = trail;
    countingRoutes = routes({
      db: {
        ...db,
        query: (statement, values) => {
          queries += 1;
          return db.query(statement, values);
        },
      },
      locks: { tryLock: () => Promise.resolve(undefined) },
      trustedKeys: [],
    });
    client = createServiceClient(
      AuditService,
      'audit',
      createInProcessTransport({ ...fromGateway, routes: countingRoutes, verifier, logger }),
    );
  });
  beforeEach(() => {
    queries = 0;
  });

  const recordEntries = async (length: number): Promise<string> => {
    const organizationId = v7();
    await audit.publish(...range(length).map(() => organizationMessage(organizationId)));
    return organizationId;
  };

  const exportedSequences = async (
    organizationId: string,
    filters: ExportRequest = {},
  ): Promise<number[]> => {
    const sequences: number[] = [];
    for await (const page of client.exportAuditLogs(filters, callAsMemberOf(organizationId))) {
      sequences.push(...sequencesOf(page));
    }
    return sequences;
  };

  /** A client of the same service on a TCP port. */
  const clientOverNetwork = async (): Promise<Client<typeof AuditService>> => {
    const options = { port: 0, host: '127.0.0.1', verifier, logger };
    const server = createRpcServer({ service: 'audit', routes: countingRoutes, ...options });
    await server.start?.();
    onTestFinished(() => server.stop?.());
    const transport = createRpcTransport({ ...fromGateway, baseUrl: `http://127.0.0.1:${server.port()}` });
    onTestFinished(() => transport.close());
    return createServiceClient(AuditService, 'audit', transport);
  };

  it('an export with an altered entry follows the order of the table', async () => {
    const organizationId = await recordEntries(450);
    await trail.db.pool.query(
      `update entries set entry = jsonb_set(entry::jsonb, '{sequence}', '0')::text
       where organization_id = $1 and sequence = 200`,
      [organizationId],
    );
    const sequences = await exportedSequences(organizationId);
    expect(sequences).toEqual(range(450).map((sequence) => (sequence === 200 ? 0 : sequence)));
  });

  it('an export has every entry once, oldest first, as the list shows it', async () => {
    const organizationId = await recordEntries(1_400);
    expect(await exportedSequences(organizationId)).toEqual(range(1_400));
    const newest = await client.listAuditLogs({ limit: 200 }, callAsMemberOf(organizationId));
    const stream = (await clientOverNetwork()).exportAuditLogs({}, callAsMemberOf(organizationId));
    const all: ExportedEntry[] = [];
    for await (const page of stream) all.push(...entriesOf(page));
    expect(all.slice(-200).toReversed()).toEqual(shownIn(newest));
    expect(all).toHaveLength(1_400);
    expect(all.map(({ hash }) => hash).slice(0, -1)).toEqual(
      all.slice(1).map(({ previousHash }) => previousHash),
    );
  });

  it('an export begins with a small part and continues with larger ones', async () => {
    const organizationId = await recordEntries(1_400);
    const lengths: number[] = [];
    for await (const page of client.exportAuditLogs({}, callAsMemberOf(organizationId))) {
      lengths.push(sequencesOf(page).length);
      // One query for the newest entry, and one for each page.
      expect(queries).toBe(lengths.length + 1);
    }
    expect(lengths).toEqual([50, 250, 1_000, 100]);
  });

  it('an export ends at the end of a full page, and is empty for an empty trail', async () => {
    for (const length of [50, 300]) {
      expect(await exportedSequences(await recordEntries(length))).toEqual(range(length));
    }
    expect(await exportedSequences(v7())).toEqual([]);
  });

  it('an export ends with the entry that was the newest when it began', async () => {
    const organizationId = await recordEntries(500);
    const sequences: number[] = [];
    for await (const page of client.exportAuditLogs({}, callAsMemberOf(organizationId))) {
      sequences.push(...sequencesOf(page));
      await audit.publish(...range(300).map(() => organizationMessage(organizationId)));
    }
    expect(sequences).toEqual(range(500));
  });

  it.each<[what: string, role: Role, asked: ExportRequest, code: string]>([
    ['whoever is no admin', 'member', {}, 'forbidden'],
    [
      'a span of time that ends before it begins',
      'admin',
      { from: timestampFromDate(at(2)), to: timestampFromDate(at(1)) },
      'invalid',
    ],
  ])('an export refuses %s', async (_what, role, asked, code) => {
    const organizationId = await recordEntries(1);
    const call = client.exportAuditLogs(asked, callAsMemberOf(organizationId, role));
    const stream = call[Symbol.asyncIterator]();
    const failure = await stream.next().then(
      () => undefined,
      (thrown: unknown) => fromConnectError(thrown, 'audit').code,
    );
    expect(failure).toBe(code);
    expect(queries).toBe(0);
  });

  it.each<[way: string, pages: number]>([
    ['in process', 3],
    // Far more than the buffers of a connection hold.
    ['over the network', 15],
  ])('an export asks the database for no page that nobody reads: %s', async (way, pages) => {
    const organizationId = v7();
    await audit.publish(message({ about: { organizationId } }));
    // Pages of 2 MB: entries are larger than events may make them.
    await trail.db.pool.query(
      `insert into entries (organization_id, sequence, event_id, action, occurred_at, recorded_at, target_type, target_id, entry, hash)
         select organization_id, number, gen_random_uuid(), action, occurred_at, recorded_at, target_type, target_id,
           jsonb_set(entry::jsonb, '{metadata}', jsonb_build_object('note', repeat('x', 10000)))::text, hash
         from entries, generate_series(2, $2) as number where organization_id = $1`,
      [organizationId, pages * 200],
    );
    const reading = way === 'in process' ? client : await clientOverNetwork();
    const stream = reading.exportAuditLogs({}, callAsMemberOf(organizationId))[Symbol.asyncIterator]();
    // As many queries as the export that nobody reads has left, by the pool that it uses.
    const readAllByAnother = () => createReader(trail.db).exportAll(organizationId);
    await stream.next();
    await readAllByAnother();
    // The head and the first page; over the network also the pages that its buffers hold.
    const limit = way === 'in process' ? 2 : 10;
    expect(queries).toBeLessThanOrEqual(limit);
    await stream.return?.();
    await readAllByAnother();
    expect(queries).toBeLessThanOrEqual(limit);
  });
});
