import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at } from '../visitor.ts';
import { done, startWorld, type World } from './world.ts';

const members = 9_990;
const integrations = 1_000;

let world: World;
beforeAll(async () => {
  world = await startWorld('scale');
  const { ada, portal } = world;
  await portal.sql(
    `with crowd as (
       insert into organization.people (user_id, email, name)
       select gen_random_uuid(), 'crowd-' || number || '@crowd.example', 'Crowd ' || lpad(number::text, 5, '0')
       from generate_series(1, $1::int) as number returning user_id, name
     )
     insert into organization.members (id, organization_id, user_id, role, created_at)
     select gen_random_uuid(), o.id, user_id, 'viewer', now() + right(crowd.name, 5)::int * interval '1 millisecond'
     from crowd, organization.organizations o where o.slug = 'scale'`,
    [members],
  );
  // Integration knows a workspace from its first integration on.
  await done(ada.post(world.integrations, { provider: 'google_ads', name: 'Integration 0000' }));
  await portal.sql(
    `insert into integration.integrations (id, workspace_id, provider, name, status, connected_at, connected_account)
     select gen_random_uuid(), w.id, 'criteo', 'Integration ' || lpad(number::text, 4, '0'),
       'active'::integration.integration_status, now(), 'Account ' || number
     from integration.workspaces w join organization.organizations o on o.id = w.organization_id,
       generate_series(1, $1::int) as number where o.slug = 'scale'`,
    [integrations],
  );
}, 600_000);
afterAll(() => world?.stop());

/** Rows that are in the page now. */
const drawn = (page: Page): Promise<number> => page.getByRole('row').count();

it.each([
  ['/o/scale/members', 'Members', members, /Crowd 0\d+/],
  ['/o/scale/w/north/integrations', 'Integrations', integrations, /Integration \d+/],
] as const)(
  'the list at %s draws what is in sight, and its end is one key away',
  async (path, heading, count, name) => {
    const page = await world.open('admin', path);
    await at(page, heading);
    await page.getByRole('row', { name }).first().waitFor();
    const total = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
    expect(total).toBeGreaterThanOrEqual(count);
    expect(await drawn(page)).toBeLessThan(100);

    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('End');
    await page.locator(`[aria-rowindex="${total}"]:focus`).waitFor();
    expect(await drawn(page)).toBeLessThan(100);
    await page.keyboard.press('ArrowUp');
    await page.locator(`[aria-rowindex="${total - 1}"]:focus`).waitFor();
    await page.keyboard.press('Home');
    await page.locator('[aria-rowindex="2"]:focus').waitFor();
    expect(world.portal.complaints).toEqual([]);
  },
);
