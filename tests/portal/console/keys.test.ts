import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, expectWellMade, requestsOf } from '../visitor.ts';
import { done, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());

const keys = '/v1/organizations/acme/api-keys';
const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

const revealed = async (page: Page): Promise<string> =>
  page.getByRole('group', { name: 'API key' }).innerText();

/** Everything of a page that outlives a dialog. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(`JSON.stringify([localStorage, sessionStorage, history.state, location.href,
    document.documentElement.outerHTML])`);

/** Whether the memory of a page has a text, once what nothing refers to is removed. */
async function remembers(page: Page, text: string): Promise<boolean> {
  const tools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  tools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await tools.send('HeapProfiler.enable');
  await tools.send('HeapProfiler.collectGarbage');
  await tools.send('HeapProfiler.takeHeapSnapshot', {});
  await tools.detach();
  return chunks.join('').includes(text);
}

it('an admin creates a key, tries it without their session, and nothing keeps it afterwards', async () => {
  const page = await world.open('admin', '/o/acme/keys', withClipboard);
  await at(page, 'API keys');
  await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'New key' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Given up');
  await page.getByRole('radio', { name: 'Organization' }).check();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'New key' }).press('Enter');
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
  await expect.poll(() => page.getByRole('radio', { name: 'You' }).isChecked()).toBe(true);
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await page.getByRole('radio', { name: 'One workspace' }).check();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('member');
  // What was typed survives a reload, in the dialog that the address has open.
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Nightly report');
  await page.getByText('We kept what you typed here earlier.').waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Choose a workspace.').last().waitFor();
  await expectWellMade(world.portal, page);
  await page.getByRole('combobox', { name: 'Workspace' }).selectOption('north');
  await page.getByRole('button', { name: 'Create key' }).click();

  await page.getByRole('dialog', { name: 'Copy your key now' }).waitFor();
  const key = await revealed(page);
  expect(key).toMatch(/^pby_\w{46}$/);
  await expectWellMade(world.portal, page);
  const requests = requestsOf(page, 'GET', '/v1/organizations/acme/workspaces/north');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('It works: it has the role member in the workspace North.').waitFor();
  const headers = await requests[0]?.allHeaders();
  expect(headers?.['x-api-key']).toBe(key);
  expect(headers).not.toHaveProperty('cookie');

  await page.keyboard.press('Escape');
  // A part of the key is no copy of it.
  await page
    .getByRole('group', { name: 'API key' })
    .evaluate('(key) => getSelection().setBaseAndExtent(key.firstChild, 0, key.firstChild, 8)');
  await page.keyboard.press('ControlOrMeta+C');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText("You haven't copied it. It can't be shown again.").waitFor();
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL(/\/o\/acme\/keys\/[\w-]{36}$/);
  await page.getByRole('complementary', { name: 'Nightly report' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  expect(await keptBy(page)).not.toContain(key);
  expect(world.portal.log()).not.toContain(key);
  await expectWellMade(world.portal, page);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/o/acme/keys');
  // Back does not open the panel again.
  await page.goBack();
  await page.waitForURL('**/o/acme/keys');
  const row = page.getByRole('row', { name: /Nightly report/ });
  await row.getByText('Member', { exact: true }).waitFor();
  await expectWellMade(world.portal, page);
});

it('a rotated key counts down until it stops, and can be found and revoked', async () => {
  const body = { name: 'Export', level: 'organization', role: 'viewer', expiresInDays: 10 };
  const { id } = await done(world.ada.post<{ id: string }>(keys, body));
  const page = await world.open('admin', `/o/acme/keys/${id}`, withClipboard);
  const panel = page.getByRole('complementary', { name: 'Export' });
  await panel.getByRole('button', { name: 'Rotate' }).click();
  await expectWellMade(world.portal, page);
  await page.getByRole('combobox', { name: /old key/ }).selectOption('1');
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByText(/The old key stops working in (1 hour|5\d minutes)\./).waitFor();
  const key = await revealed(page);
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  expect(await keptBy(page)).not.toContain(key);

  await page.goto(`${world.portal.address}/o/acme/keys/${id}`);
  await panel.getByText(/Stops working in 5\d min \d+ s\./).waitFor();
  await expectWellMade(world.portal, page);
  await panel.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('combobox', { name: /old key/ }).selectOption('0');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Rotate' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: /old key/ }).inputValue()).toBe('24');
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Old export');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('complementary', { name: 'Old export' });
  await renamed.getByRole('button', { name: 'Disable' }).click();
  await renamed.getByText(/This key is disabled/).waitFor();
  await renamed.getByRole('button', { name: 'Enable' }).click();
  await renamed.getByRole('button', { name: 'Disable' }).waitFor();

  await renamed.getByRole('button', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke the key?' });
  await dialog.getByText("It's never been used.").waitFor();
  await dialog.getByRole('textbox').fill('Export');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await dialog.getByText("This isn't the same. Type Old export.").last().waitFor();
  await expectWellMade(world.portal, page);
  await dialog.getByRole('textbox').fill('Old export');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await renamed.getByText(/This key was revoked for good/).waitFor();
  await renamed.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**/o/acme/keys');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('revoked');
  await page.waitForURL('**/o/acme/keys?status=revoked');
  expect(await page.getByRole('row', { name: /Nightly report/ }).count()).toBe(0);
  await page.getByRole('row', { name: /Old export/ }).press('Enter');
  await page.waitForURL(`**/o/acme/keys/${id}?status=revoked`);
  await page.getByRole('combobox', { name: 'Works for' }).selectOption('user');
  await page.getByText('No key matches.').waitFor();
});

it('a guest may create a key of their own, and learns from the API what they may not', async () => {
  const page = await world.open('guest', '/o/acme/keys?new=1', withClipboard);
  await page.getByRole('textbox', { name: 'Name' }).fill('My script');
  await page.getByRole('radio', { name: 'Organization' }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  expect(await page.getByRole('dialog', { name: 'New key' }).count()).toBe(1);
  await page.getByRole('radio', { name: 'You' }).check();
  await expect.poll(() => page.getByRole('dialog').getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('It works: it acts as you, with the role guest in Acme.').waitFor();
  const key = await revealed(page);
  expect(await remembers(page, key)).toBe(true);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Close without copying' }).click();
  await page.getByRole('complementary', { name: 'My script' }).waitFor();
  await page.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('combobox', { name: /old key/ }).selectOption('0');
  await page.getByRole('button', { name: 'Rotate key' }).click();
  // The old key is revoked by now, and its replacement still shown.
  await page.getByText(/This key was revoked for good/).waitFor({ state: 'attached' });
  await page.goBack();
  await page.waitForURL('**/o/acme/keys');
  await page.getByText('The old key has stopped working.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Close without copying' }).click();
  // Neither the old key nor those of others are listed.
  expect(await page.getByRole('row').count()).toBe(2);
  await page.keyboard.press('Escape');
  await expect.poll(() => remembers(page, key)).toBe(false);
  expect(world.portal.complaints).toEqual([]);
});
