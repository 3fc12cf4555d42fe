import { describe, expect, it } from 'vitest';
import type { Due } from '../store/due-work.ts';
import { createOrganizationTurns } from './organization-turns.ts';

/**
 * A queue of due rows, named by organization and provider and counted, such as `{ 'a x': 3 }`. Those of an organization in `idle` are
 * postponed by the claim: there is nothing to do.
 */
function queueOf(counts: Readonly<Record<string, number>>, { idle = '', listMs = 60_000 } = {}) {
  const rows: Due[] = Object.entries(counts).flatMap(([name, count]) => {
    const [organizationId = '', provider = ''] = name.split(' ');
    return Array.from({ length: count }, (_, index) => ({
      id: `${name} ${index}`,
      organizationId,
      provider,
      lastWorkspaceId: 'last',
    }));
  });
  const listedAfter: string[] = [];
  let claims = 0;
  const claim = createOrganizationTurns({
    async list(afterWorkspaceId) {
      listedAfter.push(afterWorkspaceId);
      return [...rows];
    },
    async claim(ids) {
      claims += 1;
      const claimed = rows.filter(({ id }) => ids.includes(id));
      for (const row of claimed) rows.splice(rows.indexOf(row), 1);
      const active = claimed.filter(({ organizationId }) => !idle.includes(organizationId));
      return ids
        .flatMap((id) => active.filter((row) => row.id === id))
        .map((row) => ({ ...row, attempts: 1 }));
    },
    listMs,
  });
  return {
    rows,
    listedAfter,
    claims: () => claims,
    /** The organizations, in the order of the claimed rows. */
    claim: async (limit: number, ...full: string[]) =>
      (await claim(limit, 1_000, full)).map(({ id }) => id.charAt(0)).join(''),
  };
}

describe('claims by turns of organizations', () => {
  it('organizations are served by turns, however many rows one of them has', async () => {
    const { claim, listedAfter } = queueOf({ 'a x': 1_000, 'b x': 2, 'c x': 3 });
    const served = [];
    for (let index = 0; index < 10; index += 1) served.push(await claim(1));
    expect(served.join('')).toBe('abcabcacaa');
    expect(listedAfter).toHaveLength(1);
  });

  it('one claim of several rows divides them between the organizations', async () => {
    const { claim } = queueOf({ 'a x': 1_000, 'b x': 2 });
    expect(await claim(3)).toBe('aba');
    expect(await claim(4)).toBe('baaa');
  });

  it('an organization with rows at several providers has one turn like the others', async () => {
    const { claim } = queueOf({ 'a x': 9, 'a y': 9, 'a z': 9, 'b x': 9 });
    expect(await claim(4)).toBe('abab');
  });

  it('a new list of due rows leaves the order of the organizations', async () => {
    const { claim } = queueOf({ 'a x': 9, 'b x': 9, 'c x': 9 }, { listMs: 0 });
    expect(await claim(2)).toBe('ab');
    expect(await claim(2)).toBe('ca');
  });

  it('rows at a provider that is full are left, and the organization keeps its turn for later', async () => {
    const { claim } = queueOf({ 'a x': 9, 'b x': 1, 'b y': 1 });
    expect(await claim(4, 'x')).toBe('b');
    expect(await claim(4, 'x', 'y')).toBe('');
    expect(await claim(2)).toBe('ab');
  });

  it('due rows are listed again when none is left, after the last workspace of the list before', async () => {
    const { claim, rows, listedAfter } = queueOf({ 'a x': 1 });
    expect(await claim(4)).toBe('a');
    rows.push({ id: 'b x', organizationId: 'b', provider: 'x', lastWorkspaceId: null });
    expect(await claim(4)).toBe('b');
    expect(await claim(4)).toBe('');
    const first = '00000000-0000-0000-0000-000000000000';
    expect(listedAfter).toEqual([first, 'last', first]);
  });

  it('rows with nothing to do delay no claimed row', async () => {
    const { claim, claims } = queueOf({ 'a x': 1_000, 'b x': 1 }, { idle: 'a' });
    expect(await claim(8)).toBe('b');
    expect(claims()).toBe(1);
  });

  it('a claim goes on while it finds only rows with nothing to do', async () => {
    const { claim, rows } = queueOf({ 'a x': 40 }, { idle: 'a' });
    expect(await claim(8)).toBe('');
    expect(rows).toEqual([]);
  });
});
