import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, expectWellMade, reasonOf } from '../visitor.ts';
import { done, startWorld, type World, workspaces } from './world.ts';

const organization = '/v1/organizations/acme';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());

it('an admin invites several addresses at once, and those that were not sent stay with their reasons', async () => {
  const page = await world.open('admin', '/o/acme/members?open=invite');
  const emails = page.getByRole('textbox', { name: 'Email addresses' });
  const send = page.getByRole('button', { name: 'Send invitations' });
  await emails.fill('bob, mia@acme.example');
  await send.click();
  await page.getByText("This isn't an email address: bob").first().waitFor();
  await emails.fill('"Ross, Bob" <bob@partner.example>; mia@acme.example\ncy@client.example');
  // What was typed and the dialog survive a reload.
  await page.reload();
  expect(await emails.inputValue()).toContain('cy@client.example');
  await send.click();
  const outcomes = page.getByRole('list', { name: 'What happened' });
  await outcomes.waitFor();
  expect(await outcomes.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('mia@acme.example already has this role or a higher one'),
    'bob@partner.example Sent',
    'cy@client.example Sent',
  ]);
  expect(await emails.inputValue()).toBe('mia@acme.example');
  await expectWellMade(world.portal, page);
  // Too many: nothing more is sent, and the button waits.
  const tried: (string | null)[] = [];
  await page.route(/\/invitations$/, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    tried.push(route.request().postData());
    return route.fulfill({
      status: 429,
      headers: {
        'retry-after': '60',
        'access-control-allow-origin': world.portal.address,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'retry-after',
      },
      json: { status: 429, title: 'Too Many Requests' },
    });
  });
  await emails.fill('dee@client.example eli@client.example');
  await page.clock.install();
  await send.click();
  await page.getByRole('alert').getByText('You can try again in').waitFor();
  expect(tried).toHaveLength(1);
  expect(await emails.inputValue()).toBe('dee@client.example eli@client.example');
  expect(await send.getAttribute('aria-disabled')).toBe('true');
  await page.unrouteAll();
  await emails.fill('dee@client.example');
  await page.clock.fastForward(61_000);
  await page.locator('[aria-disabled="false"]', { hasText: 'Send invitations' }).waitFor();
  await page.getByRole('radio', { name: 'Viewer' }).check();
  await send.click();
  await page.getByText('1 invitation sent.').waitFor();
  expect(page.url()).not.toContain('invite');
  await page.getByRole('row', { name: /dee@client\.example Viewer Link valid until/ }).waitFor();
  const { invitations } = await done(
    world.ada.get<{ invitations: { email: string }[] }>(`${organization}/invitations`),
  );
  const sent = invitations.map(({ email }) => email);
  expect(sent).toEqual(
    expect.arrayContaining(['bob@partner.example', 'cy@client.example', 'dee@client.example']),
  );
});

it('invitations and people are found in one list, resent, canceled and changed, and a removal has to be confirmed', async () => {
  for (const email of ['eve@client.example', 'flo@client.example'])
    await done(world.ada.post(`${organization}/invitations`, { email, role: 'member' }));
  await done(
    world.ada.post(`${organization}/api-keys`, { level: 'organization', name: 'Nightly', role: 'member' }),
  );
  const page = await world.open('admin', '/o/acme/members');
  await at(page, 'Members');
  const row = (name: RegExp) => page.getByRole('row', { name });
  const choose = async (person: string, action: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${person}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await row(/eve@client\.example/).waitFor();
  await expectWellMade(world.portal, page);

  await choose('eve@client.example', 'Resend invitation');
  await page.getByText("We've emailed eve@client.example again.").waitFor();
  await choose('flo@client.example', 'Cancel invitation');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel invitation' }).click();
  await page.getByText('The invitation of flo@client.example was canceled.').waitFor();
  await row(/flo@client/).waitFor({ state: 'detached' });

  await page.getByRole('searchbox', { name: 'Find by name or email' }).fill('MIA');
  await row(/eve@client/).waitFor({ state: 'detached' });
  await page.reload();
  await row(/mia@acme\.example Member/).waitFor();
  await choose('mia', 'Change role');
  await page.getByRole('radio', { name: 'Viewer' }).check();
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'Change role' }).click();
  await row(/mia@acme\.example Viewer/).waitFor();
  await done(
    world.ada.patch(`${organization}/members/${(await memberOf('mia@acme.example')).userId}`, {
      role: 'member',
    }),
  );

  await page.goto(`${world.portal.address}/o/acme/members?show=viewer`);
  await row(/vic@partner\.example Viewer/).waitFor();
  expect(await row(/Ada/).count()).toBe(0);
  await choose('vic', 'Remove');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Their personal API keys stop working').waitFor();
  await expectWellMade(world.portal, page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByText("This isn't the same.").first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[aria-label="Actions for vic"]:focus').waitFor();
  expect(await memberOf('vic@partner.example')).toBeDefined();
});

const memberOf = async (email: string): Promise<{ userId: string; email: string }> => {
  const { members } = await done(
    world.ada.get<{ members: { userId: string; email: string }[] }>(`${organization}/members`),
  );
  const member = members.find((each) => each.email === email);
  if (member === undefined) throw new Error(`${email} is no member`);
  return member;
};

it('the only admin learns beforehand that they cannot step down or leave', async () => {
  const page = await world.open('admin', '/o/acme/members');
  // Enter opens the menu of the row.
  await page.getByRole('row', { name: /ada@acme/ }).press('Enter');
  for (const action of ['Change role', 'Leave Acme']) {
    const item = page.getByRole('menuitem', { name: action });
    expect(await item.getAttribute('data-refused')).toBe('true');
    expect(await item.innerText()).toContain("You're the only admin. Make somebody else an admin first.");
  }
  await page.goto(`${world.portal.address}/account`);
  await page.getByRole('button', { name: 'Leave Acme' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave Acme?' });
  await dialog.getByText("You're the only admin.").waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await expectWellMade(world.portal, page);
});

it('others see people and reasons, and no invitations; guests see no members', async () => {
  const page = await world.open('viewer', '/o/acme/members');
  await page.getByRole('row', { name: /Ada ada@acme\.example Admin/ }).waitFor();
  expect(await page.getByRole('row', { name: /Invited by/ }).count()).toBe(0);
  const invite = page.getByRole('button', { name: 'Invite people' });
  expect(await reasonOf(invite)).toContain('Your role here is viewer.');
  await page.getByRole('button', { name: 'Actions for mia' }).click();
  expect(await page.getByRole('menuitem', { name: 'Remove' }).innerText()).toContain(
    'Your role here is viewer.',
  );
  const guest = await world.open('guest', '/o/acme/members');
  await guest.getByText("Guests can't see the members of the organization").waitFor();
  await expectWellMade(world.portal, guest);
});

it('an admin adds somebody of the organization to a workspace, changes them and removes them', async () => {
  const page = await world.open('admin', '/o/acme/w/north/members');
  const row = (name: RegExp) => page.getByRole('row', { name });
  await row(/mia@acme\.example Member From the organization/).waitFor();
  await row(/gus@client\.example Member Added here/).waitFor();
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'Add member' }).click();
  const dialog = page.getByRole('dialog');
  await expectWellMade(world.portal, page);
  await dialog.getByRole('button', { name: 'Add member' }).click();
  await dialog.getByText('Choose a person from the list.').first().waitFor();
  await page.getByRole('combobox', { name: 'Person' }).fill('gus');
  await page.getByText('Nobody in the organization matches.').waitFor();
  await page.getByRole('combobox', { name: 'Person' }).fill('mi');
  await page.getByRole('option', { name: /mia/ }).click();
  await page.getByRole('radio', { name: 'Admin' }).check();
  await dialog.getByRole('button', { name: 'Add member' }).click();
  await page.getByText('mia was added.').waitFor();
  await row(/mia@acme\.example Admin Added here/).waitFor();
  // The higher role, from the organization, stays.
  await page.getByRole('button', { name: 'Actions for mia' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await page.getByRole('radio', { name: 'Viewer' }).check();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await row(/mia@acme\.example Member Added here/).waitFor();
  await page.getByRole('button', { name: 'Actions for mia' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row(/mia@acme\.example Member From the organization/).waitFor();
  // The access of others comes from the organization, and ends there.
  await page.getByRole('button', { name: 'Actions for vic' }).click();
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Remove' }).innerText())
    .toContain('Change it there.');
  await page.getByRole('menuitem', { name: 'Give a role here' }).click();
  await page.getByRole('dialog').getByText('vic@partner.example').waitFor();
});

it('an admin invites somebody to a workspace, resends the invitation and cancels it', async () => {
  const page = await world.open('admin', '/o/acme/w/north/members?open=invite');
  await page.getByText('become guests of it').waitFor();
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('hal@client.example');
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByRole('row', { name: /hal@client\.example Member/ }).waitFor();
  const choose = async (action: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for hal@client.example' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Resend invitation');
  await page.getByText("We've emailed hal@client.example again.").waitFor();
  // The last row of a list leaves the focus to the text in its place.
  await page.getByRole('searchbox', { name: 'Find by name or email' }).fill('hal@client');
  await page.getByRole('row', { name: /mia/ }).waitFor({ state: 'detached' });
  await choose('Cancel invitation');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel invitation' }).click();
  await page.locator('p:focus', { hasText: 'Nobody matches this search.' }).waitFor();
  expect(world.portal.complaints).toEqual([]);
});

it('a guest leaves a workspace, and an admin removes them from the organization', async () => {
  await done(world.ada.post(workspaces, { name: 'East', slug: 'east' }));
  const { userId } = await memberOf('gus@client.example');
  await done(world.ada.post(`${workspaces}/east/members`, { userId, role: 'admin' }));
  const page = await world.open('guest', '/o/acme/w/east/members');
  // They may add people, and cannot see whom.
  const add = page.getByRole('button', { name: 'Add member' });
  expect(await reasonOf(add)).toContain('Invite people by email instead.');
  await page.getByRole('button', { name: 'Actions for gus' }).click();
  await page.getByRole('menuitem', { name: 'Leave East' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/o/acme/workspaces');
  await page.getByText("You've left East.").waitFor();

  const admin = await world.open('admin', '/o/acme/members');
  await admin.getByRole('button', { name: 'Actions for gus' }).click();
  await admin.getByRole('menuitem', { name: 'Remove' }).click();
  await admin.getByRole('textbox', { name: 'Type gus@client.example to confirm' }).fill('gus@client.example');
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await admin.getByText('gus was removed.').waitFor();
  await admin.getByRole('row', { name: /gus@client/ }).waitFor({ state: 'detached' });
});
