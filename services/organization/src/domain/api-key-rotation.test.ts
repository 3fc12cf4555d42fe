import { describe, expect, it } from 'vitest';
import { ada, days, grace, keyWith, now, spring } from './api-key.fixture.ts';
import { endOfGrace, expiryIn, expiryOfReplacement, type Lifetime, rotate } from './api-key-rotation.ts';

const invalidOn = (path: string) =>
  expect.objectContaining({
    code: 'invalid',
    problems: [expect.objectContaining({ path })],
  }) as Error;

describe('expiryIn', () => {
  it.each([
    [undefined, null],
    [1, days(1)],
    [365, days(365)],
  ])('a new key can expire in %s days', (asked, end) => {
    expect(expiryIn(asked, now)).toEqual(end);
  });

  it.each([0, -1, 366, 1.5, Number.NaN])('a new key cannot expire in %s days', (asked) => {
    expect(() => expiryIn(asked, now)).toThrow(invalidOn('expiresInDays'));
  });
});

describe('expiryOfReplacement', () => {
  // The key was created ten days ago.
  it.each<[number | null, Lifetime, number | null]>([
    [null, 'as before', null],
    [20, 'as before', 30],
    [1, 'as before', 11],
    [20, 'forever', null],
    [20, { days: 3 }, 3],
    [null, { days: 365 }, 365],
  ])(
    'the replacement of a key that expires in %s days, with the lifetime %o, expires in %s days',
    (ends, lifetime, end) => {
      const key = keyWith({ expiresAt: ends === null ? null : days(ends) });
      expect(expiryOfReplacement(key, lifetime, now)).toEqual(end === null ? null : days(end));
    },
  );

  it('the lifetime of a replacement has the same bounds as that of a new key', () => {
    expect(() => expiryOfReplacement(keyWith(), { days: 366 }, now)).toThrow(invalidOn('expiresInDays'));
  });
});

describe('endOfGrace', () => {
  it.each<[number | null, number, number]>([
    [null, 0, 0],
    [null, 24, 1],
    [null, 168, 7],
    [3, 48, 2],
    [3, 72, 3],
    [3, 168, 3],
  ])(
    'the grace window of a key that expires in %s days, set to %i hours, ends in %i days',
    (ends, hours, end) => {
      const key = keyWith({ expiresAt: ends === null ? null : days(ends) });
      expect(endOfGrace(key, hours, now)).toEqual(days(end));
    },
  );

  it.each([-1, 169, 0.5])('a grace window cannot be %s hours long', (hours) => {
    expect(() => endOfGrace(keyWith(), hours, now)).toThrow(invalidOn('graceHours'));
  });
});

const next = { id: 'next-key', prefix: 'pby_ABCDEFGHIJK', creator: ada };

describe('rotate', () => {
  it('a rotation keeps a name that the rule for names would refuse today', () => {
    const key = keyWith({ name: 'Re\u200bports' });
    const { replacement } = rotate(key, next, { graceHours: 0, lifetime: 'as before' }, now);
    expect(replacement.name).toBe('Re\u200bports');
  });

  it('a rotation without a grace window revokes the key and creates one of the same name and scope, with the caller as its creator', () => {
    const key = keyWith({ level: 'workspace', workspace: spring, expiresAt: days(20), lastRequestAt: now });
    const { retired, replacement, events } = rotate(key, next, { graceHours: 0, lifetime: 'as before' }, now);
    expect(retired).toEqual({
      ...key,
      status: 'revoked',
      revokedAt: now,
      rotatedAt: now,
      replacedBy: 'next-key',
    });
    expect(replacement).toEqual({
      ...key,
      ...next,
      createdAt: now,
      expiresAt: days(30),
      lastRequestAt: null,
    });
    expect(events).toEqual([
      {
        action: 'api_key.rotated',
        about: { organizationId: 'an-organization' },
        workspace: spring,
        target: { type: 'api_key', id: 'a-key', name: 'Reports' },
        changes: [{ field: 'status', before: 'active', after: 'revoked' }],
        metadata: {
          prefix: 'pby_0123456789A',
          graceHours: 0,
          replacement: {
            id: 'next-key',
            prefix: 'pby_ABCDEFGHIJK',
            expiresAt: days(30).toISOString(),
          },
        },
      },
    ]);
  });

  it('a rotation with a grace window lets the old key expire at the end of the window', () => {
    const { retired, events } = rotate(keyWith(), next, { graceHours: 48, lifetime: 'as before' }, now);
    expect(retired).toMatchObject({ status: 'active', expiresAt: days(2), rotatedAt: now, revokedAt: null });
    expect(retired.creator).toEqual(grace);
    expect(events[0]?.changes).toEqual([{ field: 'expiresAt', before: null, after: days(2).toISOString() }]);
  });

  it.each([
    ['is disabled', { status: 'disabled' }, 'Enable it'],
    ['was revoked', { status: 'revoked', revokedAt: now }, 'was revoked'],
    ['has expired', { expiresAt: now }, 'has expired'],
    ['is disabled and has expired', { status: 'disabled', expiresAt: now }, 'has expired'],
    ['was rotated', { rotatedAt: now, replacedBy: 'another', expiresAt: days(1) }, 'already rotated'],
  ] as const)('a key cannot be rotated if it %s', (_state, more, sentence) => {
    expect(() => rotate(keyWith(more), next, { graceHours: 0, lifetime: 'as before' }, now)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        publicText: expect.stringContaining(sentence) as string,
      }) as Error,
    );
  });
});
