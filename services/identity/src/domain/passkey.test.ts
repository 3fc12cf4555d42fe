import { describe, expect, it } from 'vitest';
import { goesBack, refuseLastOfAdmins, refuseUnproven } from './passkey.ts';
import { isLive, newChallenge } from './passkey-challenge.ts';

describe('a sign counter', () => {
  it.each([
    [5, 6, false],
    [5, 5, true],
    [5, 4, true],
    [0, 0, false],
    [0, 1, false],
    [5, 0, true],
  ])('stored %d and received %d: goes back is %s', (counter, received, expected) => {
    expect(goesBack({ counter }, received)).toBe(expected);
  });
});

describe('a challenge', () => {
  it('a challenge lives for five minutes', () => {
    const now = new Date('2026-01-01T00:00:00.000Z');
    const challenge = newChallenge(now);
    const after = (ms: number) => new Date(now.getTime() + ms);
    expect(isLive(challenge, after(299_999))).toBe(true);
    expect(isLive(challenge, after(300_000))).toBe(false);
  });
});

it('the first passkey may come from any session, a further one from a session that a passkey has proven', () => {
  expect(() => refuseUnproven(0, false)).not.toThrow();
  expect(() => refuseUnproven(1, true)).not.toThrow();
  expect(() => refuseUnproven(1, false)).toThrow(/^confirmation_required: /);
});

describe('the last passkey of a person', () => {
  const acme = { organizationId: 'a', organizationName: 'Acme', otherAdminUserIds: ['grace', 'alan'] };
  const solo = { organizationId: 's', organizationName: 'Solo', otherAdminUserIds: [] };

  it('the last passkey can be deleted where another admin of each organization has one', () => {
    expect(() => refuseLastOfAdmins([acme], new Set(['alan']))).not.toThrow();
    expect(() => refuseLastOfAdmins([], new Set())).not.toThrow();
  });

  it('the refusal names the organization that would have no admin with a passkey', () => {
    expect(() => refuseLastOfAdmins([acme], new Set())).toThrow('Acme requires passkeys');
    expect(() => refuseLastOfAdmins([acme, solo], new Set(['grace']))).toThrow('Solo requires passkeys');
  });
});
