import { type Authenticator, createAuthenticator } from '@patchbay/testing/authenticator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailTo, signIn, tokenIn } from '../../people.ts';
import { addAuthenticator, withoutSuggestions } from '../authenticator.ts';
import { at, expectWellMade, inConsole, openAs, signInWith } from '../visitor.ts';
import { done, type Person, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld('passkeys');
}, 600_000);
afterAll(() => world?.stop());

/** As if everybody had signed in yesterday. Always the same time: a later one is a new proof to a page that waits for one. */
const makeStale = (): Promise<unknown> =>
  world.portal.sql(
    `update identity.sessions set authenticated_at = current_date - interval '1 day'
     where user_id in (select id from identity.users where email like '%passkeys.example')`,
  );

/** A passkey that somebody has registered, in place of those that they had: any fresh session registers the first one. */
async function register(person: Person): Promise<Authenticator> {
  const passkey = createAuthenticator(world.portal.address);
  // A session of its own, whose proof is fresh.
  const { token } = await signIn(world.portal.api, world.portal.smtp, world.people[person]);
  const api = world.portal.api.withSession(token);
  const { passkeys } = await done(
    api.get<{ passkeys: readonly { readonly id: string }[] }>('/v1/me/passkeys'),
  );
  for (const { id } of passkeys) await done(api.delete(`/v1/me/passkeys/${id}`));
  const credential = passkey.register(await done(api.post('/v1/me/passkeys/options')));
  await done(api.post('/v1/me/passkeys', { name: 'Laptop', credential }));
  return passkey;
}

const dialog = { within: '[role=dialog]' };

it('a passkey is offered once after a sign-in by link, created, and signs the person in from then on', async () => {
  const page = await openAs(world.portal, world.people.member);
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
  await page.getByRole('grid', { name: 'Passkeys' }).getByText('My passkey').waitFor();
  await expectWellMade(world.portal, page, { within: 'main' });
  await authenticator.answer(false);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'signed out' }).waitFor();
  await page.goto(`${world.portal.address}/account`);
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.waitFor();
  expect(await email.getAttribute('autocomplete')).toBe('username webauthn');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  // The person chooses the passkey that the field suggests.
  await authenticator.answer(true);
  await page.reload();
  await at(page, 'Your account');
  const sessions = page.getByRole('grid', { name: "Where you're signed in" });
  expect(await sessions.getByRole('row', { name: /This browser/ }).innerText()).toContain('A passkey');
});

it('a passkey signs in by a button; one that is not recognized, or was copied, does not', async () => {
  const passkey = await register('viewer');
  const page = await world.portal.open('/robots.txt');
  await withoutSuggestions(page);
  const authenticator = await addAuthenticator(page);
  await authenticator.add(passkey.exported());
  await page.goto(`${world.portal.address}/sign-in`);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.waitFor();
  await expectWellMade(world.portal, page);
  await authenticator.recognize(false);
  await button.click();
  await page.getByText('No passkey was used').waitFor();
  await authenticator.recognize(true);
  await button.click();
  await inConsole(page, 'Acme');

  // A copy of the passkey has signed more often than this one.
  await authenticator.remove(passkey.exported().credentialId);
  await authenticator.add({ ...passkey.exported(), signCount: 0 });
  await page.context().clearCookies();
  await page.goto(`${world.portal.address}/sign-in`);
  await button.click();
  await page.getByText("We couldn't use that passkey.").waitFor();
  await expectWellMade(world.portal, page);
  expect(await done((await world.api('viewer')).get('/v1/me/passkeys'))).toEqual({ passkeys: [] });
});

it('a change that needs a fresh proof asks for it in place, by passkey or by a link for the same browser, and goes on by itself', async () => {
  const own = (await register('admin')).exported();
  const foreign = (await register('guest')).exported();
  const page = await world.open('admin', `${world.home}/keys?new=1`);
  const authenticator = await addAuthenticator(page);
  const form = page.getByRole('dialog', { name: 'New key' });
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill('Nightly reports');
  await form.getByRole('radio', { name: 'Organization' }).check();
  await makeStale();
  await form.getByRole('button', { name: 'Create key' }).click();
  const question = page.getByRole('dialog', { name: "Confirm it's you" });
  const use = question.getByRole('button', { name: 'Use your passkey' });
  await use.waitFor();
  await expectWellMade(world.portal, page, dialog);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await form.getByText('Nothing has changed yet.').waitFor();
  expect(await name.inputValue()).toBe('Nightly reports');

  await form.getByRole('button', { name: 'Create key' }).click();
  await authenticator.add(foreign);
  await use.click();
  await question.getByText("That passkey isn't one of yours here.").waitFor();
  await authenticator.remove(foreign.credentialId);
  await authenticator.add(own);
  await use.click();
  const secret = page.getByRole('dialog', { name: 'Copy your key now' });
  await secret.getByRole('button', { name: 'Copy API key' }).click();
  await secret.getByRole('button', { name: 'Done' }).click();

  await page.goto(`${world.portal.address}/account`);
  await page.getByRole('button', { name: 'Delete Laptop' }).click();
  await makeStale();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete passkey' }).click();
  const before = world.portal.smtp.mails.filter(({ to }) => to.includes(world.people.admin)).length;
  await question.getByRole('button', { name: 'Email me a link' }).click();
  await question.getByText('Open it in this browser.').waitFor();
  await expectWellMade(world.portal, page, dialog);
  const mail = await mailTo(world.portal.smtp, world.people.admin, before + 1);
  // The notice goes away by itself.
  const deleted = page.getByText('The passkey Laptop was deleted.').waitFor();
  const tab = await page.context().newPage();
  await signInWith(world.portal, tab, tokenIn(mail));
  await at(tab, "You've confirmed it's you");
  await deleted;
  await page.getByText('You have no passkey yet').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('an admin demands passkeys from a session with one; others are asked for theirs, on every page', async () => {
  const passkey = await register('admin');
  const asked = await done(world.portal.api.post('/v1/auth/passkey/options'));
  const { token } = await done(
    world.portal.api.post<{ token: string }>('/v1/auth/passkey/verify', { credential: passkey.sign(asked) }),
  );
  const page = await world.portal.open(`${world.home}/settings`, { session: token });
  const demand = page.getByRole('checkbox', { name: 'Everyone needs a passkey' });
  await demand.click();
  const question = page.getByRole('dialog', { name: 'Let people in only with a passkey?' });
  await question.getByText('API keys and webhooks go on as before.').waitFor();
  await expectWellMade(world.portal, page, dialog);
  await question.getByRole('button', { name: 'Require passkeys' }).click();
  await page.getByText('Everyone needs a passkey now.').waitFor();
  const admin = world.portal.api.withSession(token);
  expect((await done(admin.get(world.organization)))['requiresPasskey']).toBe(true);

  const member = await world.open('member', `${world.home}/members`);
  await at(member, 'Acme needs a passkey');
  await expectWellMade(world.portal, member);
  const own = await addAuthenticator(member);
  const button = member.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click();
  await member.getByText('No passkey was used').waitFor();
  await own.add((await register('member')).exported());
  await button.click();
  await at(member, 'Members');

  await demand.click();
  await page.getByText('People can sign in without a passkey again.').waitFor();
});
