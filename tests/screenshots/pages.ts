import type { Page } from 'playwright-core';
import type { Api } from '../api.ts';
import { locationOf } from '../soak/demo/start-page.ts';
import type { Album } from './album.ts';
import type { DemoProcess } from './demo-process.ts';
import { at, press } from './visitor.ts';

/** What the pictures are taken with. */
export interface Studio {
  readonly demo: DemoProcess;
  readonly jonas: Api;
  readonly album: Album;
  /** A page of somebody who was never here. */
  readonly visit: (path: string) => Promise<Page>;
}

const organization = '/v1/organizations/nordlicht';

interface Integration {
  readonly id: string;
  readonly name: string;
  readonly connectUrl: string;
  readonly connectLink: { readonly connectUrl: string } | null;
}

async function done<Body>(answer: Promise<{ readonly status: number; readonly body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`the API answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function signInPages({ album, visit }: Studio): Promise<void> {
  const page = await visit('/sign-in');
  await at(page, 'Sign in');
  await album.take(page, 'sign-in', [{}, { scheme: 'dark' }]);
  await page.getByLabel('Email').fill('mira@nordlicht.example');
  await press(page, 'Email me a link');
  await at(page, 'Check your email');
  await album.take(page, 'check-your-mail');
}

/** The bookkeeper's colleague, whose invitation waits in the demo. */
async function invitationPage({ album, demo, jonas, visit }: Studio): Promise<void> {
  const { invitations } = await done(
    jonas.get<{ invitations: { id: string; email: string; status: string }[] }>(
      `${organization}/invitations`,
    ),
  );
  const email = 'nina@kontor-treuhand.example';
  const waiting = invitations.find((each) => each.email === email && each.status === 'pending');
  if (waiting === undefined) throw new Error(`the demo has no invitation for ${email}`);
  const printed = demo.log().length;
  await done(jonas.post(`${organization}/invitations/${waiting.id}/resend`));
  const page = await visit(new URL(await demo.linkMailedTo(email, printed)).pathname);
  await at(page, 'Join Nordlicht Media');
  await album.take(page, 'invitation');
}

/** Lena, who founded the agency, looks around in the console. */
async function consolePages({ album, demo, jonas, visit }: Studio): Promise<void> {
  const page = await visit('/sign-in');
  await page.goto(`${demo.startPage}/sign-in/lena`);
  await press(page, 'Sign in');
  await at(page, 'Overview');
  await album.take(page, 'console-overview', [{ wide: true }]);

  const { integrations } = await done(
    jonas.get<{ integrations: (Integration & { status: string; workspace: { slug: string } })[] }>(
      `${organization}/integrations?status=error`,
    ),
  );
  const [broken] = integrations;
  if (broken === undefined) throw new Error('the demo has no integration that needs attention');
  await page.goto(`${demo.portalUrl}/o/nordlicht/w/${broken.workspace.slug}/integrations/${broken.id}`);
  await page.getByRole('complementary').getByRole('heading', { name: broken.name }).waitFor();
  await album.take(page, 'console-integration', [{ wide: true }]);
}

/** Mira lets the command line on her laptop in. */
async function devicePage({ album, demo, visit }: Studio): Promise<void> {
  const page = await visit('/sign-in');
  await page.goto(`${demo.startPage}/sign-in/mira`);
  await press(page, 'Sign in');
  await at(page, 'Overview');

  const started = await fetch(`${demo.apiUrl}/v1/auth/device`, {
    method: 'POST',
    headers: { 'user-agent': 'patchbay-cli/1.0.0 (macOS)', 'content-type': 'application/json' },
    body: '{}',
  });
  if (!started.ok) throw new Error(`the device code answered ${started.status}: ${await started.text()}`);
  const { userCode } = (await started.json()) as { userCode: string };
  await page.goto(`${demo.portalUrl}/device?user_code=${userCode}`);
  await press(page, 'Continue');
  await at(page, 'Is this your device?');
  await album.take(page, 'device');
}

/** A client consents at the provider and chooses an account. A second one comes back with a code that the provider does not know. */
async function consentPages({ album, jonas, visit }: Studio): Promise<void> {
  const create = (provider: string, name: string) =>
    done(
      jonas.post<Integration>(`${organization}/workspaces/hafenmuseum/integrations`, {
        provider,
        name,
        connectLinkExpiresInDays: 30,
      }),
    );
  const { connectUrl } = await create('google_ads', 'Night of the museums');
  const page = await visit(new URL(connectUrl).pathname);
  await at(page, 'Connect Google Ads');
  await album.take(page, 'connect-by-consent', [{}, { scheme: 'dark' }, { phone: true }]);
  await press(page, 'Continue to Google');
  await page.getByRole('link', { name: 'Allow' }).click();
  await page.getByRole('checkbox', { name: 'Nordlicht Search' }).check();
  await album.take(page, 'choose-account');
  await press(page, 'Continue');
  await at(page, 'Google Ads is connected');
  await album.take(page, 'connected', [{}, { scheme: 'dark' }]);

  const other = await create('meta_ads', 'Summer exhibition');
  const failing = await visit(new URL(other.connectUrl).pathname);
  await press(failing, 'Continue to Facebook');
  const allow = failing.getByRole('link', { name: 'Allow' });
  const back = await locationOf(new URL((await allow.getAttribute('href')) ?? '', failing.url()).href);
  back.searchParams.set('code', 'unknown');
  await failing.goto(back.href);
  await at(failing, "That didn't work");
  await album.take(failing, 'failed');
}

/** The form of the link that the demo's agency has just sent; first with a token that is wrong. */
async function formPages({ album, jonas, visit }: Studio): Promise<void> {
  const { integrations } = await done(
    jonas.get<{ integrations: Integration[] }>(`${organization}/workspaces/fjord-and-fell/integrations`),
  );
  const waiting = integrations.find(({ name }) => name === 'Autumn programmatic')?.connectLink;
  if (!waiting) throw new Error('the demo has no connect link for Autumn programmatic');
  const page = await visit(new URL(waiting.connectUrl).pathname);
  await at(page, 'Connect The Trade Desk');
  await album.take(page, 'connect-by-form');
  await page.getByLabel('API token', { exact: true }).fill('copied-without-the-end');
  await press(page, 'Connect');
  await page.getByText("The Trade Desk didn't accept this").waitFor();
  await album.take(page, 'refused', [{ end: true }]);
}

export const walks = [signInPages, invitationPage, devicePage, consentPages, formPages, consolePages];
