import { createAuthenticator } from '@patchbay/testing/authenticator';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailTo, tokenIn } from '../../people.ts';
import { addAuthenticator, type VirtualAuthenticator, withoutSuggestions } from '../authenticator.ts';
import { apiUrlOf, at, expectWellMade, inConsole, openAs, signInWith } from '../visitor.ts';
import { done, people, startWorld, type World } from './world.ts';

const organization = '/v1/organizations/acme';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());

/** As if everybody had signed in yesterday. Always the same time: a later one is a new proof to a page that waits for one. */
const makeStale = (): Promise<unknown> =>
  world.portal.sql("update identity.sessions set authenticated_at = current_date - interval '1 day'");

/** A page of somebody who signed in by a link, and created the passkey that was offered. */
async function openWithPasskey(
  email: string,
): Promise<{ readonly page: Page; readonly authenticator: VirtualAuthenticator }> {
  const page = await openAs(world.portal, email);
  const authenticator = await addAuthenticator(page);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByText('is ready. Use it the next time you sign in.').waitFor();
  return { page, authenticator };
}

it('a passkey is offered once after a sign-in by link, created, and signs the person in from then on', async () => {
  const page = await openAs(world.portal, people.member);
  const authenticator = await addAuthenticator(page);
  const offer = page.getByRole('region', { name: 'Sign in with a passkey next time' });
  await offer.waitFor();
  await expectWellMade(world.portal, page);
  await authenticator.recognize(false);
  await offer.getByRole('button', { name: 'Create a passkey' }).click();
  await offer.getByText('No passkey was used').waitFor();
  await authenticator.recognize(true);
  await offer.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByText('is ready. Use it the next time you sign in.').waitFor();
  await offer.waitFor({ state: 'detached' });

  await page.goto(`${world.portal.address}/account`);
  const list = page.getByRole('grid', { name: 'Passkeys' });
  await list.getByText('My passkey').waitFor();
  await expectWellMade(world.portal, page);
  await authenticator.answer(false);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'signed out' }).waitFor();
  await page.goto(`${world.portal.address}/account`);
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.waitFor();
  expect(await email.getAttribute('autocomplete')).toBe('username webauthn');
  expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
  await expectWellMade(world.portal, page);
  // The person chooses the passkey that the field suggests.
  await authenticator.answer(true);
  await page.reload();
  await at(page, 'Your account');
  const sessions = page.getByRole('grid', { name: "Where you're signed in" });
  expect(await sessions.getByRole('row', { name: /This browser/ }).innerText()).toContain('A passkey');

  await list.getByRole('button', { name: /^Rename/ }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await list.getByText('Work laptop').waitFor();
});

it('a passkey signs in by a button; one that is not recognized, copied, replayed or of another page is refused alike', async () => {
  const { page, authenticator } = await openWithPasskey(people.viewer);
  await withoutSuggestions(page);
  const signOut = async (): Promise<void> => {
    await page.context().clearCookies();
    await page.goto(`${world.portal.address}/sign-in`);
  };
  await signOut();
  const button = page.getByRole('button', { name: 'Use a passkey' });
  await button.waitFor();
  await expectWellMade(world.portal, page);
  await authenticator.recognize(false);
  await button.click();
  await page.getByText('No passkey was used').waitFor();
  await authenticator.recognize(true);
  const sent = page.waitForRequest('**/v1/auth/passkey/verify');
  await button.click();
  await inConsole(page, 'Acme');
  const proof = (await sent).postData();

  const api = await apiUrlOf(page);
  const again = await page.evaluate<number>(
    `fetch('${api}/v1/auth/passkey/verify', { method: 'POST', credentials: 'include', body: ${JSON.stringify(proof)},
      headers: { 'content-type': 'application/json' } }).then(({ status }) => status)`,
  );
  expect(again).toBe(401);

  // A copy of the passkey has signed more often than this one.
  const [credential] = await authenticator.credentials();
  if (credential === undefined) throw new Error('the authenticator has no passkey');
  await authenticator.remove(credential.credentialId);
  await authenticator.add({ ...credential, signCount: 0 });
  await signOut();
  await button.click();
  await page.getByText("We couldn't use that passkey.").waitFor();
  await expectWellMade(world.portal, page);
  const viewer = await world.api('viewer');
  expect(await done(viewer.get('/v1/me/passkeys'))).toEqual({ passkeys: [] });

  const authenticatorOfApi = createAuthenticator(world.portal.address);
  const options = await done(viewer.post('/v1/me/passkeys/options'));
  await done(
    viewer.post('/v1/me/passkeys', { name: 'Key', credential: authenticatorOfApi.register(options) }),
  );
  const answerTo = async (origin: string): Promise<number> => {
    const asked = await done(world.portal.api.post('/v1/auth/passkey/options'));
    const body = { credential: authenticatorOfApi.sign(asked, { origin }) };
    return (await world.portal.api.post('/v1/auth/passkey/verify', body)).status;
  };
  expect(await answerTo('http://localhost.evil.example')).toBe(401);
  expect(await answerTo(world.portal.address)).toBe(200);
});

it('a change that needs a fresh proof asks for it in place, and goes on by itself', async () => {
  const { page, authenticator } = await openWithPasskey(people.admin);
  await page.goto(`${world.portal.address}/o/acme/keys?new=1`);
  const form = page.getByRole('dialog', { name: 'New key' });
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill('Nightly reports');
  await form.getByRole('radio', { name: 'Organization' }).check();
  await makeStale();
  await form.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByRole('button', { name: 'Use your passkey' }).waitFor();
  await expectWellMade(world.portal, page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await form.getByText('Nothing has changed yet.').waitFor();
  expect(await name.inputValue()).toBe('Nightly reports');

  // Somebody else's passkey on the same device.
  const own = await authenticator.credentials();
  const other = await openWithPasskey(people.guest);
  const [foreign] = await other.authenticator.credentials();
  if (foreign === undefined) throw new Error('the authenticator has no passkey');
  for (const { credentialId } of own) await authenticator.remove(credentialId);
  await authenticator.add(foreign);
  await makeStale();
  await form.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: 'Use your passkey' }).click();
  await dialog.getByText("That passkey isn't one of yours here.").waitFor();
  await authenticator.remove(foreign.credentialId);
  for (const credential of own) await authenticator.add(credential);
  await dialog.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByRole('dialog', { name: 'Copy your key now' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
});

it('a person without their passkey at hand confirms by a link that they open in the same browser', async () => {
  const page = await world.open('member', '/account');
  await page.getByRole('button', { name: 'Delete Work laptop' }).click();
  await makeStale();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete passkey' }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  const before = world.portal.smtp.mails.filter(({ to }) => to.includes(people.member)).length;
  await dialog.getByRole('button', { name: 'Email me a link' }).click();
  await dialog.getByText('Open it in this browser.').waitFor();
  await expectWellMade(world.portal, page);
  const mail = await mailTo(world.portal.smtp, people.member, before + 1);
  // The notice goes away by itself.
  const deleted = page.getByText('The passkey Work laptop was deleted.').waitFor();
  const tab = await page.context().newPage();
  await signInWith(world.portal, tab, tokenIn(mail));
  await at(tab, "You've confirmed it's you");
  await deleted;
  await page.getByText('You have no passkey yet').waitFor();
  await expectWellMade(world.portal, page);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('an admin demands passkeys from a session with one; others are asked for theirs, on every page', async () => {
  const byLink = await openAs(world.portal, people.admin, '/o/acme/settings');
  const off = byLink.getByRole('checkbox', { name: 'Everyone needs a passkey' });
  await off.waitFor();
  expect(await off.isDisabled()).toBe(true);
  await byLink.getByText('Sign in with a passkey yourself to change this').waitFor();
  await expectWellMade(world.portal, byLink);

  const authenticator = await addAuthenticator(byLink);
  await byLink.goto(`${world.portal.address}/account`);
  await byLink.getByRole('button', { name: 'Create a passkey' }).click();
  await byLink.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await byLink.getByText('is ready. Use it the next time you sign in.').waitFor();
  await byLink.context().clearCookies();
  // The field suggests the passkey, and the person takes it.
  await byLink.goto(`${world.portal.address}/o/acme/settings`);
  await off.click();
  const dialog = byLink.getByRole('dialog', { name: 'Let people in only with a passkey?' });
  await dialog.getByText('API keys and webhooks go on as before.').waitFor();
  await expectWellMade(world.portal, byLink);
  await dialog.getByRole('button', { name: 'Require passkeys' }).click();
  await byLink.getByText('Everyone needs a passkey now.').waitFor();
  expect((await done(world.ada.get(organization)))['requiresPasskey']).toBe(true);

  const member = await openAs(world.portal, people.member, '/o/acme/members');
  await at(member, 'Acme needs a passkey');
  await expectWellMade(world.portal, member);
  const own = await addAuthenticator(member);
  await member.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await member.getByText('No passkey was used').waitFor();
  await member.getByRole('link', { name: 'Create a passkey' }).click();
  await member.getByRole('button', { name: 'Create a passkey' }).click();
  await member.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await member.getByText('is ready. Use it the next time you sign in.').waitFor();
  expect(await own.credentials()).toHaveLength(1);
  await member.goto(`${world.portal.address}/o/acme/members`);
  await member.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await at(member, 'Members');

  await byLink.getByRole('checkbox', { name: 'Everyone needs a passkey' }).click();
  await byLink.getByText('People can sign in without a passkey again.').waitFor();
  expect(await authenticator.credentials()).toHaveLength(1);
});

it('a device that needs a fresh proof is allowed after it', async () => {
  const { page } = await openWithPasskey('nina@acme.example');
  const codes = await done(
    world.portal.api.post<{ readonly deviceCode: string; readonly userCode: string }>('/v1/auth/device'),
  );
  await makeStale();
  await page.goto(`${world.portal.address}/device?confirm=1&user_code=${codes.userCode}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await at(page, 'Is this your device?');
  await page.getByRole('button', { name: 'Allow' }).click();
  await at(page, "Confirm it's you");
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await at(page, 'Your device is signed in');
  const { token } = await done(
    world.portal.api.post<{ readonly token: string }>('/v1/auth/device/token', {
      deviceCode: codes.deviceCode,
    }),
  );
  const device = world.portal.api.withSession(token);
  const { session } = await done(
    device.get<{ readonly session: { readonly authenticatedAt: string } }>('/v1/auth/session'),
  );
  expect(Date.now() - Date.parse(session.authenticatedAt)).toBeLessThan(600_000);
});
