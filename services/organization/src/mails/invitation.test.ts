import { describe, expect, it } from 'vitest';
import { invitationWith, toWorkspace } from '../domain/invitation.fixture.ts';
import { invitationMail } from './invitation.ts';

const url = 'https://portal.example/invitations/a_b-c';
const { subject, text, html } = invitationMail(invitationWith(), url);

/** With this name of the organization, of the workspace and of the inviter. */
const mailWith = (name: string) =>
  invitationMail(
    invitationWith({
      organization: { id: 'an-organization', slug: 'acme', name },
      workspace: { id: 'a-workspace', slug: 'spring', name, role: 'viewer' },
      inviter: { userId: 'a-user', email: 'grace@acme.example', name },
    }),
    url,
  );

describe('the invitation mail', () => {
  it('has the link on a line of its own in its text, where no mail client breaks it', () => {
    expect(text.split('\n')).toContain(url);
  });

  it('has the link to click on and to copy in its HTML', () => {
    expect(html).toContain(`<a href="${url}"`);
    expect(html).toContain(`>${url}</p>`);
  });

  it('says in both parts who invites to what, as what and until when', () => {
    for (const part of [text, html]) {
      expect(part).toContain('“Grace” (grace@acme.example) invites you to “Acme” on Patchbay, as member.');
      expect(part).toContain('The link works until 2026-03-02 12:00 UTC.');
    }
  });

  it('says in both parts that one signs in first, and with which address', () => {
    for (const part of [text, html])
      expect(part).toContain('sign in with the address that this mail went to');
  });

  it('names the workspace and the role there', () => {
    const mail = invitationMail(invitationWith(toWorkspace('viewer')), url);
    for (const part of [mail.text, mail.html])
      expect(part).toContain('invites you to the workspace “Spring” of “Acme” on Patchbay, as viewer.');
  });

  it('keeps names that people typed from becoming HTML', () => {
    const mail = mailWith(`<img src=x onerror="alert('1')"> & <a href="https://evil.example">Acme</a>`);
    const safe =
      '“&lt;img src=x onerror=&#39;alert(&#39;1&#39;)&#39;&gt; &amp; &lt;a href=&#39;https: / /evil. example&#39;&gt;Acme&lt;/a&gt;”';
    expect(mail.html.split(safe)).toHaveLength(4);
    expect(mail.html).not.toContain('<img');
    expect(mail.html.match(/<a /g)).toHaveLength(1);
  });

  it.each([
    ['Visit https://evil.example now', '“Visit https: / /evil. example now”'],
    ['evil.com', '“evil. com”'],
    ['<b>', '“<b>”'],
    ['Acme\u202e\u2066', '“Acme”'],
    ['Ac\u200bme', '“Acme”'],
    ['Acme\r\nBcc: eve@evil.example\r\n\r\nHello', '“Acme Bcc: eve @ evil. example Hello”'],
    ['a'.repeat(255), `“${'a'.repeat(99)}…”`],
  ])('shows the name %j as %j, without a link, on one line', (name, shown) => {
    const mail = mailWith(name);
    expect(mail.text.split('\n')[0]).toBe(
      `${shown} (grace@acme.example) invites you to the workspace ${shown} of ${shown} on Patchbay, as viewer.`,
    );
    const links = `${mail.text}${mail.html}`.match(/https?:\/\/[^\s"<]+/g);
    expect(new Set(links)).toEqual(new Set([url]));
    expect(mail.subject).toBe(subject);
  });

  it('loads nothing from outside, so that opening it tells nobody', () => {
    expect(html.match(/\b(?:src|background)=|url\(|@import|<link/gi)).toBeNull();
  });

  it('has the same subject for everybody: lock screens show it', () => {
    expect(subject).toBe('You are invited to Patchbay');
  });
});
