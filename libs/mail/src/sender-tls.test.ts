import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAuthority } from '@patchbay/testing/certificates';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { MailRefused, type MailSender, type OutgoingMail } from './outgoing-mail.ts';
import {
  createRecordingSmtp,
  type RecordingSmtp,
  type RecordingSmtpOptions,
} from './recording-smtp.fixture.ts';
import { createSmtpSender, type SmtpOptions } from './sender.ts';

const mail: OutgoingMail = {
  messageId: '<1@patchbay.example>',
  date: new Date('2026-01-02T03:04:05Z'),
  from: 'Patchbay <mail@patchbay.example>',
  to: 'ada@acme.example',
  subject: 'Hello',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  purpose: 'greeting',
};

const authority = createAuthority();
const trusted = authority.issue(['127.0.0.1']);
const stranger = createAuthority('Somebody else').issue(['127.0.0.1']);
const roots = getCACertificates('default');
setDefaultCACertificates([...roots, authority.certificate]);
afterAll(() => setDefaultCACertificates(roots));

const stops: (() => Promise<void> | undefined)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function connect(
  server: RecordingSmtpOptions,
  options: SmtpOptions = { requireTls: true },
): Promise<{ smtp: RecordingSmtp; failure: () => Promise<unknown> }> {
  const smtp = await createRecordingSmtp(0, { asksForLogin: true, ...server });
  const sender: MailSender = createSmtpSender(smtp.url.replace('//', '//ada:hunter2@'), options);
  stops.push(
    () => smtp.stop(),
    () => sender.stop?.(),
  );
  return {
    smtp,
    failure: () =>
      sender.send(mail).then(
        () => undefined,
        (error: unknown) => error,
      ),
  };
}
const encryptedLogin = [{ user: 'ada', password: 'hunter2', encrypted: true }];

describe('a sender that requires TLS', () => {
  it('a sender that requires TLS encrypts by STARTTLS before it logs in', async () => {
    const { smtp, failure } = await connect({ tls: trusted });
    expect(await failure()).toBeUndefined();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.logins).toEqual(encryptedLogin);
  });

  it('a sender that requires TLS sends neither mail nor password to a server without STARTTLS', async () => {
    const { smtp, failure } = await connect({});
    const error = await failure();
    expect(error).toMatchObject({
      message:
        'the mail server refuses STARTTLS, and TLS is required; SMTP_REQUIRE_TLS=false sends mails in plain text',
    });
    // A refusal for good would end the attempts: the mail stays in the queue instead.
    expect(error).not.toBeInstanceOf(MailRefused);
    expect(smtp).toMatchObject({ mails: [], logins: [] });
  });

  it('a sender that requires TLS sends neither mail nor password to a server with an untrusted certificate', async () => {
    const { smtp, failure } = await connect({ tls: stranger });
    const error = await failure();
    expect(error).toMatchObject({
      message: expect.stringMatching(/certificate is not trusted: .*unable to verify.*NODE_EXTRA_CA_CERTS/),
    });
    expect(error).not.toBeInstanceOf(MailRefused);
    expect(smtp).toMatchObject({ mails: [], logins: [] });
  });

  it('a sender refuses TLS older than 1.2', async () => {
    const { smtp, failure } = await connect({ tls: { ...trusted, maxVersion: 'TLSv1.1' } });
    expect(await failure()).toMatchObject({
      message: expect.stringMatching(/^no TLS 1\.2 or newer with the mail server/),
    });
    expect(smtp).toMatchObject({ mails: [], logins: [] });
  });
});

describe('an smtps:// sender', () => {
  it('an smtps:// sender encrypts from the first byte', async () => {
    const { smtp, failure } = await connect({ tls: { ...trusted, fromTheStart: true } });
    expect(await failure()).toBeUndefined();
    expect(smtp.logins).toEqual(encryptedLogin);
  });

  it('an smtps:// sender verifies the certificate, also if STARTTLS is not required', async () => {
    const tls = { ...stranger, fromTheStart: true };
    const { smtp, failure } = await connect({ tls }, { requireTls: false });
    expect(await failure()).toMatchObject({ message: expect.stringMatching(/unable to verify/) });
    expect(smtp).toMatchObject({ mails: [], logins: [] });
  });
});

describe('a sender that does not require TLS', () => {
  it('a sender that does not require TLS sends in plain text to a server on loopback', async () => {
    const { smtp, failure } = await connect({}, {});
    expect(await failure()).toBeUndefined();
    expect(smtp.logins).toEqual([{ user: 'ada', password: 'hunter2', encrypted: false }]);
  });

  it('a sender that does not require TLS uses STARTTLS if the server offers it', async () => {
    const { smtp, failure } = await connect({ tls: trusted }, {});
    expect(await failure()).toBeUndefined();
    expect(smtp.logins).toEqual(encryptedLogin);
  });
});
