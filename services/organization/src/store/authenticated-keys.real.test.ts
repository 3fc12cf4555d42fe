import { Failure } from '@patchbay/errors/failure';
import { recordStatements } from '@patchbay/testing/statements';
import { mintApiKey } from '@patchbay/tokens/api-key';
import { digestOf } from '@patchbay/tokens/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyActions } from '../api-keys.fixture.ts';
import { createTenant } from '../tenant.fixture.ts';
import { startOrganization, type TestOrganization } from '../test-bed.fixture.ts';
import { authenticateKeys, type PresentedKey } from './authenticated-keys.ts';

const statements = recordStatements();

describe('keys that are authenticated together', () => {
  let organization: TestOrganization;
  const { mint, expire } = keyActions(() => organization);

  beforeAll(async () => {
    organization = await startOrganization();
  });
  afterAll(() => organization?.stop());

  it('are read by one statement, each with the workspace of its own slug', async () => {
    const tenant = await createTenant(organization);
    const [spring, autumn] = [await tenant.workspace(), await tenant.workspace()];
    const key = await mint(tenant, { level: 'user' });
    const other = await mint(tenant, { level: 'workspace', role: 'viewer', workspace: autumn });
    const expired = await mint(tenant, { level: 'user' });
    await expire(expired);
    const at = (secret: string, workspaceSlug: string): PresentedKey => ({
      digest: digestOf(secret),
      workspaceSlug,
    });
    const absent = Array.from({ length: 95 }, (_, index) => `absent-${index}`);
    const presented = [
      at(key.secret, spring.workspaceSlug),
      at(mintApiKey(), spring.workspaceSlug),
      at(key.secret, autumn.workspaceSlug),
      at(expired.secret, ''),
      at(other.secret, ''),
      ...absent.map((slug) => at(key.secret, slug)),
      at(key.secret, spring.workspaceSlug),
    ];
    let keys: Awaited<ReturnType<typeof authenticateKeys>> = [];
    const ran = await statements.during(async () => {
      keys = await authenticateKeys(organization.db, presented);
    });
    expect(ran).toEqual(['API keys and their access by digest']);
    expect(
      keys.map((one) => (one instanceof Failure ? one.reason : [one.keyId, one.row.workspaceSlug])),
    ).toEqual([
      [key.id, spring.workspaceSlug],
      'key_unknown',
      [key.id, autumn.workspaceSlug],
      'key_expired',
      [other.id, autumn.workspaceSlug],
      ...absent.map(() => [key.id, null]),
      [key.id, spring.workspaceSlug],
    ]);
  });
});
