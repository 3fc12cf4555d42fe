import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../api.ts';
import { program } from '../cli/terminal.ts';
import { acme, type SignUp, signIn, signUpAndIn } from '../people.ts';
import { type Portal, startPortal } from './portal.ts';
import { apiUrlOf, at, expectWellMade, openAs, requestsOf } from './visitor.ts';

const provider = 'the_trade_desk';
const globex: SignUp = {
  email: 'gil@globex.example',
  name: 'Gil',
  organizationName: 'Globex',
  organizationSlug: 'globex',
};
const workspaces = '/v1/organizations/acme/workspaces';

let portal: Portal;
let ada: Api;
/** Runs a command of the page as the shell of a person reads it, signed in as Ada. */
let inShell: (command: string) => Promise<string>;

const done = async <Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`the API answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

beforeAll(async () => {
  portal = await startPortal();
  const token = await signUpAndIn(portal.api, portal.smtp, acme);
  ada = portal.api.withSession(token);
  const apiUrl = await apiUrlOf(await portal.open('/sign-in'));
  inShell = async (command) => {
    const script = `patchbay() { '${process.execPath}' '${program}' "$@"; }\n${command}`;
    const env = { PATH: process.env['PATH'], PATCHBAY_TOKEN: token, PATCHBAY_HOST: apiUrl };
    return (await promisify(execFile)('sh', ['-c', script], { env })).stdout;
  };
}, 600_000);
afterAll(() => portal?.stop());

it('the home page tells a new admin three next steps, each with a command to copy', async () => {
  const page = await openAs(portal, acme.email);
  await page.getByRole('heading', { name: 'Three steps to your first connection' }).waitFor();
  await page.getByText('No workspaces yet.').waitFor();
  await expectWellMade(portal, page);
  const { origin } = new URL(portal.address);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const copied: string[] = [];
  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  while ((await copy.count()) > 0) {
    await copy.first().click();
    await page.getByRole('button', { name: 'Copied' }).nth(copied.length).waitFor();
    copied.push(await page.evaluate<string>('navigator.clipboard.readText()'));
  }
  expect(copied).toEqual([
    `patchbay login --host ${await apiUrlOf(page)}`,
    "patchbay workspace create --org acme --name 'Brand campaigns' --slug brand-campaigns",
    'patchbay invitation create --org acme --email alan@acme.example --role member',
    "patchbay integration create --org acme --workspace brand-campaigns --provider google_ads --name 'Google Ads'",
  ]);

  await inShell(copied[1] ?? '');
  await page.reload();
  await page.getByText('No integrations yet').waitFor();
  await page.getByText('Done', { exact: true }).waitFor();
  await inShell(copied[2] ?? '');
  expect((await portal.smtp.nextMailTo('alan@acme.example')).text).toContain('/invitations/');
  expect(await inShell(copied[3] ?? '')).toContain(`${portal.address}/connect/`);
  await page.reload();
  await page.getByText('1 not connected yet').waitFor();
  expect(await page.getByText('Three steps').count()).toBe(0);
});

it('the home page selects a command that the browser does not let it copy', async () => {
  await signUpAndIn(portal.api, portal.smtp, globex);
  const page = await openAs(portal, globex.email);
  await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.reload();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  expect(await page.evaluate('String(getSelection())')).toMatch(/^patchbay login --host /);
});

it('the home page shows workspaces with role and states, what needs attention first', async () => {
  await done(ada.post(workspaces, { name: 'North', slug: 'north' }));
  const base = `${workspaces}/north/integrations`;
  const { ways, faults } = portal.providers.of(provider).simulator;
  const create = (name: string, into = base): Promise<{ id: string }> =>
    done(ada.post<{ id: string }>(into, { provider, name, settings: ways[0].settings }));
  const connect = async (name: string, into = base): Promise<string> => {
    const { id } = await create(name, into);
    await done(ada.post(`${into}/${id}/credentials`, ways[0].fields));
    return `${into}/${id}`;
  };
  await create('Waits');
  await connect('Works');
  await done(ada.post(`${await connect('Rests')}/disable`));
  await done(ada.post(workspaces, { name: 'South', slug: 'south' }));
  const broken = await connect('Breaks', `${workspaces}/south/integrations`);
  portal.providers.of(provider).fail(faults.find(({ name }) => name === 'the token is refused'));
  await done(ada.post(`${broken}/verify`));
  portal.providers.of(provider).fail();

  const page = await openAs(portal, acme.email);
  const rows = page.locator('details details > summary');
  await rows.first().waitFor();
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/^South · Admin\s+1 needs attention$/),
    expect.stringMatching(/^Brand campaigns · Admin\s+1 not connected yet$/),
    expect.stringMatching(/^North · Admin\s+1 not connected yet\s+1 working\s+1 switched off$/),
  ]);
  expect(await page.getByText('Three steps').count()).toBe(0);
  await rows.first().click();
  await page.getByText('Breaks').waitFor();
  await page.getByText('Needs attention', { exact: true }).waitFor();
  await rows.last().click();
  await page.getByText('Switched off', { exact: true }).waitFor();
  await expectWellMade(portal, page);
});

it('the home page loads the workspaces of a second organization only when they are opened', async () => {
  const gil = portal.api.withSession((await signIn(portal.api, portal.smtp, globex.email)).token);
  await done(gil.post('/v1/organizations/globex/invitations', { email: acme.email, role: 'viewer' }));
  const { invitations } = await done(ada.get<{ invitations: { id: string }[] }>('/v1/me/invitations'));
  await done(ada.post(`/v1/me/invitations/${invitations[0]?.id}/accept`));

  const page = await openAs(portal, acme.email);
  const asked = requestsOf(page, 'GET', '/v1/organizations/globex/workspaces');
  await page.reload();
  await page.locator('details details').first().waitFor();
  expect(asked).toEqual([]);
  await page.getByRole('heading', { name: 'Workspaces' }).last().click();
  await page.getByText('No workspaces yet.').waitFor();
  expect(asked).toHaveLength(1);
  expect(await page.getByText('Three steps').count()).toBe(0);
});

it('the home page shows no more workspaces than the gateway lets lists wait, and the one that an invitation was for among them', async () => {
  for (let count = 1; count <= 20; count++)
    await done(ada.post(workspaces, { name: `More ${count}`, slug: `more-${count}` }));
  const page = await openAs(portal, acme.email, '/#acme/more-20');
  await page.getByText('7 more. This command lists them all:').waitFor();
  await page.getByText('patchbay workspace list --org acme').waitFor();
  const shown = await page.locator('details details').count();
  expect(shown).toBe(16);
  // By HTTP/2 a browser asks for all of them at once.
  const lists = Array.from({ length: shown }, () => ada.get(`${workspaces}/north/integrations`));
  expect(new Set((await Promise.all(lists)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await page.locator(':focus').innerText()).toContain('More 20');
  expect(await page.locator('details details[open]').count()).toBe(1);
  await at(page, 'Your organizations');
});

it('a link of a mail to an integration opens its workspace on the home page', async () => {
  const page = await openAs(
    portal,
    acme.email,
    '/o/acme/w/more-20/integrations/0199c1f8-9eb5-70ca-b26d-f72e39db0c13',
  );
  await page.getByText('More 20').waitFor();
  expect(await page.locator('details details[open]').innerText()).toContain('More 20');
});
