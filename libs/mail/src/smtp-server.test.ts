import { describe, expect, it } from 'vitest';
import { smtpServerOf } from './smtp-server.ts';

describe('the server of an SMTP address', () => {
  it('has host, port and login', () => {
    expect(smtpServerOf('smtps://ada%40acme.example:p%3Fss@mail.example:465')).toEqual({
      host: 'mail.example',
      port: 465,
      secure: true,
      requireTLS: true,
      auth: { user: 'ada@acme.example', pass: 'p?ss' },
    });
    expect(smtpServerOf('smtp://[::1]')).toEqual({ host: '::1', secure: false, requireTLS: false });
  });

  it('takes no options from the address', () => {
    const server = smtpServerOf(
      'smtp://mail.example?ignoreTLS=true&requireTLS=false&tls.rejectUnauthorized=false',
    );
    expect(server).toEqual({ host: 'mail.example', secure: false, requireTLS: true });
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
