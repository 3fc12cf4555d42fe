import { type Role, roles } from '@patchbay/access/role';
import { describe, expect, it } from 'vitest';
import { changeRole, type NamedMember, removeMember } from './member.ts';

const member = (role: Role): NamedMember => ({
  id: 'a-member',
  organizationId: 'an-organization',
  userId: 'a-user',
  role,
  createdAt: new Date(0),
  email: 'ada@acme.example',
  name: 'Ada',
});
const lastAdmin = expect.objectContaining({
  code: 'conflict',
  publicText: 'An organization needs an admin: make somebody else one first.',
}) as Error;
const othersThanAdmin = roles.filter((role) => role !== 'admin');
const everyPair = roles.flatMap((before) => roles.map((after): [Role, Role] => [before, after]));

describe('changing a role', () => {
  it.each(everyPair.filter(([before, after]) => before !== after))(
    'from %s to %s is one event',
    (before, after) => {
      expect(changeRole(member(before), after, 2)).toEqual({
        member: member(after),
        events: [
          {
            action: 'member.role_changed',
            about: { organizationId: 'an-organization' },
            target: { type: 'member', id: 'a-user', name: 'Ada' },
            changes: [{ field: 'role', before, after }],
            metadata: { email: 'ada@acme.example' },
          },
        ],
      });
    },
  );

  it.each(roles)('to what it is, %s, changes nothing, not even of the last admin', (role) => {
    expect(changeRole(member(role), role, 1)).toEqual({ member: member(role), events: [] });
  });

  it.each(othersThanAdmin)('of the last admin to %s is refused', (role) => {
    expect(() => changeRole(member('admin'), role, 1)).toThrow(lastAdmin);
  });

  it.each(othersThanAdmin)('of a %s beside the last admin is not', (role) => {
    expect(changeRole(member(role), 'admin', 1).events).toHaveLength(1);
  });
});

describe('removing a member', () => {
  const key = { prefix: 'pby_0123456789a', name: 'Reports' };
  const nothing = { assignments: {}, organizationKeys: [] };

  it.each(roles)('%s is one event, also of the assignments that go with it', (role) => {
    expect(
      removeMember(
        member(role),
        { assignments: { spring: 'viewer', autumn: 'admin' }, organizationKeys: [key] },
        2,
      ),
    ).toEqual([
      {
        action: 'member.removed',
        about: { organizationId: 'an-organization' },
        target: { type: 'member', id: 'a-user', name: 'Ada' },
        changes: [
          { field: 'role', before: role, after: null },
          { field: 'assignments', before: { spring: 'viewer', autumn: 'admin' }, after: null },
        ],
        metadata: { email: 'ada@acme.example', organizationKeys: [key] },
      },
    ]);
  });

  it.each([
    ['𐍈'.repeat(50), '𐍈'.repeat(50)],
    ['𐍈'.repeat(51), `${'𐍈'.repeat(49)}…`],
  ])('names keys with 50 code points at most', (name, shown) => {
    const [event] = removeMember(member('viewer'), { ...nothing, organizationKeys: [{ ...key, name }] }, 1);
    expect(event?.metadata).toMatchObject({ organizationKeys: [{ prefix: key.prefix, name: shown }] });
  });

  it('says nothing of assignments where there are none', () => {
    expect(removeMember(member('viewer'), nothing, 1)[0]?.changes).toEqual([
      { field: 'role', before: 'viewer', after: null },
    ]);
  });

  it('who is the last admin is refused', () => {
    expect(() => removeMember(member('admin'), nothing, 1)).toThrow(lastAdmin);
  });

  it.each(othersThanAdmin)('%s beside the last admin is not', (role) => {
    expect(removeMember(member(role), nothing, 1)).toHaveLength(1);
  });
});
