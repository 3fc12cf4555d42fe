import { expect } from 'vitest';
import { emptyChain, hashOf } from '../domain/chain.ts';
import type { TestTrail } from '../test-bed.fixture.ts';

/** The entries. Asserts: no gaps, correct and linked hashes, no event twice, the head equal to the last entry. */
export async function intactChain(trail: TestTrail, organizationId: string) {
  const entries = await trail.entriesOf(organizationId);
  const hashes = entries.map(({ hash }) => hash);
  expect(entries.map(({ entry }) => entry.sequence)).toEqual(entries.map((_, index) => index + 1));
  expect(entries.map(({ text }) => hashOf(text))).toEqual(hashes);
  expect(entries.map(({ entry }) => entry.previousHash)).toEqual([emptyChain.hash, ...hashes].slice(0, -1));
  expect(new Set(entries.map(({ eventId }) => eventId)).size).toBe(entries.length);
  const { rows } = await trail.db.pool.query(
    'select sequence::int, hash from chain_heads where organization_id = $1',
    [organizationId],
  );
  expect(rows).toEqual([{ sequence: entries.length, hash: hashes.at(-1) }]);
  return entries;
}
