import { callAs } from '@patchbay/rpc/client';
import { userContext } from '@patchbay/testing/callers';
import { maxEntryBytes } from '@patchbay/trail/entry-size';
import { describe, expect, it } from 'vitest';
import { createTenant } from '../tenant.fixture.ts';
import { sharedOrganization } from '../test-bed.fixture.ts';

const organization = await sharedOrganization();

/** This many characters of four bytes each in UTF-8. */
const wide = (length: number): string => '𐍈'.repeat(length);

describe('the largest removal', () => {
  it('a member with the maximum of keys and assignments and the longest names can be removed, and the event is small, names the first keys and counts the others', async () => {
    const tenant = await createTenant(organization);
    const { userId } = await tenant.person('admin', wide(255));
    const { pool } = organization.db;
    await pool.query('update people set email = $2 where user_id = $1', [
      userId,
      `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
    ]);
    await pool.query(
      `with placed as (
         insert into workspaces (id, organization_id, slug, name)
         select gen_random_uuid(), $1, rpad('workspace-' || number || '-', 63, 'x'), $3
         from generate_series(1, 1000) as number returning id
       )
       insert into assignments (id, organization_id, workspace_id, user_id, role)
       select gen_random_uuid(), $1, id, $2, 'member' from placed`,
      [tenant.id, userId, wide(100)],
    );
    await pool.query(
      `insert into api_keys (id, organization_id, creator_user_id, name, digest, level, role, prefix)
       select gen_random_uuid(), $1, $2, $3, sha256(gen_random_uuid()::text::bytea), 'organization', 'admin',
              'pby_' || lpad(number::text, 11, '0')
       from generate_series(1, 1000) as number`,
      [tenant.id, userId, wide(100)],
    );
    const admin = userContext({ ...tenant.admin, name: wide(255) });
    await organization
      .calledBy('gateway')
      .removeMember(
        { organizationSlug: tenant.slug, userId },
        callAs({ ...admin, userAgent: 'x'.repeat(512), requestId: 'r'.repeat(128) }),
      );

    const [removed] = (await tenant.trail()).filter(({ action }) => action === 'member.removed');
    if (removed === undefined) throw new Error('there is no event of the removal');
    const { organizationKeys, organizationKeysOmitted } = removed.metadata as {
      organizationKeys: { prefix: string }[];
      organizationKeysOmitted: number;
    };
    const named = new Set(organizationKeys.map(({ prefix }) => prefix)).size;
    expect(named).toBeGreaterThan(20);
    expect(named + organizationKeysOmitted).toBe(1_000);
    expect(removed.changes['assignments']?.[0]).toMatchObject({ length: expect.any(Number) as number });
    const { rows } = await pool.query<{ largest: number }>(
      'select max(octet_length(payload)) as largest from outbox where key = $1',
      [tenant.id],
    );
    expect(rows[0]?.largest).toBeLessThan(maxEntryBytes);
  });
});
