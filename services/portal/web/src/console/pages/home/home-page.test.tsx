import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, example, problem, sent } from '../../../testing/api.ts';
import { address, open, press, says } from '../../../testing/page.tsx';
import { words as linkWords } from '../../../words/words.ts';
import { words } from '../../words/words.ts';

const { organizations } = example('listOrganizations');
const both = {
  organizations: [
    ...organizations,
    ...organizations.map((each) => ({ ...each, id: 'b', slug: 'beta', name: 'Beta' })),
  ],
};
const noInvitations = { listMyInvitations: { invitations: [] } };

it('home leads to the organization that was open last in this browser, else to the first', async () => {
  await open('/', { ...noInvitations, listOrganizations: both });
  expect(address()).toBe('/o/acme');
});

it('home remembers which organization was open last', async () => {
  localStorage.setItem('patchbay.organization', 'beta');
  await open('/', { ...noInvitations, listOrganizations: both });
  expect(address()).toBe('/o/beta');
});

it('home leads somebody with an invitation nowhere before it is answered', async () => {
  await open('/');
  expect(address()).toBe('/');
  expect(says(words.home.invitations)).toBe(true);
  answer(noInvitations);
  await press('button', linkWords.invitation.accept);
  expect(sent('acceptInvitation')).toHaveLength(1);
  expect(says(linkWords.invitation.answered.accepted.title('Acme Media'))).toBe(true);
});

it('an invitation that can no longer be answered says why, and one that is declined says what that means', async () => {
  await open('/', { declineInvitation: problem(409, { detail: 'The invitation was withdrawn.' }) });
  await press('button', linkWords.invitation.decline);
  expect(says('The invitation was withdrawn.')).toBe(true);
  answer({ ...noInvitations, declineInvitation: example('declineInvitation') });
  await press('button', linkWords.invitation.decline);
  expect(says(linkWords.invitation.answered.declined.title('Acme Media'))).toBe(true);
});

it('a closed organization is marked in the list', async () => {
  await open('/?all', {
    listOrganizations: {
      organizations: organizations.map((each) => ({ ...each, deletesAt: '2026-12-01T00:00:00.000Z' })),
    },
  });
  expect(says('Closed')).toBe(true);
});

it('the switcher leads to other organizations and to all of them', async () => {
  await open('/o/acme/keys', { ...noInvitations, listOrganizations: both });
  await press('button', /^Switch organization/);
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Beta',
    words.frame.allOrganizations,
  ]);
  await press('menuitem', 'Beta');
  expect(address()).toBe('/o/beta');
});
