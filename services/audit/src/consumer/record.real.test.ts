import { fromBinary } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createTestCallers } from '@patchbay/testing/callers';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../domain/entry.ts';
import {
  clientOf,
  logger,
  message,
  organizationMessage,
  recordEntries,
  sharedAudit,
  sharedTrail,
} from '../test-bed.fixture.ts';

const trail = await sharedTrail();
const memberships = { of: (_userId: string, _moment: Date): readonly string[] => [] };
const audit = await sharedAudit(trail.url, memberships);

/** What was written to the outbox about an organization, in order. */
const publishedFor = async (organizationId: string): Promise<Event[]> =>
  (
    await trail.db.pool.query<{ payload: Buffer }>(
      'select payload from outbox where key = $1 order by sequence',
      [organizationId],
    )
  ).rows.map(({ payload }) => fromBinary(EventSchema, payload));

const entryOf = ({ snapshot }: Event) => {
  if (snapshot.case !== 'entry') throw new Error('no entry');
  return { sequence: Number(snapshot.value.sequence), text: Buffer.from(snapshot.value.auditLog).toString() };
};

describe('the entries that audit publishes', () => {
  it('each recorded entry is published once, as the API shows it, with its sequence and hash, however often its event arrives', async () => {
    const organizationId = v7();
    const messages = Array.from({ length: 5 }, () => organizationMessage(organizationId));
    await audit.publish(...messages.slice(0, 3));
    await audit.publish(...messages);
    await audit.publish(...messages.toReversed());
    const entries = await trail.entriesOf(organizationId);
    const published = await publishedFor(organizationId);
    expect(published.map(entryOf)).toEqual(
      entries.map(({ entry, text, hash }) => ({
        sequence: entry.sequence,
        text: documentOf({ text, hash }),
      })),
    );
    expect(published.map(entryOf).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    for (const [index, { entry, hash }] of entries.entries()) {
      expect(published[index]).toMatchObject({ id: entry.id, action: entry.action, organizationId });
      expect(JSON.parse(entryOf(published[index] as Event).text)).toEqual({ ...entry, hash });
    }
  });

  it('an entry and its message are written by one transaction: without the one there is not the other', async () => {
    const organizationId = v7();
    await trail.db.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
    );
    await trail.db.pool.query(
      'create trigger refuse before insert on outbox for each row execute function refuse()',
    );
    const event = organizationMessage(organizationId);
    await expect(audit.publish(event)).rejects.toThrow('refused');
    expect([await trail.entriesOf(organizationId), await publishedFor(organizationId)]).toEqual([[], []]);
    await trail.db.pool.query('drop function refuse cascade');
    await audit.publish(event);
    expect([
      (await trail.entriesOf(organizationId)).length,
      (await publishedFor(organizationId)).length,
    ]).toEqual([1, 1]);
  });

  it('an event about a person is published once for each of their organizations, under the id of each entry', async () => {
    const [userId, one, two] = [v7(), v7(), v7()];
    memberships.of = (id) => (id === userId ? [one, two] : []);
    await audit.publishAs('identity', message({ about: { userId }, action: 'user.updated' }));
    const [[inOne, ...moreInOne], [inTwo, ...moreInTwo]] = [await publishedFor(one), await publishedFor(two)];
    expect([moreInOne, moreInTwo]).toEqual([[], []]);
    expect(inOne?.id).not.toBe(inTwo?.id);
    expect([inOne?.organizationId, inTwo?.organizationId]).toEqual([one, two]);
  });
});

describe('reading entries after a sequence', () => {
  const callers = createTestCallers();
  const asWebhook = () =>
    createClient(
      AuditService,
      createInProcessTransport({
        from: 'webhook',
        to: 'audit',
        routes: audit.routes,
        verifier: callers.verifier('audit'),
        minter: callers.minter('webhook'),
        logger,
      }),
    );
  const sequencesOf = (lines: Uint8Array) =>
    Buffer.from(lines)
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { sequence: number }).sequence);

  it('pages go from the oldest to the newest entry, and have what was published', async () => {
    const organizationId = await recordEntries(audit, 7);
    const pages: number[][] = [];
    const lines: string[] = [];
    for (let after = 0, hasMore = true; hasMore; ) {
      const page = await asWebhook().readEntries({ organizationId, afterSequence: BigInt(after), limit: 3 });
      pages.push(sequencesOf(page.lines));
      lines.push(...Buffer.from(page.lines).toString().split('\n').slice(0, -1));
      after = pages.at(-1)?.at(-1) ?? 0;
      hasMore = page.hasMore;
    }
    expect(pages).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(lines).toEqual((await publishedFor(organizationId)).map((event) => entryOf(event).text));
    const end = await asWebhook().readEntries({ organizationId, afterSequence: 7n, limit: 200 });
    expect([end.lines.length, end.hasMore]).toEqual([0, false]);
  });

  it('an unknown organization has no entries, and malformed ids and limits are refused', async () => {
    const read = (request: object) =>
      asWebhook().readEntries({ organizationId: v7(), afterSequence: 0n, limit: 1, ...request });
    expect(await read({})).toMatchObject({ hasMore: false });
    for (const request of [{ organizationId: 'x' }, { limit: 0 }, { limit: 201 }])
      await expect(read(request)).rejects.toThrow('invalid');
  });

  it('the gateway cannot read the entries of any organization', async () => {
    await expect(
      clientOf(audit.routes).readEntries({ organizationId: v7(), afterSequence: 0n, limit: 1 }),
    ).rejects.toThrow('permission_denied');
  });
});
