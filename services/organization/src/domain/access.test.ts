import type { Role, WorkspaceRole } from '@patchbay/access/role';
import { describe, expect, it } from 'vitest';
import { effectiveRole, mayInvite } from './access.ts';

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

describe('effectiveRole', () => {
  it.each(standings)(
    'a person who is %s in the organization and assigned %s has the effective role %s in the workspace',
    (role, assigned, effective) => {
      expect(effectiveRole({ role, assigned })).toBe(effective);
    },
  );
});

describe('mayInvite', () => {
  it.each(standings)(
    'the right to invite follows from the role %s in the organization and the assigned role %s (effective role: %s)',
    (role, assigned, effective) => {
      expect(mayInvite({ role, assigned }, 'organization')).toBe(role === 'admin');
      expect(mayInvite({ role, assigned }, 'workspace')).toBe(effective === 'admin');
    },
  );

  it('a person who is not a member may not invite', () => {
    expect(mayInvite(undefined, 'organization')).toBe(false);
    expect(mayInvite(undefined, 'workspace')).toBe(false);
  });
});
