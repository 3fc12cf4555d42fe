import type { Schemas } from '@patchbay/client';
import { describe, expect, it } from 'vitest';
import { find, lastAdminOf, rowsOf } from './people.ts';

const member = (name: string, role: Schemas['OrganizationRole'] = 'member') => ({
  id: `m-${name}`,
  userId: name,
  name,
  email: `${name.toLowerCase()}@acme.example`,
  role,
  createdAt: '2026-01-01T00:00:00.000Z',
});

const invitation = (
  id: string,
  email: string,
  status: Schemas['InvitationStatus'],
): Schemas['Invitation'] => ({
  id,
  email,
  role: 'viewer',
  status,
  organization: { slug: 'acme', name: 'Acme' },
  expiresAt: '2026-01-03T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  inviterEmail: 'ada@acme.example',
  inviterName: 'Ada',
});

const keysOf = (rows: readonly { readonly key: string }[]): string[] => rows.map(({ key }) => key);

describe('rowsOf', () => {
  it('puts open invitations, newest first, before people by name', () => {
    const rows = rowsOf(
      [member('Zoe'), member('Ada', 'admin')],
      [
        invitation('1', 'a@x.example', 'pending'),
        invitation('2', 'b@x.example', 'accepted'),
        invitation('3', 'c@x.example', 'canceled'),
        invitation('4', 'd@x.example', 'declined'),
        invitation('5', 'e@x.example', 'expired'),
      ],
    );
    expect(keysOf(rows)).toEqual(['5', '1', 'm-Ada', 'm-Zoe']);
  });

  it('leaves out an expired invitation of somebody who is in or was invited again', () => {
    const rows = rowsOf(
      [member('Ada')],
      [
        invitation('1', 'Ada@acme.example', 'expired'),
        invitation('2', 'bob@x.example', 'expired'),
        invitation('3', 'bob@x.example', 'pending'),
        invitation('4', 'cy@x.example', 'expired'),
        invitation('5', 'cy@x.example', 'expired'),
      ],
    );
    expect(keysOf(rows)).toEqual(['5', '3', 'm-Ada']);
  });

  it('shows the role in the workspace that an invitation offers', () => {
    const [row] = rowsOf(
      [],
      [
        {
          ...invitation('1', 'a@x.example', 'pending'),
          role: 'guest',
          workspace: { slug: 'north', name: 'North', role: 'admin' },
        },
      ],
    );
    expect(row?.role).toBe('admin');
  });
});

describe('find', () => {
  const rows = rowsOf(
    [
      { ...member('Ada', 'admin'), inherited: true },
      { ...member('Bob'), inherited: false },
    ],
    [invitation('1', 'carol@x.example', 'pending')],
  );

  it('finds by name and email, whatever the case', () => {
    expect(keysOf(find(rows, ' BOB', ''))).toEqual(['m-Bob']);
    expect(keysOf(find(rows, 'x.example', ''))).toEqual(['1']);
  });

  it('narrows by role, invitation and where access comes from', () => {
    expect(keysOf(find(rows, '', 'admin'))).toEqual(['m-Ada']);
    expect(keysOf(find(rows, '', 'invited'))).toEqual(['1']);
    expect(keysOf(find(rows, '', 'inherited'))).toEqual(['m-Ada']);
    expect(keysOf(find(rows, '', 'assigned'))).toEqual(['m-Bob']);
    expect(find(rows, '', 'constructor')).toHaveLength(3);
  });
});

it('an organization with one admin has a last one', () => {
  const members = [member('Ada', 'admin'), member('Bob')];
  expect(lastAdminOf(members)).toBe('Ada');
  expect(lastAdminOf([...members, member('Cy', 'admin')])).toBeUndefined();
});
