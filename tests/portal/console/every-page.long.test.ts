import { afterAll, beforeAll, expect, it } from 'vitest';
import { forcedColoursOf } from '../browser.ts';
import { refusalsOf, visit } from '../visitor.ts';
import { type EveryPage, shown, startEveryPage } from './every-page.ts';
import type { Person } from './world.ts';

let every: EveryPage;
beforeAll(async () => {
  every = await startEveryPage('every-role');
}, 600_000);
afterAll(() => every?.world.stop());

it('no page asks the API for what a member, a viewer or a guest may not read', async () => {
  const { world, places } = every;
  // Dialogs and tabs, which have a query, are of those who may do something there.
  const paths = places.map(({ path }) => path).filter((path) => path === '/?all' || !path.includes('?'));
  const readAs = async (person: Person): Promise<string[]> => {
    const page = await world.open(person, world.home);
    const refusals = refusalsOf(page);
    for (const path of paths) {
      await page.goto(world.portal.address + path);
      await page.locator('h1[tabindex]').waitFor();
      await page.waitForLoadState('networkidle');
      await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
      if ((await page.getByRole('alert').count()) > 0) refusals.push(`an alert at ${path}`);
    }
    return refusals.map((refusal) => `${person}: ${refusal}`);
  };
  // At once: most of the time pages wait for answers.
  expect((await Promise.all((['member', 'viewer', 'guest'] as const).map(readAs))).flat()).toEqual([]);
  expect(world.portal.complaints).toEqual([]);
});

it('every page is accessible with forced colours', async () => {
  const { world, places } = every;
  const page = await world.open('admin', world.home);
  for (const place of places) {
    await visit(page, place.path);
    await shown(page, place);
    expect({ path: place.path, found: await forcedColoursOf(page) }).toEqual({ path: place.path, found: [] });
    await page.keyboard.press('Escape');
  }
});
