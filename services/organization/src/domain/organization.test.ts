import { describe, expect, it } from 'vitest';
import { domainOf, park, slugCandidates, workDomainOf } from './organization.ts';

describe('slugCandidates', () => {
  it('the candidates for a slug are the wanted one, then the same with the numbers from 2', () => {
    expect(slugCandidates('acme', 1, 3)).toEqual(['acme', 'acme-2', 'acme-3']);
    expect(slugCandidates('acme', 101, 2)).toEqual(['acme-101', 'acme-102']);
  });

  it('candidates for a slug have at most 63 characters', () => {
    const long = 'a'.repeat(63);
    expect(slugCandidates(long, 1, 2)).toEqual([long, `${'a'.repeat(61)}-2`]);
    expect(slugCandidates(long, 10, 1)).toEqual([`${'a'.repeat(60)}-10`]);
  });
});

describe('workDomainOf', () => {
  it('the domain of an address is the part after its last @, in lower case', () => {
    expect(domainOf('"odd@name"@Acme.Example')).toBe('acme.example');
  });

  it.each(['gmail.com', 'outlook.com', 'mailinator.com'])(
    'the public mailbox domain %s cannot own an organization',
    (domain) => {
      expect(() => workDomainOf(`someone@${domain}`)).toThrow(
        expect.objectContaining({ code: 'invalid', problems: [expect.objectContaining({ path: 'email' })] }),
      );
    },
  );

  it('a work domain can own an organization', () => {
    expect(workDomainOf('ada@acme.example')).toBe('acme.example');
  });
});

const asked = {
  email: 'ada@acme.example',
  name: 'Ada',
  organizationName: 'Acme',
  organizationSlug: 'acme',
};

describe('a parked sign-up', () => {
  it('a parked sign-up keeps the given texts and expires after 24 hours', () => {
    expect(park(asked, new Date('2026-03-28T12:00:00.000Z'))).toEqual({
      ...asked,
      expiresAt: new Date('2026-03-29T12:00:00.000Z'),
    });
  });

  it.each([
    ['email', 'ada', 'must be an email address'],
    ['name', ' ', 'must have 1 to 100 characters'],
    ['organizationName', 'a'.repeat(101), 'must have 1 to 100 characters'],
    ['organizationSlug', 'a'.repeat(64), 'must have at most 63 characters'],
  ] as const)('a sign-up cannot have the %s %j', (path, text, message) => {
    expect(() => park({ ...asked, [path]: text }, new Date())).toThrow(
      expect.objectContaining({ code: 'invalid', problems: [{ path, message }] }),
    );
  });
});
