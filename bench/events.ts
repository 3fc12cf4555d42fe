import { randomUUID } from 'node:crypto';
import { toBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { keyOf, toEvent } from '@patchbay/events/envelope';
import { topicOf } from '@patchbay/events/topics';
import { waitFor } from '@patchbay/testing/wait';
import type { Platform } from './platform.ts';

const call = {
  caller: {
    type: 'user',
    userId: randomUUID(),
    sessionId: randomUUID(),
    email: 'ada@acme.example',
    name: 'Ada Lovelace',
  },
  requestId: randomUUID(),
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0',
} as const;

const insertEvents = `
  insert into organization.outbox (id, topic, key, payload)
  select id, $1, key, payload from unnest($2::uuid[], $3::text[], $4::bytea[]) as event (id, key, payload)`;

/** Inserts events into the outbox of organization, each about a new workspace, the organizations by turns. */
export async function fillOutbox(
  { sql }: Platform,
  organizationIds: readonly string[],
  count: number,
): Promise<void> {
  const events = Array.from({ length: count }, (_, index) =>
    toEvent(
      {
        action: 'workspace.updated',
        about: { organizationId: organizationIds[index % organizationIds.length] ?? '' },
        target: { type: 'workspace', id: randomUUID(), name: 'Spring' },
        workspace: { id: randomUUID(), slug: 'spring', name: 'Spring' },
        changes: [{ field: 'name', before: 'Winter', after: 'Spring' }],
      },
      call,
    ),
  );
  await sql(insertEvents, [
    topicOf('organization'),
    events.map(({ id }) => id),
    events.map(keyOf),
    events.map((event) => Buffer.from(toBinary(EventSchema, event))),
  ]);
}

/** Wakes the relay of organization and waits until it has published its whole outbox. */
export async function relayOutbox({ sql }: Platform): Promise<void> {
  await sql(`select pg_notify('organization_outbox', '')`);
  await waitFor(async () => (await sql('select from organization.outbox limit 1')).length === 0, {
    what: 'the relay to publish everything',
    timeoutMs: 120_000,
    intervalMs: 20,
  });
}

/** Waits until the trails of the organizations have this many entries in all. */
export const untilRecorded = (
  { sql }: Platform,
  organizationIds: readonly string[],
  entries: number,
): Promise<unknown> =>
  waitFor(
    async () => {
      const [row] = await sql<{ recorded: number }>(
        `select coalesce(sum(sequence), 0)::int as recorded from audit.chain_heads where organization_id = any($1::uuid[])`,
        [organizationIds],
      );
      return (row?.recorded ?? 0) >= entries;
    },
    { what: `${entries} entries to be recorded`, timeoutMs: 180_000, intervalMs: 20 },
  );
