import { keyLevels } from '@patchbay/access/caller';
import { type Role, roles, type WorkspaceRole } from '@patchbay/access/role';
import { describe, expect, it } from 'vitest';
import { ada, days, grace, keyWith, now, spring } from './api-key.fixture.ts';
import {
  type ApiKey,
  type ApiKeyStatus,
  disable,
  enable,
  mayManage,
  newApiKey,
  rename,
  revoke,
  statusOf,
} from './api-key.ts';

const conflict = expect.objectContaining({ code: 'conflict' }) as Error;

describe('an API key', () => {
  it.each<[ApiKeyStatus, number | null, string]>([
    ['active', null, 'active'],
    ['active', 1, 'active'],
    ['active', 0, 'expired'],
    ['disabled', null, 'disabled'],
    ['disabled', 1, 'disabled'],
    ['disabled', -1, 'expired'],
    ['revoked', null, 'revoked'],
  ])('a key stored as %s that expires in %s days has the status %s', (status, ends, effective) => {
    expect(statusOf({ status, expiresAt: ends === null ? null : days(ends) }, now)).toBe(effective);
  });

  it('a new key is active, and its event does not contain the secret', () => {
    const { key, events } = newApiKey(
      {
        id: 'a-key',
        organizationId: 'an-organization',
        name: ' Reports ',
        prefix: 'pby_0123456789A',
        level: 'workspace',
        role: 'viewer',
        workspace: spring,
        creator: grace,
        expiresAt: days(30),
      },
      now,
    );
    expect(key).toMatchObject({
      lineId: 'a-key',
      name: 'Reports',
      status: 'active',
      createdAt: now,
      lastRequestAt: null,
    });
    expect(events).toEqual([
      {
        action: 'api_key.created',
        about: { organizationId: 'an-organization' },
        workspace: spring,
        target: { type: 'api_key', id: 'a-key', name: 'Reports' },
        changes: [
          { field: 'name', before: null, after: 'Reports' },
          { field: 'level', before: null, after: 'workspace' },
          { field: 'role', before: null, after: 'viewer' },
          { field: 'expiresAt', before: null, after: '2026-03-31T12:00:00.000Z' },
        ],
        metadata: { prefix: 'pby_0123456789A' },
      },
    ]);
  });

  it.each(['', ' ', 'x'.repeat(101), 'a\tb'])('a key cannot be renamed to %j', (name) => {
    expect(() => rename(keyWith(), name)).toThrow(expect.objectContaining({ code: 'invalid' }) as Error);
  });

  it('the event of a rename has both names, and a rename to the same name changes nothing', () => {
    const { key, events } = rename(keyWith(), ' Bids ');
    expect(key.name).toBe('Bids');
    expect(events).toMatchObject([
      {
        action: 'api_key.updated',
        target: { name: 'Bids' },
        changes: [{ field: 'name', before: 'Reports', after: 'Bids' }],
      },
    ]);
    expect(rename(keyWith(), 'Reports').events).toEqual([]);
  });
});

describe('changes of the status', () => {
  const moves = { disable, enable, revoke: (key: ApiKey, at: Date) => revoke(key, at, true) };
  const states = {
    active: keyWith(),
    disabled: keyWith({ status: 'disabled' }),
    expired: keyWith({ expiresAt: days(-1) }),
    revoked: keyWith({ status: 'revoked', revokedAt: days(-1) }),
  };

  it.each<[keyof typeof states, keyof typeof moves, ApiKeyStatus]>([
    ['active', 'disable', 'disabled'],
    ['disabled', 'enable', 'active'],
    ['active', 'revoke', 'revoked'],
    ['disabled', 'revoke', 'revoked'],
    ['expired', 'revoke', 'revoked'],
  ])('a key that is %s and gets the change %s becomes %s', (before, move, after) => {
    const { key, events } = moves[move](states[before], now);
    expect(key.status).toBe(after);
    expect(events).toMatchObject([
      { action: `api_key.${move}d`, changes: [{ field: 'status', before, after }] },
    ]);
  });

  it.each<[keyof typeof states, keyof typeof moves]>([
    ['disabled', 'disable'],
    ['active', 'enable'],
    ['revoked', 'revoke'],
  ])('a key that is %s stays the same under the change %s', (state, move) => {
    expect(moves[move](states[state], now)).toEqual({ key: states[state], events: [] });
  });

  it.each<[keyof typeof states, keyof typeof moves]>([
    ['expired', 'disable'],
    ['expired', 'enable'],
    ['revoked', 'disable'],
    ['revoked', 'enable'],
  ])('a key that is %s refuses the change %s', (state, move) => {
    expect(() => moves[move](states[state], now)).toThrow(conflict);
  });

  it('a revocation records its time, and its cause if a removal caused it', () => {
    const { key, events } = revoke(keyWith({ workspace: spring }), now, false, 'member_removed');
    expect(key.revokedAt).toEqual(now);
    expect(events).toMatchObject([
      {
        workspace: spring,
        metadata: {
          prefix: 'pby_0123456789A',
          lineId: 'a-line',
          lineEnded: false,
          because: 'member_removed',
        },
      },
    ]);
  });
});

describe('mayManage', () => {
  const assignments: (WorkspaceRole | null)[] = [null, 'viewer', 'member', 'admin'];

  it.each(keyLevels)('the creator of a key of level %s may manage it, whatever their role', (level) => {
    for (const role of roles) {
      const caller = { userId: grace.userId, role, assigned: null };
      expect(mayManage(caller, keyWith({ level }))).toBe(true);
    }
  });

  it.each(
    roles.flatMap((role) => assignments.map((assigned): [Role, WorkspaceRole | null] => [role, assigned])),
  )(
    'a key of another person may be managed according to the role %s and the assigned role %s in its workspace',
    (role, assigned) => {
      const caller = { userId: ada.userId, role, assigned };
      expect(keyLevels.filter((level) => mayManage(caller, keyWith({ level })))).toEqual(
        role === 'admin' ? ['organization', 'workspace'] : assigned === 'admin' ? ['workspace'] : [],
      );
    },
  );
});
