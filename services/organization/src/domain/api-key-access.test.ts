import { type Role, roles, type WorkspaceRole } from '@patchbay/access/role';
import { describe, expect, it } from 'vitest';
import { effectiveRole } from './access.ts';
import { days, now } from './api-key.fixture.ts';
import { isAlive, type KeyStanding, standingOf } from './api-key-access.ts';

const keyWith = (more: Partial<KeyStanding>): KeyStanding => ({
  level: 'organization',
  role: 'member',
  status: 'active',
  expiresAt: null,
  ownWorkspaceId: null,
  creatorRole: 'admin',
  creatorAssigned: null,
  ...more,
});
const workspaceKey = { level: 'workspace', ownWorkspaceId: 'spring' } as const;

describe('an API key works', () => {
  it.each([
    [{}, true],
    [{ expiresAt: days(1) }, true],
    [{ expiresAt: now }, false],
    [{ status: 'disabled' }, false],
    [{ status: 'revoked' }, false],
  ] as const)('with %o: %s', (more, alive) => {
    expect(isAlive(keyWith(more), now)).toBe(alive);
  });

  /** By what its creator is, and is assigned in the key's workspace: as a user's, an organization's, a workspace's key. */
  it.each<[Role | null, WorkspaceRole | null, [boolean, boolean, boolean]]>([
    [null, null, [false, true, false]],
    ['guest', null, [true, true, false]],
    ['guest', 'viewer', [true, true, true]],
    ['viewer', null, [true, true, true]],
    ['admin', 'admin', [true, true, true]],
  ])('while its creator is %s, assigned %s: %o', (creatorRole, creatorAssigned, alive) => {
    const creator = { creatorRole, creatorAssigned };
    expect([
      isAlive(keyWith({ ...creator, level: 'user', role: null }), now),
      isAlive(keyWith(creator), now),
      isAlive(keyWith({ ...creator, ...workspaceKey }), now),
    ]).toEqual(alive);
  });
});

describe('an API key is', () => {
  const looked = { workspaceId: 'spring', assigned: 'admin' } as const;

  it.each(roles)('at level user what its creator is: %s', (creatorRole) => {
    const standing = standingOf(keyWith({ level: 'user', role: null, creatorRole }), looked);
    expect(standing).toEqual({ role: creatorRole, assigned: 'admin' });
  });

  it.each(['viewer', 'member', 'admin'] as const)('at level organization %s everywhere', (role) => {
    const standing = standingOf(keyWith({ role }), looked);
    expect(standing.role).toBe(role);
    // Nothing of what its creator is assigned.
    expect(effectiveRole(standing)).toBe(role);
  });

  it.each(['viewer', 'member', 'admin'] as const)(
    'at level workspace %s there, and nobody elsewhere',
    (role) => {
      const key = keyWith({ ...workspaceKey, role });
      expect(standingOf(key, looked)).toEqual({ role: 'guest', assigned: role });
      for (const workspaceId of ['autumn', null]) {
        expect(effectiveRole(standingOf(key, { ...looked, workspaceId }))).toBeNull();
      }
    },
  );
});
