import { afterAll, beforeAll, expect, it } from 'vitest';
import { inConsole, requestsOf } from '../visitor.ts';
import { done, people, startWorld, type World, workspaces } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());

const list = '/v1/organizations/acme/workspaces';

it('a page reads again every 15 seconds while it is looked at, and not while it is hidden', async () => {
  const page = await world.open('admin', '/o/acme/workspaces');
  await page.clock.install();
  await page.reload();
  await page.getByRole('row', { name: /North/ }).waitFor();
  await done(world.ada.post(workspaces, { name: 'Appears', slug: 'appears' }));
  await page.clock.runFor(15_000);
  await page.getByRole('row', { name: /Appears/ }).waitFor();
  const asked = requestsOf(page, 'GET', list);
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);
  await page.clock.runFor(30_000);
  expect(asked).toEqual([]);
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);
  await expect.poll(() => asked.length).toBe(1);
});

it('what is changed in one tab is seen in the other at once', async () => {
  const page = await world.open('admin', '/o/acme/workspaces');
  const other = await page.context().newPage();
  await other.goto(`${world.portal.address}/o/acme/workspaces`);
  await other.getByRole('row', { name: /North/ }).waitFor();
  await page.getByRole('button', { name: 'New workspace' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Both tabs');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await other.getByRole('row', { name: /Both tabs/ }).waitFor();
  expect(new URL(other.url()).pathname).toBe('/o/acme/workspaces');
});

it('what is typed survives a reload', async () => {
  const page = await world.open('admin', '/o/acme/workspaces');
  await page.getByRole('button', { name: 'New workspace' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half typed');
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Half typed');
});

it('a page without a connection says so, keeps what it has, and goes on by itself', async () => {
  const page = await world.open('admin', '/o/acme/workspaces');
  await page.getByRole('row', { name: /North/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  expect(await page.getByRole('row', { name: /North/ }).count()).toBe(1);
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.context().setOffline(false);
  await page.getByText("You're offline.").waitFor({ state: 'detached' });
  await inConsole(page, 'Acme');
});

it('a page whose list fails says so with the request, and reads again when asked', async () => {
  const page = await world.open('admin', '/account');
  await page.route(`**${list}`, (route) =>
    route.fulfill({
      status: 500,
      headers: {
        'access-control-allow-origin': world.portal.address,
        'access-control-allow-credentials': 'true',
        'content-type': 'application/problem+json',
      },
      body: JSON.stringify({ title: 'Internal Server Error', status: 500, requestId: 'r-1' }),
    }),
  );
  await page.goto(`${world.portal.address}/o/acme/workspaces`);
  await page.getByText('This one is on us, not you.').waitFor();
  expect(await page.getByText('Request r-1').count()).toBe(1);
  await page.unroute(`**${list}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('row', { name: /North/ }).waitFor();
  world.portal.complaints.splice(0);
});

it('a session that ends while a page is open leads to sign-in, and back to the page', async () => {
  const page = await world.open('viewer', '/o/acme/workspaces');
  await page.getByRole('row', { name: /North/ }).waitFor();
  await done((await world.api('viewer')).post('/v1/auth/sign-out'));
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.getByText("You've been signed out.").waitFor();
  expect(await page.getByText('North').count()).toBe(0);
});

it('a next page that fails is not asked for again without a pause', async () => {
  const page = await world.open('admin', '/account');
  const reads = { list: 0, nextPage: 0 };
  await page.route(/\/audit-logs(?:\?|$)/, async (route) => {
    const headers = {
      'access-control-allow-origin': world.portal.address,
      'access-control-allow-credentials': 'true',
    };
    if (new URL(route.request().url()).searchParams.has('cursor')) {
      reads.nextPage += 1;
      await route.fulfill({ status: 503, headers });
      return;
    }
    reads.list += 1;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), nextCursor: 'next' } });
  });
  await page.goto(`${world.portal.address}/o/acme/trail`);
  await page.getByRole('row').nth(1).press('End');
  await page.getByText("We couldn't refresh this.").waitFor();
  await page.waitForTimeout(1_000);
  // Only a refresh of the list that succeeds lets the page ask again.
  expect(reads.nextPage).toBeGreaterThan(0);
  expect(reads.nextPage).toBeLessThanOrEqual(reads.list);
  world.portal.complaints.splice(0);
});

it('what somebody else has typed in the same tab is not shown', async () => {
  const page = await world.open('admin', '/o/acme/workspaces?new=1');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Of Ada');
  const other = await world.open('guest', '/account');
  await page.context().addCookies(await other.context().cookies());
  await page.goto(`${world.portal.address}/account`);
  await page.getByRole('link', { name: 'gus' }).waitFor();
  await page.goto(`${world.portal.address}/o/acme/workspaces?new=1`);
  await page.getByRole('row', { name: /North/ }).waitFor();
  for (const input of await page.getByRole('textbox').all())
    expect(await input.inputValue()).not.toBe('Of Ada');
});

it('somebody who is removed while a page is open no longer sees it', async () => {
  const page = await world.open('member', '/o/acme/members');
  await page.getByRole('row', { name: /ada@acme/ }).waitFor();
  const { members } = await done(
    world.ada.get<{ members: { userId: string; email: string }[] }>('/v1/organizations/acme/members'),
  );
  const { userId } = members.find(({ email }) => email === people.member) ?? {};
  await done(world.ada.delete(`/v1/organizations/acme/members/${userId}`));
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByText("We can't find this.").waitFor();
  expect(await page.getByText('ada@acme.example').count()).toBe(0);
});
