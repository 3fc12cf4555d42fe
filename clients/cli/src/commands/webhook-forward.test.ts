import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestIo } from '../terminal/io.fixture.ts';
import type { AuditLog } from './audit-entries.ts';
import { type Attempt, createForward, keyOf, newSecret, receiverOf, requestOf } from './webhook-forward.ts';

const entry = {
  id: '0199c1f4-11d0-7e0b-8c39-90fbc7d3a410',
  action: 'workspace.updated',
  occurredAt: '2026-11-15T09:31:00.000Z',
  target: { type: 'workspace', id: '1', name: 'Frühling' },
  sequence: 2,
} as AuditLog;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let stop: () => void = () => undefined;
afterEach(() => stop());

/** A receiver that answers with these statuses, one after the other; 0 cuts the connection. */
async function receiver(...statuses: number[]): Promise<{ url: URL; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const status = statuses[received.length] ?? 204;
      received.push({ headers: request.headers, body });
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('a text of the receiver');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => void server.close();
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/hooks?a=b`), received };
}

describe('the request of a webhook', () => {
  it('the signature is that of Standard Webhooks over id, time and body', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    const { headers, body } = requestOf(entry, keyOf(secret), new Date('2026-11-15T09:31:02.900Z'));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = createHmac('sha256', key).update(`${entry.id}.1794735062.${body}`).digest('base64');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': entry.id,
      'webhook-timestamp': '1794735062',
      'webhook-signature': `v1,${signed}`,
      'user-agent': expect.stringMatching(/^Patchbay-Webhooks\//),
    });
    expect(JSON.parse(body)).toEqual({
      type: 'workspace.updated',
      timestamp: entry.occurredAt,
      data: entry,
    });
  });

  it.each(['', 'secret', 'whsec_', 'whsec_c2hvcnQ=', `whsec_${'A'.repeat(200)}`, 'whsec_not base64'])(
    'the secret %j is refused',
    (secret) => {
      expect(() => keyOf(secret)).toThrow('PATCHBAY_WEBHOOK_SECRET is not the secret of a webhook.');
    },
  );
});

describe('the address of a receiver', () => {
  it.each(['http://localhost:4000/hooks', 'http://127.0.0.1/', 'http://[::1]:1/', 'https://a.example/x?y=z'])(
    '%s is accepted',
    (address) => {
      expect(receiverOf(address).href).toBe(address);
    },
  );

  it('an address without a scheme is http', () => {
    expect(receiverOf('localhost:4000/hooks').href).toBe('http://localhost:4000/hooks');
  });

  it.each(['http://a.example/', 'ftp://localhost/', 'a.example:80', 'https://u:p@a.example/', 'hooks'])(
    '%s is refused',
    (address) => {
      expect(() => receiverOf(address)).toThrow('--forward-to takes an address of this machine');
    },
  );
});

describe('forwarding', () => {
  /** Advances the clock past the wait after each failed attempt. */
  const forwardTo = async (url: URL) => {
    const io = createTestIo();
    const attempts: Attempt[] = [];
    const forward = createForward(io, url, keyOf(newSecret()));
    const isTaken = await forward(entry, (attempt) => {
      attempts.push(attempt);
      void io.clock.advance(3_000);
    });
    return { isTaken, attempts };
  };

  it('an accepted entry is sent once', async () => {
    const { url, received } = await receiver(200);
    const { isTaken, attempts } = await forwardTo(url);
    expect({ isTaken, attempts }).toEqual({
      isTaken: true,
      attempts: [{ isDelivered: true, status: 200, ms: expect.any(Number), reason: null, isLast: true }],
    });
    expect(received).toHaveLength(1);
  });

  it('a refused entry is sent again with the same id, and redirects are not followed', async () => {
    const { url, received } = await receiver(500, 302, 204);
    const { isTaken, attempts } = await forwardTo(url);
    expect(isTaken).toBe(true);
    expect(attempts.map(({ status, isLast }) => [status, isLast])).toEqual([
      [500, false],
      [302, false],
      [204, true],
    ]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([entry.id]));
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('an entry is sent three times at most', async () => {
    const { url, received } = await receiver(500, 0, 500, 200);
    const { isTaken, attempts } = await forwardTo(url);
    expect(isTaken).toBe(false);
    expect(attempts.map(({ status }) => status)).toEqual([500, null, 500]);
    expect(attempts[1]?.reason).toContain('the connection was cut');
    expect(attempts.map(({ isLast }) => isLast)).toEqual([false, false, true]);
    expect(received).toHaveLength(3);
  });

  it('Ctrl-C ends the wait for the next attempt', async () => {
    const { url } = await receiver(500);
    const io = createTestIo();
    const forward = createForward(io, url, keyOf(newSecret()));
    const running = forward(entry, io.interrupt);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });
});
