import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, example, problem, sent } from '../../../testing/api.ts';
import {
  address,
  choose,
  dialog,
  fill,
  keys,
  open,
  organization,
  pageAs,
  press,
  says,
  the,
  workspace,
} from '../../../testing/page.tsx';
import { words as linkWords } from '../../../words/words.ts';
import { members as memberWords } from '../../words/en/members.ts';
import { words } from '../../words/words.ts';

const text = memberWords;
const page = `${organization}/members`;
const grace = '0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08';
const ada = '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01';
const alan = '0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706';

/** Opens the menu of a row and chooses from it. */
async function act(row: string, action: string): Promise<void> {
  await press('button', text.actionsOf(row));
  await press('menuitem', new RegExp(`^${action}`));
}

describe('people of an organization', () => {
  it('members and invitations are one list, with filters by text and role in the URL', async () => {
    await open(page);
    expect(says('ada@acme.example') && says('grace@acme.example') && says('alan@acme.example')).toBe(true);
    await choose(text.filter, 'invited');
    expect(address()).toBe(`${page}?show=invited`);
    expect(says('grace@acme.example')).toBe(false);
    await choose(text.filter, '');
    await fill(text.search, 'hopper');
    expect(screen.getAllByRole('row')).toHaveLength(2);
    await fill(text.search, 'nobody');
    expect(says(text.notFound)).toBe(true);
  });

  it('an admin invites several addresses; failed ones stay in the field with their reasons', async () => {
    await open(page, {
      createOrganizationInvitation: ({ body }) => {
        const { email } = body as { readonly email: string };
        if (email.startsWith('here')) return problem(409, { detail: 'Already a member.' });
        if (email.startsWith('bad'))
          return problem(400, { errors: [{ path: 'email', message: 'is not allowed' }] });
        return example('createOrganizationInvitation');
      },
    });
    await press('button', text.invite.open);
    await fill(text.invite.emails, 'new@x.example, here@x.example bad@x.example');
    await press('radio', words.roles.organization['viewer']?.name ?? '');
    await press('button', text.invite.submit);
    expect(sent('createOrganizationInvitation')).toHaveLength(3);
    expect(sent('createOrganizationInvitation')[0]).toEqual({
      orgSlug: 'acme',
      body: { email: 'new@x.example', role: 'viewer' },
    });
    expect(says(text.invite.some(1, 2))).toBe(true);
    expect(says('Already a member.')).toBe(true);
    expect(says('Email is not allowed.')).toBe(true);
    expect(screen.getByLabelText<HTMLTextAreaElement>(text.invite.emails).value).toBe(
      'here@x.example\nbad@x.example',
    );
  });

  it('invitations stop at the first failure that the others would have too', async () => {
    await open(`${page}?open=invite`, { createOrganizationInvitation: problem(429, { retryAfter: 9 }) });
    await fill(text.invite.emails, 'a@x.example b@x.example');
    await press('button', text.invite.submit);
    expect(sent('createOrganizationInvitation')).toHaveLength(1);
    expect(says(linkWords.common.tooMany(9))).toBe(true);
  });

  it('an invalid address is an error before anything is sent', async () => {
    await open(`${page}?open=invite`);
    await press('button', text.invite.submit);
    expect(says(text.invite.none)).toBe(true);
    await fill(text.invite.emails, 'a@x.example, not-an-address');
    await press('button', text.invite.submit);
    expect(says(text.invite.wrong('not-an-address'))).toBe(true);
    expect(sent('createOrganizationInvitation')).toEqual([]);
  });

  it('an invitation is resent and canceled, and a refusal to resend is shown above the list', async () => {
    await open(page);
    await act('alan@acme.example', text.resend.open);
    expect(sent('resendOrganizationInvitation')).toEqual([{ orgSlug: 'acme', id: alan }]);
    expect(says(text.resend.done('alan@acme.example'))).toBe(true);
    answer({ resendOrganizationInvitation: problem(409, { detail: 'It was accepted.' }) });
    await act('alan@acme.example', text.resend.open);
    expect(says('It was accepted.')).toBe(true);
    await act('alan@acme.example', text.cancel.open);
    await press('button', text.cancel.submit);
    expect(sent('cancelOrganizationInvitation')).toEqual([{ orgSlug: 'acme', id: alan }]);
    expect(dialog()).toBeNull();
  });

  it('the role of a member is changed, with what each role may do beside it', async () => {
    await open(page);
    await act('Grace Hopper', text.changeRole.open);
    expect(says(words.roles.organization['member']?.may ?? '')).toBe(true);
    await press('radio', words.roles.organization['member']?.name ?? '');
    await press('button', text.changeRole.submit);
    expect(sent('updateOrganizationMember')).toEqual([
      { orgSlug: 'acme', userId: grace, body: { role: 'member' } },
    ]);
    expect(says(text.changeRole.done('Grace Hopper', 'member'))).toBe(true);
  });

  it('a removal lists which keys end and which stay, and demands that the address is typed', async () => {
    const [key] = example('listApiKeys').apiKeys;
    const mine = { ...key, creatorEmail: 'grace@acme.example' } as NonNullable<typeof key>;
    await open(page, {
      listApiKeys: {
        apiKeys: [
          { ...mine, name: 'Ends with her' },
          { ...mine, id: 'o', name: 'Stays', level: 'organization', workspace: null },
        ] as NonNullable<typeof key>[],
      },
    });
    await act('Grace Hopper', text.remove.open);
    expect(says(text.remove.organization.workspaceKeys(1, 'Ends with her'))).toBe(true);
    expect(says(text.remove.organization.keptKeys(1, 'Stays'))).toBe(true);
    await press('button', text.remove.submit);
    expect(sent('removeOrganizationMember')).toEqual([]);
    await fill(words.common.confirm.label('grace@acme.example'), 'grace@acme.example');
    await press('button', text.remove.submit);
    expect(sent('removeOrganizationMember')).toEqual([{ orgSlug: 'acme', userId: grace }]);
    expect(says(text.remove.done('Grace Hopper'))).toBe(true);
  });

  it('the only admin sees why they can neither step down nor leave', async () => {
    await open(page);
    await press('button', text.actionsOf('Ada Lovelace'));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      text.changeRole.open + text.lastAdminSelf,
      text.leave.open('Acme Media') + text.lastAdminSelf,
    ]);
    await press('menuitem', new RegExp(`^${text.changeRole.open}`));
    expect(dialog()).toBeNull();
    expect(says(text.lastAdminSelf)).toBe(true);
  });

  it('somebody leaves an organization after its name was typed', async () => {
    const { members } = example('listOrganizationMembers');
    await open(page, {
      listOrganizationMembers: { members: members.map((member) => ({ ...member, role: 'admin' as const })) },
    });
    await act('Ada Lovelace', text.leave.open('Acme Media'));
    await fill(words.common.confirm.label('Acme Media'), 'Acme Media');
    await press('button', text.leave.submit);
    expect(sent('removeOrganizationMember')).toEqual([{ orgSlug: 'acme', userId: ada }]);
    expect(address()).toBe('/?all');
  });

  it('Enter on a row opens its menu, and Escape closes it', async () => {
    await open(page);
    screen.getAllByRole('row')[1]?.focus();
    await keys('{Enter}');
    expect(screen.getAllByRole('menuitem').length).toBeGreaterThan(0);
    await keys('{Escape}');
    expect(screen.queryByRole('menuitem')).toBeNull();
  });

  it('a viewer sees people and why they cannot change them, and no invitations', async () => {
    await pageAs('viewer', page, ['listOrganizationMembers']);
    expect(says('grace@acme.example')).toBe(true);
    expect(says('alan@acme.example')).toBe(false);
    expect(sent('listOrganizationInvitations')).toEqual([]);
    expect(the('button', text.invite.open).getAttribute('aria-disabled')).toBe('true');
    await press('button', text.actionsOf('Grace Hopper'));
    expect(screen.getAllByRole('menuitem')[0]?.textContent).toContain(words.common.refused('viewer'));
  });

  it('a guest sees no members of the organization, and none are requested', async () => {
    await pageAs('guest', page);
    expect(says(text.guestTitle)).toBe(true);
    expect(sent('listOrganizationMembers')).toEqual([]);
  });
});

describe('people of a workspace', () => {
  const here = `${workspace}/members`;

  it('inherited roles and assigned roles are distinguished', async () => {
    await open(here);
    expect(screen.getAllByText(text.inherited, { selector: 'span' })).toHaveLength(1);
    expect(screen.getAllByText(text.assigned, { selector: 'span' })).toHaveLength(1);
  });

  it('an admin adds somebody of the organization, who is found by name', async () => {
    await open(here);
    await press('button', text.add.open);
    await press('button', text.add.submit);
    expect(says(text.add.personError)).toBe(true);
    await press('combobox', text.add.person);
    await keys('ada');
    await press('option', /Ada Lovelace/);
    await press('button', text.add.submit);
    expect(sent('addWorkspaceMember')).toEqual([
      { orgSlug: 'acme', workspaceSlug: 'brand-campaigns', body: { userId: ada, role: 'member' } },
    ]);
  });

  it('an admin removes somebody from the workspace after reading what they lose', async () => {
    await open(here);
    await act('Grace Hopper', text.remove.open);
    for (const line of Object.values(text.remove.workspace)) expect(says(line)).toBe(true);
    await press('button', text.remove.submit);
    expect(sent('removeWorkspaceMember')).toMatchObject([{ userId: grace }]);
  });

  it('a role from the organization cannot be removed here, and the menu says where', async () => {
    await open(here, {
      getSession: { ...example('getSession'), user: { ...example('getSession').user, id: 'x' } },
    });
    await press('button', text.actionsOf('Ada Lovelace'));
    expect(screen.getAllByRole('menuitem').at(-1)?.textContent).toContain(text.remove.inherited);
  });

  it('invitations to a workspace are sent for it, resent and canceled', async () => {
    await open(`${here}?open=invite`);
    expect(says(text.invite.outside)).toBe(true);
    await fill(text.invite.emails, 'client@x.example');
    await press('button', text.invite.submit);
    expect(sent('createWorkspaceInvitation')).toMatchObject([
      { workspaceSlug: 'brand-campaigns', body: { email: 'client@x.example' } },
    ]);
    await act('mary@studio.example', text.resend.open);
    expect(sent('resendWorkspaceInvitation')).toHaveLength(1);
    await act('mary@studio.example', text.cancel.open);
    await press('button', text.cancel.submit);
    expect(sent('cancelWorkspaceInvitation')).toHaveLength(1);
  });
});
