import type { TestOidcProvider } from '@patchbay/testing/oidc';
import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { beforeAll, expect, it } from 'vitest';
import { type Api, apiAt, trailOf } from '../api.ts';
import { signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';

let smtp: TestSmtpServer;
let google: TestOidcProvider;
let platform: Platform;
let api: Api;
let portal: string;
const slug = 'acme-sign-in';
const wanted = { ...signUpOf(slug), name: 'Ada L' };

beforeAll(async () => {
  platform = await sharedPlatform();
  ({ smtp, google, portal } = platform);
  api = apiAt(platform.address);
  google.setAccount({
    sub: 'ada-of-sign-in',
    email: wanted.email,
    email_verified: true,
    hd: `${slug}.example`,
    name: 'Ada',
  });
});

/** A GET as a browser sends it: with cookies, returning new cookies. Does not follow redirects. */
async function browse(url: string | URL, cookies: string[] = []) {
  const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookies.join('; ') } });
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    cookies: response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? ''),
  };
}

const startSignIn = (query = '') => browse(`${platform.address}/v1/auth/google${query}`);

/** A sign-up as a page of the platform sends it; returns the cookies that the browser keeps. */
async function signUp(body: Record<string, string>): Promise<string[]> {
  const response = await fetch(`${platform.address}/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(202);
  return response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
}

it('sign-in with a provider turns a parked sign-up into an organization, and lands where it was asked to with a session', async () => {
  const browser = await signUp({ ...wanted, provider: 'google' });
  expect(browser).toEqual([expect.stringMatching(/^patchbay_sign_up=./)]);
  expect(smtp.mails.filter(({ to }) => to.includes(wanted.email))).toEqual([]);

  const elsewhere = await startSignIn();
  const backElsewhere = await google.authorize(elsewhere.location, { sub: 'ada-of-sign-in' });
  expect((await browse(backElsewhere, elsewhere.cookies)).location).toBe(`${portal}/?error=not_invited`);

  const landing = encodeURIComponent(`${platform.address}/welcome?from=google`);
  const begun = await startSignIn(`?callbackURL=${landing}&loginHint=${encodeURIComponent(wanted.email)}`);
  expect(begun.status).toBe(302);
  const back = await google.authorize(begun.location, { sub: 'ada-of-sign-in' });
  expect(google.requests.at(-1)?.get('login_hint')).toBe(wanted.email);
  const landed = await browse(back, [...begun.cookies, ...browser]);
  expect(landed).toMatchObject({ status: 302, location: `${platform.address}/welcome?from=google` });
  expect(landed.cookies).toContain('patchbay_sign_up=');

  const session = landed.cookies.find((cookie) => cookie.startsWith('patchbay_session='));
  const me = await fetch(`${platform.address}/v1/organizations/${slug}`, {
    headers: { cookie: session ?? '' },
  });
  expect(await me.json()).toMatchObject({ slug, role: 'admin' });
  const ada = api.withSession(session?.split('=')[1] ?? '');
  expect((await ada.get('/v1/me')).body).toMatchObject({ email: wanted.email, name: 'Ada L' });
  await platform.runDue();
  const trail = await trailOf(ada, slug);
  expect(trail.map(({ action }) => action)).toContain('user.signed_in');
});

it('sign-in with a provider in a browser that carries a session ends that one', async () => {
  const sessionIn = ({ cookies }: { cookies: string[] }) =>
    cookies.find((cookie) => cookie.startsWith('patchbay_session=')) ?? '';
  const signInWith = async (cookies: string[]) => {
    const begun = await startSignIn();
    const back = await google.authorize(begun.location, { sub: 'ada-of-sign-in' });
    return sessionIn(await browse(back, [...begun.cookies, ...cookies]));
  };
  const statusOf = async (session: string) =>
    (await fetch(`${platform.address}/v1/me`, { headers: { cookie: session } })).status;
  const first = await signInWith([]);
  const second = await signInWith([first]);
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
});
