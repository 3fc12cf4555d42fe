import { describe, expect, it } from 'vitest';
import { signUpLinkMail } from './sign-up-link.ts';

const url = 'https://portal.example/sign-in/verify?token=a_b-c';
const { subject, text, html } = signUpLinkMail(url, 'Acme & Söhne <b>');

describe('the mail of a sign-up', () => {
  it('has the link on a line of its own in its text, where no mail client breaks it', () => {
    expect(text.split('\n')).toContain(url);
  });

  it('has the link to click on and to copy in its HTML', () => {
    expect(html).toContain(`<a href="${url}"`);
    expect(html).toContain(`>${url}</p>`);
  });

  it('names the organization in both parts, without a link in the name', () => {
    const hostile = signUpLinkMail(url, 'Open https://evil.example');
    for (const part of [hostile.text, hostile.html]) {
      expect(part).toContain('It creates the organization “Open https: / /evil. example”');
    }
    expect(html).toContain('“Acme &amp; Söhne &lt;b&gt;”');
  });

  it('says how long the link works in both parts', () => {
    for (const part of [text, html]) expect(part).toContain('It works once, within 15 minutes.');
  });

  it('loads nothing from outside, so that opening it tells nobody', () => {
    expect(html.match(/\b(?:src|background)=|url\(|@import|<link/gi)).toBeNull();
  });

  it('shows no token in its subject, which lock screens show', () => {
    expect(subject).toBe('Finish your sign-up to Patchbay');
  });
});
