import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../../people.ts';
import { at, expectWellMade, withSignInProviders } from '../visitor.ts';
import { done, people, startWorld, type World, workspaces } from './world.ts';

const organization = '/v1/organizations/acme';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());

it('a person changes their name, and sees how they can sign in', async () => {
  const page = await world.open('member', '/account');
  await withSignInProviders(page, ['google', 'microsoft']);
  await page.reload();
  await at(page, 'Your account');
  await page.getByText('A link that we email to mia@acme.example').waitFor();
  await page.getByText('Microsoft, with mia@acme.example').waitFor();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Mia Wallace');
  await page.reload();
  expect(await name.inputValue()).toBe('Mia Wallace');
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => name.inputValue()).toBe('mia');
  await name.fill('  ');
  await name.press('Enter');
  await page.getByText('Enter a name of at most 255 characters.').first().waitFor();
  await name.fill('Mia\u202eWallace');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Name must not contain invisible characters.').first().waitFor();
  await name.fill('Mia Wallace');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Mia Wallace' }).waitFor();
});

it('a person sees where they are signed in, and ends one session or all others', async () => {
  for (let count = 0; count < 3; count += 1) await signIn(world.portal.api, world.portal.smtp, people.member);
  const page = await world.open('member', '/account');
  const sessions = page.getByRole('grid', { name: "Where you're signed in" });
  const rows = sessions.getByRole('row', { name: /node/ });
  await rows.nth(3).waitFor();
  expect(await rows.first().innerText()).toContain('This browser');
  await rows.nth(1).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expectWellMade(world.portal, page);
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('node was signed out.').waitFor();
  await rows.nth(3).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await dialog.getByText('2 other sessions end at once.').waitFor();
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText("You're signed out everywhere else.").waitFor();
  await rows.nth(1).waitFor({ state: 'detached' });
  const { sessions: left } = await done(
    (await world.api('member')).get<{ sessions: { current: boolean }[] }>('/v1/auth/sessions'),
  );
  expect(left.map(({ current }) => current)).toEqual([true]);
});

it('an admin changes the name of the organization and who joins by its domain; others see why they cannot', async () => {
  const page = await world.open('admin', '/o/acme/settings');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Acme Media');
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Switch organization: Acme Media' }).waitFor();
  const joining = page.getByRole('combobox', { name: 'Who joins by it' });
  await joining.selectOption('Nobody joins by it');
  await page.getByText('Everyone needs an invitation.').waitFor();
  const roleNow = async (): Promise<string | null> =>
    (await done(world.ada.get<{ domainRole: string | null }>(organization))).domainRole;
  await expect.poll(roleNow).toBeNull();
  const viewer = await world.open('viewer', '/o/acme/settings');
  await viewer.getByText('Your role here is viewer.').first().waitFor();
  expect(await viewer.getByRole('textbox', { name: 'Name' }).getAttribute('readonly')).not.toBeNull();
  expect(await viewer.getByRole('combobox', { name: 'Who joins by it' }).isDisabled()).toBe(true);
  await expectWellMade(world.portal, viewer);
});

it('a workspace is renamed, and a person decides whether they get emails about it', async () => {
  const page = await world.open('admin', '/o/acme/w/north/settings');
  await page.getByRole('textbox', { name: 'Name' }).fill('Far north');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('navigation', { name: 'Workspace Far north' }).waitFor();
  const watch = page.getByRole('checkbox', { name: 'Email me about integrations that break' });
  await watch.click();
  await page.getByText("You'll get emails about this workspace.").waitFor();
  const { watched } = await done(world.ada.get<{ watched: boolean }>(`${workspaces}/north`));
  expect(watched).toBe(true);
  await expectWellMade(world.portal, page);
  await watch.click();
  await page.getByText("You won't get emails about this workspace anymore.").waitFor();
});

it('a person leaves an organization, with what they lose said before, and signs out', async () => {
  const api = await world.api('viewer');
  await done(api.post(`${organization}/api-keys`, { level: 'user', name: 'Script' }));
  const page = await world.open('viewer', '/account');
  await page.getByRole('button', { name: /^Leave Acme/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 API key of yours will stop working').waitFor();
  await expectWellMade(world.portal, page);
  await dialog.getByRole('textbox').fill('Acme Media');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.getByText("You don't belong to an organization yet").waitFor();
  expect((await api.get(organization)).status).toBe(404);
  await done(world.ada.post(`${organization}/invitations`, { email: people.viewer, role: 'viewer' }));
  await page.reload();
  await page.getByText("You've been invited to join an organization.").waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'signed out' }).waitFor();
});
