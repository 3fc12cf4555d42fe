import { describe, expect, it } from 'vitest';
import { confirmationLinkMail, signInLinkMail, signUpLinkMail } from './links.ts';

const url = 'https://portal.example/sign-in/verify?token=a_b-c';

describe.each([
  ['sign-in', signInLinkMail(url), 'Sign in to Patchbay'],
  ['sign-up', signUpLinkMail(url, 'Acme'), 'Finish signing up for Patchbay'],
  ['confirmation', confirmationLinkMail(url, 'createApiKey'), "Confirm it's you in Patchbay"],
])('the %s mail', (name, mail, expectedSubject) => {
  const { subject, text, html } = mail;

  it(`the text of the ${name} mail has the link on a line of its own, where no mail client breaks it`, () => {
    expect(text.split('\n')).toContain(url);
  });

  it(`the HTML of the ${name} mail has the link as a button and as text to copy`, () => {
    expect(html).toContain(`<a href="${url}"`);
    expect(html).toContain(`>${url}</p>`);
  });

  it(`both parts of the ${name} mail say how long the link works`, () => {
    for (const part of [text, html]) expect(part).toContain('It works once, within 15 minutes.');
  });

  it(`the ${name} mail loads nothing from elsewhere, so that nobody learns that it was opened`, () => {
    expect(html.match(/\b(?:src|background)=|url\(|@import|<link/gi)).toBeNull();
  });

  it(`the subject of the ${name} mail has no token, because lock screens show it`, () => {
    expect(subject).toBe(expectedSubject);
  });
});

it('both parts of the sign-up mail name the organization, without a link in the name', () => {
  const hostile = signUpLinkMail(url, 'Open https://evil.example');
  for (const part of [hostile.text, hostile.html]) {
    expect(part).toContain('It creates the organization “Open https: / /evil. example”');
  }
  expect(signUpLinkMail(url, 'Acme & Söhne <b>').html).toContain('“Acme &amp; Söhne &lt;b&gt;”');
});

it('both parts of the mail of a confirmation say what is confirmed', () => {
  const { text, html } = confirmationLinkMail(url, 'deleteWorkspace');
  expect(text).toContain("You're about to delete a workspace.");
  expect(html).toContain('re about to delete a workspace.');
});
