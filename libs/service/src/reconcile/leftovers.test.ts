import { describe, expect, it } from 'vitest';
import {
  findLeftovers,
  type ListMissing,
  type MissingTenant,
  type Tenant,
  type TenantRows,
} from './leftovers.ts';
import { reconcile } from './run-reconcile.ts';

const tenants: readonly Tenant[] = [
  { organizationId: 'a', workspaceId: 'a1' },
  { organizationId: 'a', workspaceId: 'a2' },
  { organizationId: 'b', workspaceId: null },
  { organizationId: 'c', workspaceId: 'c1' },
];

/** Pages of two. */
const tenantRowsOf = (destroyed: MissingTenant[] = []): TenantRows => ({
  async tenantsAfter(after) {
    const start = after === undefined ? 0 : tenants.indexOf(after) + 1;
    return tenants.slice(start, start + 2);
  },
  countRows: async () => ({ webhooks: 2, cursors: 0 }),
  async destroy(tenant) {
    destroyed.push(tenant);
  },
});
const missing: ListMissing = async ({ organizationIds, workspaceIds }) => ({
  organizationIds: organizationIds.filter((id) => id === 'b'),
  workspaceIds: workspaceIds.filter((id) => id === 'a2'),
});
const nothingMissing: ListMissing = async () => ({ organizationIds: [], workspaceIds: [] });

describe('leftovers', () => {
  it('missing tenants are found over all pages, each once', async () => {
    expect(await Array.fromAsync(findLeftovers(tenantRowsOf(), missing))).toMatchObject([
      { workspaceId: 'a2', isOrganizationMissing: false, rows: { webhooks: 2, cursors: 0 } },
      { organizationId: 'b', workspaceId: null, isOrganizationMissing: true },
    ]);
    expect(await Array.fromAsync(findLeftovers(tenantRowsOf(), nothingMissing))).toEqual([]);
  });

  it('the command counts and names leftovers, and destroys nothing by default', async () => {
    const [lines, destroyed]: [string[], MissingTenant[]] = [[], []];
    const parts = { tenantRows: tenantRowsOf(destroyed), listMissing: missing };
    const print = (line: string) => void lines.push(line);
    expect(await reconcile(parts, { isJson: false, destroys: false, print })).toBe(2);
    expect(lines).toEqual(['organization a workspace a2: 2 webhooks', 'organization b: 2 webhooks']);
    expect(destroyed).toEqual([]);
  });

  it('the command destroys leftovers with --destroy, and reports it', async () => {
    const [lines, destroyed]: [string[], MissingTenant[]] = [[], []];
    const parts = { tenantRows: tenantRowsOf(destroyed), listMissing: missing };
    const print = (line: string) => void lines.push(line);
    expect(await reconcile(parts, { isJson: true, destroys: true, print })).toBe(0);
    expect(destroyed.map(({ organizationId }) => organizationId)).toEqual(['a', 'b']);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { organizationId: 'a', workspaceId: 'a2', rows: { webhooks: 2 }, destroyed: true },
      { organizationId: 'b', destroyed: true },
    ]);
  });
});
