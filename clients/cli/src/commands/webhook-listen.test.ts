import { createHash } from 'node:crypto';
import { canonicalForm } from '@patchbay/trail/canonical';
import { describe, expect, it } from 'vitest';
import type { AuditLog } from './audit-entries.ts';
import { createCheckedTrail } from './checked-trail.ts';
import { takes } from './webhook-listen.ts';

/** The next entry of a chain. The names of its fields are in no order. */
function entryAfter(previous: AuditLog | undefined, more: Partial<AuditLog> = {}): AuditLog {
  const sequence = (previous?.sequence ?? 0) + 1;
  const hashed = {
    sequence,
    action: 'workspace.updated',
    target: { type: 'workspace', name: 'Frühling 👩‍🚀', id: '1' },
    metadata: { 10: 1, 9: 2 },
    previousHash: previous?.hash ?? '0'.repeat(64),
    ...more,
  };
  const hash = createHash('sha256').update(canonicalForm(hashed)).digest('hex');
  return { ...hashed, hash } as unknown as AuditLog;
}

function chainOf(length: number): AuditLog[] {
  const chain: AuditLog[] = [];
  while (chain.length < length) chain.push(entryAfter(chain.at(-1)));
  return chain;
}

/** A trail whose entries a test adds, removes and alters. */
async function checkedTrailOf(trail: AuditLog[]) {
  const client = {
    listAuditLogs: () => Promise.resolve({ auditLogs: trail.slice(-1), nextCursor: null }),
    async *iterate() {
      yield* trail.toReversed();
    },
  };
  const checked = await createCheckedTrail(client as never, 'acme');
  return async (): Promise<number[]> => {
    const sequences: number[] = [];
    for await (const { sequence } of checked.read()) sequences.push(sequence);
    return sequences;
  };
}

describe('the trail that is forwarded', () => {
  it.each([0, 1, 3])('of a trail of %i entries the new ones are read once, oldest first', async (before) => {
    const trail = chainOf(before);
    const read = await checkedTrailOf(trail);
    expect(await read()).toEqual([]);
    trail.push(entryAfter(trail.at(-1)));
    trail.push(entryAfter(trail.at(-1)));
    expect(await read()).toEqual([before + 1, before + 2]);
    expect(await read()).toEqual([]);
    trail.push(entryAfter(trail.at(-1)));
    expect(await read()).toEqual([before + 3]);
  });

  it('entries that nobody took from the last read come with the next one', async () => {
    const trail = chainOf(1);
    const client = {
      listAuditLogs: () => Promise.resolve({ auditLogs: trail.slice(-1), nextCursor: null }),
      async *iterate() {
        yield* trail.toReversed();
      },
    };
    const checked = await createCheckedTrail(client as never, 'acme');
    trail.push(entryAfter(trail.at(-1)));
    trail.push(entryAfter(trail.at(-1)));
    for await (const { sequence } of checked.read()) if (sequence === 2) break;
    const rest: number[] = [];
    for await (const { sequence } of checked.read()) rest.push(sequence);
    expect(rest).toEqual([3]);
  });

  it.each([
    ['an altered entry', (entry: AuditLog) => ({ ...entry, action: 'user.updated' as const })],
    ['an entry of another chain', (entry: AuditLog) => entryAfter(undefined, { sequence: entry.sequence })],
    ['a gap', (entry: AuditLog) => entryAfter(entry)],
  ])('%s ends it', async (_what, change) => {
    const trail = chainOf(2);
    const read = await checkedTrailOf(trail);
    trail.push(change(entryAfter(trail.at(-1))));
    await expect(read()).rejects.toThrow('The chain of the trail is broken.');
  });
});

describe('the filter', () => {
  const entry = entryAfter(undefined, { workspace: { slug: 'spring', name: 'Spring' } });

  it.each([
    [[], undefined, true],
    [['workspace.updated'], undefined, true],
    [['workspace.*'], 'spring', true],
    [['workspace.created'], undefined, false],
    [['workspace_member.*'], undefined, false],
    [[], 'brand', false],
  ])('the actions %j of the workspace %s', (actions, workspace, isTaken) => {
    expect(takes({ actions, workspace }, entry)).toBe(isTaken);
  });

  it('an entry of no workspace is not of a workspace', () => {
    const { workspace: _none, ...rest } = entry;
    expect(takes({ actions: [], workspace: 'spring' }, { ...rest, workspace: null })).toBe(false);
  });
});
