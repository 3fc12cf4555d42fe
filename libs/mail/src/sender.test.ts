import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MailRefused, type MailSender, type OutgoingMail } from './outgoing-mail.ts';
import { createRecordingSmtp, createSilentSmtp, type RecordingSmtp } from './recording-smtp.fixture.ts';
import { createSmtpSender, smtpServerOf } from './sender.ts';

describe('the server of an SMTP address', () => {
  it('an SMTP URL gives host, port and login', () => {
    expect(smtpServerOf('smtps://ada%40acme.example:p%3Fss@mail.example:465')).toEqual({
      host: 'mail.example',
      port: 465,
      secure: true,
      requireTLS: true,
      auth: { user: 'ada@acme.example', pass: 'p?ss' },
    });
    expect(smtpServerOf('smtp://[::1]')).toEqual({ host: '::1', secure: false, requireTLS: false });
  });

  it.each([
    ['smtp://mail.example', undefined, true],
    ['smtp://mail.example', false, false],
    ['smtp://ada:secret@mail.example', false, true],
    ['smtp://localhost:1025', undefined, false],
    ['smtp://ada:secret@127.0.0.1', undefined, false],
    ['smtp://127.0.0.1', true, true],
  ])('%s with SMTP_REQUIRE_TLS %s: whether TLS is required is %s', (url, requireTls, expected) => {
    expect(smtpServerOf(url, requireTls).requireTLS).toBe(expected);
  });
});

const mail: OutgoingMail = {
  messageId: '<1@patchbay.example>',
  date: new Date('2026-01-02T03:04:05Z'),
  from: 'Patchbay <mail@patchbay.example>',
  to: 'ada@acme.example',
  subject: 'Grüße\r\nBcc: eve@evil.example',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  purpose: 'greeting',
};

let smtp: RecordingSmtp;
let sender: MailSender;

beforeEach(async () => {
  smtp = await createRecordingSmtp();
  sender = createSmtpSender(smtp.url);
});
afterEach(async () => {
  await sender.stop?.();
  await smtp.stop();
});

const failureOf = async (to: string): Promise<unknown> =>
  sender.send({ ...mail, to }).then(
    () => 'sent',
    (error: unknown) => error,
  );

describe('an SMTP sender', () => {
  it('the SMTP sender sends a mail unchanged to its one recipient', async () => {
    await sender.send(mail);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]).toMatchObject({
      messageId: '<1@patchbay.example>',
      from: { name: 'Patchbay', address: 'mail@patchbay.example' },
      to: [{ address: 'ada@acme.example' }],
      subject: 'Grüße Bcc: eve@evil.example',
      text: 'Hello Ada\n',
      html: '<p>Hello Ada</p>\n',
    });
    expect(smtp.mails[0]?.bcc).toBeUndefined();
    expect(smtp.mails[0]?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  it.each([
    ['a subject', { subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nAnother body' }],
    ['a subject with bare line ends', { subject: 'Hello\nBcc: eve@evil.example\rX: y' }],
    ['a subject with line separators', { subject: 'Hello\u2028Bcc: eve@evil.example\u0085X: y' }],
    ['a sender', { from: 'Patchbay\r\nBcc: eve@evil.example\r\n <mail@patchbay.example>' }],
    ['a quoted sender', { from: '"Patch\r\nBcc: eve@evil.example\r\nbay" <mail@patchbay.example>' }],
    ['a message id', { messageId: '<1@patchbay.example>\r\nBcc: eve@evil.example' }],
  ])('the SMTP sender makes no header of the lines in %s', async (_what, lines) => {
    await sender.send({ ...mail, ...lines });
    expect(smtp.mails).toHaveLength(1);
    const keys = smtp.mails[0]?.headers.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id']));
    expect(keys).not.toContain('bcc');
    expect(keys).not.toContain('x');
    expect(smtp.mails[0]?.text).toBe('Hello Ada\n');
    expect(smtp.envelopes).toEqual([['ada@acme.example']]);
  });

  it('an address that looks like two is one recipient', async () => {
    await failureOf('ada@acme.example, eve@evil.example');
    expect(smtp.mails.flatMap(({ to }) => to?.map(({ address }) => address))).not.toContain(
      'eve@evil.example',
    );
  });

  it('the SMTP sender distinguishes permanent from temporary refusals', async () => {
    smtp.refusals.set('gone@acme.example', 550).set('busy@acme.example', 451).set('login@acme.example', 530);
    smtp.messageRefusals.set('picky@acme.example', [554, 'no']).set('full@acme.example', [452, 'no']);
    expect(await failureOf('gone@acme.example')).toBeInstanceOf(MailRefused);
    expect(await failureOf('picky@acme.example')).toBeInstanceOf(MailRefused);
    expect(await failureOf('two\r\nlines@acme.example')).toBeInstanceOf(MailRefused);
    for (const to of ['busy@acme.example', 'login@acme.example', 'full@acme.example']) {
      const failure = await failureOf(to);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(MailRefused);
    }
    expect(await failureOf('ada@acme.example')).toBe('sent');
  });

  it('the SMTP sender continues after an outage of the server', async () => {
    await sender.send(mail);
    await smtp.stop();
    expect(await failureOf(mail.to)).toMatchObject({ code: expect.stringMatching(/^E/) });
    smtp = await createRecordingSmtp(Number(new URL(smtp.url).port));
    expect(await failureOf(mail.to)).toBe('sent');
  });

  it('the SMTP sender gives up on a silent server', async () => {
    const silent = await createSilentSmtp();
    const patient = createSmtpSender(silent.url, { silenceMs: 50 });
    await expect(patient.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await patient.stop?.();
    await silent.stop();
  });
});
