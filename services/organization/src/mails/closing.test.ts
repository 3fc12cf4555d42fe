import { describe, expect, it } from 'vitest';
import { type ClosingMailKind, closingMail } from './closing.ts';

const organization = { slug: 'acme', name: 'Acme', deletesAt: new Date('2026-03-09T12:00:00.000Z') };
const mailOf = (kind: ClosingMailKind, name = organization.name) =>
  closingMail(kind, { organization: { ...organization, name }, portalUrl: 'https://portal.example' });

describe('mails about a closed organization', () => {
  it.each(['closed', 'dayBefore'] as const)(
    'both parts of the mail %s say what is deleted, when, and where to restore it',
    (kind) => {
      const { text, html } = mailOf(kind);
      for (const part of [text, html]) {
        expect(part).toContain('“Acme”');
        expect(part).toContain('9 March 2026 at 12:00 (UTC)');
        expect(part).toContain('https://portal.example/o/acme');
        expect(part).toContain('restore it before that time');
      }
    },
  );

  it('the mail about a deleted organization leads to no page of it', () => {
    const { text, html } = mailOf('deleted');
    for (const part of [text, html]) expect(part).not.toContain('/o/acme');
    expect(text).toContain('“Acme” was deleted, with everything in it.');
  });

  it('names are escaped, and no subject has one', () => {
    const { subject, html } = mailOf('closed', '<b>Acme</b>');
    expect(html).not.toContain('<b>Acme');
    expect(subject).not.toContain('Acme');
  });
});
