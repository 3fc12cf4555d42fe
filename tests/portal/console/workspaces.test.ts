import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, expectWellMade, reasonOf } from '../visitor.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());

it('an admin creates a workspace by keyboard, and lands in it', async () => {
  const page = await world.open('admin', '/o/acme/workspaces');
  await at(page, 'Workspaces');
  await page.getByRole('row', { name: /North/ }).waitFor();
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'New workspace' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('South coast');
  await expect.poll(() => page.getByRole('textbox', { name: 'Short name' }).inputValue()).toBe('south-coast');
  await expectWellMade(world.portal, page);
  await page.keyboard.press('Enter');
  await page.getByText('South coast is ready.').waitFor();
  await page.waitForURL('**/o/acme/w/south-coast/integrations');
});

it('a viewer sees why they cannot create a workspace', async () => {
  const page = await world.open('viewer', '/o/acme/workspaces');
  const button = page.getByRole('button', { name: 'New workspace' });
  await button.waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  expect(await reasonOf(button)).toContain('Your role here is viewer.');
  await button.press('Enter');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

it('home leads to the organization that was open last, and the switcher to all of them', async () => {
  const page = await world.open('admin', '/');
  await page.waitForURL('**/o/acme');
  await page.getByRole('button', { name: 'Switch organization: Acme' }).click();
  await page.getByRole('menuitem', { name: 'All organizations' }).click();
  await at(page, 'Your organizations');
  expect(new URL(page.url()).search).toBe('?all');
  await expectWellMade(world.portal, page);
});
