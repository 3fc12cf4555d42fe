import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { answer, example, problem, sent } from '../../../testing/api.ts';
import { address, dialog, fill, open, passes, press, says, settled } from '../../../testing/page.tsx';
import { words as linkWords } from '../../../words/words.ts';
import { deletion } from '../../words/en/deletion.ts';
import { members as memberWords } from '../../words/en/members.ts';
import { passkeys } from '../../words/en/passkeys.ts';
import { words } from '../../words/words.ts';

const text = words.account;
const [current] = example('listSessions').sessions;
if (current === undefined) throw new Error('the example has no session');
const phone = {
  ...current,
  id: 'phone',
  current: false,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
};
const laptop = { ...current, id: 'laptop', current: false, userAgent: 'curl/8.0' };

/** Fakes a browser with passkeys, which jsdom does not have. */
const knowPasskeys = (): void => void Reflect.set(globalThis, 'PublicKeyCredential', Object);
afterEach(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

it('a new name is shown in the frame', async () => {
  await open('/account');
  expect(says(text.ways.email('ada@acme.example'))).toBe(true);
  expect(says(text.ways.google('ada@acme.example'))).toBe(true);
  await fill(text.name, 'Ada King');
  const session = example('getSession');
  answer({ getSession: { ...session, user: { ...session.user, name: 'Ada King' } } });
  await press('button', words.common.save);
  expect(sent('updateMe')).toEqual([{ body: { name: 'Ada King' } }]);
  expect(screen.getByRole('link', { name: 'Ada King' })).toBeDefined();
});

it('a person ends one session or all others, but not the current one', async () => {
  await open('/account', { listSessions: { sessions: [phone, current, laptop] } });
  expect(screen.getAllByRole('button', { name: /^Sign out .+/ })).toHaveLength(3);
  await press('button', text.endOf('Safari 18 on iOS'));
  await press('button', text.end);
  expect(sent('revokeSession')).toEqual([{ id: 'phone' }]);
  await press('button', text.endOthers);
  expect(says(text.endOthersText(2))).toBe(true);
  await press('button', text.endOthers);
  expect(sent('revokeSession').slice(1)).toEqual([{ id: 'phone' }, { id: 'laptop' }]);
  expect(says(text.endedOthers)).toBe(true);
});

it('sessions that could not be ended are counted, and only these are retried', async () => {
  await open('/account', {
    listSessions: { sessions: [current, phone, laptop] },
    revokeSession: ({ id }) => (id === 'phone' ? undefined : problem(503)),
  });
  await press('button', text.endOthers);
  await press('button', text.endOthers);
  expect(says(text.someLeft(1))).toBe(true);
  answer({ revokeSession: problem(404) });
  await press('button', text.endOthers);
  expect(sent('revokeSession').map(({ id }) => id)).toEqual(['phone', 'laptop', 'laptop']);
  expect(dialog()).toBeNull();
});

it('a person sees their passkeys, renames one and deletes it', async () => {
  await open('/account');
  await press('button', `${passkeys.rename} Laptop`);
  await fill(passkeys.name, 'Work laptop');
  await press('button', words.common.save);
  expect(sent('updatePasskey')).toMatchObject([{ body: { name: 'Work laptop' } }]);
  await press('button', `${passkeys.delete} Laptop`);
  expect(says(passkeys.deleteLast)).toBe(true);
  await press('button', passkeys.deleteAction);
  expect(sent('deletePasskey')).toHaveLength(1);
});

it('a person with a passkey confirms a new one with it, not by a link', async () => {
  knowPasskeys();
  await open('/account', {
    startPasskeyRegistration: problem(403, { detail: 'confirmation_required: use one of your passkeys' }),
  });
  await press('button', passkeys.create);
  await press('button', passkeys.next);
  const { furtherPasskey, passkey, title } = linkWords.confirmation;
  expect(dialog(title)).not.toBeNull();
  expect(says(furtherPasskey.lead)).toBe(true);
  expect(says(furtherPasskey.lost)).toBe(true);
  expect(screen.getByRole('button', { name: passkey })).toBeDefined();
  expect(screen.queryByRole('button', { name: linkWords.signIn.send })).toBeNull();
  await press('button', words.common.cancel);
  expect(says(linkWords.common.notConfirmed)).toBe(true);
  expect(sent('startPasskeyRegistration')).toHaveLength(1);
});

it('a person without a passkey confirms the first one in any way', async () => {
  knowPasskeys();
  await open('/account', {
    listPasskeys: { passkeys: [] },
    startPasskeyRegistration: problem(403, { detail: 'confirmation_required: prove who you are' }),
  });
  await press('button', passkeys.create);
  await press('button', passkeys.next);
  expect(says(linkWords.confirmation.lead)).toBe(true);
  expect(screen.getByRole('button', { name: linkWords.signIn.send })).toBeDefined();
});

it('a browser without passkeys says so in place of the form', async () => {
  await open('/account', { listPasskeys: { passkeys: [] } });
  expect(says(passkeys.none)).toBe(true);
  expect(says(passkeys.unable)).toBe(true);
});

it('the only admin of an organization reads why they cannot leave it', async () => {
  await open('/account');
  await press('button', text.leaveOf('Acme Media'));
  expect(says(memberWords.lastAdminSelf)).toBe(true);
  await press('link', memberWords.leave.seeMembers);
  expect(address()).toBe('/o/acme/members');
});

it('a person leaves an organization after reading which keys will stop', async () => {
  const { organizations } = example('listOrganizations');
  await open('/account', {
    listOrganizations: { organizations: organizations.map((each) => ({ ...each, role: 'member' as const })) },
  });
  await press('button', text.leaveOf('Acme Media'));
  expect(says(memberWords.leave.organization.keys(1))).toBe(true);
  await fill(words.common.confirm.label('Acme Media'), 'Acme Media');
  await press('button', memberWords.leave.submit);
  expect(sent('removeOrganizationMember')).toHaveLength(1);
});

it('a person deletes their account after typing their address, and sees that it is deleted', async () => {
  const { members } = example('listOrganizationMembers');
  await open('/account', {
    listOrganizationMembers: {
      members: members.map((member) => ({ ...member, userId: member.id, role: 'admin' })),
    },
    deleteMe: problem(409, { detail: 'You are the last admin of Acme Media.' }),
  });
  await press('button', deletion.account.action);
  await fill(words.common.confirm.label('ada@acme.example'), 'ada@acme.example');
  await press('button', deletion.account.action);
  expect(sent('deleteMe')).toEqual([{ body: { confirm: 'ada@acme.example' } }]);
  expect(says('You are the last admin of Acme Media.')).toBe(true);
  answer({ deleteMe: undefined, getSession: problem(401), listOrganizations: problem(401) });
  await press('button', deletion.account.action);
  expect(says(linkWords.signIn.left.deleted.title)).toBe(true);
  await passes(60_000);
  expect(says(linkWords.signIn.left.deleted.title)).toBe(true);
});

it('the only admin of an organization reads why they cannot delete their account before they type', async () => {
  await open('/account');
  await press('button', deletion.account.action);
  expect(says(deletion.account.onlyAdmin)).toBe(true);
  expect(screen.queryByLabelText(words.common.confirm.label('ada@acme.example'))).toBeNull();
  await press('link', deletion.account.seeSettings);
  expect(address()).toBe('/o/acme/settings');
});

it('a person signs out and sees that they have', async () => {
  await open('/account');
  await press('button', linkWords.signIn.signOut);
  expect(sent('signOut')).toHaveLength(1);
  await settled();
  expect(says(linkWords.signIn.left.signedOut.title)).toBe(true);
});
