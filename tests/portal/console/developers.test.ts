import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from '../../webhook-receiver.ts';
import { at, expectWellMade, holdChanges, reasonOf } from '../visitor.ts';
import { done, integrations, startWorld, type World } from './world.ts';

let world: World;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([startWorld(), startWebhookReceiver()]);
}, 600_000);
afterAll(async () => {
  await world?.stop();
  await receiver?.stop();
});

const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

it('a member finds a request that works as it is, and learns who manages webhooks', async () => {
  const body = { name: 'Nordlicht', provider: 'criteo', settings: {} };
  await done(world.ada.post(integrations, body));
  const mia = await world.api('member');
  const newKey = { name: 'Script', level: 'user' };
  const { key } = await done(mia.post<{ key: string }>('/v1/organizations/acme/api-keys', newKey));
  const page = await world.open('member', '/o/acme/developers', withClipboard);
  await at(page, 'Developers');
  await page.getByRole('group', { name: 'Status of the API' }).getByText('All services work').waitFor();
  await page.getByText(/Version \d/).waitFor();
  const sample = page.getByRole('region', { name: 'Read your integrations' });
  await sample.getByText('/workspaces/north/').waitFor();
  const setKey = await page.getByRole('region', { name: 'Set your key once' }).innerText();
  const command = `${setKey.replace('pby_YOUR_KEY', key)}\n${await sample.innerText()}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', command]);
  expect(JSON.parse(stdout)).toMatchObject({ integrations: [{ name: 'Nordlicht' }] });
  await page.getByRole('button', { name: 'Copy: Read your integrations' }).click();
  await page.getByText('Copied').first().waitFor();
  await page.getByRole('link', { name: 'Python' }).click();
  await page.waitForURL('**/developers?language=python');
  await expect.poll(() => sample.innerText()).toContain('list_integrations("acme", "north")');

  const create = page.getByRole('button', { name: 'New webhook' });
  expect(await create.getAttribute('aria-disabled')).toBe('true');
  expect(await reasonOf(create)).toContain('Your role here is member.');
  await page.getByText(/Only admins of the organization manage webhooks/).waitFor();
  await expectWellMade(world.portal, page);
  await page.goto(`${world.portal.address}/o/acme/developers/webhooks/0199c1fa-2c47-7b1d-9f60-1d83a5c4e721`);
  await page.getByText(/Only admins of the organization manage webhooks/).waitFor();
});

it('an admin adds a webhook, tries it, and sees what becomes of deliveries', async () => {
  const page = await world.open('admin', '/o/acme/developers', withClipboard);
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('http://hooks.acme.example');
  await page.getByRole('textbox', { name: 'Description' }).fill('Alerts');
  await page.getByRole('radio', { name: 'Only some changes' }).check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText('Choose at least one kind of change.').last().waitFor();
  await page.locator('summary', { hasText: /^Workspaces/ }).click();
  await page.getByRole('checkbox', { name: 'Workspaces: everything' }).check();
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page
    .getByText(/must begin with https/)
    .last()
    .waitFor();
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('button', { name: 'Create webhook' }).click();

  await page.getByRole('dialog', { name: 'Copy the signing secret now' }).waitFor();
  const secret = await page.getByRole('group', { name: 'signing secret' }).innerText();
  await page.getByRole('button', { name: 'Copy signing secret' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await at(page, 'Alerts');
  const kept = 'JSON.stringify([localStorage, sessionStorage, history.state, document.body.innerHTML])';
  expect(await page.evaluate(kept)).not.toContain(secret);
  await page.getByRole('heading', { name: 'Nothing was sent in the last 30 days' }).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/Your endpoint answered 204 in \d+ ms\./).waitFor();
  expect(receiver.received.some((request) => isSignedWith(request, secret))).toBe(true);
  receiver.answerWith(500);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/The test did not arrive\. The receiver answered 500\./).waitFor();
  await expectWellMade(world.portal, page);

  await page.getByRole('combobox', { name: 'Status' }).selectOption('failed');
  await page.waitForURL('**?status=failed');
  await page.getByRole('row', { name: /Test.*Failed.*answered 500/ }).waitFor();
  receiver.answerWith(204);
  await page.getByRole('button', { name: 'More actions: Test' }).click();
  const again = page.getByRole('menuitem', { name: /^Send again/ });
  const sendAgain = await holdChanges(page, '**/redeliver');
  await again.click();
  await page.getByRole('button', { name: 'More actions: Test' }).click();
  await again.getByText('Another one is being sent again. Wait a moment.').waitFor();
  await page.keyboard.press('Escape');
  sendAgain();
  await page.getByText("It's on its way again.").waitFor();

  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('textbox', { name: 'After sequence number' }).fill('0');
  await expectWellMade(world.portal, page);
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByText('The replay has begun.').waitFor();
  const isReplayed = (): boolean =>
    receiver.received.some(({ body }) => body.includes('"workspace.created"'));
  await waitFor(isReplayed, { what: 'the replayed entry' });
  await page.getByRole('combobox', { name: 'Status' }).selectOption('delivered');
  await page.getByRole('row', { name: /Workspace created.*#\d+ workspace\.created.*Delivered/ }).waitFor();
});

it('an admin changes, disables and deletes a webhook, with its secret rotated in between', async () => {
  const webhooks = '/v1/organizations/acme/webhooks';
  const body = { url: receiver.url, description: 'Warehouse' };
  const { id, secret } = await done(world.ada.post<{ id: string; secret: string }>(webhooks, body));
  const page = await world.open('admin', '/o/acme/developers', withClipboard);
  await page.getByRole('row', { name: /Warehouse.*Everything.*Active/ }).press('Enter');
  await page.waitForURL(`**/developers/webhooks/${id}`);
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  const rotation = page.getByRole('dialog', { name: 'Rotate the signing secret' });
  const rotate = await holdChanges(page, '**/rotate-secret');
  await rotation.getByRole('button', { name: 'Rotate secret' }).click();
  await rotation.locator('[aria-busy="true"]').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => rotation.count()).toBe(1);
  rotate();
  await page.getByText('The old secret signs too for another 24 hours.').waitFor();
  expect(await page.getByRole('group', { name: 'signing secret' }).innerText()).not.toBe(secret);
  await page.getByRole('button', { name: 'Copy signing secret' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Edit' }).click();
  // Somebody else renames it meanwhile.
  await done(world.ada.patch(`${webhooks}/${id}`, { description: 'Warehouse East' }));
  await page.getByRole('combobox', { name: 'Workspace' }).selectOption('north');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Everything in North').waitFor();
  await at(page, 'Warehouse East');
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText(/Somebody disabled this webhook/).waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();

  receiver.answerWith(410);
  await done(world.ada.patch('/v1/organizations/acme/workspaces/north', { name: 'North' }));
  await done(world.ada.patch('/v1/organizations/acme/workspaces/north', { name: 'Northern' }));
  const isDisabled = async (): Promise<boolean> =>
    (await done(world.ada.get<{ status: string }>(`${webhooks}/${id}`))).status === 'disabled';
  await waitFor(isDisabled, { what: 'the end of the webhook' });
  await page.reload();
  await page.getByText(/Your endpoint answered 410 Gone, so we stopped/).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the webhook?' });
  await dialog.getByRole('textbox').fill('Warehouse East');
  await expectWellMade(world.portal, page);
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('The webhook is deleted.').waitFor();
  await at(page, 'Developers');
  await page.getByRole('row', { name: /Warehouse/ }).waitFor({ state: 'detached' });
});
