import { createMailbox } from '@patchbay/mail/mailbox';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailReader } from './mail-reader.ts';

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
beforeEach(async () => {
  folder = await createTemporaryDirectory();
});
afterEach(() => folder.remove());

const mail = {
  messageId: '<0b7e@localhost>',
  date: new Date('2026-01-02T03:04:05.678Z'),
  from: 'mail@patchbay.example',
  to: 'ada@acme.example',
  subject: 'Sign in',
  text: 'https://patchbay.example/sign-in?token=abc-1',
  html: '<p>Sign in</p>',
  purpose: 'sign-in link',
};

describe('the folder of mails', () => {
  it('tells to whom, what for and when each was queued', async () => {
    await createMailbox(folder.path).send(mail);
    const reader = createMailReader(folder.path);
    const at = mail.date.getTime();
    expect(await reader.read()).toMatchObject([{ to: 'ada@acme.example', purpose: 'sign-in link', at }]);
    expect(await reader.linkTo('ada@acme.example', at, 1_000)).toBe('abc-1');
    expect(await reader.linkTo('ada@acme.example', at + 1, 100)).toBeUndefined();
  });

  it('does not tell that one was sent twice', async () => {
    const mailbox = createMailbox(folder.path);
    await mailbox.send(mail);
    await mailbox.send(mail);
    expect(await createMailReader(folder.path).read()).toHaveLength(1);
  });
});
