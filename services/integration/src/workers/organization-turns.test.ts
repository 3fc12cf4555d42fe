import { describe, expect, it } from 'vitest';
import type { ClaimOptions } from '../store/due-work.ts';
import { createOrganizationTurns } from './organization-turns.ts';

interface Row {
  readonly id: string;
  readonly organizationId: string;
  readonly provider: string;
  readonly attempts: number;
  readonly active?: boolean;
}

/** A queue of due rows, named `organization provider` and counted, such as `{ 'a x': 3 }`. */
function queueOf(counts: Readonly<Record<string, number>>, { active = true } = {}) {
  const rows: Row[] = Object.entries(counts).flatMap(([name, count]) => {
    const [organizationId = '', provider = ''] = name.split(' ');
    return Array.from({ length: count }, (_, index) => ({
      id: `${name} ${index}`,
      organizationId,
      provider,
      attempts: 1,
      active,
    }));
  });
  let lists = 0;
  const claim = createOrganizationTurns<Row>({
    async list() {
      lists += 1;
      const organizations = Map.groupBy(rows, ({ organizationId }) => organizationId);
      return [...organizations].map(([organizationId, due]) => ({
        organizationId,
        providers: [...new Set(due.map(({ provider }) => provider))],
      }));
    },
    async claim({ turns, share, limit }: ClaimOptions) {
      const claimed = turns.flatMap((turn) =>
        rows
          .filter((row) => row.organizationId === turn.organizationId && row.provider === turn.provider)
          .slice(0, share),
      );
      const taken = claimed.slice(0, limit);
      for (const row of taken) rows.splice(rows.indexOf(row), 1);
      return taken;
    },
    listMs: 60_000,
  });
  return {
    rows,
    lists: () => lists,
    /** The organizations, in the order of the claimed rows. */
    claim: async (limit: number, ...full: string[]) =>
      (await claim(limit, 1_000, full)).map(({ organizationId }) => organizationId).join(''),
  };
}

describe('claims by turns of organizations', () => {
  it('organizations are served by turns, however many rows one of them has', async () => {
    const { claim, lists } = queueOf({ 'a x': 1_000, 'b x': 2, 'c x': 3 });
    const served = [];
    for (let index = 0; index < 10; index += 1) served.push(await claim(1));
    expect(served.join('')).toBe('abcabcacaa');
    expect(lists()).toBe(1);
  });

  it('one claim of several rows divides them between the organizations', async () => {
    const { claim } = queueOf({ 'a x': 1_000, 'b x': 2 });
    expect(await claim(4)).toBe('aabb');
    expect(await claim(4)).toBe('aaaa');
  });

  it('an organization whose turn the limit cut off is the next one', async () => {
    const { claim } = queueOf({ 'a x': 9, 'b x': 9, 'c x': 9, 'd x': 9, 'e x': 9 });
    expect(await claim(8)).toBe('aabbccdd');
    expect(await claim(1)).toBe('e');
    expect(await claim(1)).toBe('a');
  });

  it('an organization with rows at several providers has one turn like the others', async () => {
    const { claim } = queueOf({ 'a x': 9, 'a y': 9, 'a z': 9, 'b x': 9 });
    expect(await claim(4)).toBe('aabb');
    expect(await claim(4)).toBe('aabb');
  });

  it('rows at a provider that is full are left, and the organization keeps its turn for later', async () => {
    const { claim } = queueOf({ 'a x': 9, 'b x': 1, 'b y': 1 });
    expect(await claim(4, 'x')).toBe('b');
    expect(await claim(4, 'x', 'y')).toBe('');
    expect(await claim(2)).toBe('ab');
  });

  it('organizations are listed again when none is left', async () => {
    const { claim, rows, lists } = queueOf({ 'a x': 1 });
    expect(await claim(4)).toBe('a');
    rows.push({ id: 'later', organizationId: 'b', provider: 'x', attempts: 1 });
    expect(await claim(4)).toBe('b');
    expect(await claim(4)).toBe('');
    expect(lists()).toBe(3);
  });

  it('rows that were only postponed are no work, and the claim goes on', async () => {
    const { claim, rows } = queueOf({ 'a x': 40 }, { active: false });
    rows.push({ id: 'active', organizationId: 'b', provider: 'x', attempts: 1 });
    expect(await claim(8)).toBe('b');
    expect(rows).toEqual([]);
  });
});
