import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acme, mailTo, signUpAndIn, tokenIn } from '../people.ts';
import { type Portal, startPortal } from './portal.ts';
import { at, expectWellMade, inConsole, requestsOf, signInWith, withSignInProviders } from './visitor.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
  await signUpAndIn(portal.api, portal.smtp, acme);
}, 600_000);
afterAll(() => portal?.stop());

const focusedName = (page: Page): Promise<string | null> => page.locator(':focus').getAttribute('name');

const mailsOf = (email: string): number => portal.smtp.mails.filter(({ to }) => to.includes(email)).length;

describe('signing up', () => {
  const north = 'nora@north.example';

  it('signing up creates an organization through the mailed link', async () => {
    const page = await portal.open('/sign-up');
    await at(page, 'Create your organization');
    await expectWellMade(portal, page);
    const sent = requestsOf(page, 'POST', '/v1/signup');

    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByText('Please check these fields').waitFor();
    expect(await focusedName(page)).toBe('email');
    await expectWellMade(portal, page);
    expect(sent).toEqual([]);

    await page.getByLabel('Work email').fill(` ${north} `);
    await page.getByLabel('Your name').fill('Nora');
    await page.getByLabel('Organization name').fill('Nörd & Süd');
    await page.getByText(/\/v1\/organizations\/noerd-sued$/).waitFor();
    await page.getByLabel('Short name').fill('Nord!');
    await page.getByText('Use 1 to 63 lowercase letters').first().waitFor();
    await page.getByLabel('Short name').fill('north');
    await page.getByLabel('Organization name').fill('North');
    await expect.poll(() => page.getByLabel('Short name').inputValue()).toBe('north');
    await page.getByRole('button', { name: 'Create organization' }).dblclick();

    await at(page, 'Check your email');
    await page.getByText(`We've sent a link to ${north}`).waitFor();
    expect(sent).toHaveLength(1);
    await expectWellMade(portal, page);
    await page.goBack();
    await at(page, 'Create your organization');
    expect(await page.getByLabel('Your name').inputValue()).toBe('Nora');
    await page.goForward();
    await at(page, 'Check your email');
    await page.reload();
    await at(page, 'Check your email');

    const token = tokenIn(await mailTo(portal.smtp, north));
    await page.goto(`${portal.address}/sign-in/verify?token=${token}`);
    await at(page, 'Create North');
    await page.getByText(`signed in as ${north}`).waitFor();
    await expectWellMade(portal, page);
    await page.getByRole('button', { name: 'Create and sign in' }).click();
    await inConsole(page, 'North');
  });

  it('signing up lets the first click on a link count, though it leaves a field that is empty', async () => {
    const page = await portal.open('/nowhere');
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

  it('signing up goes on at Google when a person chooses that', async () => {
    portal.google.setAccount({
      sub: 'olga',
      email: 'olga@orbit.example',
      email_verified: true,
      hd: 'orbit.example',
    });
    const page = await portal.open('/nowhere');
    await withSignInProviders(page, ['google']);
    await page.goto(`${portal.address}/sign-up`);
    await page.getByLabel('Work email').fill('olga@orbit.example');
    await page.getByLabel('Your name').fill('Olga');
    await page.getByLabel('Organization name').fill('Orbit');
    await page.getByLabel('With Google').check();
    await expectWellMade(portal, page);
    await page.getByRole('button', { name: 'Create organization' }).click();
    await inConsole(page, 'Orbit');
    expect(portal.google.requests.at(-1)?.get('login_hint')).toBe('olga@orbit.example');
  });
});

it('signing in by a mailed link uses the token only when the button is pressed, and removes it from the address', async () => {
  const page = await portal.open('/sign-in');
  await at(page, 'Sign in');
  await expectWellMade(portal, page);
  await page.getByLabel('Email').fill('ada');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.locator('main p').getByText('Enter a full email address').waitFor();
  expect(await page.getByText('Please check these fields').count()).toBe(0);
  expect(await focusedName(page)).toBe('email');
  await page.getByLabel('Email').fill(acme.email);
  const sent = requestsOf(page, 'POST', '/v1/auth/magic-link');
  const before = mailsOf(acme.email);
  await page.getByRole('button', { name: 'Email me a link' }).dblclick();
  await at(page, 'Check your email');
  await page.getByText(`If ${acme.email} can sign in here`).waitFor();
  await page.getByText(/another link in \d+ seconds/).waitFor();
  expect(sent).toHaveLength(1);
  await expectWellMade(portal, page);

  const token = tokenIn(await mailTo(portal.smtp, acme.email, before + 1));
  const verified = requestsOf(page, 'POST', '/v1/auth/magic-link/verify');
  for (const _ of ['a program that looks through mails', 'the person']) {
    await page.goto(`${portal.address}/sign-in/verify?token=${token}`);
    await at(page, 'Sign in to Patchbay');
  }
  expect(page.url()).toBe(`${portal.address}/sign-in/verify`);
  expect(verified).toEqual([]);
  await expectWellMade(portal, page);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).dblclick();
  await inConsole(page, acme.organizationName);
  expect(verified).toHaveLength(1);
  expect(await verified[0]?.headerValue('referer')).toBeNull();
  expect(await page.evaluate('document.referrer + JSON.stringify({ ...sessionStorage })')).toBe('{}');

  await page.goBack();
  expect(page.url()).not.toContain(token);
  expect(portal.log()).not.toContain(token);
});

it('signing in sends another link after half a minute, and goes on when it was opened in another tab', async () => {
  const page = await portal.open('/nowhere');
  await page.clock.install();
  await page.goto(`${portal.address}/`);
  await page.getByLabel('Email').fill('stranger@nowhere.example');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await at(page, 'Check your email');
  await page.getByRole('button', { name: 'Use a different address' }).click();
  const before = mailsOf(acme.email);
  await page.getByLabel('Email').fill(acme.email);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await at(page, 'Check your email');
  const again = page.getByRole('button', { name: 'Send another link' });
  await page.clock.runFor(20_000);
  await expect.poll(() => again.getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(10_000);
  await again.click();
  await page.getByText('the one before no longer works').waitFor();
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  expect(await page.locator(':focus').textContent()).toBe('Send another link');
  await page.clock.resume();
  const newest = await mailTo(portal.smtp, acme.email, before + 2);

  const tab = await page.context().newPage();
  await signInWith(portal, tab, tokenIn(newest));
  await inConsole(tab, acme.organizationName);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await inConsole(page, acme.organizationName);
  await page.goto(`${portal.address}/account`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await at(page, "You're signed out");
  await expectWellMade(portal, page);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await at(page, 'Sign in');
});

it('signing in with Google comes back to the page one came for', async () => {
  portal.google.setAccount({
    sub: 'ada',
    email: acme.email,
    email_verified: true,
    hd: acme.email.split('@')[1] ?? '',
  });
  const page = await portal.open('/nowhere');
  await withSignInProviders(page, ['google', 'microsoft']);
  await page.goto(`${portal.address}/device?user_code=WDJB-MJHT`);
  await page.getByRole('link', { name: 'Sign in with Microsoft' }).waitFor();
  await page.getByLabel('Email').fill(acme.email);
  await expectWellMade(portal, page);
  await page.getByRole('link', { name: 'Sign in with Google' }).click();
  await at(page, 'Allow a device');
  // Without the code: the address to come back to is one that anybody could have asked for.
  expect(page.url()).toBe(`${portal.address}/device`);
});
