import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../api.ts';
import { acme, linkTokenFor, signUpAndIn } from '../people.ts';
import { type Portal, startPortal } from './portal.ts';
import { at, expectWellMade, inConsole, openAs, requestsOf, signInWith } from './visitor.ts';

let portal: Portal;
let ada: Api;

beforeAll(async () => {
  portal = await startPortal();
  ada = portal.api.withSession(await signUpAndIn(portal.api, portal.smtp, acme));
  const workspace = await ada.post('/v1/organizations/acme/workspaces', { name: 'North', slug: 'north' });
  if (workspace.status !== 201) throw new Error(`the workspace answered ${workspace.status}`);
}, 600_000);
afterAll(() => portal?.stop());

const intoAcme = '/v1/organizations/acme';
const intoNorth = '/v1/organizations/acme/workspaces/north';

/** Ada invites; the link of the mail, and the invitation's id. */
async function invite(email: string, role: string, into = intoAcme): Promise<{ path: string; id: string }> {
  const { status, body } = await ada.post<{ id: string }>(`${into}/invitations`, { email, role });
  expect(status).toBe(201);
  const { text } = await portal.smtp.nextMailTo(email);
  const path = /\/invitations\/[\w-]+/.exec(text)?.[0];
  if (path === undefined) throw new Error('the mail has no link');
  return { path, id: body.id };
}

const follow = (page: Page, path: string) => page.goto(portal.address + path);

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
  const { path, id } = await invite(email, 'viewer', intoNorth);
  const page = await portal.open(path);
  await at(page, 'Join North at Acme');
  const token = path.split('/').at(-1) ?? '';
  expect(page.url()).toBe(`${portal.address}/invitations`);
  await page.getByText('Ada has invited you').waitFor();
  await page.getByText('You can see this workspace, but not change anything.').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(await page.getByLabel('Email').isEditable()).toBe(false);
  await expectWellMade(portal, page);

  await page.getByRole('button', { name: 'Email me a link' }).click();
  await at(page, 'Check your email');
  expect(await page.getByRole('button', { name: 'Use a different address' }).count()).toBe(0);
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
  await tab.waitForURL('**/o/acme/w/north/integrations');

  await page.reload();
  await follow(page, path);
  await at(page, "You've already joined");
  await expectWellMade(portal, page);
  await page.goBack();
  expect(page.url()).not.toContain(token);
  expect(portal.log()).not.toContain(token);
});

it('an invitation is not for somebody else, who can become the right person', async () => {
  const email = 'tom@studio.example';
  const { path } = await invite(email, 'member');
  const page = await openAs(portal, acme.email, path);
  await page.getByText(`This invitation is for ${email}, but you're signed in as ${acme.email}.`).waitFor();
  await expectWellMade(portal, page);
  await page.getByRole('button', { name: `Sign in as ${email}` }).click();
  await page.getByText('You were invited at this address.').waitFor();
  await signInWith(portal, page, await linkTokenFor(portal.api, portal.smtp, email));
  await page.waitForURL(`${portal.address}/`);
  // The tab still has the link.
  expect(await page.evaluate("sessionStorage.getItem('patchbay.invitation')")).toBe(path.split('/').at(-1));
  await page.goto(`${portal.address}/invitations`);
  await at(page, 'Join Acme');
  await expectWellMade(portal, page);
  await page.getByRole('button', { name: 'Decline' }).click();
  await at(page, 'You declined to join Acme');
  await expectWellMade(portal, page);
  await page.reload();
  await at(page, 'You declined to join Acme');
  await follow(page, '/');
  await follow(page, '/invitations');
  await at(page, 'No invitations are waiting');
  await expectWellMade(portal, page);
  await follow(page, path);
  await at(page, 'This invitation was declined');
  await page.getByRole('link', { name: 'Go to your organizations' }).click();
  await page.getByText("You don't belong to an organization yet").waitFor();
  await expectWellMade(portal, page);
});

it('an invitation is answered on the home page too', async () => {
  const email = 'lena@studio.example';
  await invite(email, 'viewer');
  await invite(email, 'admin', intoNorth);
  const page = await openAs(portal, email);
  await page.getByRole('heading', { name: "You've been invited" }).waitFor();
  await expectWellMade(portal, page);
  expect(await page.getByText("You don't belong to an organization yet").count()).toBe(0);
  const [first] = await page.getByRole('button', { name: 'Accept' }).all();
  await first?.click();
  await page.getByText("You've joined Acme").waitFor();
  expect(await page.locator(':focus').textContent()).toContain("You've joined Acme");
  await page.getByRole('heading', { level: 2, name: 'North at Acme' }).waitFor();
  await page.getByText('Viewer', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('link', { name: 'Go to North at Acme' }).click();
  await page.waitForURL('**/o/acme/w/north/integrations');
});

it('an invitation that was withdrawn, has ended or never was says so', async () => {
  const email = 'zoe@studio.example';
  const { path, id } = await invite(email, 'member');
  const page = await openAs(portal, email, path);
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  expect((await ada.post(`${intoAcme}/invitations/${id}/cancel`)).status).toBe(200);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('alert').filter({ hasText: 'canceled' }).waitFor();
  await page.reload();
  await at(page, 'This invitation was withdrawn');
  await page.getByText('ask Ada').waitFor();
  expect(await page.getByRole('link', { name: 'Email Ada' }).getAttribute('href')).toBe(
    'mailto:ada@acme.example?subject=Your%20invitation%20to%20Acme',
  );
  await expectWellMade(portal, page);

  // Nothing expires within the time of a test, so the answer of the API is changed on its way.
  await page.route('**/v1/invitations/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status: 'expired' } });
  });
  await page.reload();
  await at(page, 'This invitation has expired');
  await expectWellMade(portal, page);
  await page.unroute('**/v1/invitations/*');

  await follow(page, '/invitations/not-a-token-of-ours');
  await at(page, "We don't recognize this invitation");
  await expectWellMade(portal, page);
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
  const page = await openAs(portal, acme.email, new URL(device.verificationUri).pathname);
  await at(page, 'Allow a device');
  await expectWellMade(portal, page);
  const field = page.getByLabel('Code');
  expect(await page.locator(':focus').getAttribute('name')).toBe('code');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter all eight letters').first().waitFor();
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
  await page.getByText(`as ${acme.email}`).waitFor();
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

it('a device is refused by its code, which is typed after signing in on the way from its link', async () => {
  const device = await startDevice();
  const page = await portal.open('/nowhere');
  await page.goto(device.verificationUriComplete);
  // Somebody who was never here: the organization has the domain.
  const email = 'alan@acme.example';
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await at(page, 'Check your email');
  const tab = await signInFromMail(page, email);
  await at(tab, 'Allow a device');
  expect(await tab.getByLabel('Code').inputValue()).toBe('');
  await tab.getByLabel('Code').fill(device.userCode);
  await tab.getByRole('button', { name: 'Continue' }).click();
  await at(tab, 'Is this your device?');
  await tab.getByRole('button', { name: 'Deny' }).click();
  await at(tab, 'You denied the device');
  await expectWellMade(portal, tab);
  expect((await poll(device)).body['detail']).toMatch(/^access_denied/);
  await tab.getByRole('button', { name: 'Enter another code' }).click();
  await at(tab, 'Allow a device');
});

it("a device's link fills the code in, and nothing is looked up before a click", async () => {
  const device = await startDevice();
  const page = await openAs(portal, acme.email, '/device');
  const lookedUp = requestsOf(page, 'GET', `/v1/auth/device/${device.userCode}`);
  await page.goto(device.verificationUriComplete);
  await at(page, 'Allow a device');
  expect(await page.getByLabel('Code').inputValue()).toBe(device.userCode);
  // The code is to be compared: the page is read from its heading.
  expect(await page.locator(':focus').textContent()).toBe('Allow a device');
  await page.reload();
  await at(page, 'Allow a device');
  expect(lookedUp).toHaveLength(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  await at(page, 'Is this your device?');
  expect(lookedUp).toHaveLength(1);
});

it('an unknown device code is asked for again, until the session ends', async () => {
  const page = await openAs(portal, acme.email, '/device?user_code=bbbbbbbb');
  await page.getByRole('button', { name: 'Continue' }).click();
  for (let count = 1; count < 5; count++) {
    await page.getByText('No device is waiting with the code BBBB-BBBB').first().waitFor();
    expect(await page.getByLabel('Code').inputValue()).toBe('BBBB-BBBB');
    expect(await page.locator(':focus').getAttribute('name')).toBe('code');
    if (count === 1) await expectWellMade(portal, page);
    const answered = page.waitForResponse('**/v1/auth/session');
    await page.getByRole('button', { name: 'Continue' }).click();
    await answered;
  }
  await page.getByText("You've been signed out").waitFor();
  await expectWellMade(portal, page);
});
