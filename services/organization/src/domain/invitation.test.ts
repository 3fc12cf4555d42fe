import { type Role, reaches, roles, type WorkspaceRole } from '@patchbay/access/role';
import { Failure } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { effectiveRole, type Standing } from './access.ts';
import { hours, invitationWith, inviter, now, toWorkspace } from './invitation.fixture.ts';
import {
  cancel,
  decline,
  type InvitationStatus,
  invitationUrl,
  newInvitation,
  refuseAdminThroughKey,
  resend,
  statusOf,
} from './invitation.ts';

const workspaceRoles: WorkspaceRole[] = ['viewer', 'member', 'admin'];
/** The public text of the conflict; undefined where nothing is thrown. */
const refusalOf = (attempt: () => unknown): string | undefined => {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return error instanceof Failure && error.code === 'conflict' ? error.publicText : 'another error';
  }
};
const admin: Standing = { role: 'admin', assigned: null };
/** Grace, with a session and with a key. */
const grace = { inviter, apiKeyId: null };
const keyOfGrace = { inviter, apiKeyId: 'a-key' };
const conflictOf = (publicText: string) => expect.objectContaining({ code: 'conflict', publicText }) as Error;

describe('an invitation', () => {
  it.each<[InvitationStatus, number, InvitationStatus]>([
    ['pending', 1, 'pending'],
    ['pending', 0, 'expired'],
    ['pending', -1, 'expired'],
    ['expired', 1, 'expired'],
    ['accepted', -1, 'accepted'],
    ['declined', -1, 'declined'],
    ['canceled', -1, 'canceled'],
  ])('an invitation stored as %s that expires in %i hours has the status %s', (status, ends, effective) => {
    expect(statusOf({ status, expiresAt: hours(ends) }, now)).toBe(effective);
  });

  it('the link of an invitation is a page of the Portal', () => {
    expect(invitationUrl('https://portal.example/app', 'a_b-c')).toBe(
      'https://portal.example/app/invitations/a_b-c',
    );
  });
});

describe('newInvitation', () => {
  const { status: _status, expiresAt: _expiresAt, createdAt: _createdAt, ...asked } = invitationWith();

  it('an invitation to an organization expires after 48 hours', () => {
    const { invitation, events } = newInvitation(asked, undefined, now);
    expect(invitation).toEqual({ ...asked, status: 'pending', expiresAt: hours(48), createdAt: now });
    expect(events).toEqual([
      {
        action: 'invitation.created',
        about: { organizationId: 'an-organization' },
        target: { type: 'invitation', id: 'an-invitation', name: 'ada@acme.example' },
        changes: [
          { field: 'role', before: null, after: 'member' },
          { field: 'expiresAt', before: null, after: '2026-03-03T12:00:00.000Z' },
        ],
      },
    ]);
  });

  it('an invitation to a workspace has the offered role there, and in the organization the role that the person has or gets', () => {
    const toSpring = { ...asked, ...toWorkspace('admin') };
    expect(newInvitation(toSpring, undefined, now).invitation.role).toBe('guest');
    const { invitation, events } = newInvitation(toSpring, { role: 'viewer', assigned: null }, now);
    expect(invitation.role).toBe('viewer');
    expect(events).toMatchObject([
      {
        workspace: { id: 'a-workspace', slug: 'spring', name: 'Spring' },
        changes: [{ field: 'role', before: null, after: 'admin' }, { field: 'expiresAt' }],
      },
    ]);
  });

  it.each(roles.flatMap((has) => workspaceRoles.map((role): [Role, WorkspaceRole] => [has, role])))(
    'an invitation of a %s as %s is refused unless it raises the role',
    (has, role) => {
      const invite = () => newInvitation({ ...asked, role }, { role: has, assigned: null }, now);
      expect(refusalOf(invite)).toBe(
        reaches(has, role)
          ? 'ada@acme.example already has this role or a higher one in the organization.'
          : undefined,
      );
    },
  );

  const standings = roles.flatMap((role) =>
    [null, ...workspaceRoles].map((assigned): Standing => ({ role, assigned })),
  );
  it.each(standings.flatMap((standing) => workspaceRoles.map((role) => ({ ...standing, asked: role }))))(
    'an invitation of a $role, assigned $assigned, to the workspace as $asked is refused unless it raises the role',
    ({ role, assigned, asked: askedRole }) => {
      const invite = () => newInvitation({ ...asked, ...toWorkspace(askedRole) }, { role, assigned }, now);
      const effective = effectiveRole({ role, assigned });
      expect(refusalOf(invite)).toBe(
        effective !== null && reaches(effective, askedRole)
          ? 'ada@acme.example already has this role or a higher one in the workspace.'
          : undefined,
      );
    },
  );
});

describe('resend', () => {
  const day = 24;
  it.each([
    ['one that lives on adds 48 hours to its end', 10, 58],
    ['one that has just expired counts from now', 0, 48],
    ['one that expired long ago counts from now', -90 * day, 48],
    ['one that ends in 28 days goes to 30', 28 * day, 30 * day],
    ['one that ends in 29 days goes no further than 30', 29 * day, 30 * day],
    ['one that ends in 30 days stays there', 30 * day, 30 * day],
  ])('resending moves the expiry: %s', (_, ends, after) => {
    const { invitation, events } = resend(invitationWith({ expiresAt: hours(ends) }), grace, admin, now);
    expect(invitation).toEqual(invitationWith({ expiresAt: hours(after) }));
    expect(events).toMatchObject([
      {
        action: 'invitation.resent',
        changes: [
          {
            field: 'expiresAt',
            before: hours(ends).toISOString(),
            after: hours(after).toISOString(),
          },
          ...(ends <= 0 ? [{ field: 'status', before: 'expired', after: 'pending' }] : []),
        ],
      },
    ]);
  });

  it('resending reopens an invitation that was marked as expired', () => {
    const expired = invitationWith({ status: 'expired', expiresAt: hours(-1) });
    expect(resend(expired, grace, admin, now).invitation).toMatchObject({
      status: 'pending',
      expiresAt: hours(48),
    });
  });

  it('resending replaces an inviter who may no longer invite by the person who resends', () => {
    const linus = { userId: 'linus-id', email: 'linus@acme.example', name: 'Linus' };
    const { invitation, events } = resend(
      invitationWith({ apiKeyId: 'a-key' }),
      { inviter: linus, apiKeyId: null },
      undefined,
      now,
    );
    expect(invitation).toMatchObject({ inviter: linus, apiKeyId: null });
    expect(events[0]?.changes).toContainEqual({
      field: 'inviter',
      before: inviter.email,
      after: linus.email,
    });
  });

  it('resending an invitation of a key by its creator records no change of the inviter', () => {
    const { invitation, events } = resend(
      invitationWith({ apiKeyId: 'a-key' }),
      { inviter, apiKeyId: null },
      undefined,
      now,
    );
    expect(invitation.apiKeyId).toBeNull();
    expect(events[0]?.changes?.map(({ field }) => field)).toEqual(['expiresAt']);
  });

  it.each(['accepted', 'declined', 'canceled'] as const)(
    'an invitation that was %s cannot be resent',
    (status) => {
      expect(() => resend(invitationWith({ status }), grace, admin, now)).toThrow(
        conflictOf(`The invitation was already ${status}. Create a new one.`),
      );
    },
  );
});

describe('invitations through an API key', () => {
  const refusal = expect.objectContaining({
    code: 'forbidden',
    publicText: 'An API key cannot invite anybody as an admin. Invite with a session.',
  }) as Error;

  it('an API key may invite with every role but admin', () => {
    expect(() => refuseAdminThroughKey('admin', keyOfGrace)).toThrow(refusal);
    expect(() => refuseAdminThroughKey('admin', grace)).not.toThrow();
    for (const role of ['member', 'viewer'] as const) {
      expect(() => refuseAdminThroughKey(role, keyOfGrace)).not.toThrow();
    }
  });

  it.each([
    ['the organization', (role: WorkspaceRole) => ({ role })],
    ['a workspace', toWorkspace],
  ])('an API key may resend an invitation into %s unless it offers the role admin', (_place, into) => {
    const resent = (role: WorkspaceRole) => resend(invitationWith(into(role)), keyOfGrace, admin, now);
    expect(() => resent('admin')).toThrow(refusal);
    expect(resent('member').invitation).toMatchObject(grace);
    expect(resent('viewer').invitation).toMatchObject(grace);
  });

  it('a person who resends an invitation of a key that offers admin becomes its sender', () => {
    const stored = invitationWith({ ...keyOfGrace, role: 'admin' });
    expect(resend(stored, grace, admin, now).invitation).toMatchObject(grace);
    const member = invitationWith({ ...keyOfGrace, role: 'member' });
    expect(resend(member, grace, admin, now).invitation).toMatchObject(keyOfGrace);
  });
});

describe('cancel', () => {
  it.each([
    ['pending', 1],
    ['expired', -1],
  ] as const)('an invitation that is %s can be canceled', (before, ends) => {
    const { invitation, events } = cancel(invitationWith({ expiresAt: hours(ends) }), now);
    expect(invitation.status).toBe('canceled');
    expect(events).toMatchObject([
      { action: 'invitation.canceled', changes: [{ field: 'status', before, after: 'canceled' }] },
    ]);
  });

  it.each(['accepted', 'declined', 'canceled'] as const)(
    'an invitation that was %s cannot be canceled',
    (status) => {
      expect(() => cancel(invitationWith({ status }), now)).toThrow(
        conflictOf(`The invitation was already ${status}.`),
      );
    },
  );
});

describe('decline', () => {
  it('a pending invitation can be declined', () => {
    const { invitation, events } = decline(invitationWith(), now);
    expect(invitation.status).toBe('declined');
    expect(events).toMatchObject([
      { action: 'invitation.declined', changes: [{ field: 'status', before: 'pending', after: 'declined' }] },
    ]);
  });

  it('an expired invitation cannot be declined', () => {
    expect(() => decline(invitationWith({ expiresAt: now }), now)).toThrow(
      conflictOf('The invitation has expired. Ask for a new one.'),
    );
  });

  it.each(['accepted', 'declined', 'canceled'] as const)(
    'an invitation that was %s cannot be declined',
    (status) => {
      expect(() => decline(invitationWith({ status }), now)).toThrow(
        conflictOf(`The invitation was already ${status}.`),
      );
    },
  );
});
