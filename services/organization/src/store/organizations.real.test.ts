import '@patchbay/telemetry/fresh-modules';
import { recordStatements } from '@patchbay/testing/statements';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { slugCandidates } from '../domain/organization.ts';
import { sharedOrganization } from '../test-bed.fixture.ts';
import { findFreeSlug, firstFreeSlug } from './organizations.ts';

const organization = await sharedOrganization();

describe('findFreeSlug', () => {
  const statements = recordStatements();

  const take = (slugs: readonly string[]) =>
    organization.db.pool.query(
      `insert into organizations (id, slug, name) select gen_random_uuid(), slug, 'Acme' from unnest($1::text[]) as slug`,
      [slugs],
    );

  it('a wanted slug that is free is used, also beside a longer one that begins with it', async () => {
    const wanted = `acme-${v7()}`;
    await take([`${wanted}-more`]);
    expect(await findFreeSlug(organization.db, wanted)).toBe(wanted);
  });

  it('the first numbered slug that is free is used', async () => {
    const wanted = `acme-${v7()}`;
    await take([wanted, `${wanted}-2`, `${wanted}-4`]);
    expect(await findFreeSlug(organization.db, wanted)).toBe(`${wanted}-3`);
  });

  it.each([
    [99, 1],
    [100, 2],
  ])('a free slug behind %i taken ones is found by %i statements', async (taken, expected) => {
    const wanted = `acme-${v7()}`;
    await take(slugCandidates(wanted, 1, taken));
    const ran = await statements.during(async () => {
      const free = await findFreeSlug(organization.db, wanted);
      expect(free).toBe(slugCandidates(wanted, taken + 1, 1)[0]);
    });
    expect(ran).toEqual(Array(expected).fill(firstFreeSlug.name));
  });

  it('a free slug is found by the index, however many organizations there are', async () => {
    const crowd = Array.from({ length: 20_000 }, (_, index) => `crowd-${index}`);
    await take(crowd);
    const { pool } = organization.db;
    await organization.asOwner('analyze organizations');
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${firstFreeSlug.text}`, [
      slugCandidates('crowd-1', 1, 100),
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('organizations_slug_key');
    expect(plan).not.toContain('Seq Scan');
  });
});
