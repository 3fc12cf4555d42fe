import { describe, expect, it } from 'vitest';
import { invitationWith, toWorkspace } from '../domain/invitation.fixture.ts';
import { invitationMail } from './invitation.ts';

const url = 'https://portal.example/invitations/a_b-c';
const { subject, text, html } = invitationMail(invitationWith(), url);

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
      expect(part).toContain('Grace (grace@acme.example) invites you to Acme on Patchbay, as member.');
      expect(part).toContain('The link works until 2026-03-02 12:00 UTC.');
    }
  });

  it('names the workspace and the role there', () => {
    const mail = invitationMail(invitationWith(toWorkspace('viewer')), url);
    for (const part of [mail.text, mail.html])
      expect(part).toContain('invites you to the workspace Spring of Acme on Patchbay, as viewer.');
  });

  it('keeps names that people typed from becoming HTML', () => {
    const evil = `<img src=x onerror="alert('1')"> & <a href="https://evil.example">Acme</a>`;
    const mail = invitationMail(
      invitationWith({
        organization: { id: 'an-organization', slug: 'acme', name: evil },
        workspace: { id: 'a-workspace', slug: 'spring', name: evil, role: 'viewer' },
        inviter: { userId: 'a-user', email: 'grace@acme.example', name: evil },
      }),
      url,
    );
    const safe =
      '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; &lt;a href=&quot;https://evil.example&quot;&gt;Acme&lt;/a&gt;';
    expect(mail.html.split(safe)).toHaveLength(4);
    expect(mail.html).not.toContain('<img');
    expect(mail.html.match(/<a /g)).toHaveLength(1);
    expect(mail.text).toContain(evil);
  });

  it('loads nothing from outside, so that opening it tells nobody', () => {
    expect(html.match(/\b(?:src|background)=|url\(|@import|<link/gi)).toBeNull();
  });

  it('shows no token in its subject, which lock screens show', () => {
    expect(subject).toBe('Grace invites you to Acme on Patchbay');
  });
});
