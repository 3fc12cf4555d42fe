import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUpOf } from '../people.ts';
import type { Platform } from '../platform.ts';
import { openGroups, openReference, type Reference, showOperation, tryIt } from './reference-page.ts';

const acme = signUpOf('acme-reference');
const workspaces = `/v1/organizations/${acme.organizationSlug}/workspaces`;

let reference: Reference;
let platform: Platform;
let page: Page;
beforeAll(async () => {
  reference = await openReference(acme);
  ({ platform, page } = reference);
  await openGroups(reference);
}, 600_000);
afterAll(() => reference?.close());

it('the reference page says who is signed in, and requests have their slugs and no filter', async () => {
  await expect.poll(() => page.locator('#caller').innerText()).toBe(`Signed in as ${acme.email}`);
  const guide = page.getByText('$ORG/workspaces/').first();
  await guide.waitFor({ state: 'attached' });
  expect(await guide.textContent()).toContain('$ORG/workspaces/spring');
  const section = await showOperation(reference, 'listIntegrations');
  const address = `${platform.address}${workspaces}/spring/integrations`;
  await expect
    .poll(async () => (await section.locator('pre').first().innerText()).split(' ')[1])
    .toBe(address);
  expect(await tryIt(reference, 'listIntegrations')).toContain('200 OK');
  expect(reference.requestedUrls).toContain(address);
});

it('the reference page calls the platform with the session cookie, also to change something', async () => {
  const answer = await tryIt(reference, 'updateMe');
  expect(answer).toContain('200 OK');
  expect(answer).toContain('Ada Lovelace');
});

it('the reference page requests nothing from other hosts, and the browser reports no error and no violation of the policy', () => {
  const { requestedUrls, complaints } = reference;
  expect(requestedUrls.length).toBeGreaterThan(3);
  expect(
    requestedUrls.filter((url) => !url.startsWith(platform.address) && !url.startsWith('data:')),
  ).toEqual([]);
  expect(complaints).toEqual([]);
});

describe('before the reference is shown', () => {
  /** A page with a script in place of Scalar's that keeps what it is given. */
  async function pageWithoutScalar(): Promise<Page> {
    const opened = await reference.newPage();
    const body = `globalThis.Scalar = { createApiReference(place, given) {
      globalThis.given = given;
      document.querySelector(place).append(document.createElement('section'));
    } }`;
    await opened.route('**/docs/scalar.js', (route) =>
      route.fulfill({ body, contentType: 'text/javascript' }),
    );
    return opened;
  }
  const isShown = (opened: Page): Promise<void> =>
    opened.locator('section').first().waitFor({ state: 'attached' });

  it('the reference page says that nobody is signed in, and has a link to sign in', async () => {
    const opened = await pageWithoutScalar();
    await opened.goto(`${platform.address}/docs`);
    const status = opened.locator('#caller');
    await expect.poll(() => status.innerText()).toBe('Not signed in: paste a key, or sign in');
    expect(await status.getByRole('link').getAttribute('href')).toBe(`${platform.portal}/sign-in`);
    await opened.context().close();
  });

  it('the guides of the reference page have slugs that contain those of the examples, and keep the address of the API', async () => {
    const opened = await pageWithoutScalar();
    await opened.route('**/v1/me', (route) => route.fulfill({ json: { email: 'bo@north.example' } }));
    const organizations = [{ slug: 'brand-campaigns-ltd' }];
    await opened.route('**/v1/organizations', (route) => route.fulfill({ json: { organizations } }));
    await opened.route('**/v1/organizations/*/workspaces', (route) =>
      route.fulfill({ json: { workspaces: [{ slug: 'acme-2' }] } }),
    );
    await opened.route('**/openapi.json', async (route) => {
      const text = await (await route.fetch()).text();
      await route.fulfill({ body: text.replaceAll(platform.address, 'https://acme-api.example') });
    });
    await opened.goto(`${platform.address}/docs`);
    await isShown(opened);
    const description = await opened.evaluate<string>('given.content.info.description');
    for (const text of [
      'ORG=https://acme-api.example/v1/organizations/brand-campaigns-ltd',
      'WORKSPACE=$ORG/workspaces/acme-2',
      "{ orgSlug: 'brand-campaigns-ltd', workspaceSlug: 'acme-2' }",
    ])
      expect(description).toContain(text);
    expect(description).not.toMatch(/organizations\/acme\b/);
    expect(await opened.evaluate('JSON.stringify(given.content.paths)')).toContain(
      '"workspaceSlug":"acme-2"',
    );
    await opened.context().close();
  });

  it('the reference page does not wait for an answer about who is signed in that never comes', async () => {
    const opened = await pageWithoutScalar();
    await opened.clock.install();
    await opened.route('**/v1/me', () => undefined);
    await opened.goto(`${platform.address}/docs`);
    await opened.clock.fastForward(5_000);
    await isShown(opened);
    expect(await opened.locator('#caller').innerText()).toBe('');
    await opened.context().close();
  });

  it('the reference page says that the document is refused, and shows it as soon as it is not', async () => {
    const opened = await pageWithoutScalar();
    await opened.clock.install();
    let requests = 0;
    await opened.route('**/openapi.json', (route) => {
      requests += 1;
      return requests === 1
        ? route.fulfill({ status: 503, headers: { 'retry-after': '600' } })
        : route.continue();
    });
    await opened.goto(`${platform.address}/docs`);
    const status = opened.locator('#reference p[role=status]');
    await expect.poll(() => status.innerText()).toMatch(/refused with status 503.*again in 600 seconds/);
    expect(await status.getByRole('link').getAttribute('href')).toBe('/openapi.json');
    await opened.clock.fastForward(600_000);
    await isShown(opened);
    expect(await status.count()).toBe(0);
    await opened.context().close();
  });

  it('the reference page says that its script did not load', async () => {
    const opened = await reference.newPage();
    await opened.route('**/docs/scalar.js', (route) => route.fulfill({ status: 503 }));
    await opened.goto(`${platform.address}/docs`);
    const status = opened.locator('#reference p[role=status]');
    await expect.poll(() => status.innerText()).toContain('A script of this page could not be loaded');
    await opened.context().close();
  });
});
