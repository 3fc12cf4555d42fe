import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpServer, type TestSmtpServer } from './smtp.ts';

const mail = 'Subject: =?utf-8?B?R3LDvMOfZQ==?=\r\nMessage-ID: <1@example.com>\r\n\r\nhello\r\n.';

/** Sends one mail by SMTP and returns the last reply code of the server. */
async function offer(url: string, recipient: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  let code = 0;
  try {
    await once(socket, 'connect');
    const commands = ['EHLO tests', 'MAIL FROM:<a@example.com>', `RCPT TO:<${recipient}>`, 'DATA', mail];
    for (const command of ['', ...commands]) {
      if (command !== '') socket.write(`${command}\r\n`);
      let line: string;
      do line = (await answers.next()).value as string;
      while (line[3] === '-');
      code = Number(line.slice(0, 3));
      if (code >= 400) break;
    }
    return code;
  } finally {
    socket.destroy();
  }
}

describe('the SMTP server of tests', () => {
  let smtp: TestSmtpServer;
  beforeEach(async () => {
    smtp = await createSmtpServer();
  });
  afterEach(() => smtp.stop());

  it('the SMTP server of tests remembers a mail as it was meant', async () => {
    expect(await offer(smtp.url, 'b@example.com')).toBe(250);
    expect(await smtp.nextMailTo('b@example.com')).toEqual({
      from: 'a@example.com',
      to: ['b@example.com'],
      subject: 'Grüße',
      text: 'hello\n',
      html: '',
      messageId: '<1@example.com>',
    });
  });

  it('the SMTP server of tests gives each mail once', async () => {
    await offer(smtp.url, 'b@example.com');
    await smtp.nextMailTo('b@example.com');
    await expect(smtp.nextMailTo('b@example.com', 20)).rejects.toThrow('in vain for a mail to b@example.com');
  });

  it('the SMTP server of tests refuses or defers when told to, everybody or one recipient', async () => {
    smtp.behave('refuse', 'gone@example.com');
    expect(await offer(smtp.url, 'gone@example.com')).toBe(550);
    expect(await offer(smtp.url, 'b@example.com')).toBe(250);
    smtp.behave('defer');
    expect(await offer(smtp.url, 'b@example.com')).toBe(451);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.attempts).toBe(3);
  });

  it('the SMTP server of tests can go away and come back on the same port', async () => {
    await smtp.stop();
    await expect(offer(smtp.url, 'b@example.com')).rejects.toThrow('ECONNREFUSED');
    await smtp.start();
    expect(await offer(smtp.url, 'b@example.com')).toBe(250);
  });
});
