import { readFile } from 'node:fs/promises';
import { waitFor } from '@patchbay/testing/wait';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trailOf, trailWhen } from '../../api.ts';
import { at, expectWellMade } from '../visitor.ts';
import { done, integrations, startWorld, type World } from './world.ts';

let world: World;
const organization = '/v1/organizations/acme';

interface Created {
  readonly id: string;
  readonly key: string;
  readonly connectUrl: string;
}

/** A client connects, Ada renames, and a key invites. */
async function makeHistory({ ada, portal }: World): Promise<void> {
  const key = { name: 'Reports', level: 'organization', role: 'admin' };
  const robot = portal.api.withKey((await done(ada.post<Created>(`${organization}/api-keys`, key))).key);
  const { simulator } = portal.providers.of('criteo');
  const { settings, fields } = simulator.ways[0];
  const { id, connectUrl } = await done(
    ada.post<Created>(integrations, { provider: 'criteo', name: 'Criteo', settings }),
  );
  const token = new URL(connectUrl).pathname.split('/').at(-1);
  await done(portal.api.post(`/v1/connect/${token}/credentials`, fields));
  await done(ada.patch(`${integrations}/${id}`, { name: 'Criteo <b>Europe</b>' }));
  // Another service makes the next change, and the trail may get the two in any order.
  await trailWhen(ada, 'acme', (entries) => entries.some(({ action }) => action === 'integration.updated'));
  await done(
    robot.post(`${organization}/workspaces/north/invitations`, {
      email: 'ida@client.example',
      role: 'viewer',
    }),
  );
}

beforeAll(async () => {
  world = await startWorld();
  await makeHistory(world);
  // Entries follow within seconds.
  const isThere = async () => (await trailOf(world.ada, 'acme')).at(-1)?.target.name === 'ida@client.example';
  await waitFor(isThere, { what: 'the last entry' });
}, 600_000);
afterAll(() => world?.stop());

const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row', { name: text });
const seal = (page: Page) => page.getByRole('region', { name: 'Seal' });

it('an admin reads what happened in sentences, newest first, and new entries when they look at the tab again', async () => {
  const page = await world.open('admin', '/o/acme/trail');
  await at(page, 'Audit trail');
  const newest = page.getByRole('row').nth(1);
  await newest
    .getByText(/^The API key Reports \(pby_\w+…\) invited ida@client.example to North as a viewer$/)
    .waitFor();
  await rowOf(page, 'Somebody with a connect link connected Criteo of North to').waitFor();
  await rowOf(page, 'Ada renamed Criteo of North to Criteo <b>Europe</b>').waitFor();
  await rowOf(page, 'Ada created the workspace North').waitFor();
  await expectWellMade(world.portal, page);
  await done(world.ada.patch('/v1/organizations/acme', { name: 'Acme Ltd' }));
  await waitFor(async () => (await trailOf(world.ada, 'acme')).at(-1)?.action === 'organization.updated', {
    what: 'the entry of the change',
  });
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  await expect.poll(() => newest.innerText()).toContain('Ada renamed the organization Acme to Acme Ltd');
});

it('filters and the open entry are the address, and survive a reload', async () => {
  const page = await world.open('admin', '/o/acme/trail');
  await rowOf(page, 'invited ida@client.example').waitFor();
  await page.getByRole('combobox', { name: 'What' }).selectOption('integration');
  await page.getByRole('combobox', { name: 'Where' }).selectOption('north');
  await rowOf(page, 'invited ida@client.example').waitFor({ state: 'detached' });
  await rowOf(page, 'renamed Criteo of North').press('Enter');
  const panel = page.getByRole('complementary', { name: /renamed Criteo of North/ });
  await panel.waitFor();
  await page.reload();
  await panel.waitFor();
  expect(await page.getByRole('combobox', { name: 'What' }).inputValue()).toBe('integration');
  expect(await page.getByRole('grid').getByRole('row').count()).toBe(4);
  await expectWellMade(world.portal, page);

  const change = panel.getByRole('row', { name: /^Name/ }).getByRole('cell');
  expect(await change.allInnerTexts()).toEqual(['Criteo', 'Criteo <b>Europe</b>']);
  for (const label of ['Request ID', 'Trace ID', 'Hash', 'Hash before'])
    await panel.getByRole('button', { name: `Copy ${label}`, exact: true }).waitFor();

  await panel.getByRole('button', { name: 'All by this actor' }).click();
  const who = page.getByRole('combobox', { name: 'Who' });
  await expect.poll(() => who.inputValue()).toBe('Ada (ada@acme.example)');
  await rowOf(page, 'Somebody with a connect link').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear the filter “What”' }).click();
  await who.fill('nobody at all');
  await who.press('Tab');
  await expect.poll(() => who.inputValue()).toBe('Ada (ada@acme.example)');
  await who.fill('repo');
  await page.getByRole('option', { name: /^Reports/ }).click();
  await rowOf(page, /The API key Reports .* invited/).waitFor();
  await expect.poll(() => who.inputValue()).toMatch(/^Reports \(API key pby_\w+…\)$/);
  expect(await page.getByRole('button', { name: 'Clear the filter “Who”' }).count()).toBe(1);
  // An entry that the filters do not show can still be opened by its address.
  await page.getByRole('combobox', { name: 'What' }).selectOption('webhook.deleted');
  await page.getByRole('heading', { name: 'No entry matches these filters' }).waitFor();
  await page.reload();
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expectWellMade(world.portal, page);
  // The filters of before the panel was opened, without the panel.
  await page.goBack();
  await rowOf(page, 'Somebody with a connect link').waitFor();
  expect(await panel.count()).toBe(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await who.fill('nobody at all');
  await page.getByText('no API key matches').waitFor();
  await who.press('Tab');
  await expect.poll(() => who.inputValue()).toBe('');
  const from = page.getByLabel('From', { exact: true });
  // As while the year is typed.
  await from.fill('0203-01-02');
  await expect.poll(() => from.inputValue()).toBe('0203-01-02');
  expect(page.url()).not.toContain('from=');
  await from.fill('2030-01-02');
  await page.getByLabel('Until', { exact: true }).fill('2030-01-01');
  await page.getByText('The first day is after the last one.').waitFor();
});

it('the browser verifies the trail, remembers it for the visit, and names an entry that was altered', async () => {
  const page = await world.open('admin', '/o/acme/trail');
  await seal(page).getByText('Not verified in this visit').waitFor();
  await seal(page).getByRole('button', { name: 'Verify the trail' }).click();
  const entries = await trailOf(world.ada, 'acme');
  await seal(page).getByText(`${entries.length} entries verified`).waitFor();
  await seal(page).getByText("The server's own check agrees.").waitFor();
  await seal(page)
    .getByText(entries.at(-1)?.hash ?? '')
    .waitFor();
  await expectWellMade(world.portal, page);
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await at(page, 'Workspaces');
  await page.getByRole('link', { name: 'Audit trail' }).click();
  await seal(page).getByText(`${entries.length} entries verified`).waitFor();

  await page.route(/\/audit-logs\/export/, async (route) => {
    const response = await route.fetch();
    const lines = (await response.text()).split('\n');
    await route.fulfill({
      response,
      body: lines.with(2, lines[2]?.replace('"name":"', '"name":"Not ') ?? '').join('\n'),
    });
  });
  await seal(page).getByRole('button', { name: 'Verify again' }).click();
  await seal(page).getByText('The trail is broken at entry 3').waitFor();
  expect(await seal(page).getByRole('alert').innerText()).toContain(
    "The server's own check finds nothing wrong.",
  );
  await expectWellMade(world.portal, page);

  // Entries that were there a moment ago are missing.
  await page.unrouteAll();
  await page.route(/\/audit-logs\/export/, async (route) => {
    const response = await route.fetch();
    const lines = (await response.text()).split('\n');
    await route.fulfill({ response, body: [...lines.slice(0, 4), ''].join('\n') });
  });
  await seal(page).getByRole('button', { name: 'Verify again' }).click();
  await seal(page)
    .getByText(/The trail ends here, but this browser saw entry \d+/)
    .waitFor();

  // As on a page without https.
  await page.addInitScript('delete Crypto.prototype.subtle');
  await page.reload();
  await seal(page).getByText('Browsers only compute hashes on secure pages.').first().waitFor();
  const verify = seal(page).getByRole('button', { name: 'Verify the trail' });
  expect(await verify.getAttribute('aria-disabled')).toBe('true');
});

it('the entries that match are saved as a file, and an export can be cancelled', async () => {
  const page = await world.open('admin', '/o/acme/trail?action=integration.connected');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export these' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-trail-acme-\d{4}-\d\d-\d\d\.ndjson$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\n');
  expect(lines.map((line) => line && (JSON.parse(line) as { action: string }).action)).toEqual([
    'integration.connected',
    '',
  ]);
  await page.getByText('Saved 1 entry.').waitFor();
  await page.route(/\/audit-logs\/export/, () => undefined);
  await page.getByRole('button', { name: 'Export these' }).click();
  await page.getByRole('button', { name: 'Cancel export' }).click();
  await page.getByRole('button', { name: 'Export these' }).waitFor();
});

it('whoever is not an admin is told why the trail is not shown', async () => {
  const page = await world.open('member', '/o/acme/trail');
  await page.getByText('Only admins can read the audit trail, and your role here is member.').waitFor();
  expect(await page.getByRole('grid').count()).toBe(0);
  await expectWellMade(world.portal, page);
});
