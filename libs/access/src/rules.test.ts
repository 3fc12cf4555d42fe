import { describe, expect, it } from 'vitest';
import { type Role, roles, workspaceRoles } from './role.ts';
import { demand, inOrganization, inWorkspace, type Rule } from './rules.ts';

const everyRule: Rule[] = [...Object.values(inOrganization), ...Object.values(inWorkspace)];

const isAllowed = (role: Role, rule: Rule, onSelf = false): boolean => {
  try {
    demand<Rule & { orSelf: true }>(
      { organization: { role }, workspace: { role } },
      { ...rule, orSelf: true },
      onSelf,
    );
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'forbidden', publicText: rule.refusal });
    return false;
  }
};

describe('rules of an organization', () => {
  const table: [keyof typeof inOrganization, Role[]][] = [
    ['see', ['admin', 'member', 'viewer', 'guest']],
    ['change', ['admin']],
    ['seeMembers', ['admin', 'member', 'viewer']],
    ['changeRoles', ['admin']],
    ['removeMember', ['admin']],
    ['invite', ['admin']],
    ['mintKeys', ['admin']],
    ['createWorkspaces', ['admin']],
    ['deleteWorkspaces', ['admin']],
    ['close', ['admin']],
    ['manageWebhooks', ['admin']],
    ['readTrail', ['admin']],
  ];

  it('the table of this test has every rule of an organization', () => {
    expect(table.map(([name]) => name)).toEqual(Object.keys(inOrganization));
  });

  it.each(table)('the rule %s of an organization is for %s', (name, allowed) => {
    for (const role of roles) expect(isAllowed(role, inOrganization[name])).toBe(allowed.includes(role));
  });
});

describe('rules of a workspace', () => {
  const table: [keyof typeof inWorkspace, Role[]][] = [
    ['see', ['admin', 'member', 'viewer']],
    ['rename', ['admin']],
    ['assign', ['admin']],
    ['removeMember', ['admin']],
    ['invite', ['admin']],
    ['mintKeys', ['admin']],
    ['manageIntegrations', ['admin', 'member']],
    ['useIntegrations', ['admin', 'member']],
    ['grantUse', ['admin']],
    ['deleteIntegrations', ['admin']],
  ];

  it('the table of this test has every rule of a workspace', () => {
    expect(table.map(([name]) => name)).toEqual(Object.keys(inWorkspace));
  });

  it.each(table)('the rule %s of a workspace is for %s', (name, allowed) => {
    for (const role of workspaceRoles)
      expect(isAllowed(role, inWorkspace[name])).toBe(allowed.includes(role));
  });
});

describe('a rule', () => {
  it('a rule looks at the role of its own scope', () => {
    const access = { organization: { role: 'guest' }, workspace: { role: 'admin' } } as const;
    expect(() => demand(access, inWorkspace.rename)).not.toThrow();
    expect(() => demand(access, inOrganization.change)).toThrow(inOrganization.change.refusal);
  });

  it('a rule with `orSelf` lets everyone act on themselves', () => {
    const access = { organization: { role: 'guest' } } as const;
    expect(() => demand(access, inOrganization.removeMember, true)).not.toThrow();
    expect(() => demand(access, inOrganization.removeMember, false)).toThrow(
      expect.objectContaining({ code: 'forbidden', publicText: inOrganization.removeMember.refusal }),
    );
  });

  it('a rule has a text of its own exactly if it can refuse somebody', () => {
    const forAll: readonly Rule[] = [inOrganization.see, inWorkspace.see];
    const refusing = everyRule.filter((rule) => !forAll.includes(rule));
    expect(everyRule.filter(({ refusal }) => refusal !== undefined)).toEqual(refusing);
    expect(new Set(refusing.map(({ refusal }) => refusal)).size).toBe(refusing.length);
  });
});
