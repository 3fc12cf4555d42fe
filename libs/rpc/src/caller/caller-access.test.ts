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
  it('a caller with the role of the rule gets the access in its token', () => {
    const access = { organization, workspace };
    expect(accessOf(callWith(access), inOrganization.seeMembers)).toEqual(access);
    expect(accessOf(callWith(access), inWorkspace.see)).toEqual(access);
  });

  it('the access under a rule of a workspace has a workspace in its type', () => {
    const call = callWith({ organization, workspace });
    expectTypeOf(accessOf(call, inWorkspace.see).workspace).not.toBeNullable();
    expectTypeOf(accessOf(call, inOrganization.see).workspace).toBeNullable();
  });

  it('a caller with a lower role is refused with the text of the rule', () => {
    const call = callWith({ organization, workspace });
    expect(() => accessOf(call, inOrganization.readTrail)).toThrow(
      forbidden(inOrganization.readTrail.refusal),
    );
    expect(() => accessOf(call, inWorkspace.rename)).toThrow(forbidden(inWorkspace.rename.refusal));
  });

  it('a rule of a workspace is decided by the role in the workspace alone', () => {
    const admin = { ...workspace, role: 'admin' } as const;
    const guest = { ...organization, role: 'guest' } as const;
    const call = callWith({ organization: guest, workspace: admin });
    expect(accessOf(call, inWorkspace.rename).workspace).toEqual(admin);
    expect(() => accessOf(call, inOrganization.change)).toThrow(forbidden(inOrganization.change.refusal));
  });

  it('a rule with `orSelf` allows everyone to act on themselves', () => {
    const call = callWith({ organization });
    expect(accessOf(call, inOrganization.removeMember, true)).toEqual({ organization });
    expect(() => accessOf(call, inOrganization.removeMember, false)).toThrow(
      forbidden(inOrganization.removeMember.refusal),
    );
  });

  it('a token without the access that a rule needs is an internal error', () => {
    expect(() => accessOf(callWith(undefined), inOrganization.see)).toThrow(internal);
    expect(() => accessOf(callWith({ organization }), inWorkspace.see)).toThrow(internal);
  });
});
