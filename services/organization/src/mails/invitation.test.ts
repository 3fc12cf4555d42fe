import { describe, expect, it } from 'vitest';
import { invitationWith, toWorkspace } from '../domain/invitation.fixture.ts';
import { invitationMail } from './invitation.ts';

const url = 'https://portal.example/invitations/a_b-c';
const { subject, text, html } = invitationMail(invitationWith(), url);

/** With this name of the organization, of the workspace and of the inviter. */
const mailWith = (name: string) =>
  invitationMail(
    invitationWith({
      organization: { ...invitationWith().organization, name },
      workspace: { id: 'a-workspace', slug: 'spring', name, role: 'viewer' },
      inviter: { userId: 'a-user', email: 'grace@acme.example', name },
    }),
    url,
  );

describe('the invitation mail', () => {
  it('the text of the invitation mail has the link on a line of its own, where no mail client breaks it', () => {
    expect(text.split('\n')).toContain(url);
  });

  it('the HTML of the invitation mail has the link as a button and as text to copy', () => {
    expect(html).toContain(`<a href="${url}"`);
    expect(html).toContain(`>${url}</p>`);
  });

  it('both parts of the invitation mail say who invites to what, with which role, until when and whom to ask', () => {
    for (const part of [text, html]) {
      expect(part).toContain(
        '“Grace” (grace@acme.example) has invited you to “Acme” on Patchbay as a member.',
      );
      expect(part).toContain(
        'The link works until 2 March 2026 at 12:00 UTC. Questions? Write to grace@acme.example.',
      );
    }
  });

  it('both parts of the invitation mail say with which address to sign in', () => {
    for (const part of [text, html])
      expect(part).toContain('sign in with the address that this email was sent to');
  });

  it('the mail of an invitation to a workspace names the workspace and the role there', () => {
    const mail = invitationMail(invitationWith(toWorkspace('viewer')), url);
    for (const part of [mail.text, mail.html])
      expect(part).toContain('has invited you to the workspace “Spring” of “Acme” on Patchbay as a viewer.');
  });

  it.each([
    ['Visit https://evil.example now', '“Visit https: / /evil. example now”'],
    ['<b>', '“<b>”'],
    ['Acme\u202e\u2066', '“Acme”'],
    ['Acme\r\nBcc: eve@evil.example\r\n\r\nHello', '“Acme Bcc: eve @ evil. example Hello”'],
    ['a'.repeat(255), `“${'a'.repeat(99)}…”`],
  ])('the invitation mail shows the name %j as %j, without a link, on one line', (name, shown) => {
    const mail = mailWith(name);
    expect(mail.text.split('\n')[0]).toBe(
      `${shown} (grace@acme.example) has invited you to the workspace ${shown} of ${shown} on Patchbay as a viewer.`,
    );
    const links = `${mail.text}${mail.html}`.match(/https?:\/\/[^\s"<]+/g);
    expect(new Set(links)).toEqual(new Set([url]));
    expect(mail.subject).toBe(subject);
  });

  it('the invitation mail loads nothing from elsewhere, so that nobody learns that it was opened', () => {
    expect(html.match(/\b(?:src|background)=|url\(|@import|<link/gi)).toBeNull();
  });

  it('the subject of the invitation mail is the same for everybody, because lock screens show it', () => {
    expect(subject).toBe("You've been invited to Patchbay");
  });
});
