import { type Role, roles, type WorkspaceRole } from '@patchbay/access/role';
import { Failure } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { effectiveRole } from './access.ts';
import { days, now } from './api-key.fixture.ts';
import {
  type KeyStanding,
  refuseUnusable,
  scopeOf,
  standingOf,
  whyUngrantable,
  whyUnusable,
} from './api-key-access.ts';

type KeyRequest = Parameters<typeof scopeOf>[0];

describe('scopeOf', () => {
  it.each<[KeyRequest, unknown]>([
    [
      { level: 'user', role: undefined, workspaceSlug: '' },
      { level: 'user', role: null },
    ],
    [
      { level: 'organization', role: 'viewer', workspaceSlug: '' },
      { level: 'organization', role: 'viewer' },
    ],
    [
      { level: 'workspace', role: 'admin', workspaceSlug: 'spring' },
      { level: 'workspace', role: 'admin', workspaceSlug: 'spring' },
    ],
  ])('a new key may have the scope %o', (asked, scope) => {
    expect(scopeOf(asked)).toEqual(scope);
  });

  it.each<[KeyRequest, string[]]>([
    [{ level: undefined, role: 'admin', workspaceSlug: '' }, ['level']],
    [{ level: 'user', role: 'admin', workspaceSlug: '' }, ['role']],
    [{ level: 'user', role: 'admin', workspaceSlug: 'spring' }, ['role', 'workspaceSlug']],
    [{ level: 'organization', role: undefined, workspaceSlug: '' }, ['role']],
    [{ level: 'organization', role: 'admin', workspaceSlug: 'spring' }, ['workspaceSlug']],
    [{ level: 'workspace', role: 'admin', workspaceSlug: '' }, ['workspaceSlug']],
    [{ level: 'workspace', role: undefined, workspaceSlug: '' }, ['role', 'workspaceSlug']],
  ])('a new key may not have the scope %o, and every wrong field is named', (asked, paths) => {
    let thrown: unknown;
    try {
      scopeOf(asked);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Failure);
    expect((thrown as Failure).problems.map(({ path }) => path)).toEqual(paths);
  });
});

const keyWith = (more: Partial<KeyStanding>): KeyStanding => ({
  level: 'organization',
  role: 'member',
  status: 'active',
  expiresAt: null,
  deletesAt: null,
  creatorSuspended: false,
  suspendedReason: null,
  ownWorkspaceId: null,
  creatorRole: 'admin',
  creatorAssigned: null,
  ...more,
});
const workspaceKey = { level: 'workspace', ownWorkspaceId: 'spring' } as const;

describe('whyUngrantable', () => {
  it.each(['member', 'admin'] as const)('use can be granted to a key with role %s', (role) => {
    const key = keyWith({});
    expect(whyUngrantable(key, role, now)).toBeUndefined();
  });

  it.each<[string, KeyStanding, WorkspaceRole | undefined, string]>([
    ['was revoked', keyWith({ status: 'revoked' }), 'admin', 'this one is revoked'],
    ['is disabled', keyWith({ status: 'disabled' }), 'admin', 'this one is disabled'],
    ['has expired', keyWith({ expiresAt: now }), 'admin', 'this one is expired'],
    ['does not see the workspace', keyWith({}), undefined, 'access to this workspace'],
    [
      'has lost its creator',
      keyWith({ level: 'user', creatorRole: null }),
      'admin',
      'access to this workspace',
    ],
    ['is a viewer', keyWith({}), 'viewer', 'this one is a viewer'],
  ])('use cannot be granted to a key that %s', (_state, key, role, reason) => {
    expect(whyUngrantable(key, role, now)).toContain(reason);
  });
});

describe('whyUnusable', () => {
  it.each([
    [{}, undefined],
    [{ expiresAt: days(1) }, undefined],
    [{ expiresAt: now }, 'key_expired'],
    [{ status: 'disabled' }, 'key_disabled'],
    [{ status: 'revoked' }, 'key_revoked'],
  ] as const)('a key with %o does not work for the reason %s (undefined: it works)', (more, reason) => {
    expect(whyUnusable(keyWith(more), now)).toBe(reason);
  });

  it('an unknown key and a revoked key are refused with the same public text', () => {
    const [good, revoked] = [keyWith({}), keyWith({ status: 'revoked' })];
    expect(refuseUnusable(good, now)).toBe(good);
    const message = 'The API key is unknown or no longer works.';
    for (const [key, reason] of [
      [undefined, 'key_unknown'],
      [revoked, 'key_revoked'],
    ] as const) {
      expect(() => refuseUnusable(key, now)).toThrow(expect.objectContaining({ reason, message }));
    }
  });

  /** The creator's role, their assigned role in the key's workspace; usable at level user, organization, workspace. */
  it.each<[Role | null, WorkspaceRole | null, [boolean, boolean, boolean]]>([
    [null, null, [false, true, false]],
    ['guest', null, [true, true, false]],
    ['guest', 'viewer', [true, true, true]],
    ['viewer', null, [true, true, true]],
    ['admin', 'admin', [true, true, true]],
  ])(
    'a key of a creator who is %s, assigned %s, works at the levels user, organization and workspace: %o',
    (creatorRole, creatorAssigned, usable) => {
      const creator = { creatorRole, creatorAssigned };
      expect([
        whyUnusable(keyWith({ ...creator, level: 'user', role: null }), now),
        whyUnusable(keyWith(creator), now),
        whyUnusable(keyWith({ ...creator, ...workspaceKey }), now),
      ]).toEqual(usable.map((works) => (works ? undefined : 'key_creator_without_access')));
    },
  );
});

describe('standingOf', () => {
  const pathWorkspace = { workspaceId: 'spring', assigned: 'admin' } as const;

  it.each(roles)('a user-level key has the role of its creator: %s', (creatorRole) => {
    const standing = standingOf(keyWith({ level: 'user', role: null, creatorRole }), pathWorkspace);
    expect(standing).toEqual({ role: creatorRole, assigned: 'admin' });
  });

  it.each(['viewer', 'member', 'admin'] as const)(
    'an organization-level key has its role %s in every workspace',
    (role) => {
      const standing = standingOf(keyWith({ role }), pathWorkspace);
      expect(standing.role).toBe(role);
      // The creator's assigned role does not count.
      expect(effectiveRole(standing)).toBe(role);
    },
  );

  it.each(['viewer', 'member', 'admin'] as const)(
    'a workspace-level key has its role %s in its workspace, and none elsewhere',
    (role) => {
      const key = keyWith({ ...workspaceKey, role });
      expect(standingOf(key, pathWorkspace)).toEqual({ role: 'guest', assigned: role });
      for (const workspaceId of ['autumn', null]) {
        expect(effectiveRole(standingOf(key, { ...pathWorkspace, workspaceId }))).toBeNull();
      }
    },
  );
});
