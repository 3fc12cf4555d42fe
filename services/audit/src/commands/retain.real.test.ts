import type { Client } from '@connectrpc/connect';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entry, TrailEvent } from '../domain/entry.ts';
import { readSignedHead } from '../domain/signed-head.ts';
import { shownIn } from '../rpc/reader.fixture.ts';
import { callAsMemberOf, clientOf, headKeys, startAudit } from '../test-bed.fixture.ts';
import { createMonths, inMonth, type Months, partitionOf } from './months.fixture.ts';

interface Trail {
  readonly organizationId: string;
  readonly events: readonly TrailEvent[];
}

describe('retention', () => {
  let months: Months;
  let audit: Awaited<ReturnType<typeof startAudit>>;
  let client: Client<typeof AuditService>;
  /** Has 5 entries in July, 4 in August and 3 in September; only July; July and September; only September. */
  let whole: Trail;
  let ended: Trail;
  let interrupted: Trail;
  let begun: Trail;

  beforeAll(async () => {
    months = await createMonths();
    whole = await months.recordMonths({ 7: 5, 8: 4, 9: 3 });
    ended = await months.recordMonths({ 7: 3 });
    interrupted = await months.recordMonths({ 7: 2, 9: 2 });
    begun = await months.recordMonths({ 9: 4 });
    audit = await startAudit(months.trail.url);
    client = clientOf(audit.routes);
  });
  afterAll(async () => {
    await audit?.stop();
    await months?.stop();
  });

  const listed = async ({ organizationId }: Trail): Promise<Entry[]> =>
    shownIn(await client.listAuditLogs({}, callAsMemberOf(organizationId)));
  const sequencesOf = async (trail: Trail) => (await listed(trail)).map(({ sequence }) => sequence);
  const exportedLines = async ({ organizationId }: Trail): Promise<number> => {
    let lines = 0;
    for await (const part of client.exportAuditLogs({}, callAsMemberOf(organizationId)))
      lines += Buffer.from(part.lines).toString().trimEnd().split('\n').length;
    return lines;
  };
  const verify = async ({ organizationId }: Trail, afterSequence = 0) => {
    const verified = await client.verifyAuditLogs(
      { afterSequence: BigInt(afterSequence) },
      callAsMemberOf(organizationId),
    );
    return { intact: verified.intact, checked: Number(verified.checked) };
  };
  const total = async () => {
    const { rows } = await months.trail.db.pool.query('select count(*)::int as count from entries');
    return (rows as { count: number }[])[0]?.count;
  };

  it('a dry run of retention prints what it would remove, and removes nothing', async () => {
    const lines: string[] = [];
    const before = await total();
    expect(await months.retain(3, lines, { dryRun: true })).toMatchObject({ complete: true });
    expect(lines).toEqual([
      expect.stringMatching(/^entries_2025_07: 10 entries of 3 organizations, [\d.]+ MB would be removed$/),
    ]);
    expect(await total()).toBe(before);
    expect(await months.checkpointOf(whole.organizationId)).toBeUndefined();
    expect(await months.removedBefore()).toEqual(new Date(0));
  });

  it('retention removes the oldest month and leaves a signed checkpoint of each of its chains', async () => {
    const lines: string[] = [];
    const { removed } = await months.retain(3, lines);
    expect(removed).toMatchObject([{ partition: partitionOf(7), chains: 3, entries: 10, brokenChains: 0 }]);
    expect(lines).toEqual([expect.stringMatching(/10 entries of 3 organizations, [\d.]+ MB removed$/)]);
    expect(await months.partitions()).not.toContain(partitionOf(7));
    expect(await months.partitions()).toContain(partitionOf(8));
    expect(await months.removedBefore()).toEqual(new Date('2025-08-01T00:00:00Z'));
    for (const [{ organizationId }, sequence] of [
      [whole, 5],
      [ended, 3],
      [interrupted, 2],
    ] as const) {
      const { signed, ...checkpoint } = (await months.checkpointOf(organizationId)) ?? {};
      expect(checkpoint).toMatchObject({ sequence });
      expect(readSignedHead(signed ?? '', [headKeys.publicKey])).toMatchObject({
        organizationId,
        ...checkpoint,
      });
    }
    expect(await months.checkpointOf(begun.organizationId)).toBeUndefined();
  });

  it('retention leaves later entries unchanged', async () => {
    expect(await sequencesOf(whole)).toEqual([12, 11, 10, 9, 8, 7, 6]);
    expect((await listed(whole)).at(-1)?.previousHash).toBe(
      (await months.checkpointOf(whole.organizationId))?.hash,
    );
    expect(await sequencesOf(ended)).toEqual([]);
    expect(await sequencesOf(interrupted)).toEqual([4, 3]);
    expect(await sequencesOf(begun)).toEqual([4, 3, 2, 1]);
    expect(await exportedLines(whole)).toBe(7);
    expect(await exportedLines(ended)).toBe(0);
    expect(await exportedLines(begun)).toBe(4);
  });

  it('an event whose entry was removed is not recorded again, and the chain continues', async () => {
    const { organizationId, events } = ended;
    expect(await months.record(organizationId, inMonth(11), ...events)).toBe(0);
    // One that was never delivered, and would have to be removed now.
    expect(await months.record(organizationId, inMonth(11), months.eventIn(7))).toBe(0);
    expect(await months.record(organizationId, inMonth(11), months.eventIn(10))).toBe(1);
    expect(await sequencesOf(ended)).toEqual([4]);
    expect((await listed(ended))[0]?.previousHash).toBe((await months.checkpointOf(organizationId))?.hash);
    expect(await verify(ended)).toEqual({ intact: true, checked: 1 });
  });

  it('retention moves checkpoints on with later months, oldest first', async () => {
    const lines: string[] = [];
    await months.retain(1, lines);
    expect(lines.map((line) => line.split(' of ')[0])).toEqual([
      'entries_2025_08: 4 entries',
      'entries_2025_09: 9 entries',
    ]);
    expect(await months.checkpointOf(whole.organizationId)).toMatchObject({ sequence: 12 });
    expect(await months.checkpointOf(interrupted.organizationId)).toMatchObject({ sequence: 4 });
    expect(await months.checkpointOf(ended.organizationId)).toMatchObject({ sequence: 3 });
    expect(await verify(whole)).toEqual({ intact: true, checked: 0 });
    expect(await verify(ended)).toEqual({ intact: true, checked: 1 });
  });
});
