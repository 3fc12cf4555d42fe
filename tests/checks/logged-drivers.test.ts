import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { readTopic } from '@patchbay/events/read-topic';
import { createLog } from '@patchbay/testing/log';
import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';

const password = 'hunter2-hunter2';

/** A server that answers each chunk of bytes with what `answer` returns for it. */
async function serverThat(answer: (received: string) => string | undefined, greeting = ''): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.write(greeting);
    socket.on('data', (bytes) => void socket.write(answer(bytes.toString('latin1')) ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const thrownBy = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (thrown) {
    return thrown;
  }
  return expect.unreachable('it did not fail');
};

/** Each fails with an error of the library itself, for a connection that has a password. */
const failures: Record<string, () => Promise<unknown>> = {
  'pg, not reachable': () =>
    thrownBy(() => new Client(`postgresql://identity:${password}@127.0.0.1:1/patchbay`).connect()),
  'pg, with a malformed URL': () =>
    thrownBy(() => new Client(`postgresql://identity:${password}@127.0.0.1:port/patchbay`).connect()),
  'pg, refused by the server': async () => {
    const fields = `SFATAL\0C28P01\0Mpassword authentication failed for user "identity"\0D${password}\0\0`;
    const size = Buffer.alloc(4);
    size.writeInt32BE(fields.length + 4);
    const port = await serverThat(() => `E${size.toString('latin1')}${fields}`);
    return thrownBy(() => new Client(`postgresql://identity:${password}@127.0.0.1:${port}/db`).connect());
  },
  'ioredis, refused by the server': async () => {
    // One answer for each command of a chunk.
    const port = await serverThat((received) =>
      received.replaceAll(
        /\*\d+\r\n(?:\$\d+\r\n[^\r]*\r\n)+/g,
        '-WRONGPASS invalid username-password pair\r\n',
      ),
    );
    const redis = new Redis(`redis://limits:${password}@127.0.0.1:${port}`, {
      lazyConnect: true,
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
      enableReadyCheck: false,
    });
    onTestFinished(() => redis.disconnect());
    redis.on('error', () => {});
    return thrownBy(() => redis.call('auth', 'limits', password));
  },
  'kafkajs, not reachable': () =>
    thrownBy(() =>
      readTopic({
        brokers: ['127.0.0.1:1'],
        clientId: 'test',
        security: { sasl: { mechanism: 'plain', username: 'audit', password } },
        topic: 'patchbay.audit.heads.v1',
        group: 'test',
        handle: async () => {},
        logger: createLog().logger,
      }),
    ),
  'nodemailer, refused by the server': async () => {
    const port = await serverThat(
      (received) => (received.startsWith('EHLO') ? '250-x\r\n250 AUTH PLAIN LOGIN\r\n' : '535 5.7.8 no\r\n'),
      '220 x\r\n',
    );
    const transport = createTransport(`smtp://mailer:${password}@127.0.0.1:${port}/?ignoreTLS=true`);
    return thrownBy(() => transport.sendMail({ from: 'a@a.example', to: 'b@b.example', text: 'x' }));
  },
};

const secrets = [password, Buffer.from(`\0mailer\0${password}`).toString('base64')];

it.each(Object.entries(failures))('an error of %s is logged without the password', async (_what, fail) => {
  const { logger, lines } = createLog();
  const thrown = await fail();
  logger.error({ err: thrown }, 'failed');
  logger.error({ cause: thrown, details: { thrown } }, 'failed');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ err: { message: expect.stringMatching(/./), stack: expect.any(String) } });
  for (const secret of secrets) expect(JSON.stringify(lines)).not.toContain(secret);
});
