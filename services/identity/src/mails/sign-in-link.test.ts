import { describe, expect, it } from 'vitest';
import { signInLinkMail } from './sign-in-link.ts';

const url = 'https://portal.example/sign-in/verify?token=a_b-c';
const { subject, text, html } = signInLinkMail(url);

describe('the sign-in mail', () => {
  it('the text of the sign-in mail has the link on a line of its own, where no mail client breaks it', () => {
    expect(text.split('\n')).toContain(url);
  });

  it('the HTML of the sign-in mail has the link as a button and as text to copy', () => {
    expect(html).toContain(`<a href="${url}"`);
    expect(html).toContain(`>${url}</p>`);
  });

  it('both parts of the sign-in mail say how long the link works', () => {
    for (const part of [text, html]) expect(part).toContain('It works once, within 15 minutes.');
  });

  it('the sign-in mail loads nothing from elsewhere, so that nobody learns that it was opened', () => {
    expect(html.match(/\b(?:src|background)=|url\(|@import|<link/gi)).toBeNull();
  });

  it('the subject of the sign-in mail has no token, because lock screens show it', () => {
    expect(subject).toBe('Sign in to Patchbay');
  });
});
