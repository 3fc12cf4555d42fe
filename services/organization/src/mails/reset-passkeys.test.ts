import { describe, expect, it } from 'vitest';
import { resetPasskeysMail } from './reset-passkeys.ts';

const mailAbout = (name: string) =>
  resetPasskeysMail({
    organization: { slug: 'acme', name: 'Acme' },
    person: { name, email: 'ada@acme.example' },
    portalUrl: 'https://portal.example',
  });

describe('the mail to admins about deleted passkeys', () => {
  it('both parts say whose passkeys, in which organization, and what to do', () => {
    const { text, html } = mailAbout('Ada');
    for (const part of [text, html]) {
      expect(part).toContain('all passkeys of “Ada” (ada@acme.example), who is in “Acme”');
      expect(part).toContain('Ask them by another way than email');
      expect(part).toContain('https://portal.example/o/acme/trail');
    }
  });

  it('the subject has no name that somebody chose, and names in the mail become no links', () => {
    const { subject, text } = mailAbout('evil.example');
    expect(subject).toBe(mailAbout('Ada').subject);
    expect(text).toContain('“evil. example”');
  });
});
