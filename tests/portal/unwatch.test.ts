import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Portal, startPortal } from './portal.ts';
import { at, expectWellMade, requestsOf } from './visitor.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
}, 600_000);
afterAll(() => portal?.stop());

const token = 'k1.c2VjcmV0LW9mLWFuLWVuZC1vZi13YXRjaGluZw';

it('a link that ends watching needs one press of the button, and its token leaves the address', async () => {
  const page = await portal.open('/robots.txt');
  // No mail is sent for ten minutes, so this answer is made up.
  await page.route('**/v1/watching/end', (route) =>
    route.fulfill({
      json: { organizationName: 'Acme', workspaceNames: ['North', 'South'] },
      headers: { 'access-control-allow-origin': portal.address, 'access-control-allow-credentials': 'true' },
    }),
  );
  const sent = requestsOf(page, 'POST', '/v1/watching/end');
  await page.goto(`${portal.address}/unwatch/${token}`);
  await at(page, 'End these emails?');
  expect(page.url()).toBe(`${portal.address}/unwatch`);
  await expectWellMade(portal, page);
  expect(sent).toHaveLength(0);
  await page.getByRole('button', { name: 'End these emails' }).dblclick();
  await at(page, 'No more of these emails');
  await page.getByText('You no longer watch North and South at Acme.').waitFor();
  expect(sent).toHaveLength(1);
  await expectWellMade(portal, page);
  await page.reload();
  await at(page, 'No more of these emails');
});

it('a link that ends watching says so if it no longer works, and is not in the log', async () => {
  const page = await portal.open(`/unwatch/${token}`);
  await page.getByRole('button', { name: 'End these emails' }).click();
  await at(page, 'That link no longer works');
  await expectWellMade(portal, page);
  const tab = await portal.open('/unwatch');
  await at(tab, 'Open the link again');
  await expectWellMade(portal, tab);
  expect(portal.log()).not.toContain(token);
});
