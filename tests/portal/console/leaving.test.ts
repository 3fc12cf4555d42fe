import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, expectWellMade, inConsole, reasonOf } from '../visitor.ts';
import { done, integrations, startWorld, type World, workspaces } from './world.ts';

const organization = '/v1/organizations/acme';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());

it('an admin deletes a workspace, with what goes with it said in counts before', async () => {
  await done(world.ada.post(integrations, { provider: 'google_ads', name: 'Shoes' }));
  await done(
    world.ada.post(`${organization}/api-keys`, {
      level: 'workspace',
      name: 'Script',
      workspaceSlug: 'north',
      role: 'viewer',
    }),
  );
  const viewer = await world.open('viewer', '/o/acme/w/north/settings');
  const refused = viewer.getByRole('button', { name: 'Delete workspace' });
  expect(await reasonOf(refused)).toContain('Your role here is viewer.');

  const page = await world.open('admin', '/o/acme/w/north/settings');
  await page.getByRole('button', { name: 'Delete workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete North?' });
  await dialog.getByText('1 integration with all stored credentials').waitFor();
  await dialog.getByText('1 API key that').waitFor();
  await dialog.getByText(/^\d roles? that people were given here/).waitFor();
  await expectWellMade(world.portal, page);
  await dialog.getByRole('textbox').fill('South');
  await dialog.getByRole('button', { name: 'Delete workspace' }).click();
  await dialog.getByText("This isn't the same. Type North.").first().waitFor();
  expect((await world.ada.get(`${workspaces}/north`)).status).toBe(200);
  await dialog.getByRole('textbox').fill('North');
  await dialog.getByRole('button', { name: 'Delete workspace' }).click();
  await page.getByText('North was deleted.').waitFor();
  await page.waitForURL('**/o/acme/workspaces');
  expect((await world.ada.get(`${workspaces}/north`)).status).toBe(404);
  // The guest was in this workspace alone.
  expect((await (await world.api('guest')).get(organization)).status).toBe(404);
  await page.goto(`${world.portal.address}/o/acme/trail`);
  await page.getByText(/deleted the workspace North with 1 integration/).waitFor();
});

it('an admin closes an organization: every page says so, its trail can be saved and verified, and it can be restored', async () => {
  const member = await world.open('member', '/o/acme/settings');
  const refused = member.getByRole('button', { name: 'Delete organization' });
  expect(await reasonOf(refused)).toContain('Your role here is member.');

  const page = await world.open('admin', '/o/acme/settings');
  await page.getByRole('button', { name: 'Delete organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Acme?' });
  await dialog.getByText('All admins get an email now, a day before, and at the end.').waitFor();
  await expectWellMade(world.portal, page);
  await dialog.getByRole('textbox').fill('acme');
  await world.portal.sql("update identity.sessions set authenticated_at = now() - interval '1 hour'");
  await dialog.getByRole('button', { name: 'Delete organization' }).click();
  const confirmation = page.getByRole('dialog', { name: "Confirm it's you" });
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText('Nothing has changed yet.').waitFor();
  expect(await dialog.getByRole('textbox').inputValue()).toBe('acme');
  await world.portal.sql('update identity.sessions set authenticated_at = now()');
  await dialog.getByRole('button', { name: 'Delete organization' }).click();
  await at(page, 'Acme is closed');
  await page.getByText('Closed; will be deleted on').waitFor();
  await expectWellMade(world.portal, page);

  for (const path of ['', '/members', '/keys', '/w/north/integrations']) {
    await page.goto(`${world.portal.address}/o/acme${path}`);
    await at(page, 'Acme is closed');
  }
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/entries verified/).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(lines.some((line) => line.includes('"organization.closed"'))).toBe(true);

  await member.goto(`${world.portal.address}/o/acme/members`);
  await at(member, 'Acme is closed');
  const restore = { name: 'Restore organization' };
  expect(await reasonOf(member.getByRole('button', restore))).toContain('Your role here is member.');
  await expectWellMade(world.portal, member);
  await member.goto(`${world.portal.address}/?all`);
  await member.getByRole('row', { name: /Acme Closed/ }).waitFor();

  // There is nothing to search here: Ctrl-K opens nothing, and keys go where they are typed.
  await page.keyboard.press('Control+k');
  await page.getByRole('button', restore).press('Space');
  await page.getByText('Acme is open again.').waitFor();
  await inConsole(page, 'Acme');
  expect((await done(world.ada.get(organization)))['deletesAt']).toBeNull();
  await page.goto(`${world.portal.address}/o/acme/members`);
  await at(page, 'Members');
});

it('a person deletes their account, which the last admin of an organization cannot', async () => {
  const admin = await world.open('admin', '/account');
  await admin.getByRole('button', { name: 'Delete account' }).click();
  const refused = admin.getByRole('dialog', { name: 'Delete your account?' });
  await refused.getByRole('textbox').fill('ada@acme.example');
  await refused.getByRole('button', { name: 'Delete account' }).click();
  await refused.getByRole('alert').getByText('Acme').waitFor();
  await expectWellMade(world.portal, admin);

  const page = await world.open('viewer', '/account');
  const email = (await (await world.api('viewer')).get<{ email: string }>('/v1/me')).body.email;
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('textbox').fill(email);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('textbox', { name: 'Email' }).waitFor();
  const { body } = await world.ada.get<{ members: { email: string }[] }>(`${organization}/members`);
  expect(body.members.map((member) => member.email)).not.toContain(email);
});
