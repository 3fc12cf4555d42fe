import { describe, expect, it } from 'vitest';
import {
  demand,
  effectiveRole,
  inOrganization,
  inWorkspace,
  mayInvite,
  type Role,
  type Rule,
  reaches,
  roles,
  type WorkspaceRole,
} from './access.ts';

const allows = (role: Role, rule: Rule): boolean => {
  try {
    demand(role, rule);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'forbidden', publicText: rule.refusal });
    return false;
  }
};

/** Organization role, assigned role, effective workspace role; null where there is none. */
const standings: [Role, WorkspaceRole | null, WorkspaceRole | null][] = [
  ['guest', null, null],
  ['guest', 'viewer', 'viewer'],
  ['guest', 'member', 'member'],
  ['guest', 'admin', 'admin'],
  ['viewer', null, 'viewer'],
  ['viewer', 'viewer', 'viewer'],
  ['viewer', 'member', 'member'],
  ['viewer', 'admin', 'admin'],
  ['member', null, 'member'],
  ['member', 'viewer', 'member'],
  ['member', 'member', 'member'],
  ['member', 'admin', 'admin'],
  ['admin', null, 'admin'],
  ['admin', 'viewer', 'admin'],
  ['admin', 'member', 'admin'],
  ['admin', 'admin', 'admin'],
];

describe('roles', () => {
  it('are ordered from guest to admin, and each reaches itself', () => {
    for (const [place, role] of roles.entries()) {
      for (const [other, least] of roles.entries()) expect(reaches(role, least)).toBe(place >= other);
    }
    expect(roles.toReversed()).toEqual(['admin', 'member', 'viewer', 'guest']);
  });

  it.each(standings)(
    '%s in the organization, assigned %s, is %s in the workspace',
    (role, assigned, effective) => {
      expect(effectiveRole({ role, assigned })).toBe(effective);
    },
  );
});

describe('in an organization', () => {
  const table: [keyof typeof inOrganization, Role[]][] = [
    ['rename', ['admin']],
    ['seeMembers', ['admin', 'member', 'viewer']],
    ['changeRoles', ['admin']],
    ['removeOthers', ['admin']],
    ['invite', ['admin']],
    ['mintKeys', ['admin']],
    ['createWorkspaces', ['admin']],
  ];

  it('every rule is in the table', () => {
    expect(table.map(([name]) => name)).toEqual(Object.keys(inOrganization));
  });

  it.each(table)('%s is for %s', (name, allowed) => {
    for (const role of roles) expect(allows(role, inOrganization[name])).toBe(allowed.includes(role));
  });
});

describe('in a workspace', () => {
  it.each(standings)(
    '%s in the organization, assigned %s, may do what %s may',
    (role, assigned, effective) => {
      for (const rule of Object.values(inWorkspace)) {
        const may = effectiveRole({ role, assigned }) !== null && allows(effective ?? 'guest', rule);
        expect(may).toBe(effective === 'admin');
      }
    },
  );
});

describe('inviting', () => {
  it.each(standings)(
    'as %s in the organization, assigned %s, effectively %s',
    (role, assigned, effective) => {
      expect(mayInvite({ role, assigned }, 'organization')).toBe(role === 'admin');
      expect(mayInvite({ role, assigned }, 'workspace')).toBe(effective === 'admin');
    },
  );

  it('is not for those who are not of the organization', () => {
    expect(mayInvite(undefined, 'organization')).toBe(false);
    expect(mayInvite(undefined, 'workspace')).toBe(false);
  });
});
