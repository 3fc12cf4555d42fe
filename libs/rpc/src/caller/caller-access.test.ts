import { createContextValues } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import { inOrganization, inWorkspace } from '@patchbay/access/rules';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { ada } from '../fixtures/callers.fixture.ts';
import { verifiedCallKey } from './caller.ts';
import { accessOf } from './caller-access.ts';

const organization = { id: 'o1', slug: 'acme', name: 'Acme', role: 'member' } as const;
const workspace = { id: 'w1', slug: 'brand', name: 'Brand', role: 'viewer' } as const;

/** A call whose token carries this access. */
const callWith = (access: Access | undefined) => {
  const { access: _adas, ...context } = ada;
  const call = { ...context, ...(access && { access }), calledBy: 'gateway' } as const;
  return { values: createContextValues().set(verifiedCallKey, call) };
};
const forbidden = (publicText: string) => expect.objectContaining({ code: 'forbidden', publicText });
const internal = expect.objectContaining({ code: 'internal' });

describe('the access of a call', () => {
  it('is that of its token, for whoever has the role', () => {
    const access = { organization, workspace };
    expect(accessOf(callWith(access), inOrganization.seeMembers)).toEqual(access);
    expect(accessOf(callWith(access), inWorkspace.see)).toEqual(access);
  });

  it('has a workspace in its type exactly under a rule of a workspace', () => {
    const call = callWith({ organization, workspace });
    expectTypeOf(accessOf(call, inWorkspace.see).workspace).not.toBeNullable();
    expectTypeOf(accessOf(call, inOrganization.see).workspace).toBeNullable();
  });

  it("is refused in the rule's words to whoever has a lower role", () => {
    const call = callWith({ organization, workspace });
    expect(() => accessOf(call, inOrganization.readTrail)).toThrow(
      forbidden(inOrganization.readTrail.refusal),
    );
    expect(() => accessOf(call, inWorkspace.rename)).toThrow(forbidden(inWorkspace.rename.refusal));
  });

  it('is judged by the role in the workspace under a rule of a workspace, and by no other', () => {
    const admin = { ...workspace, role: 'admin' } as const;
    const guest = { ...organization, role: 'guest' } as const;
    const call = callWith({ organization: guest, workspace: admin });
    expect(accessOf(call, inWorkspace.rename).workspace).toEqual(admin);
    expect(() => accessOf(call, inOrganization.rename)).toThrow(forbidden(inOrganization.rename.refusal));
  });

  it('under a rule with `orSelf` is for everyone who acts on themselves', () => {
    const call = callWith({ organization });
    expect(accessOf(call, inOrganization.removeMember, true)).toEqual({ organization });
    expect(() => accessOf(call, inOrganization.removeMember, false)).toThrow(
      forbidden(inOrganization.removeMember.refusal),
    );
  });

  it('is a fault where the token carries none, or none to a workspace', () => {
    expect(() => accessOf(callWith(undefined), inOrganization.see)).toThrow(internal);
    expect(() => accessOf(callWith({ organization }), inWorkspace.see)).toThrow(internal);
  });
});
