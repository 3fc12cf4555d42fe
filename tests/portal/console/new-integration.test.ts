import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, expectWellMade, reasonOf } from '../visitor.ts';
import { done, integrations, startWorld, type World } from './world.ts';

const path = '/o/acme/w/north/integrations/new';

interface Created {
  readonly id: string;
  readonly provider: string;
  readonly name: string;
  readonly access: string;
  readonly settings: unknown;
  readonly returnUrl: string | null;
  readonly connectLink: { readonly connectUrl: string; readonly expiresAt: string } | null;
}

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());

/** The id in the address of the last step. */
const createdIn = (url: string): string => new URL(url).searchParams.get('created') ?? '';
const read = (id: string): Promise<Created> => done(world.ada.get<Created>(`${integrations}/${id}`));

it('a member finds a system by keyboard, and what they type survives a reload', async () => {
  const page = await world.open('member', path);
  await at(page, 'New integration');
  await page.getByRole('option', { name: 'The Trade Desk' }).waitFor();
  await expectWellMade(world.portal, page);
  const search = page.getByRole('searchbox', { name: 'Find a system' });
  await search.fill('selling xyz');
  await page.getByText('No advertising system is called “selling xyz”.').waitFor();
  await search.fill('amazon');
  await page.waitForURL('**?q=amazon');
  await expect.poll(() => page.getByRole('option').allTextContents()).toHaveLength(1);
  await search.press('ArrowDown');
  await search.press('Enter');
  await at(page, 'New Amazon DSP integration');
  await page.waitForURL('**?provider=amazon_dsp');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nordlicht');
  await page.getByRole('radio', { name: 'Read and manage' }).check();
  const preview = page.getByRole('complementary', { name: 'What your client sees' });
  await preview
    .getByText('Acme · acme.example is asking to see and manage your Amazon DSP account.')
    .waitFor();
  await preview.getByText('North · Nordlicht').waitFor();
  await page.reload();
  await at(page, 'New Amazon DSP integration');
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Nordlicht');
  expect(await page.getByRole('radio', { name: 'Read and manage' }).isChecked()).toBe(true);
  await expectWellMade(world.portal, page);

  await page.getByRole('button', { name: 'Create integration' }).click();
  await page.getByText('Please fill this in.', { exact: true }).waitFor();
  const region = page.getByRole('combobox', { name: 'Region' });
  await expect.poll(() => region.evaluate((element) => element.matches(':focus'))).toBe(true);
  await region.selectOption('EU');
  await page.getByText('More options').click();
  // The page takes it for an address; the API refuses it.
  await page.getByRole('textbox', { name: 'Return address' }).fill('http://agency.example/done');
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Return address' }).inputValue()).toBe(
    'http://agency.example/done',
  );
  await page.getByRole('combobox', { name: 'How long the link works' }).selectOption('30');
  await page.getByRole('button', { name: 'Create integration' }).click();
  await page.getByText(/^This must .*https/).waitFor();
  await expectWellMade(world.portal, page);
  await page.getByRole('textbox', { name: 'Return address' }).fill('https://agency.example/done');
  await page.getByRole('button', { name: 'Create integration' }).click();

  await at(page, 'Send the link to your client');
  const created = await read(createdIn(page.url()));
  expect(created).toMatchObject({
    provider: 'amazon_dsp',
    name: 'Nordlicht',
    access: 'manage',
    settings: { region: 'EU' },
    returnUrl: 'https://agency.example/done',
  });
  const days = (Date.parse(created.connectLink?.expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  // What was sent is no draft anymore.
  await page.goto(`${world.portal.address}${path}?provider=amazon_dsp`);
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Amazon DSP');
});

it('the link can be copied, mailed, scanned, previewed, replaced and turned off, and the page says when it was used', async () => {
  const name = `"><b>${'W'.repeat(95)}`;
  const page = await world.open('admin', path);
  await page.getByRole('option', { name: 'Criteo' }).click();
  await at(page, 'New Criteo Marketing Solutions integration');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create integration' }).click();
  await at(page, 'Send the link to your client');
  await page.getByText(`${name} is ready to connect.`).waitFor();
  const { id, connectLink } = await read(createdIn(page.url()));
  const url = connectLink?.connectUrl ?? '';
  await page.getByText(url).waitFor();
  await page.getByRole('button', { name: 'Copy connect link' }).waitFor();
  await page.getByRole('img', { name: `QR code of the connect link of ${name}` }).waitFor();
  const mail = await page.getByRole('link', { name: 'Email it' }).getAttribute('href');
  expect(mail).toMatch(/^mailto:\?subject=Connect%20Criteo/);
  expect(decodeURIComponent(mail ?? '')).toContain(`\r\n${url}\r\n`);
  await expectWellMade(world.portal, page);

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Preview' }).click();
  const preview = await opened;
  await at(preview, 'Connect Criteo Marketing Solutions');
  expect(await preview.evaluate('opener')).toBeNull();
  await preview.close();
  expect((await read(id)).connectLink?.connectUrl).toBe(url);

  await page.getByRole('button', { name: 'Make a new link' }).click();
  await page.getByText('The current link stops working right away.').waitFor();
  await page.getByRole('combobox', { name: 'How long the link works' }).selectOption('1');
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await page.getByText('The new link is ready.').waitFor();
  await expect.poll(() => page.getByText(url).count()).toBe(0);
  const replaced = (await read(id)).connectLink;
  expect(Date.parse(replaced?.expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(86_400_000);
  await page.getByText(replaced?.connectUrl ?? '').waitFor();

  await page.getByRole('button', { name: 'Turn the link off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn the link off' }).click();
  await page.getByText("There's no link right now.").waitFor();
  expect((await read(id)).connectLink).toBeNull();
  const own = page.getByRole('link', { name: 'Connect it yourself' });
  expect(await own.getAttribute('href')).toBe(`/o/acme/w/north/integrations/${id}`);

  const [{ fields }] = world.portal.providers.of('criteo').simulator.ways;
  await done(world.ada.post(`${integrations}/${id}/credentials`, fields));
  // What a browser says when somebody comes back to the tab.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await page.getByText('Criteo Marketing Solutions is connected.').waitFor();
  await expectWellMade(world.portal, page);
  await page.getByRole('link', { name: 'Open the integration' }).click();
  await page.waitForURL(`**/o/acme/w/north/integrations/${id}`);
});

it('a system that is not set up says so, and cannot be chosen or created', async () => {
  const page = await world.open('admin', '/account');
  await page.route('**/v1/integrations/providers', async (route) => {
    const response = await route.fetch();
    const { providers } = (await response.json()) as { providers: { provider: string }[] };
    const json = {
      providers: providers.map((one) => (one.provider === 'meta_ads' ? { ...one, configured: false } : one)),
    };
    await route.fulfill({ response, json });
  });
  await page.goto(`${world.portal.address}${path}?q=meta`);
  const option = page.getByRole('option', { name: 'Meta Ads' });
  await option.getByText("It isn't set up here yet.").waitFor();
  expect(await option.getAttribute('aria-disabled')).toBe('true');
  await expectWellMade(world.portal, page);
  await page.goto(`${world.portal.address}${path}?provider=meta_ads`);
  const button = page.getByRole('button', { name: 'Create integration' });
  expect(await reasonOf(button)).toContain("It isn't set up here yet.");
});

it('a viewer sees why they can neither create an integration nor replace a link', async () => {
  const page = await world.open('viewer', path);
  await page.getByText('Your role here is viewer.').waitFor();
  expect(await page.getByRole('option', { name: 'Google Ads' }).getAttribute('aria-disabled')).toBe('true');
  await page.goto(`${world.portal.address}${path}?provider=google_ads`);
  const button = page.getByRole('button', { name: 'Create integration' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  expect(await reasonOf(button)).toContain('Your role here is viewer.');
  await button.press('Enter');
  await at(page, 'New Google Ads integration');
  await expectWellMade(world.portal, page);

  const { id } = await done(world.ada.post<Created>(integrations, { provider: 'google_ads', name: 'Late' }));
  const expire = 'update integration.connect_links set expires_at = now() where integration_id = $1';
  expect(await world.portal.sql(expire, [id])).toBe(1);
  await page.goto(`${world.portal.address}${path}?created=${id}`);
  await page.getByText('The link expired on').waitFor();
  for (const name of ['Make a new link', 'Turn the link off'])
    expect(await reasonOf(page.getByRole('button', { name }))).toContain('Your role here is viewer.');
  expect(await page.getByRole('link', { name: 'Preview' }).count()).toBe(0);
});
