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
  publicText: 'An organization needs an admin. Make another member an admin first.',
}) as Error;
const othersThanAdmin = roles.filter((role) => role !== 'admin');
const everyPair = roles.flatMap((before) => roles.map((after): [Role, Role] => [before, after]));

describe('changeRole', () => {
  it.each(everyPair.filter(([before, after]) => before !== after))(
    'a change of the role from %s to %s is one event',
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

  it.each(roles)(
    'a change to the same role (%s) changes nothing and is allowed for the last admin',
    (role) => {
      expect(changeRole(member(role), role, 1)).toEqual({ member: member(role), events: [] });
    },
  );

  it.each(othersThanAdmin)('the last admin cannot become %s', (role) => {
    expect(() => changeRole(member('admin'), role, 1)).toThrow(lastAdmin);
  });

  it.each(othersThanAdmin)('the role of a %s can change while there is one admin', (role) => {
    expect(changeRole(member(role), 'admin', 1).events).toHaveLength(1);
  });
});

describe('removeMember', () => {
  const key = { prefix: 'pby_0123456789a', name: 'Reports' };
  const nothing = { assignments: {}, organizationKeys: [], liveConnectLinks: undefined };

  it.each(roles)(
    'the removal of a member who is %s is one event, which also lists the deleted assignments',
    (role) => {
      expect(
        removeMember(
          member(role),
          {
            assignments: { spring: 'viewer', autumn: 'admin' },
            organizationKeys: [key],
            liveConnectLinks: 7,
          },
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
          metadata: { email: 'ada@acme.example', organizationKeys: [key], liveConnectLinks: 7 },
        },
      ]);
    },
  );

  it.each([
    ['𐍈'.repeat(50), '𐍈'.repeat(50)],
    ['𐍈'.repeat(51), `${'𐍈'.repeat(49)}…`],
  ])('the event of a removal cuts names of keys to 50 code points', (name, shown) => {
    const [event] = removeMember(member('viewer'), { ...nothing, organizationKeys: [{ ...key, name }] }, 1);
    expect(event?.metadata).toMatchObject({ organizationKeys: [{ prefix: key.prefix, name: shown }] });
  });

  it('the event of a removal does not count connect links where their number is not known', () => {
    expect(removeMember(member('viewer'), nothing, 1)[0]?.metadata).toEqual({
      email: 'ada@acme.example',
      organizationKeys: [],
    });
  });

  it('the event of a removal has no assignments if the member had none', () => {
    expect(removeMember(member('viewer'), nothing, 1)[0]?.changes).toEqual([
      { field: 'role', before: 'viewer', after: null },
    ]);
  });

  it('the last admin cannot be removed', () => {
    expect(() => removeMember(member('admin'), nothing, 1)).toThrow(lastAdmin);
  });

  it.each(othersThanAdmin)('a %s can be removed while there is one admin', (role) => {
    expect(removeMember(member(role), nothing, 1)).toHaveLength(1);
  });
});
