import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../api.ts';
import { signUpAndIn, signUpOf } from '../people.ts';
import { type Portal, startPortal } from './portal.ts';
import { at, expectWellMade, inConsole, requestsOf, signInWith } from './visitor.ts';

const organization = '/v1/organizations/invitations';
const admin = signUpOf('invitations');
let portal: Portal;
/** Ada's session. */
let session: string;
let ada: Api;

beforeAll(async () => {
  portal = await startPortal();
  session = await signUpAndIn(portal.api, portal.smtp, admin);
  ada = portal.api.withSession(session);
  const workspace = await ada.post(`${organization}/workspaces`, { name: 'North', slug: 'north' });
  if (workspace.status !== 201) throw new Error(`the workspace answered ${workspace.status}`);
}, 600_000);
afterAll(() => portal?.stop());

/** Ada invites into the workspace; the link of the mail, and the invitation's id. */
async function invite(email: string, role: string): Promise<{ path: string; id: string }> {
  const { status, body } = await ada.post<{ id: string }>(`${organization}/workspaces/north/invitations`, {
    email,
    role,
  });
  expect(status).toBe(201);
  const { text } = await portal.smtp.nextMailTo(email);
  const path = /\/invitations\/[\w-]+/.exec(text)?.[0];
  if (path === undefined) throw new Error('the mail has no link');
  return { path, id: body.id };
}

/** Signs in by the link that the page has asked for, as the mail program opens it: in a new tab. */
async function signInFromMail(page: Page, email: string): Promise<Page> {
  const { text } = await portal.smtp.nextMailTo(email);
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1] ?? '';
  const tab = await page.context().newPage();
  await signInWith(portal, tab, token);
  return tab;
}

it('an invitation is seen by anybody with the link, and accepted after signing in as the right person', async () => {
  const email = 'mary@studio.example';
  const { path, id } = await invite(email, 'viewer');
  const page = await portal.open(path);
  await at(page, 'Join North at Acme');
  const token = path.split('/').at(-1) ?? '';
  expect(page.url()).toBe(`${portal.address}/invitations`);
  await page.getByText('Ada has invited you').waitFor();
  await expectWellMade(portal, page);

  await page.getByRole('button', { name: 'Email me a link' }).click();
  await at(page, 'Check your email');
  const tab = await signInFromMail(page, email);
  await at(tab, 'Your invitations');
  expect(tab.url()).toBe(`${portal.address}/invitations`);
  await expectWellMade(portal, tab);
  const sent = requestsOf(tab, 'POST', `/v1/me/invitations/${id}/accept`);
  await tab.getByRole('button', { name: 'Accept' }).dblclick();
  await at(tab, "You've joined North at Acme");
  expect(sent).toHaveLength(1);
  await expectWellMade(portal, tab);
  await tab.getByRole('link', { name: 'Go to North at Acme' }).click();
  await inConsole(tab, 'Acme');
  await tab.waitForURL('**/o/invitations/w/north/integrations');

  await page.goto(portal.address + path);
  await at(page, "You've already joined");
  await expectWellMade(portal, page);
  await page.goBack();
  expect(page.url()).not.toContain(token);
  expect(portal.log()).not.toContain(token);
});

interface DeviceCodes {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
}

const startDevice = async (): Promise<DeviceCodes> => {
  const { status, body } = await portal.api.post<DeviceCodes & Record<string, unknown>>('/v1/auth/device');
  expect(status).toBe(200);
  return body;
};

const poll = ({ deviceCode }: DeviceCodes) => portal.api.post('/v1/auth/device/token', { deviceCode });

it('a device is let in by a typed code', async () => {
  const device = await startDevice();
  const page = await portal.open(new URL(device.verificationUri).pathname, { session });
  await at(page, 'Allow a device');
  await expectWellMade(portal, page);
  const field = page.getByLabel('Code');
  expect(await page.locator(':focus').getAttribute('name')).toBe('code');
  await field.pressSequentially(device.userCode.replace('-', '').toLowerCase());
  await expect.poll(() => field.inputValue()).toBe(device.userCode);
  // In the middle: the caret stays where it is.
  await field.press('Home');
  await field.press('ArrowRight');
  await field.press('Delete');
  await field.pressSequentially(device.userCode.charAt(1).toLowerCase());
  await expect.poll(() => field.inputValue()).toBe(device.userCode);
  expect(await field.evaluate((input: { selectionStart: number }) => input.selectionStart)).toBe(2);
  await field.press('Enter');

  await at(page, 'Is this your device?');
  const sizeOf = (selector: string): Promise<number> =>
    page.evaluate(`Math.max(...[...document.querySelectorAll('${selector}')]
      .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))`);
  expect(await page.locator('main p > code').textContent()).toBe(device.userCode);
  expect(await sizeOf('main p > code')).toBeGreaterThan(await sizeOf('main :not(p:has(> code), p > code)'));
  await page.getByText(/127\.0\.0\.1|::1/).waitFor();
  await page.getByText(`as ${admin.email}`).waitFor();
  await expectWellMade(portal, page);
  await page.goBack();
  await at(page, 'Allow a device');
  await page.goForward();
  await at(page, 'Is this your device?');
  const decided = requestsOf(page, 'POST', '/v1/auth/device/decide');
  await page.getByRole('button', { name: 'Allow' }).dblclick();
  await at(page, 'Your device is signed in');
  expect(decided).toHaveLength(1);
  expect(page.url()).toBe(`${portal.address}/device`);
  await expectWellMade(portal, page);
  const { status, body } = await poll(device);
  expect([status, typeof body['token']]).toEqual([200, 'string']);
  await page.goBack();
  await at(page, 'Allow a device');
});
