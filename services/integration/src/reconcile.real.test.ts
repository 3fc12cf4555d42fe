import { createTransact } from '@patchbay/database/transaction';
import { findLeftovers } from '@patchbay/service/leftovers';
import { expect, it } from 'vitest';
import { createCatalogue } from './providers/catalogue.ts';
import { destroyBy } from './reconcile.ts';
import { tenantRowsOf } from './store/tenant-rows.ts';
import { workerBed } from './workers/workers.fixture.ts';

const given = workerBed();

it('what is left of a missing workspace or organization is found and destroyed, and nothing else', async () => {
  const { db } = given.bed.service;
  const [kept, ended, gone] = [given.bed.newTenant(), given.bed.newTenant(), given.bed.newTenant()];
  const id = await given.bed.connectedForm(kept);
  for (const tenant of [ended, gone]) await given.bed.connectedForm(tenant);
  const find = () =>
    Array.fromAsync(
      findLeftovers(tenantRowsOf(db), async ({ organizationIds, workspaceIds }) => ({
        organizationIds: organizationIds.filter((each) => each === gone.organizationId),
        workspaceIds: workspaceIds.filter((each) => [ended.workspaceId, gone.workspaceId].includes(each)),
      })),
    );
  const leftovers = await find();
  expect(new Set(leftovers.map(({ workspaceId }) => workspaceId))).toEqual(
    new Set([ended.workspaceId, gone.workspaceId]),
  );
  for (const { rows } of leftovers)
    expect(rows).toEqual({ integrations: 1, credentials: 1, connect_links: 0, grants: 0 });
  const destroy = destroyBy({
    db,
    transact: createTransact(db),
    catalogue: createCatalogue([], {}),
    connectorOf: () => {
      throw new Error('the catalogue is empty');
    },
  });
  for (const leftover of leftovers) await destroy(leftover);
  expect(await find()).toEqual([]);
  expect(await given.bed.row('credentials', id)).toBeDefined();
  await expect(gone.sibling().create()).rejects.toMatchObject({ code: 'not_found' });
});
