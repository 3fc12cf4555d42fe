import { randomUUID } from 'node:crypto';
import { sharedBounds } from '@patchbay/limits/shared-bounds';
import { mostAtOnce } from '@patchbay/testing/shared-bounds';
import { expect, it } from 'vitest';
import { createPageTurns } from './page-turns.ts';

const { exportPagesPerOrganization, trailPagesPerOrganization } = sharedBounds;

it.each([
  ['one page for exports', 1, exportPagesPerOrganization, 1],
  ['one page for exports', 3, exportPagesPerOrganization, 1],
  ['one page for exports', 8, exportPagesPerOrganization, 1],
  ['two pages for lists', 1, trailPagesPerOrganization, 2],
  ['two pages for lists', 3, trailPagesPerOrganization, 2],
  ['two pages for lists', 8, trailPagesPerOrganization, 2],
])('an organization reads %s at once in %i processes', async (_, processes, perOrganization, expected) => {
  const organizationId = randomUUID();
  const { signal } = new AbortController();
  const most = await mostAtOnce({
    processes,
    times: 3,
    build: (parts) =>
      createPageTurns({ ...parts, perOrganization, inAll: 4, maxWaiting: 100, timeoutMs: 3_600_000 }),
    work: (inPageTurn, inside) => inPageTurn(organizationId, signal, inside),
  });
  expect(most).toBeLessThanOrEqual(expected);
});
