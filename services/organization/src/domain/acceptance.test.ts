import { type Role, reaches, roles, type WorkspaceRole } from '@patchbay/access/role';
import { describe, expect, it } from 'vitest';
import { accept } from './acceptance.ts';
import type { Standing } from './access.ts';
import { hours, invitationWith, now, toWorkspace } from './invitation.fixture.ts';
import type { Invitation } from './invitation.ts';

const workspaceRoles: WorkspaceRole[] = ['viewer', 'member', 'admin'];
const ada = { userId: 'ada-id', email: 'ada@acme.example', name: 'Ada' };
const admin: Standing = { role: 'admin', assigned: null };

const accepted = (
  invitation: Invitation,
  invitee: Standing | undefined,
  inviter: Standing | undefined = admin,
) => accept(invitation, ada, { inviter, invitee }, now);
const actionsOf = ({ events }: ReturnType<typeof accept>) =>
  events.map(({ action, changes }) => [action, changes?.[0]?.before, changes?.[0]?.after]);

describe('accepting an invitation to an organization', () => {
  it.each(workspaceRoles)(
    'accepting an invitation to an organization makes a stranger a member with the role %s',
    (role) => {
      const acceptance = accepted(invitationWith({ role }), undefined);
      expect(acceptance).toMatchObject({ role, assigned: null, invitation: { status: 'accepted' } });
      expect(actionsOf(acceptance)).toEqual([
        ['invitation.accepted', 'pending', 'accepted'],
        ['member.added', null, role],
      ]);
      expect(acceptance.events[1]).toMatchObject({
        target: { type: 'member', id: 'ada-id' },
        metadata: { email: ada.email, by: 'invitation' },
      });
    },
  );

  it.each(roles.flatMap((has) => workspaceRoles.map((role): [Role, WorkspaceRole] => [has, role])))(
    'a person who is %s and accepts an invitation as %s has the higher of both roles',
    (has, role) => {
      const acceptance = accepted(invitationWith({ role }), { role: has, assigned: null });
      const raised = !reaches(has, role);
      expect(acceptance.role).toBe(raised ? role : null);
      expect(actionsOf(acceptance)).toEqual([
        ['invitation.accepted', 'pending', 'accepted'],
        ...(raised ? [['member.role_changed', has, role]] : []),
      ]);
    },
  );
});

describe('accepting an invitation to a workspace', () => {
  it.each(workspaceRoles)(
    'accepting an invitation to a workspace makes a stranger a guest who is assigned as %s',
    (role) => {
      const acceptance = accepted(invitationWith(toWorkspace(role)), undefined);
      expect(acceptance).toMatchObject({ role: 'guest', assigned: role });
      expect(actionsOf(acceptance)).toEqual([
        ['invitation.accepted', 'pending', 'accepted'],
        ['member.added', null, 'guest'],
        ['workspace_member.added', null, role],
      ]);
      expect(acceptance.events[2]).toMatchObject({
        workspace: { id: 'a-workspace', slug: 'spring', name: 'Spring' },
        target: { type: 'workspace_member', id: 'ada-id' },
      });
    },
  );

  const cases = roles.flatMap((role) =>
    [null, ...workspaceRoles].flatMap((assigned) =>
      workspaceRoles.map((asked) => ({ role, assigned, asked })),
    ),
  );
  it.each(cases)(
    'accepting an invitation to a workspace changes only the assignment, and never lowers it: $role, assigned $assigned, invited as $asked',
    ({ role, assigned, asked }) => {
      const acceptance = accepted(invitationWith(toWorkspace(asked)), { role, assigned });
      const raised = assigned === null || !reaches(assigned, asked);
      expect(acceptance).toMatchObject({ role: null, assigned: raised ? asked : null });
      const action = assigned === null ? 'workspace_member.added' : 'workspace_member.role_changed';
      expect(actionsOf(acceptance).slice(1)).toEqual(raised ? [[action, assigned, asked]] : []);
    },
  );
});

describe('refused acceptances', () => {
  const lost = (place: string) =>
    expect.objectContaining({
      code: 'conflict',
      publicText: `Grace may no longer invite people to ${place}. Ask for a new invitation.`,
    }) as Error;

  it.each<[string, Standing]>([
    ['is a member now', { role: 'member', assigned: null }],
    ['is admin of a workspace alone', { role: 'guest', assigned: 'admin' }],
  ])('an invitation cannot be accepted if the inviter %s', (_, standing) => {
    expect(() => accepted(invitationWith(), undefined, standing)).toThrow(lost('Acme'));
  });

  it('an invitation cannot be accepted if its API key may no longer invite', () => {
    const invitation = invitationWith({ apiKeyId: 'a-key' });
    expect(() => accept(invitation, ada, { inviter: undefined, invitee: undefined }, now)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        publicText: 'The API key of Grace may no longer invite people to Acme. Ask for a new invitation.',
      }) as Error,
    );
  });

  it.each([
    ['Acme', { role: 'admin' } as const],
    ['Spring', toWorkspace('admin')],
  ])(
    'an invitation of an API key cannot be accepted if it would make somebody admin of %s',
    (place, offered) => {
      const invitation = invitationWith({ ...offered, apiKeyId: 'a-key' });
      expect(() => accepted(invitation, undefined)).toThrow(
        expect.objectContaining({
          code: 'conflict',
          publicText: `The API key of Grace may no longer invite people to ${place}. Ask for a new invitation.`,
        }) as Error,
      );
      expect(() => accepted({ ...invitation, apiKeyId: null }, undefined)).not.toThrow();
    },
  );

  it('an invitation cannot be accepted after the inviter has left the organization', () => {
    const accepting = () => accept(invitationWith(), ada, { inviter: undefined, invitee: undefined }, now);
    expect(accepting).toThrow(lost('Acme'));
  });

  it('an invitation to a workspace cannot be accepted if the inviter is no longer an effective admin of it', () => {
    const invitation = invitationWith(toWorkspace('viewer'));
    expect(() => accepted(invitation, undefined, { role: 'member', assigned: 'member' })).toThrow(
      lost('Spring'),
    );
    expect(() => accepted(invitation, undefined, { role: 'guest', assigned: 'admin' })).not.toThrow();
  });

  it('an invitation cannot be accepted after it has expired, was answered or was canceled', () => {
    const conflict = expect.objectContaining({ code: 'conflict' }) as Error;
    expect(() => accepted(invitationWith({ expiresAt: hours(0) }), undefined)).toThrow(conflict);
    for (const status of ['accepted', 'declined', 'canceled', 'expired'] as const)
      expect(() => accepted(invitationWith({ status }), undefined)).toThrow(conflict);
  });
});
