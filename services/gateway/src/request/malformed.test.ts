import '@patchbay/telemetry/fresh-modules';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../testing/gateway.ts';

/** Sends raw bytes, and reads until the server closes the connection. */
async function send(port: number, request: string): Promise<{ head: string; problem: unknown }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head: head.toLowerCase(), problem: JSON.parse(body) };
}

describe('what is no request', () => {
  it('headers over 16 KiB are a 431 problem', async () => {
    const { port } = await startGateway();
    const { head, problem } = await send(
      port,
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(17_000)}\r\n\r\n`,
    );
    expect(problem).toMatchObject({
      status: 431,
      title: 'Request Header Fields Too Large',
      type: 'about:blank',
    });
    expect(head).toContain('http/1.1 431 ');
    expect(head).toContain('content-type: application/problem+json');
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/);
    expect(head).toMatch(/traceparent: 00-/);
  });

  it('bytes that are not HTTP are a 400 problem', async () => {
    const { port } = await startGateway();
    const { problem } = await send(port, 'HELLO\r\n\r\n');
    expect(problem).toMatchObject({ status: 400, errors: [{ path: '', message: 'must be HTTP' }] });
  });

  it('the answer to a malformed request has the headers of every answer', async () => {
    const { port } = await startGateway({ config: { publicUrl: 'https://api.example' } });
    const { head } = await send(port, 'HELLO\r\n\r\n');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'cache-control: no-store',
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        'referrer-policy: no-referrer',
        'strict-transport-security: max-age=31536000; includesubdomains',
        'x-content-type-options: nosniff',
      ]),
    );
  });

  it('a malformed request is one log line, without its bytes', async () => {
    const { logger, lines } = createLog();
    const { port } = await startGateway({ parts: { logger } });
    const { problem } = await send(port, 'GET /?token=hunter2 HELLO\r\n\r\n');
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        msg: 'malformed request refused',
        requestId: (problem as { requestId: string }).requestId,
        status: 400,
        peerAddress: '127.0.0.1',
        code: expect.stringMatching(/^HPE_/),
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('a request with a target in absolute form is answered, because some proxies send it', async () => {
    const { port } = await startGateway();
    const { head, problem } = await send(
      port,
      'GET http://api.test/v1/me?x HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n\r\n',
    );
    expect(head).toContain('http/1.1 401 ');
    expect(problem).toMatchObject({ instance: '/v1/me' });
  });

  it('an HTTP/1.1 request without Host is a 400 problem', async () => {
    const { port } = await startGateway();
    const { problem } = await send(port, 'GET /version HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(problem).toMatchObject({ status: 400, errors: [{ path: 'Host', message: 'is required' }] });
  });

  it('a body that ends early does no harm', async () => {
    const { port, fetch } = await startGateway();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(
      'POST /v1/signup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    await text(socket);
    expect((await fetch('/version')).status).toBe(200);
  });
});
