import { describe, expect, it } from 'vitest';
import { demand, inOrganization, inWorkspace, type Rule } from './rules.ts';

const everyRule: Rule[] = [...Object.values(inOrganization), ...Object.values(inWorkspace)];

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
