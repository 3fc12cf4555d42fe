import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailbox } from './mailbox.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailbox-'));
});
afterEach(() => rm(directory, { recursive: true }));

const mail: OutgoingMail = {
  messageId: '<0b7e@patchbay.example>',
  date: new Date('2026-01-02T03:04:05.678Z'),
  from: 'mail@patchbay.example',
  to: 'ada@acme.example',
  subject: 'Sign in',
  text: 'https://patchbay.example/sign-in?token=t',
  html: '<a href="https://patchbay.example/sign-in?token=t">Sign in</a>',
  purpose: '../sign-in link',
};

describe('a mailbox', () => {
  it('a mailbox writes each mail to a file that only its owner may read, and reports it', async () => {
    const told: [OutgoingMail, string][] = [];
    const box = join(directory, 'deep/mailbox');
    const mailbox = createMailbox(box, (...args) => told.push(args));
    await mailbox.start?.();
    await mailbox.send(mail);
    const name = '2026-01-02T03-04-05-678Z-sign-in-link-0b7e.eml';
    expect(await readdir(box)).toEqual([name]);
    expect(told).toEqual([[mail, join(box, name)]]);
    expect((await stat(join(box, name))).mode & 0o077).toBe(0);
    expect(await PostalMime.parse(await readFile(join(box, name)))).toMatchObject({
      messageId: mail.messageId,
      to: [{ address: mail.to }],
      subject: mail.subject,
      text: `${mail.text}\n`,
    });
  });

  it('a mailbox has one file for a mail that was sent twice', async () => {
    const mailbox = createMailbox(directory);
    await mailbox.send(mail);
    await mailbox.send(mail);
    expect(await readdir(directory)).toHaveLength(1);
  });
});
