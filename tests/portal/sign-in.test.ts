import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailTo, signUpAndIn, signUpOf, tokenIn } from '../people.ts';
import { type Portal, startPortal } from './portal.ts';
import { at, expectWellMade, inConsole, requestsOf, withSignInProviders } from './visitor.ts';

const ada = signUpOf('sign-in').email;
let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
  await signUpAndIn(portal.api, portal.smtp, signUpOf('sign-in'));
}, 600_000);
afterAll(() => portal?.stop());

it('signing up creates an organization through the mailed link, and what was typed stays for Back and a reload', async () => {
  const email = 'nora@sign-up.example';
  const page = await portal.open('/account');
  await page.getByRole('link', { name: 'Create an organization' }).click();
  await at(page, 'Create your organization');
  await page.goBack();
  await at(page, 'Sign in');
  await page.goForward();
  await at(page, 'Create your organization');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByText('Please check these fields').waitFor();
  await expectWellMade(portal, page);
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Your name').fill('Nora');
  await page.getByLabel('Organization name').fill('Nord & Süd');
  await page.getByText(/\/v1\/organizations\/nord-sued$/).waitFor();
  await page.getByRole('button', { name: 'Create organization' }).click();
  await at(page, 'Check your email');
  await expectWellMade(portal, page);
  await page.goBack();
  await at(page, 'Create your organization');
  expect(await page.getByLabel('Your name').inputValue()).toBe('Nora');
  await page.goForward();
  await at(page, 'Check your email');
  await page.reload();
  await at(page, 'Check your email');

  const token = tokenIn(await mailTo(portal.smtp, email));
  await page.goto(`${portal.address}/sign-in/verify?token=${token}`);
  await at(page, 'Create Nord & Süd');
  await expectWellMade(portal, page);
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await inConsole(page, 'Nord & Süd');
});

it('signing up lets the first click on a link count, though it leaves a field that is empty', async () => {
  const page = await portal.open('/robots.txt', { own: true });
  await page.clock.install();
  await page.goto(`${portal.address}/sign-up`);
  await at(page, 'Create your organization');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Work email').focus();
  await page.getByRole('link', { name: 'Sign in' }).click({ delay: 100 });
  await page.clock.resume();
  await at(page, 'Sign in');
  expect(page.url()).toBe(`${portal.address}/sign-in`);
});

it('signing up and signing in go on at Google when a person chooses that, and come back to the page one came for', async () => {
  const email = 'olga@orbit.example';
  portal.google.setAccount({ sub: 'olga', email, email_verified: true, hd: 'orbit.example' });
  const page = await portal.open('/robots.txt');
  await withSignInProviders(page, ['google', 'microsoft']);
  await page.goto(`${portal.address}/sign-up`);
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Your name').fill('Olga');
  await page.getByLabel('Organization name').fill('Orbit');
  await page.getByLabel('With Google').check();
  await expectWellMade(portal, page);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await inConsole(page, 'Orbit');
  expect(portal.google.requests.at(-1)?.get('login_hint')).toBe(email);

  await page.context().clearCookies();
  await page.goto(`${portal.address}/device?user_code=WDJB-MJHT`);
  await page.getByRole('link', { name: 'Sign in with Microsoft' }).waitFor();
  await expectWellMade(portal, page);
  await page.getByRole('link', { name: 'Sign in with Google' }).click();
  await at(page, 'Allow a device');
  // Without the code: the address to come back to is one that anybody could have asked for.
  expect(page.url()).toBe(`${portal.address}/device`);
});

it('signing in by a mailed link uses the token only when the button is pressed, removes it from the address, and goes on in the tab that asked for it', async () => {
  const page = await portal.open('/');
  await at(page, 'Sign in');
  await page.getByLabel('Email').fill(ada);
  const before = portal.smtp.mails.filter(({ to }) => to.includes(ada)).length;
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await at(page, 'Check your email');
  await page.getByText(/another link in \d+ seconds/).waitFor();
  await expectWellMade(portal, page);

  const token = tokenIn(await mailTo(portal.smtp, ada, before + 1));
  // Mail programs open a tab.
  const tab = await page.context().newPage();
  const verified = requestsOf(tab, 'POST', '/v1/auth/magic-link/verify');
  for (const _ of ['a program that looks through mails', 'the person']) {
    await tab.goto(`${portal.address}/sign-in/verify?token=${token}`);
    await at(tab, 'Sign in to Patchbay');
  }
  expect(tab.url()).toBe(`${portal.address}/sign-in/verify`);
  expect(verified).toEqual([]);
  await expectWellMade(portal, tab);
  await tab.reload();
  await tab.getByRole('button', { name: 'Sign in' }).dblclick();
  await inConsole(tab, 'Acme');
  expect(verified).toHaveLength(1);
  expect(await verified[0]?.headerValue('referer')).toBeNull();
  expect(await tab.evaluate('document.referrer + JSON.stringify({ ...sessionStorage })')).toBe('{}');
  await tab.goBack();
  expect(tab.url()).not.toContain(token);
  expect(portal.log()).not.toContain(token);

  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await inConsole(page, 'Acme');
  await page.goto(`${portal.address}/account`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await at(page, "You're signed out");
  await expectWellMade(portal, page);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await at(page, 'Sign in');
});
