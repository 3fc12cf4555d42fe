import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, example, problem, sent } from '../../testing/api.ts';
import { address, click, open, press, recover, says, settled, stored, the } from '../../testing/page.tsx';
import { words } from '../../words/words.ts';

const text = words.invitation;
const preview = example('getInvitation');
const name = text.inOrganization('Brand campaigns', 'Acme Media');
const [listed] = example('listMyInvitations').invitations;
if (listed === undefined) throw new Error('the example has no invitation');
const { workspace } = preview;
if (workspace === undefined) throw new Error('the example has no workspace');
const mary = { ...example('getSession'), user: { ...example('getSession').user, email: preview.email } };
const own = { invitations: [{ ...listed, email: preview.email, workspace }] };
const asMary = { getSession: mary, listMyInvitations: own };

it('anybody with the link sees who invites whom to what, and only the invited person may sign in', async () => {
  await open('/invitations/secret-token', { getSession: problem(401) });
  expect(address()).toBe('/invitations');
  expect(sent('getInvitation')).toEqual([{ token: 'secret-token' }]);
  expect(says(text.invites(name))).toBe(true);
  expect(says('Ada Lovelace') && says(text.workspaceRoles.admin.may)).toBe(true);
  const email = screen.getByLabelText<HTMLInputElement>(words.signIn.email);
  expect(email.value).toBe(preview.email);
  expect(email.readOnly).toBe(true);
});

it('the invited person accepts it once, and is led to what they joined', async () => {
  await open('/invitations/secret-token', asMary);
  await click('button', text.accept);
  await click('button', text.accept);
  await click('button', text.decline);
  await settled();
  expect(sent('acceptInvitation')).toEqual([{ id: listed.id }]);
  expect(sent('declineInvitation')).toEqual([]);
  expect(says(text.answered.accepted.title(name))).toBe(true);
  expect(the('link', text.answered.accepted.goOn(name)).getAttribute('href')).toBe(
    '/o/acme/w/brand-campaigns',
  );
  expect(stored()).not.toContain('secret-token');
});

it('an invitation is declined, and nothing changes', async () => {
  await open('/invitations/secret-token', asMary);
  await press('button', text.decline);
  expect(says(text.answered.declined.title(name))).toBe(true);
});

it('an invitation is not for somebody else, who can become the right person', async () => {
  await open('/invitations/secret-token');
  expect(says(text.otherPerson(preview.email, 'ada@acme.example'))).toBe(true);
  await press('button', text.signInAs(preview.email));
  expect(screen.getByLabelText<HTMLInputElement>(words.signIn.email).value).toBe(preview.email);
});

it.each(['accepted', 'declined', 'canceled', 'expired'] as const)(
  'an invitation that was %s says so, and whom to ask',
  async (status) => {
    await open('/invitations/secret-token', { getInvitation: { ...preview, status } });
    expect(says(text.over[status].title)).toBe(true);
    const mail = screen.queryByRole('link', { name: text.mailTo('Ada Lovelace') });
    expect(mail?.getAttribute('href')?.startsWith('mailto:ada@acme.example?subject=')).toBe(
      status === 'accepted' ? undefined : true,
    );
  },
);

it('an invitation that ended while its page was open says so', async () => {
  await open('/invitations/secret-token', { ...asMary, listMyInvitations: { invitations: [] } });
  expect(says(text.over.gone.title)).toBe(true);
});

it.each([400, 404])('a link that the API answers with %i is not recognized', async (status) => {
  await open('/invitations/secret-token', { getInvitation: problem(status) });
  expect(says(text.unknown.title)).toBe(true);
});

it('an invitation that cannot be read is read again when asked', async () => {
  await open('/invitations/secret-token', { ...asMary, getInvitation: problem(503) });
  recover();
  answer(asMary);
  await press('button', words.common.tryAgain);
  expect(says(text.invites(name))).toBe(true);
});

it('without a link the page shows the invitations of the signed-in person, or that there are none', async () => {
  await open('/invitations', { listMyInvitations: { invitations: [] } });
  expect(says(text.own.none.title)).toBe(true);
});
