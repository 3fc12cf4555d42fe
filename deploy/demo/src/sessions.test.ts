import { expect, it } from 'vitest';
import { createInbox } from './sessions.ts';

const mail = (to: string, link: string) => ({
  messageId: '<1@patchbay.example>',
  date: new Date(),
  from: 'mail@patchbay.example',
  to,
  subject: 'A subject',
  text: `Open ${link} please`,
  html: '',
  purpose: 'test',
});
const link = 'http://localhost/sign-in/verify?token=abc';

it('a waiter gets the link of the next mail to its address that has one', async () => {
  const inbox = createInbox();
  inbox.receive(mail('ada@acme.example', `${link}-too-early`));
  const waiting = inbox.nextSignInLink('ada@acme.example');
  inbox.receive(mail('bob@acme.example', `${link}-of-another`));
  inbox.receive(mail('ada@acme.example', 'http://localhost/invitations/xyz'));
  inbox.receive(mail('ada@acme.example', link));
  expect((await waiting).href).toBe(link);
});

it('the inbox offers the newest mails, but none whose link was waited for', async () => {
  const inbox = createInbox();
  const waiting = inbox.nextSignInLink('ada@acme.example');
  inbox.receive(mail('ada@acme.example', link));
  await waiting;
  expect(inbox.mails()).toEqual([]);
  for (let count = 0; count < 25; count += 1) inbox.receive(mail('ada@acme.example', link));
  expect(inbox.mails().map(({ number }) => number)).toEqual(
    Array.from({ length: 20 }, (_, index) => 25 - index),
  );
  inbox.clear();
  expect(inbox.mails()).toEqual([]);
});
