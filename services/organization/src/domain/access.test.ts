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

describe('the effective role', () => {
  it.each(standings)(
    '%s in the organization, assigned %s, is %s in the workspace',
    (role, assigned, effective) => {
      expect(effectiveRole({ role, assigned })).toBe(effective);
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
