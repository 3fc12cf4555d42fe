import { describe, expect, it } from 'vitest';
import { domainOf, workDomainOf } from './email-domain.ts';
import { freeSlug } from './organization.ts';

describe('a free slug', () => {
  it('is the one asked for where nobody has it', () => {
    expect(freeSlug('acme', new Set(['other']))).toBe('acme');
  });

  it('counts on from 2 past every taken one', () => {
    expect(freeSlug('acme', new Set(['acme', 'acme-2', 'acme-4']))).toBe('acme-3');
  });

  it('stays within 63 characters', () => {
    const long = 'a'.repeat(63);
    const slug = freeSlug(long, new Set([long]));
    expect(slug).toBe(`${'a'.repeat(61)}-2`);
  });
});

describe("an address's domain", () => {
  it('is what follows the last @, in lower case', () => {
    expect(domainOf('"odd@name"@Acme.Example')).toBe('acme.example');
  });

  it.each(['gmail.com', 'outlook.com', 'mailinator.com'])('%s cannot own an organization', (domain) => {
    expect(() => workDomainOf(`someone@${domain}`)).toThrow(
      expect.objectContaining({ code: 'invalid', problems: [expect.objectContaining({ path: 'email' })] }),
    );
  });

  it('of work may', () => {
    expect(workDomainOf('ada@acme.example')).toBe('acme.example');
  });
});
