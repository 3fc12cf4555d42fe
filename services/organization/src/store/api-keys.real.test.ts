import { describe, expect, it } from 'vitest';
import { createTenant } from '../tenant.fixture.ts';
import { sharedOrganization } from '../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('the table of API keys', () => {
  it('the table refuses keys whose level, role, workspace and times contradict each other', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    const [spring, foreign] = [await tenant.workspace(), await other.workspace()];
    const { pool } = organization.db;
    const insert = (columns: Record<string, unknown>) => {
      const row = { level: 'organization', role: 'admin', status: 'active', workspace: null, ...columns };
      const { level, role, status, workspace, ...times } = { rotated: null, revoked: null, ...row };
      return pool.query(
        `insert into api_keys (id, organization_id, creator_user_id, name, digest, level, role, status,
                               workspace_id, rotated_at, revoked_at)
         values (gen_random_uuid(), $1, $2, 'Reports', sha256(gen_random_uuid()::text::bytea), $3::api_key_level,
                 $4::role, $5::api_key_status, (select id from workspaces where slug = $6), $7, $8)`,
        [tenant.id, tenant.admin.userId, level, role, status, workspace, times.rotated, times.revoked],
      );
    };
    const workspace = spring.workspaceSlug;
    for (const good of [
      {},
      { level: 'user', role: null },
      { level: 'workspace', workspace },
      { status: 'revoked', revoked: new Date() },
    ]) {
      await expect(insert(good)).resolves.toBeDefined();
    }
    for (const bad of [
      { level: 'user' },
      { role: null },
      { role: 'guest' },
      { level: 'workspace' },
      { workspace },
      { level: 'workspace', workspace: foreign.workspaceSlug },
      { status: 'revoked' },
      { revoked: new Date() },
      { rotated: new Date() },
    ]) {
      await expect(insert(bad)).rejects.toThrow(/check constraint|foreign key/);
    }
  });

  it('a key that was stored without a prefix has the prefix of the platform', async () => {
    const tenant = await createTenant(organization);
    const { rows } = await organization.db.pool.query(
      `insert into api_keys (id, organization_id, creator_user_id, name, digest, level)
       values (gen_random_uuid(), $1, $2, 'Imported', sha256('imported'), 'user') returning prefix`,
      [tenant.id, tenant.admin.userId],
    );
    expect(rows).toEqual([{ prefix: 'pby_' }]);
  });
});
